// The board that is edited: a grid of squares for mouse, touch and keyboard.

import { queen } from '/draw.js';
import { counted } from '/format.js';

export const kFree = '*', kBlocked = '.', kQueen = 'Q';
const kMost = 32;  // rows of the largest board
const kNames = { [kFree]: 'free', [kBlocked]: 'blocked', [kQueen]: 'queen' };

const attacks = (a, b) => a.row === b.row || a.column === b.column ||
  Math.abs(a.row - b.row) === Math.abs(a.column - b.column);

/** The board of a text, whose blank lines, comments and first line with n are skipped: {rows,
    wrong}, wrong being null or {message, row}, the first row (from 0) that is malformed. What can
    be read of a malformed board is in rows; they are null if its size makes no sense. */
export function parseRows(text) {
  let rows = text.split('\n').map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (/^\d+$/.test(rows[0] ?? '')) rows = rows.slice(1);
  const n = rows.length;
  if (n === 0) return { rows: null, wrong: { message: 'The board has no rows.', row: null } };
  if (n > kMost) {
    const message = `The board has ${n} rows; ${kMost} are the most.`;
    return { rows: null, wrong: { message, row: kMost } };
  }
  const problems = rows.map((row) => rowProblem([...row], n));
  const row = problems.findIndex((problem) => problem !== null);
  const readable = rows.map((line) => Array.from({ length: n },
    (_, column) => (line[column] in kNames ? line[column] : kFree)).join(''));
  return { rows: readable,
    wrong: row < 0 ? null : { message: `Row ${row + 1}${problems[row]}`, row } };
}

function rowProblem(marks, n) {
  const wrong = marks.findIndex((mark) => !(mark in kNames));
  if (wrong >= 0) return `, column ${wrong + 1}: “${marks[wrong]}” is none of * . Q`;
  if (marks.length === n) return null;
  return ` has ${counted(marks.length, 'square')}, but the board has ${counted(n, 'row')}.`;
}

const emptyMarks = () => Array.from({ length: kMost }, () => Array(kMost).fill(kFree));

export class BoardEditor {
  mode = kBlocked;  // what a click or the space bar sets
  #grid;
  #onChange;
  #onSay;
  #n = 0;
  #cells = [];  // rows of elements
  #marks = emptyMarks();
  #at = { row: 0, column: 0 };
  #painting = null;  // the mark that the mouse leaves while its button is down
  #byMouse = false;  // the coming click was handled when the button went down

