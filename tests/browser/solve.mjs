// What is asked for and what comes back.
import assert from 'node:assert/strict';
import { doneJob, eventually, finalTotal, kLargest, openTest, square, streamOf, tabTo }
  from './support.mjs';

const totalOf = async (service, rows) =>
  (await service.ask('POST', '/v1/solve', { board: rows })).total;

openTest('n = 8 has 92 solutions, 12 of them fundamental, and three are drawn', {},
  async ({ page, open }) => {
    await open();
    assert.match(await page.locator('#no-result').textContent(), /Nothing is shown yet/);
    await page.check('#fundamental');
    await page.click('#solve');
    assert.deepEqual(await finalTotal(page), { exact: '92', shown: '92' });
    assert.match(await page.locator('#fundamental-line').textContent(), /^12 fundamental:/);
    assert.deepEqual(await page.locator('#solutions figcaption').allTextContents(),
      ['1 5 8 6 3 7 2 4', '1 6 8 3 7 4 2 5', '1 7 4 6 8 2 5 3']);
    assert.equal(await page.locator('#solutions svg.board').count(), 3);
    // The queens are where the caption says: each starts at the corner of its square.
    const queens = await page.locator('#solutions svg .found').first().getAttribute('d');
    assert.deepEqual(queens.match(/M\d+ \d+/g),
      [1, 5, 8, 6, 3, 7, 2, 4].map((column, row) => `M${10 * (column - 1)} ${10 * row}`));
    assert.match(await page.locator('#announcer').textContent(), /: 92 solutions$/);
    assert.match(await page.title(), /^92 /);
    assert.match(page.url(), /#job=./);
    await page.locator('#jobs [aria-current]').waitFor();
  });

openTest('as many first solutions as asked for, a dozen at a time', {}, async ({ page, open }) => {
  await open();
  await page.fill('#first', '20');
  await page.click('#solve');
  await finalTotal(page);
  assert.equal(await page.locator('#solutions figure').count(), 12);
  await page.click('#more-solutions');
  assert.equal(await page.locator('#solutions figure').count(), 20);
  assert.ok(await page.locator('#more-solutions').isHidden());
});

openTest('totals are exact and grouped, whatever their length', { hash: '#job=4711' },
  async ({ page, open }) => {
    await page.route('**/v1/jobs/4711/events', (route) => route.fulfill(streamOf(
      doneJob({ state: 'running', total: null, solutions: null }),
      doneJob({ total: kLargest, fundamental: '29363495934315694' }))));
    await open();
    assert.deepEqual(await finalTotal(page),
      { exact: kLargest, shown: '340,282,366,920,938,463,463,374,607,431,768,211,455' });
    assert.match(await page.locator('#fundamental-line').textContent(), /^29,363,495,934,315,694 /);
    assert.equal(await page.locator('#solutions-title').textContent(), 'There is no solution');
  });

openTest('squares blocked by mouse', {}, async ({ page, open, service }) => {
  await open();
  await page.fill('#n', '9');
  for (const [row, column] of [[0, 0], [2, 3], [8, 8], [4, 4]]) {
    await square(page, row, column).click();
  }
  await square(page, 4, 4).click();  // free again
  await square(page, 6, 2).hover();  // a stroke of three
  await page.mouse.down();
  await square(page, 6, 3).hover();
  await square(page, 6, 4).hover();
  await page.mouse.up();
  const rows = ['.********', '*********', '***.*****', '*********', '*********', '*********',
    '**...****', '*********', '********.'];
  assert.match(await page.locator('#grid-summary').textContent(), /^9 × 9, 6 squares blocked$/);
  for (const n of ['1', '9']) await page.fill('#n', n);  // as if on the way to 19
  assert.equal(await page.locator('#board-text').inputValue(), rows.join('\n'));
  await page.click('#solve');
  const { exact } = await finalTotal(page);
  assert.equal(exact, await totalOf(service, rows));
  assert.notEqual(exact, '352');  // of the board without blocked squares
  await page.click('#clear');
  assert.equal(await page.locator('#grid-summary').textContent(), '9 × 9');
  await page.click('#edit');
  assert.equal(await page.locator('#board-text').inputValue(), rows.join('\n'));
});

openTest('by keyboard alone', {}, async ({ page, open, service }) => {
  await open();
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  // The browser's own ring is auto; radio buttons are out of sight and lend theirs to what is seen.
  const ring = () => page.evaluate(() => {
    const { activeElement: focused } = document;
    const seen = focused.type === 'radio' ? focused.nextElementSibling : focused;
    return getComputedStyle(seen).outlineStyle;
  });
  for (let stop = 0; stop < 8; ++stop) {
    await press('Tab');
    assert.equal(await ring(), 'solid');
  }
  await page.reload();
  await tabTo(page, '#n');
  await press('Control+a', '7');
  await tabTo(page, '#grid [role=gridcell]');
  await press('b', 'ArrowRight', 'ArrowRight', 'Space', 'ArrowDown', 'Enter', 'Enter');
  assert.equal(await page.locator('#announcer').textContent(), 'Row 2, column 3, free');
  await press('Control+End', 'ArrowUp', 'q', 'Home', 'B', 'ArrowRight', 'b', 'Delete');
  await press('ArrowLeft', 'ArrowLeft');  // the edge holds
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
    'row 6, column 1, blocked');
  const rows = ['.*.****', '*******', '*******', '*******', '*******', '.*****Q', '*******'];
  assert.equal(await page.locator('#board-text').inputValue(), rows.join('\n'));
  assert.equal(await page.locator('#grid [tabindex="0"]').count(), 1);
  await tabTo(page, '#solve');
  await press('Enter');
  const { exact } = await finalTotal(page);
  assert.equal(exact, await totalOf(service, rows));
  await tabTo(page, '#jobs a');  // and the list
  await press('Enter');
  assert.equal((await finalTotal(page)).exact, exact);
});

