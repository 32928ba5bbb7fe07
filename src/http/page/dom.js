// What several parts of the page do with its elements.

export const byId = (id) => document.getElementById(id);

/** Runs what a button starts, unless that runs already. A button that were disabled meanwhile would
    lose the focus. */
export async function whileBusy(button, work) {
  if (button.getAttribute('aria-disabled')) return;
  button.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    button.removeAttribute('aria-disabled');
  }
}
