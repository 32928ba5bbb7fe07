// Every operation and every documented status that can be had in bounded time, each answer held
// against the description. run.sh starts the services:
// PLAIN, TIGHT (--queue 1 --streams 1 --request-timeout 2s --job-time 3s), SECURED (with TOKEN),
// and STOPPING, which is ended here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Contract, parseEvents } from './contract.mjs';
import { closed, raw, request } from './http.mjs';

const { PLAIN, TIGHT, SECURED, TOKEN, STOPPING, STOPPING_ID, DESCRIPTION, BENCH } = process.env;
const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
const contract = new Contract(description);
const seen = new Set();

const HOLES = ['*.***', '*****', '***.*', '*****', '****.'];
const EXAMPLES = { id: '1', name: 'not-found', script: 'page', style: 'page' };
const WAIT = 20_000;
const PAUSE = 50;
const LIMIT = 64 * 1024;

const target = ({ path }, values, query) => path
  .replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent({ ...EXAMPLES, ...values }[name])) +
  (query === undefined ? '' : `?${query}`);

function checked(id, answer, status) {
  seen.add(`${id} ${answer.status}`);
  assert.deepEqual(contract.complaints(id, answer), []);
  assert.equal(answer.status, status, answer.text);
  return answer;
}

/** Asks for an operation; the answer must have this status and be as described. */
async function ask(status, id, { path, query, json, headers, base = PLAIN, ...rest } = {}) {
  const operation = contract.operations.get(id);
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await request(base, operation.method, target(operation, path, query), {
    headers: { ...type, ...headers },
    body: json === undefined ? undefined : JSON.stringify(json),
    ...rest,
  });
  checked(id, answer, status);
  const isJson = answer.text !== '' && /json/.test(answer.headers['content-type']);
  return { ...answer, json: isJson ? JSON.parse(answer.text) : undefined };
}

/** The same, refused as this problem; at this place, if one is given. */
async function refused(status, problem, id, { place, ...rest } = {}) {
  const { json, headers } = await ask(status, id, rest);
  assert.equal(json.type, `/problems/${problem}`, json.detail);
  assert.equal(json.status, status);
  if (place !== undefined) assert.equal(json.place, place, json.detail);
  return { ...json, headers };
}

async function until(id, state, base = PLAIN) {
  const end = Date.now() + WAIT;
  while (true) {
    const { json } = await ask(200, 'getJob', { path: { id }, base });
    if (json.state === state) return json;
    assert.ok(Date.now() < end, `job ${id} is ${json.state}, not ${state}`);
    await sleep(PAUSE);
  }
}

const submitted = async (json, options) => (await ask(201, 'submitJob', { json, ...options })).json;
const cancelled = (id, base) => ask(200, 'cancelJob', { path: { id }, base });
const parameter = (name) => description.components.parameters[name].schema.enum;
const everyOperation = (wanted = () => true) => [...contract.operations.values()].filter(wanted);
const title = (value) => JSON.stringify(value).slice(0, 60);

// --- what works ---

test('a job from its submission to its end', async () => {
  const { json, headers } = await ask(201, 'submitJob', { json: { n: 8, fundamental: true } });
  assert.equal(headers.location, `/v1/jobs/${json.id}`);
  const job = await until(json.id, 'done');
  assert.deepEqual([job.total, job.fundamental], ['92', '12']);
  assert.deepEqual(job.solutions,
    [[1, 5, 8, 6, 3, 7, 2, 4], [1, 6, 8, 3, 7, 4, 2, 5], [1, 7, 4, 6, 8, 2, 5, 3]]);
  const problem = await refused(409, 'already-finished', 'cancelJob', { path: { id: json.id } });
  assert.match(problem.detail, /done/);

  const events = parseEvents((await ask(200, 'watchJob', { path: { id: json.id } })).text);
  assert.equal(events.length, 1);
  assert.deepEqual(events[0].data, job);
  const last = { path: { id: json.id }, headers: { 'Last-Event-ID': events[0].id } };
  assert.equal((await ask(204, 'watchJob', last)).text, '');
});

test('a board as it was submitted', async () => {
  const json = { board: HOLES, first: 1000, priority: 'high' };
  const job = await until((await submitted(json)).id, 'done');
  assert.deepEqual(job.board, HOLES);
  assert.deepEqual([job.n, job.total, job.solutions.length, job.priority], [5, '6', 6, 'high']);
});

