import { cosSin } from '../../quantities/elementary.ts';

/** A picture of a point as it was taken: samples of light about its centroid. */
export interface PointPicture {
  /** Samples across the field and, away from the axis, along it. */
  readonly columns: number;
  readonly rows: number;
  readonly stepMm: number;
  /** Share of the light of each sample, row by row. */
  readonly shares: Float64Array;
  /** The centroid, in samples from the first one. */
  readonly centre: readonly [column: number, row: number];
  /** Farthest light from the centroid, and its root mean square. */
  readonly extentMm: number;
  readonly rmsMm: number;
}

/** Light of a field as pictures of points have it, the same on both sides of the field. */
export type PointLight = readonly {
  readonly weight: number;
  readonly picture: PointPicture;
}[];

/** A picture of a point from its samples; what is below 0 is 0. @param rows away from the axis. */
export function pointPicture(rows: readonly (readonly number[])[], stepMm: number): PointPicture {
  const columns = rows[0]!.length;
  const shares = Float64Array.from(rows.flat(), (value) => Math.max(0, value));
  const total = shares.reduce((sum, value) => sum + value, 0);
  let [sumX, sumY] = [0, 0];
  for (let i = 0; i < shares.length; i += 1) {
    shares[i]! /= total;
    sumX += shares[i]! * (i % columns);
    sumY += shares[i]! * Math.floor(i / columns);
  }
  let [extent, squares] = [0, 0];
  for (let i = 0; i < shares.length; i += 1) {
    const square = ((i % columns) - sumX) ** 2 + (Math.floor(i / columns) - sumY) ** 2;
    squares += shares[i]! * square;
    if (shares[i]! > 0) extent = Math.max(extent, square);
  }
  return {
    ...{ columns, rows: rows.length, stepMm, shares, centre: [sumX, sumY] },
    extentMm: (Math.sqrt(extent) + 1) * stepMm,
    rmsMm: Math.sqrt(squares) * stepMm,
  };
}

/** How far the light of pictures reaches from the chief ray. */
export const pointExtentMm = (light: PointLight): number =>
  Math.max(...light.map(({ picture }) => picture.extentMm));

/** Root mean square distance of the light of pictures from the chief ray. */
export const pointRmsMm = (light: PointLight): number =>
  Math.sqrt(light.reduce((sum, { weight, picture }) => sum + weight * picture.rmsMm ** 2, 0));

/**
 * Optical transfer of pictures of points, with the chief ray as origin.
 *
 * @param frequency line pairs per mm.
 * @param direction radians from the direction of the field.
 */
export function pointTransfer(
  light: PointLight,
  frequency: number,
  direction: number,
): readonly [real: number, imaginary: number] {
  const [along, across] = [frequency * Math.cos(direction), frequency * Math.sin(direction)];
  let [real, imaginary] = [0, 0];
  const turn = new Float64Array(2);
  for (const { weight, picture } of light) {
    const { columns, rows, stepMm, shares, centre } = picture;
    // Both sides of the field are alike, so that what lies across counts by its cosine.
    const cosines = Float64Array.from({ length: columns }, (_, column) => {
      cosSin(2 * Math.PI * across * (column - centre[0]) * stepMm, turn);
      return turn[0]!;
    });
    for (let row = 0; row < rows; row += 1) {
      let sum = 0;
      for (let column = 0; column < columns; column += 1)
        sum += shares[row * columns + column]! * cosines[column]!;
      cosSin(-2 * Math.PI * along * (row - centre[1]) * stepMm, turn);
      real += weight * sum * turn[0]!;
      imaginary += weight * sum * turn[1]!;
    }
  }
  return [real, imaginary];
}

/** Places along a side at most on which pictures are laid out. */
const MOST_PLACES = 1024;

/** Light on a square grid of places about the chief ray. */
export interface PointField {
  /** Along rows and columns of the sensor. */
  readonly places: Float64Array;
  /** Share of the light per mm²: light[y * places.length + x]. */
  readonly light: Float64Array;
}

/**
 * Lays pictures of points out along the rows and columns of the sensor, by cubics between samples.
 *
 * @param towards unit vector on the sensor from the axis to the image point.
 * @param pitchMm of the grid for which kernels are made: places are twice as dense at least.
 */
export function pointField(
  light: PointLight,
  [ex, ey]: readonly [number, number],
  pitchMm: number,
): PointField {
  const finest = Math.min(...light.map(({ picture }) => picture.stepMm));
  const extentMm = pointExtentMm(light) + 2 * finest;
  const step = Math.max(Math.min(finest, pitchMm) / 2, (2 * extentMm) / MOST_PLACES);
  const half = Math.ceil(extentMm / step);
  const places = Float64Array.from({ length: 2 * half + 1 }, (_, i) => (i - half) * step);
  const out = new Float64Array(places.length ** 2);
  let sum = 0;
  for (const [row, y] of places.entries())
    for (const [column, x] of places.entries()) {
      const [along, across] = [x * ex + y * ey, x * ey - y * ex];
      let value = 0;
      for (const { weight, picture } of light) {
        const density = weight / (2 * picture.stepMm ** 2);
        value += density * (sharesAt(picture, across, along) + sharesAt(picture, -across, along));
      }
      out[row * places.length + column] = value;
      sum += value;
    }
  const scale = 1 / (sum * step * step);
  return { places, light: out.map((value) => value * scale) };
}

/** Value of a picture between its samples: Catmull-Rom, and 0 outside. */
function sharesAt(
  { columns, rows, stepMm, shares, centre }: PointPicture,
  acrossMm: number,
  alongMm: number,
): number {
  const [x, y] = [acrossMm / stepMm + centre[0], alongMm / stepMm + centre[1]];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < -2 || top < -2 || left > columns || top > rows) return 0;
  let value = 0;
  for (let row = top - 1; row <= top + 2; row += 1) {
    if (row < 0 || row >= rows) continue;
    const down = cubicWeight(y - row);
    for (let column = left - 1; column <= left + 2; column += 1)
      if (column >= 0 && column < columns)
        value += down * cubicWeight(x - column) * shares[row * columns + column]!;
  }
  return value;
}

function cubicWeight(distance: number): number {
  const d = Math.abs(distance);
  if (d >= 2) return 0;
  return d < 1 ? 1 + d * d * (1.5 * d - 2.5) : 2 + d * (-4 + d * (2.5 - 0.5 * d));
}
