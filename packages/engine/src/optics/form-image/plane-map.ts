import { cos, sin } from '../../quantities/elementary.ts';
import { allocateShared } from '../../images/shared-array.ts';

/**
 * The map of a lens without symmetry from image to scene in one band: tables over the plane of the
 * picture, in shared memory. Places are right and down from the middle of the sensor.
 */
export interface PlaneMap {
  /** Distance from the middle within which all light lies. */
  readonly radiusMm: number;
  /** Left and upper end of the tables, and entries per mm. */
  readonly leftMm: number;
  readonly topMm: number;
  readonly density: number;
  readonly columns: number;
  readonly rows: number;
  /** Tangents of the field: the place in a scene at unit distance. */
  readonly tanX: Float64Array;
  readonly tanY: Float64Array;
  /** Irradiance per radiance, steradians; beyond the rim as on it. */
  readonly light: Float64Array;
  /** The tangent at which the field ends, and how much it changes in a mm there. */
  readonly rimTangent: number;
  readonly tangentPerMm: number;
}

/**
 * What a map is made of, from whoever knows where fields are imaged: a lens whose rays are traced,
 * or a calibration. Nodes lie on a square of tangents, row by row from its negative corner.
 */
export interface ImageNodes {
  /** Largest tangent along x and y. */
  readonly halfWidth: number;
  /** Nodes along a side, an odd number. */
  readonly count: number;
  readonly xMm: Float64Array;
  readonly yMm: Float64Array;
  /** Nodes of the light along a side, over the same square, and their light, steradians. */
  readonly lightCount: number;
  readonly light: Float64Array;
}

/** Points of the polynomials between nodes. */
const POINTS = 6;
/** Entries of the tables of a map along the longer side. */
const ENTRIES = 385;
/** The tables extend a little beyond the rim, for pixels that lie across it. */
const BEYOND = 1.03;
const NEWTON_STEPS = 30;

/** First node, and the weights of six nodes for value and slope, of a place between them. */
interface Weights {
  first: number;
  readonly value: Float64Array;
  readonly slope: Float64Array;
}
const newWeights = (): Weights => ({
  first: 0,
  value: new Float64Array(POINTS),
  slope: new Float64Array(POINTS),
});

/** Denominators of Lagrange's polynomials through 0, 1, …, 5. */
const DENOMINATORS = Array.from({ length: POINTS }, (_, i) =>
  Array.from({ length: POINTS }, (__, j) => (i === j ? 1 : i - j)).reduce((a, b) => a * b, 1),
);

function setWeights(count: number, place: number, to: Weights): void {
  to.first = Math.min(count - POINTS, Math.max(0, Math.floor(place) - POINTS / 2 + 1));
  const x = place - to.first;
  for (let i = 0; i < POINTS; i += 1) {
    let [product, slope] = [1, 0];
    for (let j = 0; j < POINTS; j += 1) {
      if (j === i) continue;
      slope = slope * (x - j) + product;
      product *= x - j;
    }
    to.value[i] = product / DENOMINATORS[i]!;
    to.slope[i] = slope / DENOMINATORS[i]!;
  }
}

/** Where a field is imaged, mm, and how that changes with its tangents. */
export interface ImagedField {
  xMm: number;
  yMm: number;
  /** ∂x/∂tan x, ∂x/∂tan y, ∂y/∂tan x, ∂y/∂tan y. */
  a: number;
  b: number;
  c: number;
  d: number;
}

export const newImagedField = (): ImagedField => ({ xMm: 0, yMm: 0, a: 0, b: 0, c: 0, d: 0 });

const across = newWeights();
const down = newWeights();

/** Interpolates between nodes. */
export function imagedField(
  { halfWidth, count, xMm, yMm }: ImageNodes,
  tanX: number,
  tanY: number,
  to: ImagedField,
): void {
  const perTangent = (count - 1) / (2 * halfWidth);
  setWeights(count, (tanX + halfWidth) * perTangent, across);
  setWeights(count, (tanY + halfWidth) * perTangent, down);
  let [x, y, a, b, c, d] = [0, 0, 0, 0, 0, 0];
  for (let j = 0; j < POINTS; j += 1) {
    const row = (down.first + j) * count + across.first;
    let [sumX, sumY, slopeX, slopeY] = [0, 0, 0, 0];
    for (let i = 0; i < POINTS; i += 1) {
      sumX += across.value[i]! * xMm[row + i]!;
      sumY += across.value[i]! * yMm[row + i]!;
      slopeX += across.slope[i]! * xMm[row + i]!;
      slopeY += across.slope[i]! * yMm[row + i]!;
    }
    x += down.value[j]! * sumX;
    y += down.value[j]! * sumY;
    a += down.value[j]! * slopeX;
    c += down.value[j]! * slopeY;
    b += down.slope[j]! * sumX;
    d += down.slope[j]! * sumY;
  }
  to.xMm = x;
  to.yMm = y;
  to.a = a * perTangent;
  to.b = b * perTangent;
  to.c = c * perTangent;
  to.d = d * perTangent;
}

const field = newImagedField();

/**
 * The tangents of the field that is imaged at a place, by Newton's method from those of a
 * neighbour; those of the last step where there is none.
 */