test('a board without solutions', async () => {
  const job = await until((await submitted({ board: ['Q*', '*Q'], fundamental: true })).id, 'done');
  assert.deepEqual([job.total, job.fundamental, job.solutions], ['0', '0', []]);
});

test('a repeated submission', async () => {
  const headers = { 'Idempotency-Key': 'contract-1' };
  const json = { n: 6, first: 1 };
  const first = await ask(201, 'submitJob', { json, headers });
  const again = await ask(200, 'submitJob', { json, headers });
  assert.equal(again.json.id, first.json.id);
  assert.equal(again.headers.location, first.headers.location);
  await refused(422, 'idempotency-conflict', 'submitJob', { json: { n: 7 }, headers });
  const other = await ask(201, 'submitJob', { json, headers: { 'Idempotency-Key': 'contract-2' } });
  assert.notEqual(other.json.id, first.json.id);
});

test('a long job that is watched and cancelled', async () => {
  const { id } = await submitted({ n: 24, first: 1 });
  const running = await until(id, 'running');
  let cancelling;
  const { text } = await ask(200, 'watchJob', {
    path: { id },
    headers: { 'Last-Event-ID': '0' },
    onPiece: (all) => {
      if (/event: progress/.test(all)) cancelling ??= cancelled(id);
    },
  });
  assert.equal((await cancelling).json.state, 'cancelled');
  const events = parseEvents(text);
  assert.equal(events[0].event, 'state');
  assert.ok(events.some(({ event, data }) => event === 'progress' && data.progress !== null));
  assert.deepEqual([events.at(-1).event, events.at(-1).data.state], ['state', 'cancelled']);
  const ids = events.map((event) => Number(event.id));
  assert.deepEqual(ids, [...new Set(ids)].sort((a, b) => a - b));
  assert.equal((await cancelled(id)).json.state, 'cancelled');
  assert.equal((await until(id, 'cancelled')).created, running.created);
});

test('a list, page by page', async () => {
  const ids = [];
  let cursor = '';
  do {
    const { json } = await ask(200, 'listJobs', { query: `limit=2${cursor}` });
    assert.ok(json.jobs.length <= 2);
    ids.push(...json.jobs.map((job) => Number(job.id)));
    cursor = json.next === null ? undefined : `&cursor=${encodeURIComponent(json.next)}`;
  } while (cursor !== undefined);
  assert.ok(ids.length > 5);
  assert.deepEqual(ids, [...new Set(ids)].sort((a, b) => b - a));
  const { json: all } = await ask(200, 'listJobs', { query: 'limit=100' });
  assert.deepEqual(all.jobs.map((job) => Number(job.id)), ids);
  assert.equal(all.next, null);
  const { json } = await ask(200, 'listJobs', { query: 'state=done,cancelled&limit=100' });
  const states = new Set(json.jobs.map((job) => job.state));
  assert.deepEqual(states, new Set(['done', 'cancelled']));
});

test('counts at once', async () => {
  const { json } = await ask(200, 'solve', { json: { n: 8, fundamental: true, first: 1 } });
  assert.deepEqual([json.total, json.fundamental, json.solutions.length], ['92', '12', 1]);
  const { json: holes } = await ask(200, 'solve', { json: { board: HOLES, first: 0 } });
  assert.deepEqual([holes.total, holes.solutions], ['6', []]);
  assert.ok(!('fundamental' in holes));
  const problem = await refused(422, 'too-long', 'solve', { json: { n: 20 } });
  assert.equal(problem.jobs, '/v1/jobs');
});

test('estimates', async () => {
  const { json } = await ask(200, 'estimate', { query: 'n=20&seed=7' });
  assert.deepEqual([json.n, json.seed], [20, 7]);
  assert.ok(json.solutions.low < 2 * 39029188884 && json.solutions.high > 39029188884 / 2);
  const { json: holes } = await ask(200, 'estimate', { query: `board=${HOLES.join(',')}` });
  assert.deepEqual(holes.solutions, { low: 6, expected: 6, high: 6 });
});

test('kernels', async () => {
  const { json } = await ask(200, 'listKernels');
  const names = json.kernels.map((kernel) => kernel.name);
  assert.ok(names.includes('bitmask') && names.includes('portable'), names.join());
});

