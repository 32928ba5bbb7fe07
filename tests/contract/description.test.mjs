// The description itself, and that the check sees what differs from it.
// DESCRIPTION=FILE node --test description.test.mjs
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Contract, parseEvents } from './contract.mjs';

const read = () => JSON.parse(readFileSync(process.env.DESCRIPTION, 'utf8'));
const description = read();
const REQUEST = '0123456789abcdef';

function* nodes(value, place = '') {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, `${place}/${key}`);
}

test('every object in the schemas is closed', () => {
  const open = [...nodes(description.components.schemas)]
    .filter(([, node]) => node.type === 'object' && 'properties' in node)
    .filter(([, node]) => node.additionalProperties !== false)
    .map(([place]) => place);
  assert.deepEqual(open, []);
});

test('every component is used', () => {
  const used = new Set([...nodes(description)].map(([, node]) => node.$ref));
  const { securitySchemes, ...components } = description.components;
  const unused = Object.entries(components)
    .flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`))
    .filter((reference) => !used.has(reference));
  // The answer to a method that is not described belongs to no operation.
  assert.deepEqual(unused, ['#/components/responses/MethodNotAllowed']);
});

test('every problem has a name, and is the answer to something', () => {
  const { ProblemName, Problem, JobError } = description.components.schemas;
  const answers = Object.values(description.components.responses)
    .flatMap((response) => Object.keys(response.content['application/problem+json'].examples))
    .map((name) => `/problems/${name}`);
  const { enum: types } = Problem.properties.type;
  assert.deepEqual([...new Set(answers)].sort(), [...types].sort());
  const all = new Set([...types, ...JobError.properties.type.enum]);
  assert.deepEqual(ProblemName.enum.map((name) => `/problems/${name}`).sort(), [...all].sort());
});

test('every answer names its request', () => {
  const without = [...nodes(description)]
    .filter(([place]) => /\/responses\/[^/]+$/.test(place))
    .filter(([, node]) => !('$ref' in node) && !('X-Request-Id' in node.headers))
    .map(([place]) => place);
  assert.deepEqual(without, []);
});

test('the example of a stream is one', () => {
  const { responses } = description.paths['/v1/jobs/{id}/events'].get;
  const content = responses[200].content['text/event-stream'];
  const text = content.examples.stream.value;
  assert.equal(parseEvents(text).length, 2);
  const answer = {
    status: 200, headers: { 'content-type': 'text/event-stream', 'x-request-id': REQUEST }, text,
  };
  assert.deepEqual(new Contract(description).complaints('watchJob', answer), []);
});

// An answer as described, from the description's own example; each change is to be seen.
function example(operationId, status, name) {
  const operation = Object.values(description.paths).flatMap((item) => Object.values(item))
    .find((each) => each.operationId === operationId);
  const response = operation.responses[status];
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': REQUEST },
    body: structuredClone(response.content['application/json'].examples[name].value),
  };
}

function seen(name, change, expected, changedDescription = () => {}) {
  test(`seen: ${name}`, () => {
    const complaints = (of, { body, ...answer }) => new Contract(of)
      .complaints('getJob', { text: JSON.stringify(body), ...answer });
    const answer = example('getJob', 200, 'done');
    assert.deepEqual(complaints(description, answer), []);
    change(answer);
    const changed = read();
    changedDescription(changed);
    assert.match(complaints(changed, answer).join('\n'), expected);
  });
}

const job = (changed) => changed.components.schemas.Job;

seen('a status that is not described', (answer) => { answer.status = 202; }, /not described/);
seen('a problem in place of the answer', (answer) => { answer.status = 404; }, /media type/);
seen('another media type', ({ headers }) => { headers['content-type'] = 'text/json'; },
  /media type text\/json is not described/);
seen('another character set', ({ headers }) => {
  headers['content-type'] = 'application/json; charset=latin1';
}, /latin1/);
seen('a header too few', ({ headers }) => { delete headers['x-request-id']; }, /no X-Request-Id/);
seen('no JSON', (answer) => { answer.text = '{"id":'; }, /JSON/);
seen('a field too many', ({ body }) => { body.colour = 'red'; }, /additional.*colour/);
seen('a field too many, deep inside', ({ body }) => { body.error = { colour: 'red' }; }, /colour/);
seen('a field too few', ({ body }) => { delete body.total; }, /total/);
seen('a field too few in this state', ({ body }) => { delete body.nodes; }, /nodes/);
seen('a number in place of a count', ({ body }) => { body.total = 92; }, /\/total/);
seen('a count that is no number', ({ body }) => { body.total = '9.2e1'; }, /\/total.*pattern/);
seen('a column from 0', ({ body }) => { body.solutions[0][0] = 0; }, /\/solutions\/0\/0/);
seen('a state that is not described', ({ body }) => { body.state = 'paused'; }, /\/state/);
seen('a time that is none', ({ body }) => { body.created = '2026-13-02T03:04:05.678Z'; },
  /\/created/);
seen('no total, but done', ({ body }) => { body.total = null; }, /\/total/);
seen('a change of a type in the description', () => {}, /\/first/,
  (changed) => { job(changed).properties.first.type = 'string'; });
seen('a field taken from the description', () => {}, /kernel/,
  (changed) => { delete job(changed).properties.kernel; });
seen('a field added to it', () => {}, /colour/,
  (changed) => { job(changed).required.push('colour'); });

test('seen: an event that is not described', () => {
  const { body } = example('getJob', 200, 'done');
  const { solutions, ...brief } = body;
  const lines = (name, data) => `:\n\nid: 1\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const headers = { 'content-type': 'text/event-stream', 'x-request-id': REQUEST };
  const complaints = (text) => new Contract(description)
    .complaints('watchJob', { status: 200, headers, text }).join('\n');
  assert.equal(complaints(lines('state', body)), '');
  assert.equal(complaints(lines('progress', brief)), '');
  assert.match(complaints(lines('state', brief)), /solutions/);
  assert.notEqual(complaints(lines('progress', body)), '');
  assert.match(complaints(lines('news', body)), /event/);
  assert.match(complaints(lines('state', { ...body, colour: 'red' })), /colour/);
  assert.match(complaints(lines('state', body).trim()), /ends within an event/);
});
