// Small charts on canvas. Colours come from the style sheet, so that a theme is one place.

export const RULES = ['BYPASS', 'SUCCESSOR', 'READY', 'LOCAL', 'AFFINITY', 'SHARED', 'STOLEN'];

let palette = new Map();

/** After the theme has changed. */
export function forgetColours() {
  palette = new Map();
}

export function colour(name) {
  if (!palette.has(name)) {
    palette.set(name, computed(`var(--${name})`));
  }
  return palette.get(name);
}

/** What a colour of the style sheet comes to, in the theme that is on. */
function computed(value) {
  const sample = document.createElement('span');
  sample.hidden = true;
  sample.style.color = value;
  document.body.append(sample);
  const {color} = getComputedStyle(sample);
  sample.remove();
  return color;
}

/** A cleared canvas in CSS pixels, sharp on any screen; null while it is not laid out. */
function prepare(canvas) {
  const {clientWidth: width, clientHeight: height} = canvas;
  if (width === 0 || height === 0) {
    return null;
  }
  const ratio = window.devicePixelRatio || 1;
  const wanted = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wanted[0] || canvas.height !== wanted[1]) {
    [canvas.width, canvas.height] = wanted;
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = '10px system-ui, sans-serif';
  return {pen, width, height};
}

/** The next of 1, 2, 5, 10 … that is not smaller. */
function roundUp(value) {
  if (value <= 0) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= value * 0.9999);
}

const SHORTEST_SPAN = 60_000;
const LONGEST_SPAN = 300_000;

/**
 * Lines over the last minutes: from one, at first, to five.
 *
 * @param lines [{colour, points: [{at, value}]}]
 * @param label writes a value
 */
export function lineChart(canvas, lines, label) {
  const sheet = prepare(canvas);
  if (!sheet) {
    return;
  }
  const {pen, width, height} = sheet;
  const end = Math.max(0, ...lines.map((line) => line.points.at(-1)?.at ?? 0));
  const first = Math.min(end, ...lines.map((line) => line.points[0]?.at ?? end));
  const spanMillis = Math.min(LONGEST_SPAN, Math.max(SHORTEST_SPAN, end - first));
  const start = end - spanMillis;
  const shown = lines.map((line) => ({
    ...line,
    points: line.points.filter((point) => point.at >= start - 2000),
  }));
  const top = roundUp(Math.max(0, ...shown.flatMap((line) => line.points.map((p) => p.value))));
  const x = (at) => ((at - start) / spanMillis) * width;
  const y = (value) => height - 2 - (value / top) * (height - 16);
  grid(pen, width, y, top, label);
  for (const line of shown) {
    if (line.points.length === 0) {
      continue;
    }
    pen.beginPath();
    line.points.forEach((point, i) => pen[i ? 'lineTo' : 'moveTo'](x(point.at), y(point.value)));
    pen.strokeStyle = colour(line.colour);
    pen.lineWidth = 1.5;
    pen.lineJoin = 'round';
    pen.stroke();
    if (lines.length === 1) {
      pen.lineTo(x(line.points.at(-1).at), y(0));
      pen.lineTo(x(line.points[0].at), y(0));
      pen.globalAlpha = 0.12;
      pen.fillStyle = colour(line.colour);
      pen.fill();
      pen.globalAlpha = 1;
    }
  }
}

function grid(pen, width, y, top, label) {
  pen.lineWidth = 1;
  for (const part of [0, 0.5, 1]) {
    const level = Math.round(y(top * part)) + 0.5;
    pen.strokeStyle = colour('line');
    pen.beginPath();
    pen.moveTo(0, level);
    pen.lineTo(width, level);
    pen.stroke();
  }
  pen.fillStyle = colour('quiet');
  pen.textAlign = 'left';
  pen.textBaseline = 'bottom';
  pen.fillText(label(top), 2, y(top) - 1);
}

/**
 * One stacked bar for each sample, the newest at the right.
 *
 * @param bars arrays of values, one a rule
 */