test('a bench document', async () => {
  const document = readFileSync(BENCH, 'utf8');
  const small = {
    version: '0.1.0', compiler: 'g++', cpu: 'none', cpus: 1, repeat: 1, most_seconds: 1,
    no_cycles: null, variants: [],
  };
  assert.deepEqual(contract.mismatches('/components/schemas/Bench', JSON.parse(document)), []);
  await refused(404, 'not-found', 'getBench', { base: TIGHT });
  assert.equal((await ask(200, 'getReadiness', { base: TIGHT })).json.bench, false);
  await ask(204, 'putBench', { base: TIGHT, json: small });
  const put = { body: document, headers: { 'Content-Type': 'application/json; charset=utf-8' } };
  await ask(204, 'putBench', { base: TIGHT, ...put });
  const { json } = await ask(200, 'getBench', { base: TIGHT });
  assert.deepEqual(json, JSON.parse(document));
  assert.equal((await ask(200, 'getReadiness', { base: TIGHT })).json.bench, true);
  for (const wrong of [{}, { ...small, variants: 4 }]) {
    await refused(422, 'invalid-request', 'putBench',
      { base: TIGHT, json: wrong, place: '/variants' });
  }
});

test('the rest of the service', async () => {
  assert.deepEqual((await ask(200, 'getDescription')).json, description);
  await ask(200, 'getHealth');
  const { json: ready } = await ask(200, 'getReadiness');
  assert.equal(ready.token, false);
  const { text } = await ask(200, 'getMetrics');
  assert.match(text, /^# TYPE \w+ counter$/m);
  for (const name of description.components.schemas.ProblemName.enum) {
    assert.match((await ask(200, 'explainProblem', { path: { name } })).text, /\w/);
  }
  await refused(404, 'not-found', 'explainProblem', { path: { name: 'no-such-problem' } });
});

test('the page and its files', async () => {
  const { json: ready } = await ask(200, 'getReadiness');
  const { text: page } = await ask(200, 'getPage');
  const named = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
  const wanted = {
    script: [...named(page, /src="\/(\w+)\.js"/g), ...parameter('Script')],
    style: [...named(page, /href="\/(\w+)\.css"/g), ...parameter('Style')],
  };
  const files = [['getPage', {}], ['getDescription', {}],
    ...wanted.script.map((script) => ['getScript', { script }]),
    ...wanted.style.map((style) => ['getStyle', { style }])];
  const isThere = ([, path]) => ready.plot || ![path.script, path.style].includes('uplot');
  for (const [id, path] of files.filter(isThere)) {
    const { headers, text } = await ask(200, id, { path });
    assert.notEqual(text, '');
    const same = await ask(304, id, { path, headers: { 'If-None-Match': headers.etag } });
    assert.equal(same.headers.etag, headers.etag);
    await ask(200, id, { path, headers: { 'If-None-Match': '"another"' } });
    for (const imported of named(text, /\bfrom '\/(\w+)\.js'/g)) {
      assert.ok(wanted.script.includes(imported), imported);
    }
  }
  const missing = [['getScript', { script: 'nothing' }], ['getStyle', { style: 'nothing' }],
    ...files.filter((file) => !isThere(file))];
  for (const [id, path] of missing) await refused(404, 'not-found', id, { path });
});

test('HEAD where GET works', async () => {
  const { id } = (await ask(200, 'listJobs', { query: 'state=done' })).json.jobs[0];
  for (const operation of everyOperation(({ method }) => method === 'GET')) {
    const query = operation.id === 'estimate' ? 'n=4' : undefined;
    const path = target(operation, { id }, query);
    const [get, head] = [await request(PLAIN, 'GET', path), await request(PLAIN, 'HEAD', path)];
    assert.deepEqual([head.status, head.text], [get.status, ''], path);
    assert.equal(head.headers['content-type'], get.headers['content-type'], path);
    assert.ok('x-request-id' in head.headers, path);
  }
});

// --- what is refused ---

const BODIES = {
  '/n': [{ n: '8' }, { n: 8.5 }, { n: 0 }, { n: 33 }, { n: -1 }, { n: 1e300 }, { n: null }],
  '/first': ['3', -1, 1001, 0.5].map((first) => ({ n: 8, first })),
  '/fundamental': [{ n: 8, fundamental: 'yes' }, { n: 8, fundamental: null }],
  '/colour': [{ n: 8, colour: 'red' }],
  '/a~1b~0': [{ n: 8, 'a/b~': 1 }],
  undefined: [{}, { n: 5, board: HOLES }],
};
const BOARDS = {
  '/board': ['****', 4, null, [], Array(33).fill('*'.repeat(33))],
  '/board/0': [['', ''], ['**', '**', '**']],
  '/board/1': [['**', 5]],
  '/board/2': [['***', '***', '*x*'], ['***', '***', '**'], ['***', '***', '****'],
    ['***', '***', '*\u00e9*']],
};

for (const operation of ['submitJob', 'solve']) {
  for (const [place, bodies] of Object.entries(BODIES)) {
    for (const json of bodies) {
      test(`${operation} ${title(json)}`, async () => {
        await refused(422, 'invalid-request', operation,
          { json, place: place === 'undefined' ? undefined : place });
      });
    }
  }
  for (const [place, boards] of Object.entries(BOARDS)) {
    for (const board of boards) {
      test(`${operation} board ${title(board)}`, async () => {
        await refused(422, 'malformed-board', operation, { json: { board }, place });
      });
    }
  }
  test(`${operation}: row and column of what is wrong in a board`, async () => {
    const { detail } = await refused(422, 'malformed-board', operation,
      { json: { board: ['***', '***', '*x*'] }, place: '/board/2' });
    assert.match(detail, /\b3\b.*\b2\b/);
  });
}

for (const id of ['submitJob', 'solve']) {
  test(`${id}: a field that comes twice`, () => refused(422, 'invalid-request', id,
    { headers: { 'Content-Type': 'application/json' }, body: '{"n":8,"n":9}', place: '/n' }));
}
test('submitJob: an unknown priority', () => refused(422, 'invalid-request', 'submitJob',
  { json: { n: 8, priority: 'urgent' }, place: '/priority' }));
test('solve: a priority', () => refused(422, 'invalid-request', 'solve',
  { json: { n: 8, priority: 'low' }, place: '/priority' }));
test('submitJob: keys that are none', async () => {
  for (const key of ['', 'a b', 'x'.repeat(201), 'caf\u00e9']) {
    await refused(422, 'invalid-request', 'submitJob',
      { json: { n: 8 }, headers: { 'Idempotency-Key': key }, place: 'Idempotency-Key' });
  }
});

test('parameters that are not described', async () => {
  for (const { id } of everyOperation(({ statuses }) => statuses.includes(422))) {
    await refused(422, 'invalid-request', id, { query: 'colour=red', place: 'colour' });
  }
});

const QUERIES = {
  listJobs: {
    limit: ['limit=0', 'limit=101', 'limit=x', 'limit=', 'limit=1.5', 'limit=1&limit=2'],
    state: ['state=paused', 'state=', 'state=done,,queued'],
    cursor: ['cursor=', 'cursor=!'],
    colour: ['colour=red'],
  },
  estimate: {
    n: ['n=0', 'n=33', 'n=x', 'n='],
    seed: ['n=8&seed=-1', 'n=8&seed=x', 'n=8&seed=18446744073709551616'],
    colour: ['n=8&colour=red'],
    undefined: ['', 'n=5&board=*****,*****,*****,*****,*****'],
  },
};
for (const [operation, places] of Object.entries(QUERIES)) {
  for (const [place, queries] of Object.entries(places)) {
    for (const query of queries) {
      test(`${operation} ?${query}`, () => refused(422, 'invalid-request', operation,
        { query, place: place === 'undefined' ? undefined : place }));
    }
  }
}
test('estimate of a malformed board', async () => {
  await refused(422, 'malformed-board', 'estimate', { query: 'board=**,*x' });
});

test('jobs that do not exist', async () => {
  for (const id of ['999999', '0', '-1', 'x', '1x', '01', '18446744073709551616', ' ', '%']) {
    for (const operation of ['getJob', 'cancelJob', 'watchJob']) {
      await refused(404, 'not-found', operation, { path: { id } });
    }
  }
});

test('what came last is not a number', async () => {
  const { id } = (await ask(200, 'listJobs', { query: 'state=done' })).json.jobs[0];
  const options = { path: { id }, headers: { 'Last-Event-ID': 'x' } };
  const operation = contract.operations.get('watchJob');
  const answer = await request(PLAIN, 'GET', target(operation, { id }), options);
  checked('watchJob', answer, 200);
});

test('paths that are none', async () => {
  for (const path of ['/v1', '/v1/', '/v1/jobs/', '/v2/jobs', '/V1/jobs', '/v1/jobs/1/', '//',
    '/page.html', '/index.html', '/../openapi.json', '/%2e%2e/page.js', '/v1%2fjobs', '/problems',
    '/problems/']) {
    const answer = await request(PLAIN, 'GET', path);
    assert.deepEqual([answer.status, contract.complaintsOf('NotFound', answer)], [404, []], path);
  }
});

test('methods that are none', async () => {
  const paths = new Map();
  for (const operation of everyOperation()) {
    const methods = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
    paths.set(operation.path, [...paths.get(operation.path) ?? [], ...methods]);
  }
  for (const [path, methods] of paths) {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PURGE']) {
      if (methods.includes(method)) continue;
      const answer = await request(PLAIN, method, target({ path }, {}));
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.deepEqual(contract.complaintsOf('MethodNotAllowed', answer), [], `${method} ${path}`);
      assert.deepEqual(answer.headers.allow.split(', ').sort(), [...methods].sort(), path);
    }
  }
});

