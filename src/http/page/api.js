// Requests to the service, and the stream of a job's events.

/** "The token is wrong." of "the token is wrong"; a lone letter such as n stays as it is. */
export function sentence(text) {
  const start = /^\p{Ll}[\p{L}]/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/** What the service refuses; the message is a sentence for people. */
export class Problem extends Error {
  constructor(status, body, retryAfter) {
    super(sentence(body?.detail || body?.title || `The service answered with status ${status}`));
    this.status = status;
    this.place = body?.place ?? null;  // what is wrong: a JSON pointer into the request
    this.retryAfter = retryAfter;      // seconds, or null
  }
}

export class Unreachable extends Error {
  constructor() {
    super('The service does not answer.');
  }
}

export const isFinal = (job) => ['done', 'failed', 'cancelled'].includes(job.state);

export const kTokenPattern = /^[\x21-\x7e]+$/;

const kTokenName = 'queens-token';
const kFirstWait = 500;      // ms until a broken stream is opened again, doubled each time,
const kLongestWait = 10000;  // up to this
const kSilence = 30000;      // ms without even a heartbeat: the connection is dead

// A browser may forbid storage; the token then lasts as long as the page.
function stored() {
  try {
    return sessionStorage.getItem(kTokenName) ?? '';
  } catch {
    return '';
  }
}

function store(token) {
  try {
    if (token) sessionStorage.setItem(kTokenName, token);
    else sessionStorage.removeItem(kTokenName);
  } catch { /* as above */ }
}

export function sleep(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}

// crypto.randomUUID exists on secure origins only; the service may be on plain HTTP.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Service {
  #token = stored();
  #onReach;
  #onUnauthorized;

  /** onReach(bool) after each request; onUnauthorized(message) when the token is refused. */
  constructor({ onReach, onUnauthorized }) {
    this.#onReach = onReach;
    this.#onUnauthorized = onUnauthorized;
  }

  get hasToken() {
    return this.#token !== '';
  }

  set token(token) {
    this.#token = token;
    store(token);
  }

  /** A response with a status below 300; throws Problem or Unreachable. */
  async open(path, { method = 'GET', headers = {}, body, signal } = {}) {
    const token = this.#token;
    const authorization = token ? { Authorization: `Bearer ${token}` } : {};
    let response;
    try {
      response = await fetch(path, { method, body, signal, cache: 'no-store',
        headers: { ...headers, ...authorization } });
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#onReach(false);
      throw new Unreachable();
    }
    this.#onReach(true);
    if (response.ok) return response;
    const retryAfter = Number(response.headers.get('Retry-After')) || null;
    const problem = new Problem(response.status, await response.json().catch(() => null),
      retryAfter);
    if (response.status === 401 && token === this.#token) {
      this.token = '';
      this.#onUnauthorized(problem.message);
    }
    throw problem;
  }

  async get(path) {
    return (await this.open(path)).json();
  }

  async cancel(id) {
    return (await this.open(`/v1/jobs/${encodeURIComponent(id)}`, { method: 'DELETE' })).json();
  }

  /** Hands a job in, once: the key lets a request be sent again whose answer was lost. */
  async submit(job) {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
    for (let wait = kFirstWait; ; wait *= 2) {
      try {
        const response = await this.open('/v1/jobs',
          { method: 'POST', headers, body: JSON.stringify(job) });
        return await response.json();
      } catch (error) {
        if (!(error instanceof Unreachable) || wait > 4 * kFirstWait) throw error;
      }
      await sleep(wait);
    }
  }

  /** Calls onJob for each event of a job until its final state, through breaks of the stream. */
  async follow(id, onJob, signal) {
    const path = `/v1/jobs/${encodeURIComponent(id)}/events`;
    let last = null;
    let wait = kFirstWait;
    while (!signal.aborted) {
      let pause = wait;
      try {
        const headers = { Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) };
        const response = await this.open(path, { headers, signal });
        if (response.status === 204) return;
        for await (const event of events(response.body)) {
          if (signal.aborted) return;
          const job = JSON.parse(event.data);
          onJob(job);
          last = event.id ?? last;
          pause = wait = kFirstWait;
          if (isFinal(job)) return;
        }
      } catch (error) {
        if (signal.aborted) return;
        // Too many streams, or a service that is stopping: later. All else would only repeat.
        if (error instanceof Problem && error.status !== 429 && error.status < 500) throw error;
        if (error.retryAfter) pause = Math.max(pause, 1000 * error.retryAfter);
      }
      await sleep(pause, signal);
      wait = Math.min(2 * wait, kLongestWait);
    }
  }
}

/** The events of a text/event-stream: {id, event, data}. EventSource can send no token. */
export async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let event = { data: [] };
  let id = null;
  try {
    for (;;) {
      const watchdog = setTimeout(() => reader.cancel().catch(() => {}), kSilence);
      const { value, done } = await reader.read().finally(() => clearTimeout(watchdog));
      if (done) return;
      // A line ends with CR LF, LF or CR; a CR at the very end may be half of a CR LF.
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop();
      for (const line of lines) {
        if (line === '') {
          if (event.data.length) yield { id, event: event.name, data: event.data.join('\n') };
          event = { data: [] };
          continue;
        }
        const [, field, text] = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
        if (field === 'data') event.data.push(text ?? '');
        else if (field === 'event') event.name = text;
        else if (field === 'id') id = text;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