  /** onChange(): after each change; onSay(text): what a screen reader should say. */
  constructor(grid, { onChange, onSay }) {
    this.#grid = grid;
    this.#onChange = onChange;
    this.#onSay = onSay;
    grid.addEventListener('pointerdown', (event) => this.#press(event));
    grid.addEventListener('pointerover', (event) => this.#drag(event));
    grid.addEventListener('click', (event) => this.#click(event));
    grid.addEventListener('keydown', (event) => this.#key(event));
    grid.addEventListener('focusin', (event) => this.#rove(this.#square(event)));
    document.addEventListener('pointerup', () => {
      this.#painting = null;
      setTimeout(() => { this.#byMouse = false; });
    });
  }

  get n() {
    return this.#n;
  }

  get rows() {
    return this.#marks.slice(0, this.#n).map((row) => row.slice(0, this.#n).join(''));
  }

  get isEmpty() {
    return this.rows.every((row) => row === kFree.repeat(this.#n));
  }

  /** True if two placed queens attack each other. */
  get hasAttack() {
    return this.#grid.querySelector('.attacked') !== null;
  }

  /** Another size. Marks outside it are only hidden: whoever types 12 passes through 1. */
  resize(n) {
    if (n !== this.#n) this.#build(n);
    this.#cells.forEach((cells, row) => cells.forEach((_, column) => this.#draw(row, column)));
    this.#changed();
  }

  clear() {
    this.#marks = emptyMarks();
    this.resize(this.#n);
  }

  setRows(rows) {
    this.#marks = emptyMarks();
    rows.forEach((row, at) => this.#marks[at].splice(0, row.length, ...row));
    this.resize(rows.length);
  }

  /** Marks a row as wrong, or with null none. */
  markRow(wrong) {
    this.#cells.forEach((cells, row) => {
      for (const cell of cells) cell.classList.toggle('wrong', row === wrong);
    });
  }

  #build(n) {
    this.#n = n;
    this.#grid.style.setProperty('--n', n);
    this.#grid.setAttribute('aria-rowcount', n);
    this.#grid.setAttribute('aria-colcount', n);
    this.#at = { row: Math.min(this.#at.row, n - 1), column: Math.min(this.#at.column, n - 1) };
    this.#cells = Array.from({ length: n }, (_, row) => Array.from({ length: n }, (_, column) => {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.className = (row + column) % 2 ? 'dark' : '';
      cell.dataset.row = row;
      cell.dataset.column = column;
      cell.tabIndex = row === this.#at.row && column === this.#at.column ? 0 : -1;
      return cell;
    }));
    this.#grid.replaceChildren(...this.#cells.map((cells) => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      line.append(...cells);
      return line;
    }));
  }

  #draw(row, column) {
    const cell = this.#cells[row][column];
    const mark = this.#marks[row][column];
    cell.dataset.mark = kNames[mark];
    cell.setAttribute('aria-label', `row ${row + 1}, column ${column + 1}, ${kNames[mark]}`);
    cell.replaceChildren(...(mark === kQueen ? [queen()] : []));
  }

  #set(square, mark) {
    if (!square || this.#marks[square.row][square.column] === mark) return;
    this.#marks[square.row][square.column] = mark;
    this.#draw(square.row, square.column);
    this.#onSay(`Row ${square.row + 1}, column ${square.column + 1}, ${kNames[mark]}`);
    this.#changed();
  }

  #toggled(square, mark) {
    return this.#marks[square.row][square.column] === mark ? kFree : mark;
  }

  #changed() {
    const queens = [];
    this.#cells.forEach((cells, row) => cells.forEach((cell, column) => {
      if (this.#marks[row][column] === kQueen) queens.push({ row, column });
      else cell.classList.remove('attacked');
    }));
    for (const one of queens) {
      this.#cells[one.row][one.column].classList.toggle('attacked',
        queens.some((other) => other !== one && attacks(one, other)));
    }
    this.markRow(null);
    this.#onChange();
  }

  #square(event) {
    const cell = event.target.closest('[role=gridcell]');
    return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  }

  // One square of the board is in the order of the tab key: the one that was last on it.
  #rove(square) {
    if (!square) return;
    this.#cells[this.#at.row][this.#at.column].tabIndex = -1;
    this.#at = square;
    this.#cells[square.row][square.column].tabIndex = 0;
  }

  // The mouse paints while its button is down; a finger must be free to scroll and only taps.
  #press(event) {
    const square = this.#square(event);
    if (!square || event.pointerType !== 'mouse' || event.button !== 0) return;
    this.#byMouse = true;
    const mark = this.#toggled(square, this.mode);
    this.#painting = mark === kQueen ? null : mark;
    this.#set(square, mark);
  }

  #drag(event) {
    const painting = this.#painting !== null && event.buttons & 1;
    if (painting) this.#set(this.#square(event), this.#painting);
  }

  #click(event) {
    const square = this.#square(event);
    if (square && !this.#byMouse) this.#set(square, this.#toggled(square, this.mode));
  }

  #key(event) {
    const { row, column } = this.#at;
    const last = this.#n - 1;
    const all = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [all ? 0 : row, 0], End: [all ? last : row, last],
    };
    const marks = { b: kBlocked, q: kQueen, ' ': this.mode, Enter: this.mode };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in moves) {
      const [toRow, toColumn] = moves[key].map((to) => Math.max(0, Math.min(last, to)));
      this.#cells[toRow][toColumn].focus();
    } else if (key in marks && !all && !event.altKey) {
      this.#set(this.#at, this.#toggled(this.#at, marks[key]));
    } else if (key === 'Delete' || key === 'Backspace') {
      this.#set(this.#at, kFree);
    } else {
      return;
    }
    event.preventDefault();
  }
}