for (const { id, method } of everyOperation(({ body }) => body)) {
  const type = { 'Content-Type': 'application/json' };
  test(`${id}: too large a body`, async () => {
    const body = (size) => `{"n":8${' '.repeat(size - 7)}}`;
    await refused(413, 'payload-too-large', id, { headers: type, body: body(LIMIT + 1) });
    const chunked = { ...type, 'Transfer-Encoding': 'chunked' };
    await refused(413, 'payload-too-large', id, { headers: chunked, body: body(LIMIT + 1) });
    await request(PLAIN, method, '/healthz');
    if (id === 'solve') await ask(200, id, { headers: type, body: body(LIMIT) });
  });
  test(`${id}: another media type`, async () => {
    const form = 'application/x-www-form-urlencoded';
    for (const other of ['text/plain', form, 'application/jsonx', undefined]) {
      const headers = other === undefined ? {} : { 'Content-Type': other };
      await refused(415, 'unsupported-media-type', id, { headers, body: '{"n":8}' });
    }
  });
  test(`${id}: no JSON, or no object`, async () => {
    for (const body of ['', '{', '{"n":8}x', "{'n':8}", '{"n":08}', '{"n":NaN}', '[]', '[8]', '8',
      '"n"', 'null', Buffer.from('{"n":"\xff"}', 'latin1')]) {
      await refused(400, 'bad-request', id, { headers: type, body });
    }
  });
}

