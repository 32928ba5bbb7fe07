// Jobs that take their time, and the list of jobs.
import assert from 'node:assert/strict';
import { eventually, finalTotal, openTest, square } from './support.mjs';

const share = async (page) => {
  const value = await page.locator('#progress-bar').getAttribute('value');
  return value === null ? null : Number(value);
};

openTest('a long job shows its progress and is cancelled', {}, async ({ page, open, service }) => {
  await open();
  await page.fill('#n', '20');
  await page.click('#solve');
  const early = await eventually(() => share(page), (value) => value > 0, 'no progress');
  await eventually(() => share(page), (value) => value > early, 'progress stands still');
  assert.match(await page.locator('#progress-text').textContent(),
    /^[\d.]+ % counted in .+, (.+ left|time left not known yet)$/);
  assert.match(await page.locator('#total').textContent(), /^\d{1,3}(,\d{3})*$/);
  assert.match(await page.locator('#total-unit').textContent(), /solutions so far/);
  assert.match(await page.title(), / % /);
  assert.ok(await page.evaluate(() => document.getAnimations().length) > 0);
  assert.equal(await page.locator('#solutions svg.board').count(), 3);  // before the total
  await page.click('#cancel');
  await page.locator('#shown-state[data-state=cancelled]').waitFor();
  assert.equal(await page.locator('#solutions svg.board').count(), 3);  // they stay
  assert.ok(await page.locator('#progress').isHidden());
  assert.ok(await page.locator('#cancel').isHidden());
  const [job] = (await service.ask('GET', '/v1/jobs?limit=1')).jobs;
  assert.equal(job.state, 'cancelled');
  await page.locator('#jobs tbody tr:first-child .state[data-state=cancelled]').waitFor();
});

openTest('a reload in the middle of a job goes on showing it', { reducedMotion: 'reduce' },
  async ({ page, open, service }) => {
    await open();
    await page.fill('#n', '20');
    await square(page, 0, 0).click();
    await page.click('#solve');
    await eventually(() => share(page), (value) => value > 0, 'no progress');
    const [job] = (await service.ask('GET', '/v1/jobs?limit=1')).jobs;
    await page.reload();
    const seen = await eventually(() => share(page), (value) => value > 0, 'no progress');
    await eventually(() => share(page), (value) => value > seen, 'no progress after the reload');
    assert.equal(await page.locator('#shown-what').textContent(),
      `Job ${job.id}: 20 × 20, 1 square blocked`);
    assert.equal(await square(page, 0, 0).getAttribute('data-mark'), 'blocked');
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    // Cancelled in the list, which the result follows.
    await page.getByRole('button', { name: `Cancel job ${job.id}`, exact: true }).click();
    await page.locator('#shown-state[data-state=cancelled]').waitFor();
  });

// First the stream breaks off, in one of several ways; then nobody listens.
openTest('a service that stops and comes back', { noise: [/ERR_CONNECTION_REFUSED/,
  /ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/] },
  async ({ page, open, service }) => {
    await open();
    await page.fill('#n', '20');
    await page.click('#solve');
    await eventually(() => share(page), (value) => value > 0, 'no progress');
    const { port } = service;
    await service.stop();
    try {
      await page.locator('#outage').waitFor();
      assert.match(await page.locator('#outage').textContent(), /does not answer/);
    } finally {
      await service.start(port);
    }
    await page.locator('#outage').waitFor({ state: 'hidden' });
    await page.locator('#shown-state[data-state=running]').waitFor();
    const seen = await eventually(() => share(page), (value) => value !== null, 'no progress');
    await eventually(() => share(page), (value) => value > seen, 'no progress after the break');
  });

openTest('a job whose answer is lost is handed in once', { noise: [/ERR_FAILED/] },
  async ({ page, open, service }) => {
    await open();
    const keys = [];
    await page.route('**/v1/jobs', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const before = (await service.ask('GET', '/v1/jobs?limit=100')).jobs.length;
    await page.fill('#n', '6');
    await page.click('#solve');
    assert.equal((await finalTotal(page)).exact, '4');
    assert.equal((await service.ask('GET', '/v1/jobs?limit=100')).jobs.length, before + 1);
    assert.ok(keys.length === 2 && keys[0] === keys[1], `the keys were ${keys}`);
    await page.click('#solve');  // another press, another job
    await eventually(() => keys.length, (count) => count === 3, 'not pressed');
    assert.notEqual(keys[2], keys[0]);
  });

openTest('the list of jobs, page by page', {}, async ({ page, open, service }) => {
  for (let job = 0; job < 25; ++job) await service.ask('POST', '/v1/jobs', { n: 4 + job % 5 });
  const all = (await service.ask('GET', '/v1/jobs?limit=100')).jobs;
  await open();
  const rows = page.locator('#jobs tbody tr');
  await eventually(() => rows.count(), (count) => count === 20, 'not a page of jobs');
  await page.click('#more-jobs');
  const wide = Math.min(40, all.length);
  await eventually(() => rows.count(), (count) => count === wide, 'no more jobs');
  const ids = await page.locator('#jobs .id').allTextContents();
  assert.deepEqual(ids, all.slice(0, ids.length).map(({ id }) => id));
  // A click anywhere in a row shows the job.
  const wanted = all[22];
  await rows.nth(22).locator('.what').click({ force: true });  // the link is above it
  await eventually(() => page.locator('#shown-what').textContent(),
    (text) => text === `Job ${wanted.id}: ${wanted.n} × ${wanted.n}`, 'not the job of the row');
  await page.goBack();
  await page.locator('#no-result').waitFor();
});
