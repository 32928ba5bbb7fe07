// What depends on the service: measurements, the token.
import assert from 'node:assert/strict';
import { eventually, finalTotal, guardedTest, kToken, measurements, openTest } from './support.mjs';

openTest('thread scaling: a hint, a plot, a table', {}, async ({ page, open, service }) => {
  await open();
  await page.locator('#no-bench').waitFor();
  assert.match(await page.locator('#bench-command').textContent(),
    /^queens bench -n 16 --json bench\.json\ncurl -T bench\.json .*\/v1\/bench$/);
  await service.ask('PUT', '/v1/bench', measurements);
  await page.reload();
  await page.locator('#bench').waitFor();
  assert.ok(await page.locator('#no-bench').isHidden());
  const rows = await page.locator('#bench-table tbody tr').evaluateAll((elements) =>
    elements.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows[2], ['16', 'avx2', 'search', '4', '0.0343', '3.50', '88 %']);
  assert.deepEqual(rows[3], ['16', 'scan', 'search', '1', 'left out: one run would take an hour']);

  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { plot } = await service.ask('GET', '/readyz');
  if (plot) {
    const canvas = page.locator('#plot canvas');
    await canvas.waitFor();
    const colours = await canvas.evaluate((element) => {
      const { data } = element.getContext('2d').getImageData(0, 0, element.width, element.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.ok(colours > 10, `a plot of ${colours} colours`);
    assert.deepEqual(await page.locator('#plot-legend li').allTextContents(),
      ['n = 16, search, avx2', 'ideal']);
    assert.match(await page.locator('#plot-canvas').getAttribute('aria-label'), /3\.50/);
  }
  // Built without uPlot the page does not even ask for it.
  await page.route('**/readyz', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), plot: false } });
  });
  asked.length = 0;
  await page.reload();
  await page.locator('#bench-table tbody tr').first().waitFor();
  assert.ok(await page.locator('#plot').isHidden());
  assert.ok(asked.includes('/v1/bench') && !asked.some((path) => path.startsWith('/uplot')), asked);
});

guardedTest('a token is asked for before anything else',
  { noise: [/status of 401/, /status of 422/] }, async ({ page, context, noise, open }) => {
    await open();
    await page.locator('#token-form').waitFor();
    assert.deepEqual(noise, []);
    await page.fill('#token', 'not a token');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('#token-error').textContent(), /visible ASCII/);
    await page.fill('#token', 'wrong');
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('#token-error').textContent(), (text) => /\.$/.test(text) &&
      !/visible/.test(text), 'the refusal is not shown');
    await page.fill('#token', kToken);
    await page.keyboard.press('Enter');
    await page.locator('#token-form').waitFor({ state: 'hidden' });
    await page.click('#solve');
    assert.equal((await finalTotal(page)).exact, '92');

    // What only the service knows is wrong: 16 is its largest board.
    await page.fill('#n', '17');
    await page.click('#solve');
    await eventually(() => page.locator('#n-error').textContent(), (text) => /16/.test(text),
      'the refusal is not shown');
    assert.equal(await page.locator('#n').getAttribute('aria-invalid'), 'true');

    await page.reload();
    assert.equal((await finalTotal(page)).exact, '92');  // the tab still has it,
    assert.ok(await page.locator('#token-form').isHidden());
    assert.equal(await page.evaluate(() => localStorage.length + document.cookie.length), 0);
    const other = await context.newPage();  // another has not
    await other.goto(page.url());
    await other.locator('#token-form').waitFor();
  });
