// How it looks: on a phone, and in both colour schemes.
import assert from 'node:assert/strict';
import { doneJob, finalTotal, kLargest, measurements, openTest, square, streamOf }
  from './support.mjs';

const overflow = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > width + 0.5)
    .map((element) => `${element.tagName}#${element.id}.${element.className}`);
});

openTest('on a phone nothing is wider than the screen', { hash: '#job=4711', isMobile: true,
  hasTouch: true, viewport: { width: 360, height: 740 } }, async ({ page, open, service }) => {
  const n = 32;
  const solution = Array.from({ length: n }, (_, row) => row + 1);
  await page.route('**/v1/jobs/4711/events', (route) => route.fulfill(streamOf(doneJob({ n,
    total: kLargest, solutions: [solution, solution, solution] }))));
  await page.route('**/v1/jobs?*', (route) => route.fulfill({ json: { next: null, jobs: [
    doneJob({ n, total: kLargest }),
    doneJob({ id: '4712', n, board: Array(n).fill('.'.repeat(n)), state: 'running', total: null,
      progress: { share: 1e-7, elapsed: 1000, left: 1e10, solutions: '123456789012345678901',
        subproblems_done: 0, subproblems: 1, nodes: 1 } })] } }));
  await service.ask('PUT', '/v1/bench', measurements);
  await open();
  await finalTotal(page);
  await page.locator('#bench').waitFor();
  await page.locator('#jobs tbody tr').nth(1).waitFor();
  assert.deepEqual(await overflow(page), []);
  assert.equal(await page.locator('#grid [role=gridcell]').count(), n * n);
  const box = await page.locator('#grid').boundingBox();
  assert.ok(box.width >= 300 && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
  const [first, last] = await Promise.all([square(page, 0, 0), square(page, 31, 31)].map(
    (cell) => cell.boundingBox()));
  assert.ok(Number.isInteger(first.width) && first.width === last.width &&
    first.height === first.width, JSON.stringify([first, last]));
  await square(page, 30, 30).tap();
  assert.equal(await square(page, 30, 30).getAttribute('data-mark'), 'blocked');
  await page.click('summary');
  assert.deepEqual(await overflow(page), []);
});

// Contrast of an element's text with what is behind it, by the formula of WCAG 2.
const contrast = (page, selector) => page.locator(selector).first().evaluate((element) => {
  const channels = (text) => text.match(/[\d.]+/g).map(Number);
  const luminance = (rgb) => rgb.slice(0, 3).map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  let behind = element;
  const background = () => channels(getComputedStyle(behind).backgroundColor);
  while (behind.parentElement && (background()[3] ?? 1) === 0) behind = behind.parentElement;
  const style = getComputedStyle(element);
  const paint = element instanceof SVGElement ? style.fill : style.color;
  const [low, high] = [luminance(channels(paint)), luminance(background())].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
});

for (const colorScheme of ['light', 'dark']) {
  openTest(`${colorScheme} colours`, { colorScheme }, async ({ page, open }) => {
    await open();
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const bright = Math.min(...paper.match(/\d+/g).map(Number)) > 127;
    assert.equal(bright, colorScheme === 'light', paper);
    await page.getByLabel('Place queen').check();
    await square(page, 0, 0).click();
    await square(page, 2, 1).click();
    await page.click('#solve');
    await finalTotal(page);
    await page.fill('#n', '99');
    for (const selector of ['.masthead p', 'h2', 'label[for=n]', '#grid-hint',
      '.switch :checked + span', '.switch :not(:checked) + span', '#solve', '#n-error', '#total',
      '#total-unit', '#facts', 'figcaption', '#jobs th', '#jobs a', '#jobs .state', '#jobs .when', 'footer a']) {
      const found = await contrast(page, selector);
      assert.ok(found >= 4.5, `${selector}: ${found.toFixed(2)} to 1`);
    }
    for (const row of [0, 2]) {  // queens are large: 3 to 1
      const found = await contrast(page, `#grid [data-row="${row}"][data-mark=queen] svg`);
      assert.ok(found >= 3, `queen in row ${row}: ${found.toFixed(2)} to 1`);
    }
  });
}
