// A service and a browser of the tests' own, and what is watched for in every test.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const kTestLimit = 30000;  // ms
const kStartLimit = 10000;
const kStopLimit = 5000;

const services = new Set();
process.on('exit', () => { for (const service of services) service.child.kill('SIGKILL'); });
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

export class TestService {
  #options;
  #folder = mkdtempSync(join(process.cwd(), 'data-'));
  token = null;

  constructor(...options) {
    this.#options = options;
  }

  async start(port = 0) {
    this.child = spawn(process.env.PROGRAM,
      ['serve', '--listen', `127.0.0.1:${port}`, '--data', this.#folder, ...this.#options],
      { stdio: ['ignore', 'ignore', 'pipe'] });
    services.add(this);
    let log = '';
    this.url = await new Promise((resolve, reject) => {
      const fail = (what) => reject(new Error(`the service ${what}:\n${log}`));
      const timer = setTimeout(() => fail('does not listen'), kStartLimit);
      this.child.once('exit', (code) => fail(`ended with ${code}`));
      this.child.stderr.on('data', (data) => {
        log += data;
        const match = /listening on (http:\/\/[\d.:]+)/.exec(log);
        if (!match) return;
        clearTimeout(timer);
        resolve(match[1]);
      });
    });
    return this;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  async stop() {
    services.delete(this);
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => { this.child.once('exit', resolve); });
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), kStopLimit);
    await ended;
    clearTimeout(timer);
  }

  async remove() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The answer of the API as JSON; null if it has no body. */
  async ask(method, path, body) {
    const response = await fetch(this.url + path, { method, headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(this.token && { Authorization: `Bearer ${this.token}` }),
    }, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  async cancelAll() {
    const { jobs } = await this.ask('GET', '/v1/jobs?state=running,queued&limit=100');
    for (const { id } of jobs) await this.ask('DELETE', `/v1/jobs/${id}`).catch(() => {});
  }
}

export const kToken = 'a-token-for-the-test';

const open = new TestService();
const tokenFile = join(process.cwd(), 'token');
const guarded = new TestService('--token-file', tokenFile, '--max-n', '16');
let browser = null;

before(async () => {
  writeFileSync(tokenFile, `${kToken}\n`, { mode: 0o600 });
  guarded.token = kToken;
  await open.start();
  await guarded.start();
});
after(async () => {
  await browser?.close();
  await open.remove();
  await guarded.remove();
});

const kArguments = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

// All that a page says or asks for and should not.
function watch(page, url) {
  const noise = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !asked.startsWith('data:')) noise.push(`asked: ${asked}`);
  });
  return noise;
}

function pageTest(name, service, { noise: expected = [], hash = '', ...options }, body) {
  test(name, { timeout: kTestLimit }, async () => {
    browser ??= await chromium.launch({ executablePath: process.env.BROWSER, args: kArguments });
    const context = await browser.newContext(
      { viewport: { width: 1200, height: 900 }, ...options });
    context.setDefaultTimeout(8000);
    try {
      const page = await context.newPage();
      const noise = watch(page, service.url);
      await body({ page, context, noise, service,
        open: () => page.goto(`${service.url}/${hash}`) });
      const unexpected = noise.filter((text) => !expected.some((pattern) => pattern.test(text)));
      assert.deepEqual(unexpected, []);
      for (const pattern of expected) {
        assert.ok(noise.some((text) => pattern.test(text)), `nothing said ${pattern}`);
      }
    } finally {
      await context.close();
      await service.cancelAll();
    }
  });
}

/** A test with a page of the service, whose console must stay empty but for `noise`: patterns, each
    of which must match a message. options: of the browser's context, and `hash`. The body gets the
    page, its context, the noise so far, the service, and open(), which loads the page. */
export const openTest = (name, options, body) => pageTest(name, open, options, body);

/** The same with a service that asks for kToken and takes boards up to 16 only. */
export const guardedTest = (name, options, body) => pageTest(name, guarded, options, body);

export const square = (page, row, column) =>
  page.locator(`#grid [data-row="${row}"][data-column="${column}"]`);

/** Waits until the page shows a total, and gives it: {exact, shown}. */
export async function finalTotal(page) {
  const total = page.locator('#total[data-final=true]');
  await total.waitFor();
  return { exact: await total.getAttribute('value'), shown: await total.textContent() };
}

/** Presses the tab key until an element has the focus. */
export async function tabTo(page, selector) {
  for (let press = 0; press < 40; ++press) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  assert.fail(`the tab key does not reach ${selector}`);
}

/** Asks again until the value passes, for 8 s. */
export async function eventually(read, passes, what) {
  let value;
  for (const end = Date.now() + 8000; Date.now() < end;) {
    value = await read();
    if (passes(value)) return value;
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  assert.fail(`${what}: ${JSON.stringify(value)}`);
}

/** An event stream of these states of a job, as the answer to a route. */
export const streamOf = (...jobs) => ({ contentType: 'text/event-stream',
  body: `: ready\r\n\r\n${jobs.map((job, at) =>
    `id: ${at + 1}\r\nevent: state\r\ndata: ${JSON.stringify(job)}\r\n\r\n`).join('')}` });

/** The largest total that a 128-bit count holds. */
export const kLargest = '340282366920938463463374607431768211455';

/** A job that is done, with other fields replaced or added. */
export const doneJob = (more) => ({ id: '4711', state: 'done', n: 27, first: 3, priority: 'normal',
  total: '234907967154122528', solutions: [], progress: null, created: '2026-01-02T03:04:05.678Z',
  started: '2026-01-02T03:04:05.700Z', finished: '2026-01-02T03:04:06.700Z', error: null,
  seconds: 1, threads: 2, method: 'join', kernel: 'avx2', subproblems: 12, nodes: 345, ...more });

const variant = (threads, speedUp) => ({ n: 16, kernel: 'avx2', method: 'search', threads,
  total: '14772512', nodes: 1000, runs: [{ seconds: 0.12 / speedUp }],
  median_seconds: 0.12 / speedUp, spread: 0, speed_up: speedUp, efficiency: speedUp / threads,
  nodes_per_second: 1, solutions_per_second: 1, cycles_per_node: null });

/** As of `queens bench --json`. */
export const measurements = { version: '0.1.0', compiler: 'g++', cpu: 'Some CPU', cpus: 4,
  repeat: 1, most_seconds: 10, no_cycles: null, variants: [
    variant(1, 1), variant(2, 1.9), variant(4, 3.5),
    { n: 16, kernel: 'scan', method: 'search', threads: 1,
      left_out: 'one run would take an hour' }] };
