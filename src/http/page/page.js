// The page: what is asked for, the job that is shown, the list of jobs and the measurements.

import { kTokenPattern, Service, sleep, Unreachable } from '/api.js';
import { BoardEditor, parseRows } from '/board.js';
import { byId, whileBusy } from '/dom.js';
import { boardText } from '/format.js';
import { JobList } from '/jobs.js';
import { BenchView } from '/plot.js';
import { ResultView } from '/result.js';

// An error is a sentence beside its input, which is marked as wrong.
function complain(input, message) {
  byId(input.getAttribute('aria-describedby').split(' ').at(-1)).textContent = message;
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

// A screen reader repeats nothing that is the same text.
function say(text) {
  byId('announcer').textContent = text;
}

const service = new Service({
  onReach: (reached) => {
    byId('outage').textContent = reached ? ''
      : 'The service does not answer. This page goes on as soon as it does.';
    byId('outage').hidden = reached;
  },
  onUnauthorized: (message) => askForToken(message),
});

// ---- The board and its question

const editor = new BoardEditor(byId('grid'), { onChange: boardChanged, onSay: say });
let touched = false;  // by a person, so that nothing else may replace the board
let textIsSource = false;  // the board comes from the text, which is not to be rewritten

function boardChanged() {
  const rows = editor.rows;
  const note = editor.hasAttack ? '. Placed queens attack each other: no solution' : '';
  byId('grid-summary').textContent = boardText(editor.n, rows) + note;
  byId('grid-error').textContent = '';
  byId('clear').disabled = editor.isEmpty;
  byId('board-text').rows = Math.max(4, Math.min(16, editor.n));
  if (textIsSource) return;
  byId('board-text').value = rows.join('\n');
  complain(byId('board-text'), '');
}

// The whole number in an input, or null with a complaint.
function wholeNumber(input, what) {
  const { min, max, value } = input;
  const number = Number(value);
  const good = /^\d+$/.test(value) && number >= Number(min) && number <= Number(max);
  complain(input, good ? '' : `${what} must be a whole number from ${min} to ${max}.`);
  return good ? number : null;
}

// Selects a row of the board in its text.
function selectRow(row) {
  const text = byId('board-text');
  text.closest('details').open = true;
  text.focus();
  let from = 0, left = row;
  for (const line of text.value.split('\n')) {
    const isRow = line.trim() !== '' && !line.trim().startsWith('#') && !/^\s*\d+\s*$/.test(line);
    if (isRow && left-- === 0) return text.setSelectionRange(from, from + line.length);
    from += line.length + 1;
  }
}

function setBoard(job) {
  byId('n').value = job.n;
  complain(byId('n'), '');
  editor.setRows(job.board ?? Array(job.n).fill('*'.repeat(job.n)));
  byId('first').value = job.first;
  byId('fundamental').checked = job.fundamental !== undefined;
}

byId('n').addEventListener('input', () => {
  touched = true;
  const n = wholeNumber(byId('n'), 'n');
  if (n !== null) editor.resize(n);
});
byId('first').addEventListener('input', () => wholeNumber(byId('first'), 'This'));
byId('grid').addEventListener('pointerdown', () => { touched = true; });
byId('grid').addEventListener('keydown', () => { touched = true; });
byId('clear').addEventListener('click', () => editor.clear());
for (const radio of document.querySelectorAll('[name=mode]')) {
  radio.addEventListener('change', () => { editor.mode = radio.value; });
  if (radio.checked) editor.mode = radio.value;  // a browser restores what was chosen
}
byId('board-text').addEventListener('input', () => {
  touched = true;
  const { rows, wrong } = parseRows(byId('board-text').value);
  complain(byId('board-text'), wrong?.message ?? '');
  if (rows) {
    textIsSource = true;
    byId('n').value = rows.length;
    complain(byId('n'), '');
    editor.setRows(rows);
    textIsSource = false;
  }
  editor.markRow(wrong?.row ?? null);
});

// Shows what the service refuses beside what caused it.
function refused(error) {
  const row = /^\/board\/(\d+)/.exec(error.place ?? '');
  if (row) {
    editor.markRow(Number(row[1]));
    byId('grid-error').textContent = error.message;
  } else if (error.place === '/n' || error.place === '/board') {
    complain(byId('n'), error.message);
  } else if (error.place === '/first') {
    complain(byId('first'), error.message);
  } else if (error instanceof Unreachable) {
    byId('solve-error').textContent =
      'The board was not handed in: the service did not answer. Press Solve again.';
  } else if (error.status !== 401) {
    byId('solve-error').textContent = error.message;
  }
}

byId('solve-form').addEventListener('submit', (event) => {
  event.preventDefault();
  byId('solve-error').textContent = '';
  byId('grid-error').textContent = '';
  const n = wholeNumber(byId('n'), 'n');
  if (n === null) return byId('n').focus();
  if (byId('board-text').getAttribute('aria-invalid')) {
    return selectRow(parseRows(byId('board-text').value).wrong.row);
  }
  const first = wholeNumber(byId('first'), 'This');
  if (first === null) return byId('first').focus();

  const board = editor.isEmpty ? { n } : { board: editor.rows };
  const fundamental = byId('fundamental').checked ? { fundamental: true } : {};
  whileBusy(byId('solve'), () => submit({ ...board, first, ...fundamental }));
});

async function submit(question) {
  try {
    const job = await service.submit(question);
    touched = true;
    location.hash = `job=${encodeURIComponent(job.id)}`;
    jobs.refresh();
    bringIntoView(byId('result-title'));
  } catch (error) {
    refused(error);
  }
}

// On a narrow screen the result is below the board.
function bringIntoView(element) {
  if (element.getBoundingClientRect().bottom < innerHeight) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
}

// ---- What is shown

const jobs = new JobList({ service });
const result = new ResultView({
  service, say,
  onJob: (job) => {
    if (!touched) setBoard(job);
    touched = true;
    jobs.update(job);
  },
  onEdit: (job) => {
    setBoard(job);
    byId('grid').querySelector('[tabindex="0"]').focus();
  },
});
const bench = new BenchView({ service });

function shownJob() {
  const match = /^#job=([^&]+)$/.exec(location.hash);
  try {
    return match && decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

function showJob() {
  jobs.shown = shownJob();
  result.show(shownJob());
}

let ready = null;  // what GET /readyz says; null while it has not answered

function start() {
  byId('token-form').hidden = true;
  window.addEventListener('hashchange', showJob);
  showJob();
  jobs.start();
  bench.show(ready, ready.token);
}

function askForToken(message) {
  jobs.stop();
  window.removeEventListener('hashchange', showJob);
  byId('token-form').hidden = false;
  complain(byId('token'), message);
  byId('token').focus();
}

byId('token-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const token = byId('token').value.trim();
  if (!kTokenPattern.test(token)) {
    return complain(byId('token'), 'A token is of visible ASCII characters.');
  }
  complain(byId('token'), '');
  byId('token').value = '';
  service.token = token;
  start();
});

boardChanged();
editor.resize(wholeNumber(byId('n'), 'n') ?? 8);

for (let wait = 500; ready === null; wait = Math.min(2 * wait, 10000)) {
  try {
    ready = await service.get('/readyz');
  } catch {
    await sleep(wait);
  }
}
if (ready.token && !service.hasToken) askForToken('');
else start();
