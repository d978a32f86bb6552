import { atan, tan } from '../../quantities/elementary.ts';
import { WAVELENGTHS, type Spectrum } from '../../quantities/wavelengths.ts';
import { planeCount, rowSampler, type Pattern } from '../../scenes/patterns/pattern.ts';
import { foldPattern } from '../fold-pattern.ts';
import type { SceneInView } from '../lens.ts';
import { GHOST_BANDS } from './trace-ghost-rays.ts';

/** Largest angle of a bright source, radians: the focal length over 200 in the image. */
const FINE = 1 / 200;
/** Fine cells along a side of one whose light is not bright. */
const COARSE = 8;
/** Brighter than so many times the mean of the scene is bright. */
const BRIGHT = 10;
/** Places along a side of a bright cell at which its light is looked at. */
const INSIDE = 8;

/**
 * Sources of ghosts: cells of the scene, number after number. Each has the place of its light as
 * tangents of the angles from the axis, right and down; half the width and half the height of an
 * even patch that is spread as its light is; the light of all bands together; and the light of
 * each response in each band of `GHOST_BANDS`: radiance · response · 10 nm times the solid angle of
 * its part of the object, (cos)³ of the field included.
 */
export interface GhostSources {
  readonly numbers: Float64Array;
  readonly count: number;
  readonly responses: number;
}

/** Numbers of a source before those of its responses. */
export const SOURCE_HEAD = 5;
export const sourceLength = (responses: number): number =>
  SOURCE_HEAD + responses * GHOST_BANDS.length;

/**
 * Sums a scene into the sources of its ghosts.
 *
 * @param farthest field angle beyond which nothing counts, radians.
 */
export function ghostSources(
  { lit, hfov }: SceneInView,
  responses: readonly Spectrum[],
  farthest: number,
): GhostSources {
  const halfWidth = tan(hfov / 2);
  const halfHeight = (halfWidth * lit.scene.rows) / lit.scene.columns;
  const x = edgesOf(halfWidth, farthest);
  const y = edgesOf(halfHeight, farthest);
  const { pattern, weights } = foldPattern(
    lit,
    responses.flatMap((response) => GHOST_BANDS.map((_, band) => inBand(response, band))),
    1,
  );
  const total = weights[0]!.map((_, plane) =>
    weights.reduce((sum, weight) => sum + weight[plane]!, 0),
  );
  const cells = sampled(pattern, total, x, y);
  const sum = sumsOf({ pattern, weights, total, halfWidth, halfHeight });
  const limit = BRIGHT * cells.mean;
  for (let top = 0; top < y.count; top += COARSE) {
    for (let left = 0; left < x.count; left += COARSE) {
      const block = sum.begin();
      for (let row = top; row < top + COARSE; row += 1) {
        for (let column = left; column < left + COARSE; column += 1) {
          const at = row * x.count + column;
          const brightness = cells.brightness[at]!;
          if (!(brightness > 0)) continue;
          const cell = cellAt(x, y, column, row, farthest);
          if (!cell) continue;
          const means = cells.planes.map((plane) => plane[at]!);
          if (brightness > limit) sum.addBright(cell, means);
          else block.add(cell, means, brightness);
        }
      }
      block.end();
    }
  }
  return sum.sources(responses.length);
}

/** Places between cells: tangents that stand for equal angles, a multiple of `COARSE` of cells. */
interface Edges {
  readonly count: number;
  readonly tangents: Float64Array;
  /** The same, from 0 to 1 over the scene. */
  readonly places: Float64Array;
}

function edgesOf(half: number, farthest: number): Edges {
  const angle = Math.min(atan(half), farthest);
  const count = COARSE * Math.max(1, Math.ceil((2 * angle) / (COARSE * FINE)));
  const tangents = Float64Array.from({ length: count + 1 }, (_, at) =>
    tan(angle * ((2 * at) / count - 1)),
  );
  const places = tangents.map((tangent) => Math.min(1, Math.max(0, 0.5 + tangent / (2 * half))));
  return { count, tangents, places };
}

/** A response to the light that counts for a band, by the distance from it to its neighbours. */
function inBand(response: Spectrum, band: number): Spectrum {
  const at: number = GHOST_BANDS[band]!;
  const [before = -Infinity, after = Infinity] = [GHOST_BANDS[band - 1], GHOST_BANDS[band + 1]];
  return response.map((value, index) => {
    const wavelength = WAVELENGTHS[index]!;
    const share =
      wavelength <= at
        ? before === -Infinity
          ? 1
          : (wavelength - before) / (at - before)
        : after === Infinity
          ? 1
          : (after - wavelength) / (after - at);
    return value * Math.max(0, share);
  });
}

/** A cell of the scene, in tangents. */
interface Cell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Solid angle times cosine of the field angle from the axis: cos³ · width · height. */
  readonly solid: number;
}

