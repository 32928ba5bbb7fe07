// Boards and queens as SVG.

const kSvg = 'http://www.w3.org/2000/svg';

// A crown with five points on a foot, in a square of 10 by 10, from its upper left corner;
// relative, so that one path draws all queens of a board.
const kBall = 'a.55.55 0 1 0 1.1 0a.55.55 0 1 0-1.1 0z';
const kQueen = 'm1.8 3.6l1.1 3.4h4.2l1.1-3.4-1.5 1.9-.1-2.8-1.05 2.5-.55-3-.55 3-1.05-2.5-.1 2.8z' +
  ['m-.65-.4', 'm1.65-.8', 'm1.65-.5', 'm1.65.5', 'm1.65.8'].map((move) => move + kBall).join('') +
  'm-4.85 4.3h4.2q.3 0 .3.3v.6h-4.8v-.6q0-.3.3-.3z';
const kSquare = 'h10v10h-10z';

function svg(name, attributes) {
  const element = document.createElementNS(kSvg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const corner = (row, column) => `M${10 * column} ${10 * row}`;

/** A queen that fills its square. */
export function queen() {
  const image = svg('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' });
  image.append(svg('path', { d: `M0 0${kQueen}` }));
  return image;
}

/** A board with the queens of a solution (columns from 1, row after row); rows: blocked squares and
    placed queens, or nothing. */
export function boardImage(n, rows, columns, label) {
  let dark = '', blocked = '', found = '', given = '';
  for (let row = 0; row < n; ++row) {
    for (let column = 0; column < n; ++column) {
      if ((row + column) % 2) dark += corner(row, column) + kSquare;
      if (rows?.[row][column] === '.') blocked += corner(row, column) + kSquare;
    }
    const queenAt = columns[row] - 1;
    if (rows?.[row][queenAt] === 'Q') given += corner(row, queenAt) + kQueen;
    else found += corner(row, queenAt) + kQueen;
  }
  const image = svg('svg', { viewBox: `0 0 ${10 * n} ${10 * n}`, role: 'img', 'aria-label': label,
    class: 'board' });
  image.append(svg('rect', { class: 'light', width: 10 * n, height: 10 * n }));
  for (const [name, path] of Object.entries({ dark, blocked, found, given })) {
    if (path) image.append(svg('path', { class: name, d: path }));
  }
  return image;
}