openTest('queens placed, also such as attack each other', {}, async ({ page, open, service }) => {
  await open();
  await page.getByLabel('Place queen').check();
  await square(page, 3, 1).click();
  const rows = Array.from({ length: 8 }, (_, row) => (row === 3 ? '*Q******' : '********'));
  await page.click('#solve');
  const { exact } = await finalTotal(page);
  assert.equal(exact, await totalOf(service, rows));
  assert.notEqual(exact, '92');
  const solutions = await page.locator('#solutions figcaption').allTextContents();
  assert.ok(solutions.length === 3 && solutions.every((text) => text.split(' ')[3] === '2'));
  assert.equal(await page.locator('#solutions .given').count(), 3);  // told apart in each
  assert.ok(!(await page.locator('#grid-summary').textContent()).includes('attack'));

  await square(page, 5, 3).click();
  assert.match(await page.locator('#grid-summary').textContent(),
    /2 queens placed.*attack each other/);
  assert.equal(await page.locator('#grid .attacked').count(), 2);
  await page.click('#solve');
  await page.locator('#total[value="0"]').waitFor();
  assert.equal(await page.locator('#solutions-title').textContent(), 'There is no solution');
});

openTest('malformed input is said beside what it is', {}, async ({ page, open, service }) => {
  await open();
  const before = (await service.ask('GET', '/v1/jobs?limit=100')).jobs.length;
  const error = (id) => page.locator(`#${id}`).textContent();
  for (const n of ['33', '0', '', '2.5']) {
    await page.fill('#n', n);
    assert.match(await error('n-error'), /whole number from 1 to 32/);
    await page.click('#solve');
    assert.ok(await page.evaluate(() => document.activeElement.id === 'n'));
  }
  await page.fill('#n', '4');
  assert.equal(await error('n-error'), '');
  await page.fill('#first', '1001');
  await page.click('#solve');
  assert.match(await error('first-error'), /whole number from 0 to 1000/);
  await page.fill('#first', '3');

  await page.click('summary');
  const text = page.locator('#board-text');
  await text.fill('****\n*.x*\n****\n****');
  assert.match(await error('text-error'), /^Row 2, column 3: “x”/);
  assert.equal(await page.locator('#grid .wrong').count(), 4);
  assert.equal(await page.locator('#grid .wrong').first().getAttribute('data-row'), '1');
  await text.fill('# a comment\n\n3\n***\n**\n***');
  assert.match(await error('text-error'), /^Row 2 has 2 squares, but the board has 3 rows/);
  await page.click('#solve');
  assert.equal(await page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement;
    return value.slice(selectionStart, selectionEnd);
  }), '**');
  assert.equal((await service.ask('GET', '/v1/jobs?limit=100')).jobs.length, before);
  await text.fill('# a comment\n\n3\n***\n**.\n***');
  assert.equal(await error('text-error'), '');
  await page.click('#solve');
  assert.equal((await finalTotal(page)).exact, '0');
});

openTest('what the service says of a board is shown at its row',
  { noise: [/status of 422/] }, async ({ page, open }) => {
    await page.route('**/v1/jobs', (route) => (route.request().method() === 'POST' ? route.fulfill({
      status: 422, contentType: 'application/problem+json', body: JSON.stringify({
        type: '/problems/malformed-board', title: 'Malformed board', status: 422,
        detail: 'row 3 is not to its liking', place: '/board/2' }) }) : route.continue()));
    await open();
    await square(page, 0, 0).click();
    await page.click('#solve');
    await eventually(() => page.locator('#grid-error').textContent(),
      (text) => text === 'Row 3 is not to its liking.', 'no error');
    assert.equal(await page.locator('#grid .wrong').first().getAttribute('data-row'), '2');
    assert.equal(await page.locator('#grid .wrong').count(), 8);
  });
