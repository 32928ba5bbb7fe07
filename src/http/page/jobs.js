// The list of jobs, newest first.

import { isFinal } from '/api.js';
import { byId, whileBusy } from '/dom.js';
import { boardText, durationText, shareText, showGrouped, timeText } from '/format.js';

const kPage = 20;
const kBusy = 2000;       // ms between two looks while jobs wait or run,
const kIdle = 20000;      // and while none does: others may hand jobs in
const kSingles = 10;      // active jobs of later pages that are asked for one by one

export class JobList {
  #service;
  #jobs = [];
  #rows = new Map();  // id -> {row, and the elements that change}
  #next = null;       // cursor of the page after the last one
  #shown = null;
  #timer = 0;
  #tries = 0;         // in a row without an answer
  #loading = false;
  #again = false;     // something happened during the load
  #elsewhere = null;  // id of a job that was not in the list and may be on a later page
  #ready = false;     // false until a token is there, where one is needed

  constructor({ service }) {
    this.#service = service;
    byId('more-jobs').addEventListener('click',
      () => whileBusy(byId('more-jobs'), () => this.#more()));
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.refresh(); });
  }

  set shown(id) {
    this.#shown = id;
    this.#draw();
  }

  stop() {
    this.#ready = false;
    clearTimeout(this.#timer);
  }

  start() {
    this.#ready = true;
    return this.refresh();
  }

  /** Takes a newer state of one job. */
  update(job) {
    const at = this.#jobs.findIndex(({ id }) => id === job.id);
    if (at < 0) {
      if (this.#elsewhere !== job.id) this.refresh();
      this.#elsewhere = job.id;
      return;
    }
    if (isFinal(this.#jobs[at])) return;
    this.#jobs[at] = job;
    this.#draw();
    if (isFinal(job)) this.refresh();  // the next one starts
  }

  async refresh() {
    if (!this.#ready) return;
    this.#again = this.#loading;
    if (this.#loading) return;
    clearTimeout(this.#timer);
    this.#loading = true;
    try {
      await this.#load();
      this.#tries = 0;
      byId('jobs-error').textContent = '';
    } catch (error) {
      ++this.#tries;
      // That the service is away is said once, above.
      const elsewhere = error.status === undefined || error.status === 401;
      byId('jobs-error').textContent = elsewhere ? '' : error.message;
    }
    this.#loading = false;
    if (this.#again) return void this.refresh();
    if (!this.#ready || document.hidden) return;
    const busy = this.#tries > 0 || this.#jobs.some((job) => !isFinal(job));
    const wait = busy ? kBusy * Math.min(2 ** this.#tries, 8) : kIdle;
    this.#timer = setTimeout(() => this.refresh(), wait);
  }

  async #load() {
    const { jobs, next } = await this.#service.get(`/v1/jobs?limit=${kPage}`);
    const fresh = new Set(jobs.map(({ id }) => id));
    // Later pages stay if they go on where this one ends.
    const overlap = this.#jobs.findIndex(({ id }) => id === jobs.at(-1)?.id);
    const later = this.#jobs.slice(overlap + 1).filter(({ id }) => !fresh.has(id));
    if (overlap < 0 || later.length === 0) {
      this.#jobs = jobs;
      this.#next = next;
    } else {
      const active = later.filter((job) => !isFinal(job)).slice(0, kSingles);
      const newer = new Map(await Promise.all(active.map(async ({ id }) =>
        [id, await this.#service.get(`/v1/jobs/${encodeURIComponent(id)}`)])));
      this.#jobs = [...jobs, ...later.map((job) => newer.get(job.id) ?? job)];
    }
    this.#draw();
  }

  async #more() {
    try {
      const { jobs, next } = await this.#service.get(
        `/v1/jobs?limit=${kPage}&cursor=${encodeURIComponent(this.#next)}`);
      const known = new Set(this.#jobs.map(({ id }) => id));
      this.#jobs.push(...jobs.filter(({ id }) => !known.has(id)));
      this.#next = next;
      this.#draw();
    } catch (error) {
      if (error.status !== 401) byId('jobs-error').textContent = error.message;
    }
  }

  #draw() {
    byId('no-jobs').hidden = !this.#ready || this.#jobs.length > 0;
    byId('jobs').hidden = this.#jobs.length === 0;
    byId('more-jobs').hidden = this.#next === null;
    const body = byId('jobs').tBodies[0];
    const ids = new Set(this.#jobs.map(({ id }) => id));
    for (const [id, { row }] of this.#rows) {
      if (!ids.has(id)) {
        row.remove();
        this.#rows.delete(id);
      }
    }
    // Rows stay the same elements, so that focus stays where it is.
    let before = body.firstElementChild;
    for (const job of this.#jobs) {
      const { row } = this.#drawRow(job);
      if (row === before) before = before.nextElementSibling;
      else body.insertBefore(row, before);
    }
  }

  #drawRow(job) {
    let parts = this.#rows.get(job.id);
    if (!parts) {
      parts = this.#newRow(job);
      this.#rows.set(job.id, parts);
    }
    if (job.id === this.#shown) parts.link.setAttribute('aria-current', 'true');
    else parts.link.removeAttribute('aria-current');
    parts.state.textContent = job.state;
    parts.state.dataset.state = job.state;
    const { progress } = job;
    if (job.total !== null) {
      if (parts.total.dataset.value !== job.total) showGrouped(parts.total, job.total);
      parts.total.dataset.value = job.total;
    } else if (job.state === 'running' && progress) {
      parts.total.textContent = shareText(progress.share) +
        (progress.left === null ? '' : `, ${durationText(progress.left)} left`);
    } else {
      parts.total.textContent = job.state === 'failed' ? (job.error?.title ?? '') : '';
    }
    if (isFinal(job) && document.activeElement === parts.cancel) parts.link.focus();
    parts.cancel.hidden = isFinal(job);
    return parts;
  }

  #newRow(job) {
    const row = document.createElement('tr');
    const cell = (name, ...content) => {
      const element = document.createElement('td');
      element.className = name;
      element.append(...content);
      row.append(element);
      return element;
    };
    const link = document.createElement('a');
    link.href = `#job=${encodeURIComponent(job.id)}`;
    link.textContent = job.id;
    link.setAttribute('aria-label', `Job ${job.id}`);
    const state = document.createElement('span');
    state.className = 'state';
    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.textContent = 'Cancel';
    cancel.setAttribute('aria-label', `Cancel job ${job.id}`);
    cancel.addEventListener('click', () => whileBusy(cancel, () => this.#cancel(job.id)));
    cell('id', link);
    cell('what', boardText(job.n, job.board));
    cell('how', state);
    const total = cell('number');
    cell('when', timeText(job.created));
    cell('act', cancel);
    return { row, link, state, total, cancel };
  }

  async #cancel(id) {
    byId('jobs-error').textContent = '';
    try {
      this.update(await this.#service.cancel(id));
    } catch (error) {
      if (error.status !== 401) byId('jobs-error').textContent = `Job ${id}: ${error.message}`;
    }
  }
}
