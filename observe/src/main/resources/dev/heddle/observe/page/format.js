// Numbers and times for people.

const GROUPED = new Intl.NumberFormat('en', {maximumFractionDigits: 0});

export const count = (n) => GROUPED.format(n);

/** At most four characters and a unit: 950, 12.3k, 1.20M. */
export function short(n) {
  const size = Math.abs(n);
  if (size < 1000) {
    return size >= 10 || Number.isInteger(n) ? String(Math.round(n)) : n.toFixed(1);
  }
  const units = ['k', 'M', 'G', 'T', 'P'];
  let value = n;
  let unit = -1;
  while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return digits(value) + units[unit];
}

function digits(value) {
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function nanos(n) {
  if (n < 1000) {
    return `${Math.round(n)} ns`;
  }
  for (const [unit, size] of [['µs', 1e3], ['ms', 1e6], ['s', 1e9]]) {
    if (n < size * 999.5 || unit === 's') {
      return `${digits(n / size)} ${unit}`;
    }
  }
}

export function millis(n) {
  if (n < 0) {
    return '–';
  }
  if (n < 1000) {
    return `${Math.round(n)} ms`;
  }
  const seconds = n / 1000;
  if (seconds < 60) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.floor(seconds);
  const days = Math.floor(whole / 86400);
  const hours = Math.floor(whole / 3600) % 24;
  const minutes = Math.floor(whole / 60) % 60;
  if (days > 0) {
    return `${days} d ${hours} h`;
  }
  return hours > 0 ? `${hours} h ${minutes} m` : `${minutes} m ${whole % 60} s`;
}

export const share = (part, all) => (all > 0 ? `${Math.round((100 * part) / all)} %` : '–');

export const clock = (epochMillis) => new Date(epochMillis).toLocaleTimeString('en-GB');

export const words = (constant) => constant.toLowerCase().replaceAll('_', ' ');