// --- what any operation can answer ---

test('a query that is malformed', async () => {
  for (const { id, statuses } of everyOperation()) {
    const options = { query: 'n=%zz' };
    if (statuses.includes(422)) await refused(400, 'bad-request', id, options);
    else await ask(200, id, options);
  }
});

test('a request that is malformed', async () => {
  for (const { id, method, ...operation } of everyOperation()) {
    const path = target(operation, {});
    const host = `Host: ${new URL(PLAIN).host}`;
    for (const head of [`${method} ${path} HTTP/1.1\r\n${host}\r\nno colon`,
      `${method}  ${path} HTTP/1.1\r\n${host}`, `${method} ${path} HTTP/1.1`]) {
      checked(id, await raw(PLAIN, `${head}\r\n\r\n`), 400);
    }
  }
});

test('a request for another host', async () => {
  for (const { id } of everyOperation()) {
    for (const host of ['example.com', 'example.com:80', 'localhost.example.com']) {
      await refused(421, 'misdirected-request', id, { headers: { Host: host } });
    }
  }
  const port = new URL(PLAIN).port;
  for (const name of ['localhost', '127.0.0.1']) {
    await ask(200, 'getHealth', { headers: { Host: `${name}:${port}` } });
  }
});

test('an expectation', async () => {
  for (const { id } of everyOperation()) {
    await refused(417, 'expectation-failed', id, { headers: { Expect: 'miracles' } });
  }
});

