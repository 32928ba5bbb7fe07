// Holds what the service answers against its description: status, media type, headers, every field.
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const METHODS = ['get', 'put', 'post', 'delete', 'head', 'options', 'patch', 'trace'];
const ROOT = 'openapi.json';

const escaped = (word) => word.replaceAll('~', '~0').replaceAll('/', '~1');
const pointer = (...words) => words.map((word) => `/${escaped(String(word))}`).join('');

/** Each event of a stream that has ended: id, event and data, the latter parsed. */
export function parseEvents(text) {
  const blocks = text.split('\n\n');
  if (blocks.pop() !== '') throw new Error('the stream ends within an event');
  return blocks
    .map((block) => block.split('\n').filter((line) => !line.startsWith(':')))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const event = {};
      for (const line of lines) {
        const [, name, value] = /^([a-z]+): (.*)$/.exec(line) ?? [];
        if (name === undefined || name in event) throw new Error(`unexpected line: ${line}`);
        event[name] = name === 'data' ? JSON.parse(value) : value;
      }
      return event;
    });
}

export class Contract {
  #description;
  // Not strict: the whole description is added, which is no schema. Redocly sees misspelt keywords.
  #ajv = new Ajv({ strict: false, allErrors: true });

  constructor(description) {
    this.#description = description;
    addFormats(this.#ajv);
    this.#ajv.addSchema(description, ROOT, undefined, false);
    this.operations = new Map();
    for (const [path, item] of Object.entries(description.paths)) {
      for (const method of METHODS.filter((name) => name in item)) {
        const operation = item[method];
        this.operations.set(operation.operationId, {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          place: pointer('paths', path, method),
          secured: operation.security.length > 0,
          body: 'requestBody' in operation,
          statuses: Object.keys(operation.responses).map(Number),
        });
      }
    }
  }

  /** What is wrong with an answer to an operation: sentences, none if it is as described. */
  complaints(operationId, answer) {
    const operation = this.operations.get(operationId);
    const place = `${operation.place}/responses/${answer.status}`;
    return this.#complaintsAt(place, answer).map((text) =>
      `${operationId}, status ${answer.status}: ${text}\n${answer.text.slice(0, 2000)}`);
  }

  /** The same for an answer to what is no operation. */
  complaintsOf(response, answer) {
    return this.#complaintsAt(pointer('components', 'responses', response), answer);
  }

  /** What a schema at this place of the description has against a value. */
  mismatches(place, value) {
    const key = `${ROOT}#${encodeURI(place)}`;
    const validate = this.#ajv.getSchema(key) ?? this.#ajv.compile({ $ref: key });
    if (validate(value)) return [];
    return validate.errors.map((error) => {
      const what = error.params.additionalProperty ?? error.params.allowedValue ?? '';
      return `${error.instancePath || '/'} ${error.message} ${JSON.stringify(what)}`;
    });
  }

  #at(place) {
    const words = place.split('/').slice(1)
      .map((word) => word.replaceAll('~1', '/').replaceAll('~0', '~'));
    return words.reduce((value, word) => value?.[word], this.#description);
  }

  // The place itself, or the one that it refers to.
  #resolved(place) {
    const reference = this.#at(place)?.$ref;
    return reference === undefined ? place : this.#resolved(reference.slice(1));
  }

  #complaintsAt(unresolved, answer) {
    const place = this.#resolved(unresolved);
    const response = this.#at(place);
    if (response === undefined) return ['this status is not described'];
    const found = Object.keys(response.headers ?? {}).flatMap((name) =>
      this.#headerComplaints(name, this.#resolved(`${place}/headers/${name}`), answer));
    return found.concat(response.content === undefined
      ? this.#emptyComplaints(answer) : this.#contentComplaints(place, response.content, answer));
  }

  #headerComplaints(name, place, { headers }) {
    const { required, schema } = this.#at(place);
    const text = headers[name.toLowerCase()];
    if (text === undefined) return required ? [`no ${name}`] : [];
    const value = schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
    return this.mismatches(`${place}/schema`, value).map((what) => `${name}: ${what}`);
  }

  #emptyComplaints({ text }) {
    return text === '' ? [] : ['a body where none is described'];
  }

  #contentComplaints(place, content, { headers, text }) {
    const [media, ...parameters] = (headers['content-type'] ?? 'none').split(/\s*;\s*/);
    if (!(media in content)) return [`the media type ${media} is not described`];
    const odd = parameters.filter((each) => !/^(charset=utf-8|version=[0-9.]+)$/i.test(each));
    const found = odd.map((each) => `${media} with ${each}`);
    const schema = `${place}/content/${escaped(media)}/schema`;
    try {
      if (media === 'text/event-stream') {
        return found.concat(this.mismatches(`${schema}/contentSchema`, parseEvents(text)));
      }
      const value = /[/+]json$/.test(media) ? JSON.parse(text) : text;
      return found.concat(this.mismatches(schema, value));
    } catch (error) {
      return [...found, error.message];
    }
  }
}
