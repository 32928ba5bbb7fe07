// Numbers, times and boards as text.

/** "666,090,624" of "666090624". Totals outgrow a Number, so that they stay strings throughout. */
export const grouped = (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Shows a grouped total in an element; long ones may break after each comma. */
export function showGrouped(element, digits) {
  const parts = grouped(digits).split(/(?<=,)/);
  element.replaceChildren(...parts.flatMap((part, at) =>
    at === 0 ? [part] : [document.createElement('wbr'), part]));
}

export const counted = (count, one, many = `${one}s`) =>
  `${typeof count === 'number' ? grouped(String(count)) : count} ${count === 1 ? one : many}`;

const kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour, kYear = 365.25 * kDay;
const years = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long',
  maximumSignificantDigits: 2 });

/** "0.021 s", "42 s", "3 min 20 s", "5 h 12 min", "12 days", "123 years". */
export function durationText(seconds) {
  if (seconds < 0.0005) return 'under a millisecond';
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  const whole = Math.round(seconds);
  if (whole < kMinute) return `${whole} s`;
  const two = (big, unit, small, smallUnit) => {
    const rest = Math.floor((whole % big) / small);
    return `${Math.floor(whole / big)} ${unit}${rest ? ` ${rest} ${smallUnit}` : ''}`;
  };
  if (whole < kHour) return two(kMinute, 'min', 1, 's');
  if (whole < 2 * kDay) return two(kHour, 'h', kMinute, 'min');
  if (whole < kYear) return `${Math.round(whole / kDay)} days`;
  const count = Math.round(whole / kYear);
  return count === 1 ? '1 year' : `${years.format(count)} years`;
}

/** "42 %"; what has begun is not 0, what is unfinished not 100. */
export function shareText(share) {
  const percent = 100 * share;
  if (percent >= 10) return `${Math.min(99, Math.floor(percent))} %`;
  if (percent >= 1) return `${percent.toFixed(1)} %`;
  if (percent === 0) return '0 %';
  return percent < 0.0001 ? 'under 0.0001 %' : `${Number(percent.toPrecision(2))} %`;
}

/** "12:03" of today, else "3 Jan, 12:03", with the year where it is another one. */
export function timeText(iso, now = new Date()) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const clock = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === now.toDateString()) return clock;
  const year = time.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' };
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
  return `${day}, ${clock}`;
}

const marks = (rows, mark) => rows.reduce((sum, row) => sum + row.split(mark).length - 1, 0);

/** "8 × 8, 3 squares blocked, 1 queen placed". */
export function boardText(n, rows) {
  const parts = [`${n} × ${n}`];
  const blocked = rows ? marks(rows, '.') : 0;
  const queens = rows ? marks(rows, 'Q') : 0;
  if (blocked) parts.push(`${counted(blocked, 'square')} blocked`);
  if (queens) parts.push(`${counted(queens, 'queen')} placed`);
  return parts.join(', ');
}