test('too large a header', async () => {
  for (const { id } of everyOperation()) {
    await refused(431, 'header-too-large', id, { headers: { 'X-Large': 'x'.repeat(LIMIT) } });
  }
});

test('a request that does not end', async () => {
  await Promise.all(everyOperation().map(async ({ id, method, ...operation }) => {
    const host = new URL(TIGHT).host;
    const answer = await raw(TIGHT, `${method} ${target(operation, {})} HTTP/1.1\r\nHost: ${host}`);
    checked(id, answer, 408);
  }));
});

test('a request when the service stops', async () => {
  const operations = everyOperation(({ statuses }) => statuses.includes(503));
  let waiting = 0;
  let stop;
  const stopped = new Promise((resolve) => { stop = resolve; });
  // Each has sent all but the last byte of a body when the service is told to stop.
  await Promise.all(operations.map(async ({ id, method, ...operation }) => {
    const head = [`${method} ${target(operation, {})} HTTP/1.1`, `Host: ${new URL(STOPPING).host}`,
      'Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue', '', '{'];
    const answer = await raw(STOPPING, head.join('\r\n'), async () => {
      waiting += 1;
      if (waiting === operations.length) {
        process.kill(Number(STOPPING_ID), 'SIGTERM');
        stop(closed(STOPPING));
      }
      await stopped;
      return '}';
    });
    checked(id, answer, 503);
    assert.equal(JSON.parse(answer.text).type, '/problems/shutting-down');
  }));
});

test('without the token, and with it', async () => {
  for (const { id } of everyOperation(({ secured }) => secured)) {
    for (const Authorization of [undefined, 'Bearer', 'Bearer x', `Bearer ${TOKEN}x`, TOKEN,
      `Basic ${TOKEN}`, `Bearer ${TOKEN.slice(1)}`]) {
      const headers = Authorization === undefined ? {} : { Authorization };
      await refused(401, 'unauthorized', id, { base: SECURED, headers });
    }
  }
  const known = { base: SECURED, headers: { Authorization: `Bearer ${TOKEN}` } };
  await ask(200, 'listJobs', known);
  await ask(200, 'getMetrics', known);
  await ask(201, 'submitJob', { ...known, json: { n: 4 } });
  for (const id of ['getPage', 'getHealth', 'getDescription']) {
    await ask(200, id, { base: SECURED });
  }
  const { json } = await ask(200, 'getReadiness', { base: SECURED });
  assert.equal(json.token, true);
  const host = { Host: 'queens.example.com' };
  await ask(200, 'getHealth', { base: SECURED, headers: host });
});

// --- what is bounded; last, since it keeps the machine busy ---

test('a full queue, and a job that takes too long', async () => {
  const first = await submitted({ n: 24 }, { base: TIGHT });
  await until(first.id, 'running', TIGHT);
  const queued = await submitted({ n: 24 }, { base: TIGHT });
  const { headers } = await refused(429, 'queue-full', 'submitJob',
    { json: { n: 24 }, base: TIGHT });
  assert.ok(Number(headers['retry-after']) > 0);
  const failed = await until(first.id, 'failed', TIGHT);
  assert.match(failed.error.detail, /long/);
  await refused(409, 'already-finished', 'cancelJob', { path: { id: first.id }, base: TIGHT });
  await cancelled(queued.id, TIGHT);
});

test('too many streams', async () => {
  const { id } = await submitted({ n: 24 }, { base: TIGHT });
  let second;
  await ask(200, 'watchJob', {
    path: { id },
    base: TIGHT,
    onPiece: () => {
      second ??= refused(503, 'too-many-streams', 'watchJob', { path: { id }, base: TIGHT })
        .then(({ headers }) => assert.ok(Number(headers['retry-after']) > 0))
        .finally(() => cancelled(id, TIGHT));
    },
  });
  await second;
});

// What cannot be had from a service that works: a mistake, and a full disk.
const NOT_PROVOKED = [500, 507];

after(() => {
  const missing = everyOperation().flatMap(({ id, statuses }) => statuses
    .filter((status) => !NOT_PROVOKED.includes(status))
    // Others are refused only where very many come at once.
    .filter((status) => status !== 429 || id === 'submitJob')
    .map((status) => `${id} ${status}`)
    .filter((each) => !seen.has(each)));
  assert.deepEqual(missing, [], 'documented, but not seen');
});