export function stackedBars(canvas, bars, colours) {
  const sheet = prepare(canvas);
  if (!sheet) {
    return;
  }
  const {pen, width, height} = sheet;
  const slot = 6;
  const shown = bars.slice(-Math.floor(width / slot));
  pen.fillStyle = colour('track');
  pen.fillRect(0, 0, width, height);
  shown.forEach((values, i) => {
    const all = values.reduce((a, b) => a + b, 0);
    if (all <= 0) {
      return;
    }
    let y = height;
    values.forEach((value, kind) => {
      const tall = (value / all) * height;
      pen.fillStyle = colour(colours[kind]);
      pen.fillRect(width - (shown.length - i) * slot, y - tall, slot - 1, tall);
      y -= tall;
    });
  });
}

/**
 * The life of a worker: a bar a sample, its height by how much it ran; below it what it did at that
 * moment.
 *
 * @param samples [{state, level}] with level from 0 to 1
 */
export function lane(canvas, samples) {
  const sheet = prepare(canvas);
  if (!sheet) {
    return;
  }
  const {pen, width, height} = sheet;
  const slot = 5;
  const shown = samples.slice(-Math.floor(width / slot));
  pen.fillStyle = colour('track');
  pen.fillRect(0, 0, width, height);
  shown.forEach(({state, level}, i) => {
    const left = width - (shown.length - i) * slot;
    const tall = level > 0 ? Math.max(1, Math.round(level * (height - 4))) : 0;
    pen.fillStyle = colour('bar');
    pen.fillRect(left, height - 4 - tall, slot - 1, tall);
    pen.fillStyle = colour(`worker-${state.toLowerCase()}`);
    pen.fillRect(left, height - 3, slot - 1, 3);
  });
}

/**
 * How often something took how long, over a logarithmic axis of time.
 *
 * @param buckets [[upTo, count]] in nanoseconds
 * @param marks [{at, name}] lines to draw
 */
export function histogram(canvas, buckets, marks, fillColour, label) {
  const sheet = prepare(canvas);
  if (!sheet) {
    return;
  }
  const {pen, width, height} = sheet;
  const base = height - 14;
  const powers = buckets.map(([upTo]) => Math.log2(Math.max(1, upTo)));
  const first = Math.floor(Math.min(6, ...powers)) - 1;
  const last = Math.ceil(Math.max(24, ...powers)) + 1;
  const x = (upTo) => ((Math.log2(Math.max(1, upTo)) - first) / (last - first)) * width;
  axis(pen, x, first, last, base, width, label);
  const most = Math.max(1, ...buckets.map(([, n]) => n));
  const wide = Math.max(2, width / (last - first) / 4 - 1);
  pen.fillStyle = colour(fillColour);
  for (const [upTo, n] of buckets) {
    const tall = Math.max(1.5, Math.sqrt(n / most) * (base - 16));
    pen.fillRect(x(upTo) - wide, base - tall, wide, tall);
  }
  pen.textBaseline = 'top';
  let taken = -100;
  for (const mark of marks) {
    const place = Math.min(width - 1, x(mark.at));
    pen.fillStyle = colour('ink');
    pen.fillRect(Math.round(place) - 1, 12, 1, base - 12);
    const room = pen.measureText(mark.name).width;
    const left = Math.min(width - room, Math.max(taken + 6, place - room / 2));
    pen.textAlign = 'left';
    pen.fillText(mark.name, left, 0);
    taken = left + room;
  }
}

function axis(pen, x, first, last, base, width, label) {
  pen.fillStyle = colour('line');
  pen.fillRect(0, base, width, 1);
  pen.fillStyle = colour('quiet');
  pen.textBaseline = 'top';
  pen.textAlign = 'center';
  for (let time = 100; Math.log2(time) < last; time *= 10) {
    if (Math.log2(time) > first) {
      const place = x(time);
      pen.fillRect(Math.round(place), base, 1, 3);
      if (place > 16 && place < width - 16) {
        pen.fillText(label(time), place, base + 4);
      }
    }
  }
}
