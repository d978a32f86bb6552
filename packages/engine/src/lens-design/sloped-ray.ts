import { newDerivatives, newRoundDerivatives } from '../optics/ray-trace/surfaces/surface-kind.ts';
import { RAY_MISSES, RAY_REFLECTED, newRay } from '../optics/ray-trace/ray.ts';
import { traceRay, type TracedLens } from '../optics/ray-trace/trace-ray.ts';
import type { Dual } from './dual.ts';
import type { DualFrame } from './dual-placement.ts';
import type { SlopedShape } from './dual-shape.ts';

/** A surface of a lens with the derivatives of what is varied. */
export interface SlopedSurface {
  readonly frame: DualFrame;
  readonly shape: SlopedShape;
}

/** A refraction at one wavelength: index before a surface, and before over behind. */
export interface SlopedRefraction {
  readonly before: Dual;
  readonly ratio: Dual;
}

/** What a ray needs of a lens at one wavelength. */
export interface SlopedLens {
  readonly surfaces: readonly SlopedSurface[];
  readonly refractions: readonly SlopedRefraction[];
  readonly image: DualFrame;
  /** Count of variables. */
  readonly variables: number;
  /** The same for rays without derivatives, which are traced much faster; of constants alone. */
  readonly plain?: TracedLens;
}

/** A vector along x, y and z with its derivatives by all variables: those of x, then y, then z. */
interface SlopedVector {
  readonly values: [number, number, number];
  readonly slopes: Float64Array;
}

/** A ray with derivatives: place (mm), direction cosines and optical path (mm). */
export interface SlopedRay {
  readonly place: SlopedVector;
  readonly direction: SlopedVector;
  pathMm: number;
  readonly pathSlopes: Float64Array;
}

const NO_SLOPES = new Float64Array(0);

const newVector = (variables: number): SlopedVector => ({
  values: [0, 0, 0],
  slopes: variables === 0 ? NO_SLOPES : new Float64Array(3 * variables),
});

export const newSlopedRay = (variables: number): SlopedRay => ({
  place: newVector(variables),
  direction: newVector(variables),
  pathMm: 0,
  pathSlopes: variables === 0 ? NO_SLOPES : new Float64Array(variables),
});

const turnedValues = new Float64Array(3);

/** Turns a vector in place by a matrix, or by the transpose of it, which turns back. */
function turn({ values, slopes }: SlopedVector, matrix: readonly Dual[], isBack: boolean): void {
  const variables = slopes.length / 3;
  const at = (row: number, column: number): Dual =>
    matrix[isBack ? 3 * column + row : 3 * row + column]!;
  for (let i = 0; i < variables; i += 1) {
    for (let row = 0; row < 3; row += 1) {
      let sum = 0;
      for (let column = 0; column < 3; column += 1) {
        const { value, slopes: own } = at(row, column);
        sum += value * slopes[column * variables + i]! + (own ? own[i]! * values[column]! : 0);
      }
      turnedValues[row] = sum;
    }
    for (let row = 0; row < 3; row += 1) slopes[row * variables + i] = turnedValues[row]!;
  }
  for (let row = 0; row < 3; row += 1) {
    turnedValues[row] =
      at(row, 0).value * values[0] + at(row, 1).value * values[1] + at(row, 2).value * values[2];
  }
  for (let row = 0; row < 3; row += 1) values[row] = turnedValues[row]!;
}

function shift({ values, slopes }: SlopedVector, by: readonly Dual[], sign: 1 | -1): void {
  const variables = slopes.length / 3;
  for (let axis = 0; axis < 3; axis += 1) {
    const { value, slopes: own } = by[axis]!;
    values[axis]! += sign * value;
    if (own) for (let i = 0; i < variables; i += 1) slopes[axis * variables + i]! += sign * own[i]!;
  }
}

function enter({ place, direction }: SlopedRay, { vertex, turn: matrix }: DualFrame): void {
  shift(place, vertex, -1);
  if (!matrix) return;
  turn(place, matrix, true);
  turn(direction, matrix, true);
}

function leave({ place, direction }: SlopedRay, { vertex, turn: matrix }: DualFrame): void {
  if (matrix) {
    turn(place, matrix, false);
    turn(direction, matrix, false);
  }
  shift(place, vertex, 1);
}

const incident = { xMm: 0, yMm: 0, zMm: 0, L: 0, M: 0, N: 1 };

/** Distance along a ray to a surface in its own frame; NaN when the ray misses it. */
function distanceTo({ kind, numbers }: SlopedShape, ray: SlopedRay): number {
  const [xMm, yMm, zMm] = ray.place.values;
  const [L, M, N] = ray.direction.values;
  Object.assign(incident, { xMm, yMm, zMm, L, M, N });
  return kind.meet(numbers, incident, 1);
}

