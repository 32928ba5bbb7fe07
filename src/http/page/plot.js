// Thread scaling: the measurements of `queens bench`, as a plot (if uPlot is there) and a table.

import { Problem, Unreachable } from '/api.js';
import { byId } from '/dom.js';

const kHeight = 320;   // pixels
const kAgain = 5000;   // ms until the measurements are asked for again
const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

let loading = null;

// uPlot is no module: it leaves a global.
function loadPlot() {
  loading ??= new Promise((resolve, reject) => {
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = '/uplot.css';
    const script = document.createElement('script');
    script.src = '/uplot.js';
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(style, script);
  });
  return loading;
}

/** Speed-ups over threads: {ideal, curves: [{name, points: Map}], threads: sorted numbers}. */
export function scaling(variants) {
  const curves = new Map();
  const threads = new Set();
  for (const { n, kernel, method, threads: count, speed_up: speedUp } of variants) {
    if (!isNumber(count) || !isNumber(speedUp)) continue;
    const name = `n = ${n}, ${method}, ${kernel}`;
    if (!curves.has(name)) curves.set(name, new Map());
    curves.get(name).set(count, speedUp);
    threads.add(count);
  }
  const sorted = [...threads].sort((a, b) => a - b);
  return { threads: sorted, curves: [...curves].map(([name, points]) => ({ name, points })),
    ideal: sorted.map((count) => count / sorted[0]) };
}

function fillTable(variants) {
  byId('bench-table').tBodies[0].replaceChildren(...variants.map((variant) => {
    const row = document.createElement('tr');
    const cell = (text, name = '') => {
      const element = document.createElement('td');
      element.textContent = text;
      element.className = name;
      row.append(element);
      return element;
    };
    const number = (value, text) => cell(isNumber(value) ? text(value) : '–', 'number');
    cell(variant.n);
    cell(variant.kernel);
    cell(variant.method);
    cell(variant.threads, 'number');
    if (typeof variant.left_out === 'string') {
      cell(`left out: ${variant.left_out}`, 'note').colSpan = 3;
      return row;
    }
    number(variant.median_seconds, (value) => value.toFixed(value < 1 ? 4 : 2));
    number(variant.speed_up, (value) => value.toFixed(2));
    number(variant.efficiency, (value) => `${Math.round(100 * value)} %`);
    return row;
  }));
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function legend(curves) {
  byId('plot-legend').replaceChildren(...curves.map(({ name, stroke, dash }) => {
    const item = document.createElement('li');
    const swatch = document.createElement('span');
    swatch.className = dash ? 'swatch dashed' : 'swatch';
    swatch.style.borderColor = stroke;
    item.append(swatch, name);
    return item;
  }));
}

export class BenchView {
  #service;
  #plot = null;
  #scaling = null;

  constructor({ service }) {
    this.#service = service;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
    new ResizeObserver(() => {
      this.#plot?.setSize({ width: this.#width(), height: kHeight });
    }).observe(byId('plot-canvas'));
  }

  /** ready: what GET /readyz says. */
  async show(ready, needsToken) {
    byId('bench-command').textContent =
      'queens bench -n 16 --json bench.json\n' +
      'curl -T bench.json -H "Content-Type: application/json" ' +
      `${needsToken ? '-H "Authorization: Bearer $TOKEN" ' : ''}${location.origin}/v1/bench`;
    byId('no-bench').hidden = ready.bench;
    byId('bench').hidden = true;
    byId('bench-error').textContent = '';
    if (!ready.bench) return;
    try {
      const bench = await this.#service.get('/v1/bench');
      const variants = Array.isArray(bench?.variants) ? bench.variants : [];
      byId('bench-machine').textContent = `${bench.cpu}, ${bench.cpus} CPUs; queens ` +
        `${bench.version}, ${bench.compiler}; medians of ${bench.repeat} runs`;
      fillTable(variants);
      byId('bench').hidden = false;
      this.#scaling = scaling(variants);
      if (!ready.plot || this.#scaling.threads.length < 2) return;
      await loadPlot();
      byId('plot').hidden = false;
      this.#draw();
    } catch (error) {
      // Without the plot the table says all of it; a service that is away is said above.
      if (error instanceof Problem && error.status !== 401) {
        byId('bench-error').textContent = error.message;
      }
      if (error instanceof Unreachable || error.status >= 500) {
        setTimeout(() => this.show(ready, needsToken), kAgain);
      }
    }
  }

  #width() {
    return Math.max(200, Math.floor(byId('plot-canvas').clientWidth));
  }

  #draw() {
    if (byId('plot').hidden) return;
    const { threads, ideal, curves } = this.#scaling;
    const font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const drawn = curves.map(({ name, points }, at) => ({ name, points,
      stroke: colour(`--curve-${at % 5 + 1}`) }));
    const reference = { name: 'ideal', stroke: colour('--muted'), dash: [4, 5] };
    const axis = (label, side) => ({
      label, font, labelFont: font, side, stroke: colour('--muted'), labelSize: 20,
      size: side === 2 ? 28 : 34, gap: 6,
      grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false },
      values: (_, values) => values.map((value) => (value === null ? '' : String(value))),
    });
    const scale = { time: false, distr: 3, log: 2 };
    this.#plot?.destroy();
    this.#plot = new window.uPlot({
      width: this.#width(), height: kHeight,
      legend: { show: false }, cursor: { show: false },
      scales: { x: scale, y: scale },
      axes: [axis('threads', 2), axis('speed-up', 3)],
      series: [{}, { ...reference, width: 1.5, points: { show: false } },
        ...drawn.map(({ stroke }) => ({ stroke, width: 2, spanGaps: true,
          points: { show: true, size: 8, fill: stroke } }))],
    }, [threads, ideal, ...drawn.map(({ points }) =>
      threads.map((count) => points.get(count) ?? null))], byId('plot-canvas'));
    legend([...drawn, reference]);
    byId('plot-canvas').setAttribute('aria-label', 'Speed-up over threads; at most: ' +
      curves.map(({ name, points }) => `${Math.max(...points.values()).toFixed(2)} (${name})`)
        .join(', '));
  }
}