function cellAt(
  { tangents: x }: Edges,
  { tangents: y }: Edges,
  column: number,
  row: number,
  farthest: number,
): Cell | undefined {
  const [left, top] = [x[column]!, y[row]!];
  const [width, height] = [x[column + 1]! - left, y[row + 1]! - top];
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  const tangent2 = middleX * middleX + middleY * middleY;
  const limit = tan(farthest);
  if (tangent2 > limit * limit) return undefined;
  const cosine = 1 / Math.sqrt(1 + tangent2);
  return { left, top, width, height, solid: cosine * cosine * cosine * width * height };
}

/** Means of the planes of a pattern over all cells, and their brightness. */
function sampled(pattern: Pattern, total: readonly number[], x: Edges, y: Edges) {
  const sample = rowSampler(pattern, x.places);
  const means = total.map(() => new Float32Array(x.count));
  const planes = total.map(() => new Float32Array(x.count * y.count));
  const brightness = new Float64Array(x.count * y.count);
  let sum = 0;
  for (let row = 0; row < y.count; row += 1) {
    sample(y.places[row]!, y.places[row + 1]!, means);
    for (const [k, plane] of means.entries()) {
      planes[k]!.set(plane, row * x.count);
      for (let column = 0; column < x.count; column += 1)
        brightness[row * x.count + column]! += total[k]! * plane[column]!;
    }
  }
  for (const value of brightness) sum += value;
  return { planes, brightness, mean: sum / brightness.length };
}

interface Summing {
  readonly pattern: Pattern;
  /** weights[4 · response + band][plane]. */
  readonly weights: readonly (readonly number[])[];
  /** The sum of the weights of a plane. */
  readonly total: readonly number[];
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Collects sources. */
function sumsOf({ pattern, weights, total, halfWidth, halfHeight }: Summing) {
  const numbers: number[] = [];
  const planes = planeCount(pattern);
  /** First and second moments of light. */
  const moments = () => ({ light: 0, x: 0, y: 0, xx: 0, yy: 0 });
  type Moments = ReturnType<typeof moments>;
  const addTo = (to: Moments, { left, top, width, height }: Cell, light: number): void => {
    const [x, y] = [left + width / 2, top + height / 2];
    to.light += light;
    to.x += light * x;
    to.y += light * y;
    to.xx += light * (x * x + (width * width) / 12);
    to.yy += light * (y * y + (height * height) / 12);
  };
  const push = ({ light, x, y, xx, yy }: Moments, sums: ArrayLike<number>): void => {
    const [middleX, middleY] = [x / light, y / light];
    const half = (squares: number, middle: number): number =>
      Math.sqrt(3 * Math.max(0, squares / light - middle * middle));
    const values = weights.map((weight) =>
      weight.reduce((sum, value, plane) => sum + value * sums[plane]!, 0),
    );
    numbers.push(middleX, middleY, half(xx, middleX), half(yy, middleY));
    numbers.push(
      values.reduce((sum, value) => sum + value, 0),
      ...values,
    );
  };
  return {
    /** Begins a source that gathers cells. */
    begin: () => {
      const gathered = moments();
      const sums = new Float64Array(planes);
      return {
        add: (cell: Cell, means: readonly number[], brightness: number): void => {
          addTo(gathered, cell, brightness * cell.solid);
          for (let plane = 0; plane < planes; plane += 1)
            sums[plane]! += means[plane]! * cell.solid;
        },
        end: (): void => {
          if (gathered.light > 0) push(gathered, sums);
        },
      };
    },
    /** Adds a bright cell, a source for itself. */
    addBright: (cell: Cell, means: readonly number[]): void => {
      const { left, top, width, height, solid } = cell;
      const placesOf = (start: number, size: number, half: number): Float64Array =>
        Float64Array.from({ length: INSIDE + 1 }, (_, at) =>
          Math.min(1, Math.max(0, 0.5 + (start + (size * at) / INSIDE) / (2 * half))),
        );
      const sample = rowSampler(pattern, placesOf(left, width, halfWidth));
      const rows = placesOf(top, height, halfHeight);
      const inside = total.map(() => new Float32Array(INSIDE));
      const spread = moments();
      const part = { ...cell, width: width / INSIDE, height: height / INSIDE };
      for (let row = 0; row < INSIDE; row += 1) {
        sample(rows[row]!, rows[row + 1]!, inside);
        for (let column = 0; column < INSIDE; column += 1) {
          const light = total.reduce((sum, value, k) => sum + value * inside[k]![column]!, 0);
          const [x, y] = [left + column * part.width, top + row * part.height];
          if (light > 0) addTo(spread, { ...part, left: x, top: y }, light);
        }
      }
      if (spread.light > 0)
        push(
          spread,
          means.map((mean) => mean * solid),
        );
    },
    sources: (responses: number): GhostSources => ({
      numbers: Float64Array.from(numbers),
      count: numbers.length / sourceLength(responses),
      responses,
    }),
  };
}