/** Derivatives of a surface where a ray meets it: of a round one, and of any other. */
const round = newRoundDerivatives();
const free = newDerivatives();
const normal = { x: 0, y: 0, z: 1 };

/** Fills `normal`, and `round` or `free`. */
function shapeAt({ kind, numbers }: SlopedShape, x: number, y: number): void {
  if (kind.roundDerivatives) {
    const r2 = x * x + y * y;
    kind.roundDerivatives(numbers, r2, round);
    normal.z = 1 / Math.sqrt(1 + round.slope * round.slope * r2);
    normal.x = -round.slope * x * normal.z;
    normal.y = -round.slope * y * normal.z;
    return;
  }
  kind.derivatives(numbers, x, y, free);
  normal.z = 1 / Math.sqrt(1 + free.x * free.x + free.y * free.y);
  normal.x = -free.x * normal.z;
  normal.y = -free.y * normal.z;
}

/** How the normal changes with a variable. */
const change = { x: 0, y: 0, z: 0 };

/** How much the sag at a fixed place changes with variable `i`. */
function sagChange({ kind, duals }: SlopedShape, i: number): number {
  const { sagBy } = kind.roundDerivatives ? round : free;
  let sum = 0;
  for (let at = 0; at < duals.length; at += 1) {
    const { slopes } = duals[at]!;
    if (slopes) sum += sagBy[at]! * slopes[i]!;
  }
  return sum;
}

/**
 * Fills `change` with how the normal changes with variable `i`, where the place on the surface
 * moves by (qx, qy).
 */
function turnNormal(
  { kind, duals }: SlopedShape,
  i: number,
  [x, y]: readonly [number, number],
  [qx, qy]: readonly [number, number],
): void {
  const nz = normal.z;
  if (kind.roundDerivatives) {
    const { slope, bySquare, slopeBy } = round;
    let dSlope = 0;
    for (let at = 0; at < duals.length; at += 1) {
      const { slopes } = duals[at]!;
      if (slopes) dSlope += slopeBy[at]! * slopes[i]!;
    }
    const r2 = x * x + y * y;
    const half = x * qx + y * qy;
    dSlope += 2 * bySquare * half;
    change.z = -nz * nz * nz * slope * (r2 * dSlope + slope * half);
    change.x = -nz * (slope * qx + x * dSlope) - slope * x * change.z;
    change.y = -nz * (slope * qy + y * dSlope) - slope * y * change.z;
    return;
  }
  let [dx, dy] = [free.xx * qx + free.xy * qy, free.xy * qx + free.yy * qy];
  for (let at = 0; at < duals.length; at += 1) {
    const { slopes } = duals[at]!;
    if (!slopes) continue;
    dx += free.xBy[at]! * slopes[i]!;
    dy += free.yBy[at]! * slopes[i]!;
  }
  change.z = -nz * nz * nz * (free.x * dx + free.y * dy);
  change.x = -nz * dx - free.x * change.z;
  change.y = -nz * dy - free.y * change.z;
}

/** A ray's meeting with a surface: way, place, cosine with the normal, and √ of Snell's law. */
const met = { t: 0, x: 0, y: 0, cosine: 1, root: 1 };

/**
 * Meets and refracts a ray at a surface in the frame of the surface, with all derivatives.
 *
 * @returns 0, or why the ray fails.
 */
function meet({ shape }: SlopedSurface, refraction: SlopedRefraction, ray: SlopedRay): number {
  const place = ray.place.values;
  const direction = ray.direction.values;
  const t = distanceTo(shape, ray);
  const [x, y, z] = [
    place[0] + t * direction[0],
    place[1] + t * direction[1],
    place[2] + t * direction[2],
  ];
  shapeAt(shape, x, y);
  const { x: nx, y: ny, z: nz } = normal;
  const cosine = nx * direction[0] + ny * direction[1] + nz * direction[2];
  // A ray that comes from behind, or misses.
  if (!(cosine >= 0)) return RAY_MISSES;
  const mu = refraction.ratio.value;
  const squared = 1 - mu * mu * (1 - cosine * cosine);
  if (squared < 0) return RAY_REFLECTED;
  Object.assign(met, { t, x, y, cosine, root: Math.sqrt(squared) });
  if (ray.pathSlopes.length > 0) setSlopes(shape, refraction, ray);
  place[0] = x;
  place[1] = y;
  place[2] = z;
  ray.pathMm += refraction.before.value * t;
  if (mu === 1) return 0;
  const g = met.root - mu * cosine;
  direction[0] = mu * direction[0] + g * nx;
  direction[1] = mu * direction[1] + g * ny;
  direction[2] = mu * direction[2] + g * nz;
  return 0;
}

/**
 * The derivatives behind a surface, those of the way by the theorem of implicit functions; `ray`
 * still has its values from before, `met` and `normal` those at the surface.
 */
