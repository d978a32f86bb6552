import { fail } from '../text/json-fields.ts';

export type Place = readonly [x: number, y: number];

/** A dot of a grid by its column and row. */
export interface GridDot {
  readonly column: number;
  readonly row: number;
  /** Px from the corner. */
  readonly at: Place;
  /** Px. */
  readonly radius: number;
}

interface Blob {
  readonly at: Place;
  readonly radius: number;
}

/** Share of its depth at which a dot ends. */
const DOT_EDGE = 0.4;
const FEWEST_PIXELS = 4;
/** Window of a centroid, in radii of the dot. */
const WINDOW = 2;
const CENTROID_STEPS = 4;
/** A neighbour is within this share of a step of where it is expected. */
const NEAR = 0.35;
/** Share of the dots that may be missing. */
const MOST_MISSING = 0.1;

/**
 * Finds the dots of a grid in an even picture and links them by steps from the middle, so that
 * strong distortion does not break rows.
 *
 * @param light about 1 where there is no dot, row by row.
 * @param entry its place in the manifest.
 * @throws SimulationError naming the entry, where more than 10 % of the dots are missing.
 */
export function findDots(
  light: Float64Array,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  grid: { readonly columns: number; readonly rows: number },
  entry: number,
): readonly GridDot[] {
  const blobs = blobsOf(light, rows, columns);
  const dots = blobs.map((blob) => ({ ...blob, at: centroid(light, rows, columns, blob) }));
  const linked = dots.length < 4 ? [] : link(dots, [columns / 2, rows / 2]);
  const wanted = grid.columns * grid.rows;
  const spans = linked.length === 0 ? [0, 0] : [spanOf(linked, 'column'), spanOf(linked, 'row')];
  const fits = spans[0] === grid.columns && spans[1] === grid.rows;
  if (!fits || linked.length < wanted * (1 - MOST_MISSING))
    fail(
      `frames[${entry}]`,
      `frames[${entry}]: ${linked.length} dots for a grid of ${grid.columns} × ${grid.rows}.`,
    );
  const [left, top] = [
    Math.min(...linked.map(({ column }) => column)),
    Math.min(...linked.map(({ row }) => row)),
  ];
  return linked.map((dot) => ({ ...dot, column: dot.column - left, row: dot.row - top }));
}

const spanOf = (dots: readonly GridDot[], key: 'column' | 'row'): number => {
  const places = dots.map((dot) => dot[key]);
  return 1 + Math.max(...places) - Math.min(...places);
};

/** Connected dark regions. */
function blobsOf(light: Float64Array, rows: number, columns: number): readonly Blob[] {
  const sorted = light.slice().sort();
  const [dark, bright] = [sorted[Math.floor(0.002 * sorted.length)]!, sorted[sorted.length >> 1]!];
  const limit = bright - DOT_EDGE * (bright - dark);
  const seenBefore = new Uint8Array(light.length);
  const blobs: Blob[] = [];
  for (let start = 0; start < light.length; start += 1) {
    if (seenBefore[start] || light[start]! >= limit) continue;
    const stack = [start];
    seenBefore[start] = 1;
    let [x, y, count, isCut] = [0, 0, 0, false];
    while (stack.length > 0) {
      const i = stack.pop()!;
      const [row, column] = [Math.floor(i / columns), i % columns];
      x += column + 0.5;
      y += row + 0.5;
      count += 1;
      isCut ||= row === 0 || column === 0 || row === rows - 1 || column === columns - 1;
      for (const next of [i - 1, i + 1, i - columns, i + columns]) {
        const isBeside = Math.abs((next % columns) - column) <= 1;
        if (next < 0 || next >= light.length || !isBeside || seenBefore[next]) continue;
        if (light[next]! >= limit) continue;
        seenBefore[next] = 1;
        stack.push(next);
      }
    }
    if (count >= FEWEST_PIXELS && !isCut)
      blobs.push({ at: [x / count, y / count], radius: Math.sqrt(count / Math.PI) });
  }
  return blobs;
}

/** Centroid of what is missing of the light, in a window that follows it. */
function centroid(light: Float64Array, rows: number, columns: number, { at, radius }: Blob): Place {
  let [x, y] = at;
  const reach = WINDOW * radius + 0.5;
  for (let step = 0; step < CENTROID_STEPS; step += 1) {
    let [sum, sumX, sumY] = [0, 0, 0];
    for (let row = Math.floor(y - reach); row <= y + reach; row += 1)
      for (let column = Math.floor(x - reach); column <= x + reach; column += 1) {
        if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
        const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y);
        // The rim of the window fades, so that it does not follow single pixels.
        const share = Math.min(1, Math.max(0, reach + 0.5 - distance));
        const weight = share * (1 - light[row * columns + column]!);
        sum += weight;
        sumX += weight * (column + 0.5);
        sumY += weight * (row + 0.5);
      }
    [x, y] = [sumX / sum, sumY / sum];
  }
  return [x, y];
}

/** Columns and rows of dots, by steps from the one nearest to the middle. */
function link(blobs: readonly Blob[], middle: Place): readonly GridDot[] {
  const dots = blobs.map(({ at }) => at);
  const dotAt = (i: number, column: number, row: number): GridDot => ({
    ...blobs[i]!,
    ...{ column, row },
  });
  const distance = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const nearest = (place: Place): number =>
    dots.reduce(
      (best, dot, i) => (distance(dot, place) < distance(dots[best]!, place) ? i : best),
      0,
    );
  const first = nearest(middle);
  const around = dots
    .map((dot, i) => ({ i, step: [dot[0] - dots[first]![0], dot[1] - dots[first]![1]] as Place }))
    .filter(({ i }) => i !== first)
    .toSorted((a, b) => Math.hypot(...a.step) - Math.hypot(...b.step))
    .slice(0, 4);
  const right = around.toSorted((a, b) => b.step[0] - a.step[0])[0]!.step;
  const down = around.toSorted((a, b) => b.step[1] - a.step[1])[0]!.step;
  const found = new Map<number, GridDot>([[first, dotAt(first, 0, 0)]]);
  const queue: { readonly i: number; readonly right: Place; readonly down: Place }[] = [
    { i: first, right, down },
  ];
  while (queue.length > 0) {
    const { i, ...steps } = queue.shift()!;
    const { column, row, at } = found.get(i)!;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const step = dx === 0 ? steps.down : steps.right;
      const sign = dx + dy;
      const expected: Place = [at[0] + sign * step[0], at[1] + sign * step[1]];
      const next = nearest(expected);
      if (found.has(next) || distance(dots[next]!, expected) > NEAR * Math.hypot(...step)) continue;
      const made: Place = [(dots[next]![0] - at[0]) * sign, (dots[next]![1] - at[1]) * sign];
      found.set(next, dotAt(next, column + dx, row + dy));
      queue.push({
        i: next,
        right: dx === 0 ? steps.right : made,
        down: dx === 0 ? made : steps.down,
      });
    }
  }
  return [...found.values()];
}