export function fieldAt(
  nodes: ImageNodes,
  xMm: number,
  yMm: number,
  near: readonly [number, number],
): readonly [tanX: number, tanY: number] {
  const most = 1.2 * nodes.halfWidth;
  let [tanX, tanY] = near;
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    imagedField(nodes, tanX, tanY, field);
    const [ex, ey] = [xMm - field.xMm, yMm - field.yMm];
    const determinant = field.a * field.d - field.b * field.c;
    const stepX = (field.d * ex - field.b * ey) / determinant;
    const stepY = (field.a * ey - field.c * ex) / determinant;
    tanX = Math.min(most, Math.max(-most, tanX + stepX));
    tanY = Math.min(most, Math.max(-most, tanY + stepY));
    if (Math.abs(stepX) + Math.abs(stepY) < 1e-13 * nodes.halfWidth) break;
  }
  return [tanX, tanY];
}

/** Irradiance per radiance of a field, steradians. */
export function lightOfField(
  { halfWidth, lightCount, light }: ImageNodes,
  tanX: number,
  tanY: number,
): number {
  const perTangent = (lightCount - 1) / (2 * halfWidth);
  setWeights(lightCount, (tanX + halfWidth) * perTangent, across);
  setWeights(lightCount, (tanY + halfWidth) * perTangent, down);
  let sum = 0;
  for (let j = 0; j < POINTS; j += 1)
    for (let i = 0; i < POINTS; i += 1)
      sum +=
        down.value[j]! *
        across.value[i]! *
        light[(down.first + j) * lightCount + across.first + i]!;
  return Math.max(0, sum);
}

/** Fields on the rim at which it is seen how far light reaches. */
const RIM = 64;

/** Left, upper, right and lower end of the image of the field, mm. */
function endsOf(nodes: ImageNodes): readonly [number, number, number, number] {
  const places = Array.from({ length: RIM }, (_, k) => {
    const angle = (2 * Math.PI * k) / RIM;
    const at = newImagedField();
    imagedField(nodes, nodes.halfWidth * cos(angle), nodes.halfWidth * sin(angle), at);
    return at;
  });
  const [xs, ys] = [places.map(({ xMm }) => xMm), places.map(({ yMm }) => yMm)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Makes the map of nodes; the field is the circle of their largest tangent. */
export function planeMap(nodes: ImageNodes): PlaneMap {
  const [left, top, right, bottom] = endsOf(nodes);
  const size = Math.max(right - left, bottom - top) * BEYOND;
  const density = (ENTRIES - 1) / size;
  const [leftMm, topMm] = [
    left - ((BEYOND - 1) / 2) * (right - left),
    top - ((BEYOND - 1) / 2) * (bottom - top),
  ];
  const columns = Math.min(ENTRIES, Math.ceil((right - left) * BEYOND * density) + 2);
  const rows = Math.min(ENTRIES, Math.ceil((bottom - top) * BEYOND * density) + 2);
  const table = (): Float64Array => new Float64Array(allocateShared(columns * rows * 8));
  const [tanX, tanY, light] = [table(), table(), table()];
  let rowStart: readonly [number, number] = [0, 0];
  // The first entry is walked to from the image of the axis.
  const axis = newImagedField();
  imagedField(nodes, 0, 0, axis);
  for (let step = 1; step <= RIM; step += 1) {
    const share = step / RIM;
    rowStart = fieldAt(
      nodes,
      axis.xMm + share * (leftMm - axis.xMm),
      axis.yMm + share * (topMm - axis.yMm),
      rowStart,
    );
  }
  for (let row = 0, at = 0; row < rows; row += 1) {
    let near = rowStart;
    for (let column = 0; column < columns; column += 1, at += 1) {
      near = fieldAt(nodes, leftMm + column / density, topMm + row / density, near);
      if (column === 0) rowStart = near;
      [tanX[at], tanY[at]] = near;
      // Light goes on a little beyond the rim, where `inside` ends it.
      light[at] = lightOfField(nodes, ...withinField(nodes, near));
    }
  }
  const radiusMm = Math.hypot(
    Math.max(Math.abs(left), Math.abs(right)),
    Math.max(Math.abs(top), Math.abs(bottom)),
  );
  return {
    radiusMm,
    leftMm,
    topMm,
    density,
    columns,
    rows,
    tanX,
    tanY,
    light,
    rimTangent: nodes.halfWidth,
    tangentPerMm: (2 * nodes.halfWidth * BEYOND) / size,
  };
}

/** The nearest field that is none beyond the rim. */
export function withinField(
  { halfWidth }: Pick<ImageNodes, 'halfWidth'>,
  [tanX, tanY]: readonly [number, number],
): readonly [number, number] {
  const share = halfWidth / Math.max(halfWidth, Math.hypot(tanX, tanY));
  return [tanX * share, tanY * share];
}

/** A place among the entries of a map's tables. */
export interface EntryPlace {
  at: number;
  right: number;
  down: number;
}

export function placeInMap(
  { leftMm, topMm, density, columns, rows }: PlaneMap,
  xMm: number,
  yMm: number,
  to: EntryPlace,
): void {
  const x = Math.min(columns - 1.001, Math.max(0, (xMm - leftMm) * density));
  const y = Math.min(rows - 1.001, Math.max(0, (yMm - topMm) * density));
  const [column, row] = [Math.floor(x), Math.floor(y)];
  to.at = row * columns + column;
  to.right = x - column;
  to.down = y - row;
}

/** A value between entries. */
export function between(
  { columns }: PlaneMap,
  values: Float64Array,
  { at, right, down: below }: EntryPlace,
): number {
  const upper = values[at]! + (values[at + 1]! - values[at]!) * right;
  const lower = values[at + columns]! + (values[at + columns + 1]! - values[at + columns]!) * right;
  return upper + (lower - upper) * below;
}