function setSlopes(shape: SlopedShape, { before, ratio }: SlopedRefraction, ray: SlopedRay): void {
  const { t, x, y, cosine, root } = met;
  const { x: nx, y: ny, z: nz } = normal;
  const places = ray.place.slopes;
  const directions = ray.direction.slopes;
  const [L, M, N] = ray.direction.values;
  const mu = ratio.value;
  const g = root - mu * cosine;
  const count = ray.pathSlopes.length;
  for (let i = 0, j = count, k = 2 * count; i < count; i += 1, j += 1, k += 1) {
    const [dL, dM, dN] = [directions[i]!, directions[j]!, directions[k]!];
    const [px, py, pz] = [places[i]! + t * dL, places[j]! + t * dM, places[k]! + t * dN];
    const dt = (nz * sagChange(shape, i) - nx * px - ny * py - nz * pz) / cosine;
    const [qx, qy] = [px + dt * L, py + dt * M];
    turnNormal(shape, i, [x, y], [qx, qy]);
    const { x: dnx, y: dny, z: dnz } = change;
    places[i] = qx;
    places[j] = qy;
    places[k] = pz + dt * N;
    ray.pathSlopes[i]! += before.value * dt + (before.slopes?.[i] ?? 0) * t;
    const dMu = ratio.slopes?.[i] ?? 0;
    if (mu === 1 && dMu === 0) continue;
    const dCosine = dnx * L + dny * M + dnz * N + nx * dL + ny * dM + nz * dN;
    const dSquared = 2 * mu * mu * cosine * dCosine - 2 * mu * dMu * (1 - cosine * cosine);
    const dg = dSquared / (2 * root) - dMu * cosine - mu * dCosine;
    directions[i] = dMu * L + mu * dL + dg * nx + g * dnx;
    directions[j] = dMu * M + mu * dM + dg * ny + g * dny;
    directions[k] = dMu * N + mu * dN + dg * nz + g * dnz;
  }
}

/**
 * Traces a ray with its derivatives, in place, and adds its optical path: to the plane of the
 * sensor, where x and y are those of its frame and the direction is in the frame of the lens; clear
 * apertures do not stop it.
 *
 * @param to a surface at which it ends instead, in the frame of that surface.
 * @returns 0 when the ray arrives, else 4·surface plus the reason, see `describeFailure`.
 */
export function traceSloped(lens: SlopedLens, ray: SlopedRay, to?: number): number {
  const { surfaces, refractions, image, plain } = lens;
  if (plain && to === undefined) return tracePlain(plain, ray);
  for (let i = 0; i < surfaces.length; i += 1) {
    enter(ray, surfaces[i]!.frame);
    const failure = meet(surfaces[i]!, refractions[i]!, ray);
    if (failure !== 0) return 4 * i + failure;
    if (i === to) return 0;
    leave(ray, surfaces[i]!.frame);
  }
  return reach(image, ray) ? 0 : 4 * surfaces.length + RAY_MISSES;
}

const plainRay = newRay();

/** `traceSloped` of a ray without derivatives. */
function tracePlain(lens: TracedLens, ray: SlopedRay): number {
  const { place, direction } = ray;
  [plainRay.xMm, plainRay.yMm, plainRay.zMm] = [place.values[0], place.values[1], place.values[2]];
  [plainRay.L, plainRay.M, plainRay.N] = [
    direction.values[0],
    direction.values[1],
    direction.values[2],
  ];
  const failure = traceRay(lens, plainRay, false);
  if (failure !== 0) return failure;
  place.values[0] = plainRay.xMm;
  place.values[1] = plainRay.yMm;
  place.values[2] = 0;
  direction.values[0] = plainRay.L;
  direction.values[1] = plainRay.M;
  direction.values[2] = plainRay.N;
  ray.pathMm += plainRay.opticalPathMm;
  return 0;
}

/** Ends a ray on the plane of the sensor, in air. */
function reach(image: DualFrame, ray: SlopedRay): boolean {
  const { place, direction, pathSlopes } = ray;
  const [L, M, Z] = direction.values;
  const slopes = direction.slopes.slice();
  enter(ray, image);
  const count = pathSlopes.length;
  const N = direction.values[2];
  if (!(N > 0)) return false;
  const t = -place.values[2] / N;
  for (let i = 0; i < count; i += 1) {
    const dt = -(place.slopes[2 * count + i]! + t * direction.slopes[2 * count + i]!) / N;
    for (let axis = 0; axis < 3; axis += 1)
      place.slopes[axis * count + i]! +=
        t * direction.slopes[axis * count + i]! + dt * direction.values[axis]!;
    pathSlopes[i]! += dt;
  }
  for (let axis = 0; axis < 3; axis += 1) place.values[axis]! += t * direction.values[axis]!;
  ray.pathMm += t;
  direction.values[0] = L;
  direction.values[1] = M;
  direction.values[2] = Z;
  direction.slopes.set(slopes);
  return true;
}
