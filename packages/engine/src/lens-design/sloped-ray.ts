import {
  RAY_MISSES,
  RAY_REFLECTED,
  meetAsphere,
  newRay,
  traceRay,
  type TracedLens,
} from '../optics/ray-trace/trace-ray.ts';
import type { Dual } from './dual.ts';
import type { DualFrame } from './dual-placement.ts';

/** A surface of a lens with the derivatives of what is varied. */
export interface SlopedSurface {
  readonly frame: DualFrame;
  /** 1/mm. */
  readonly curvature: Dual;
  readonly conic: Dual;
  /** Coefficients of r², r⁴, …; empty for a conic. */
  readonly aspheric: readonly Dual[];
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
function distanceTo({ curvature, conic, aspheric }: SlopedSurface, ray: SlopedRay): number {
  const c = curvature.value;
  const [x, y, z] = ray.place.values;
  const [L, M, N] = ray.direction.values;
  if (conic.value !== 0 || aspheric.length > 0) {
    Object.assign(incident, { xMm: x, yMm: y, zMm: z, L, M, N });
    return meetAsphere(c, [conic.value, ...aspheric.map(({ value }) => value)], incident);
  }
  const b = N - c * (x * L + y * M + z * N);
  const constantTerm = c * (x * x + y * y + z * z) - 2 * z;
  const root = Math.sqrt(b * b - c * constantTerm);
  return b >= 0 ? constantTerm / (b + root) : (b - root) / c;
}

/** The shape of a surface at a place: the slope over r, its derivatives, and those of the sag. */
const shape = {
  slope: 0,
  bySquare: 0,
  byCurvature: 0,
  byConic: 0,
  sagByCurvature: 0,
  sagByConic: 0,
};

/**
 * Fills `shape` at r². The conic satisfies (1 + k)cz² − 2z + cr² = 0, from which the derivatives
 * of its sag by c and k follow; s is 1 − (1 + k)cz.
 */
function shapeAt({ curvature, conic, aspheric }: SlopedSurface, r2: number): void {
  const [c, k] = [curvature.value, conic.value];
  const s = Math.sqrt(1 - (1 + k) * c * c * r2);
  const sag = (c * r2) / (1 + s);
  shape.slope = c / s;
  shape.bySquare = ((1 + k) * c ** 3) / (2 * s ** 3);
  shape.byCurvature = 1 / s ** 3;
  shape.byConic = (c ** 3 * r2) / (2 * s ** 3);
  shape.sagByCurvature = r2 / (s * (1 + s));
  shape.sagByConic = (c * sag * sag) / (2 * s);
  let [before, power] = [0, 1];
  for (let j = 0; j < aspheric.length; j += 1) {
    const a = aspheric[j]!.value;
    shape.slope += 2 * (j + 1) * a * power;
    if (j > 0) shape.bySquare += 2 * (j + 1) * j * a * before;
    [before, power] = [power, power * r2];
  }
}

/** A ray's meeting with a surface: way, place, normal, cosine with it, and √ of Snell's law. */
const met = { t: 0, x: 0, y: 0, r2: 0, nx: 0, ny: 0, nz: 1, cosine: 1, root: 1 };

/**
 * Meets and refracts a ray at a surface in the frame of the surface, with all derivatives.
 *
 * @returns 0, or why the ray fails.
 */
function meet(surface: SlopedSurface, refraction: SlopedRefraction, ray: SlopedRay): number {
  const place = ray.place.values;
  const direction = ray.direction.values;
  const t = distanceTo(surface, ray);
  const [x, y, z] = [
    place[0] + t * direction[0],
    place[1] + t * direction[1],
    place[2] + t * direction[2],
  ];
  const r2 = x * x + y * y;
  shapeAt(surface, r2);
  const nz = 1 / Math.sqrt(1 + shape.slope * shape.slope * r2);
  const [nx, ny] = [-shape.slope * x * nz, -shape.slope * y * nz];
  const cosine = nx * direction[0] + ny * direction[1] + nz * direction[2];
  // Not the surface: the far side of a sphere, beyond its equator, or a ray that comes from behind.
  const isNear =
    surface.aspheric.length > 0 || 1 - (1 + surface.conic.value) * surface.curvature.value * z > 0;
  if (!(cosine >= 0) || !isNear) return RAY_MISSES;
  const mu = refraction.ratio.value;
  const squared = 1 - mu * mu * (1 - cosine * cosine);
  if (squared < 0) return RAY_REFLECTED;
  Object.assign(met, { t, x, y, r2, nx, ny, nz, cosine, root: Math.sqrt(squared) });
  if (ray.pathSlopes.length > 0) setSlopes(surface, refraction, ray);
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
 * still has its values from before, `met` and `shape` those at the surface.
 */
function setSlopes(
  { curvature, conic, aspheric }: SlopedSurface,
  { before, ratio }: SlopedRefraction,
  ray: SlopedRay,
): void {
  const { t, x, y, r2, nx, ny, nz, cosine, root } = met;
  const { slope } = shape;
  const places = ray.place.slopes;
  const directions = ray.direction.slopes;
  const [L, M, N] = ray.direction.values;
  const mu = ratio.value;
  const g = root - mu * cosine;
  const count = ray.pathSlopes.length;
  for (let i = 0, j = count, k = 2 * count; i < count; i += 1, j += 1, k += 1) {
    const dc = curvature.slopes?.[i] ?? 0;
    const dk = conic.slopes?.[i] ?? 0;
    let dSag = shape.sagByCurvature * dc + shape.sagByConic * dk;
    let dSlope = shape.byCurvature * dc + shape.byConic * dk;
    let power = 1;
    for (let term = 0; term < aspheric.length; term += 1) {
      const da = aspheric[term]!.slopes?.[i] ?? 0;
      dSlope += 2 * (term + 1) * power * da;
      power *= r2;
      dSag += power * da;
    }
    const [dL, dM, dN] = [directions[i]!, directions[j]!, directions[k]!];
    const [px, py, pz] = [places[i]! + t * dL, places[j]! + t * dM, places[k]! + t * dN];
    const dt = (nz * dSag - nx * px - ny * py - nz * pz) / cosine;
    const [qx, qy] = [px + dt * L, py + dt * M];
    const half = x * qx + y * qy;
    dSlope += 2 * shape.bySquare * half;
    const dnz = -nz * nz * nz * slope * (r2 * dSlope + slope * half);
    const dnx = -nz * (slope * qx + x * dSlope) - slope * x * dnz;
    const dny = -nz * (slope * qy + y * dSlope) - slope * y * dnz;
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
