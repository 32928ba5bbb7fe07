// A plain client: every request on a connection of its own, sent as it is asked for.
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT = 20_000;
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Sends a request; the answer's head and, once it has ended, its text. */
export function request(base, method, target, { headers = {}, body, onPiece } = {}) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    let answered = false;
    const sent = http.request({ hostname, port, method, path: target, headers, agent: false });
    sent.setTimeout(TIMEOUT, () => sent.destroy(new Error(`${method} ${target}: no answer`)));
    // A server that refuses a body need not read it: then the rest cannot be sent.
    sent.on('error', (error) => { if (!answered) reject(error); });
    sent.on('response', (response) => {
      answered = true;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        text += piece;
        onPiece?.(text, () => { resolve({ ...head, text }); sent.destroy(); });
      });
      const head = { status: response.statusCode, headers: response.headers };
      response.on('end', () => resolve({ ...head, text }));
      response.on('error', reject);
    });
    sent.end(body);
  });
}

/**
 * Sends these bytes, whatever they are, and reads the one answer. `rest` is asked for more when the
 * service says that it wants them (100 Continue).
 */
export function raw(base, bytes, rest) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.setEncoding('latin1');
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
    socket.on('data', (piece) => {
      received += piece;
      if (received === CONTINUE && rest !== undefined) {
        received = '';
        rest().then((more) => socket.write(more), reject);
      }
      const answer = parse(received);
      if (answer !== undefined) { resolve(answer); socket.destroy(); }
    });
    socket.on('close', () => reject(new Error('closed without a complete answer')));
  });
}

/** Waits until nobody listens there any more. */
export async function closed(base) {
  const { hostname, port } = new URL(base);
  const open = () => new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname, () => { socket.destroy(); resolve(true); });
    socket.on('error', () => resolve(false));
  });
  while (await open()) await sleep(10);
}

// Undefined while it is not complete.
function parse(all) {
  const end = all.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first, ...lines] = all.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const text = all.slice(end + 4);
  if (text.length < Number(headers['content-length'] ?? 0)) return undefined;
  const status = Number(first.split(' ')[1]);
  return { status, headers, text: Buffer.from(text, 'latin1').toString() };
}
