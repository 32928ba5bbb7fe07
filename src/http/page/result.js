// The job that is shown: its state, total and first solutions.

import { isFinal, sentence } from '/api.js';
import { byId, whileBusy } from '/dom.js';
import { boardImage } from '/draw.js';
import { boardText, counted, durationText, grouped, shareText, showGrouped } from '/format.js';

const kAtOnce = 12;  // boards drawn until more are asked for

export class ResultView {
  #service;
  #onJob;
  #say;
  #abort = null;
  #job = null;
  #drawn = null;  // the solutions on the page

  /** onJob(job): a newer state of the shown job; onEdit(job): its board is to be edited. */
  constructor({ service, onJob, onEdit, say }) {
    this.#service = service;
    this.#onJob = onJob;
    this.#say = say;
    byId('cancel').addEventListener('click', () => whileBusy(byId('cancel'), () => this.#cancel()));
    byId('edit').addEventListener('click', () => onEdit(this.#job));
    byId('more-solutions').addEventListener('click', () => this.#drawMore());
  }

  /** Follows a job until it ends; null shows none. */
  async show(id) {
    this.#abort?.abort();
    const abort = this.#abort = new AbortController();
    this.#job = null;
    this.#drawn = null;
    byId('result-error').textContent = '';
    byId('shown').hidden = true;
    byId('no-result').hidden = id !== null;
    document.title = 'queens';
    if (id === null) return;
    try {
      await this.#service.follow(id, (job) => this.#render(job), abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error.status !== 401) byId('result-error').textContent = error.message;
    }
  }

  async #cancel() {
    const { id } = this.#job;
    byId('job-error').textContent = '';
    try {
      const job = await this.#service.cancel(id);
      if (this.#job?.id === id) this.#render(job);
    } catch (error) {
      if (error.status !== 401) byId('job-error').textContent = error.message;
    }
  }

  #render(news) {
    const before = this.#job;
    // The answer to a request may overtake the stream, which then tells of the past.
    if (before && isFinal(before)) return;
    // Progress comes without the solutions, and so does the end of a job that is cancelled.
    const job = this.#job = { ...news, solutions: news.solutions ?? before?.solutions ?? null };
    byId('shown').hidden = false;

    const state = byId('shown-state');
    state.textContent = job.state;
    state.dataset.state = job.state;
    byId('shown-what').textContent = `Job ${job.id}: ${boardText(job.n, job.board)}`;

    this.#renderTotal(job);
    this.#renderProgress(job);
    this.#renderFacts(job);
    byId('job-error').textContent =
      job.error ? sentence(job.error.detail || job.error.title) : '';
    const held = document.activeElement === byId('cancel');
    byId('cancel').hidden = isFinal(job);
    if (held && isFinal(job)) byId('edit').focus();
    this.#renderSolutions(job);

    if (before?.state !== job.state) this.#say(this.#sentence(job));
    this.#onJob(job);
  }

  #renderTotal(job) {
    const total = byId('total');
    const soFar = job.progress?.solutions ?? '0';
    const digits = job.total ?? (soFar === '0' ? null : soFar);
    total.value = job.total ?? '';
    total.dataset.final = job.total !== null;
    total.parentElement.hidden = digits === null;
    if (digits !== null) showGrouped(total, digits);
    total.dataset.length = digits === null || digits.length <= 9 ? 'short'
      : digits.length <= 15 ? 'middle' : 'long';
    byId('total-unit').textContent =
      (digits === '1' ? 'solution' : 'solutions') + (job.total === null ? ' so far' : '');

    const line = byId('fundamental-line');
    line.hidden = typeof job.fundamental !== 'string';
    if (!line.hidden) {
      line.textContent =
        `${grouped(job.fundamental)} fundamental: up to rotation and reflection`;
    }
  }

  #renderProgress(job) {
    const progress = job.state === 'running' ? job.progress : null;
    byId('progress').hidden = isFinal(job);
    const bar = byId('progress-bar');
    if (!progress) {
      bar.removeAttribute('value');
      byId('progress-text').textContent = job.state === 'queued'
        ? 'Waiting for its turn' : 'Starting';
      document.title = 'queens';
      if (job.total) document.title = `${grouped(job.total)} · queens`;
      return;
    }
    bar.value = progress.share;
    const left = progress.left === null ? 'time left not known yet'
      : `${durationText(progress.left)} left`;
    const share = shareText(progress.share);
    bar.textContent = share;
    byId('progress-text').textContent =
      `${share} counted in ${durationText(progress.elapsed)}, ${left}`;
    document.title = `${share} · queens`;
  }

  #renderFacts(job) {
    const facts = [];
    if (job.state === 'done') {
      facts.push(durationText(job.seconds), counted(job.threads, 'thread'),
        `${job.method} with ${job.kernel}`, counted(job.subproblems, 'subproblem'));
    }
    byId('facts').textContent = facts.join(' · ');
    byId('facts').hidden = facts.length === 0;
  }

  #renderSolutions(job) {
    const { solutions } = job;
    const title = byId('solutions-title');
    const count = solutions?.length ?? 0;
    title.hidden = job.first === 0 || (solutions === null && isFinal(job));
    if (solutions === null) {
      title.textContent = job.state === 'running' ? 'Looking for the first solutions' : '';
    } else if (count === 0) {
      title.textContent = 'There is no solution';
    } else {
      title.textContent = count === 1 ? 'First solution' : `First ${counted(count, 'solution')}`;
    }
    title.hidden ||= title.textContent === '';
    if (this.#drawn?.id === job.id && this.#drawn.count === count) return;
    this.#drawn = { id: job.id, count };
    byId('solutions').replaceChildren();
    byId('solutions').dataset.size = job.n <= 20 ? 'small' : 'large';
    byId('more-solutions').hidden = true;
    if (count) this.#drawMore();
  }

  #drawMore() {
    const { n, board, solutions } = this.#job;
    const list = byId('solutions');
    const from = list.childElementCount;
    const next = solutions.slice(from, from + kAtOnce);
    list.append(...next.map((columns, at) => {
      const figure = document.createElement('figure');
      const caption = document.createElement('figcaption');
      caption.textContent = columns.join(' ');
      figure.append(boardImage(n, board, columns, `Solution ${from + at + 1}`), caption);
      return figure;
    }));
    const left = solutions.length - from - next.length;
    const more = byId('more-solutions');
    more.hidden = left === 0;
    const some = left > kAtOnce ? `${kAtOnce} of ` : '';
    more.textContent = `Draw ${some}${grouped(String(left))} more`;
  }

  #sentence(job) {
    const what = `Job ${job.id}`;
    if (job.state !== 'done') return `${what} is ${job.state}`;
    return `${what}: ${grouped(job.total)} ${job.total === '1' ? 'solution' : 'solutions'}`;
  }
}
