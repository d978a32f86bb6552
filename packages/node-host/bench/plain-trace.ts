import type { newRay, tracedLens } from '@lumenloom/engine';

type Ray = ReturnType<typeof newRay>;
type TracedLens = ReturnType<typeof tracedLens>;

/**
 * A lens of spheres and even aspheres, as a trace has it that knows no other shapes: conic constant
 * and then coefficients of r², r⁴, …; undefined for a sphere.
 */
export interface PlainLens {
  readonly lens: TracedLens;
  readonly curvatures: Float64Array;
  readonly aspheres: readonly (readonly number[] | undefined)[];
}

export const plainLens = (lens: TracedLens): PlainLens => ({
  lens,
  curvatures: Float64Array.from(lens.shapes, ({ numbers }) => numbers.curvature),
  aspheres: lens.shapes.map(({ kind, numbers: { conic, aspheric } }) =>
    kind.isSphere ? undefined : [conic, ...aspheric],
  ),
});

const [MISSES, BLOCKED, REFLECTED] = [1, 2, 3] as const;

/** Before a surface, in its frame. */
const incident = { xMm: 0.5, yMm: 0.5, zMm: 0.5, L: 0.5, M: 0.5, N: 0.5 };

/**
 * `traceRay` with the shapes written into its loop: what records of
 * surfaces are timed against. Its rays have the same bits.
 */
export function plainTrace(
  { lens, curvatures, aspheres }: PlainLens,
  ray: Ray,
  isBlocked = true,
): number {
  const { count, stopIndex, verticesMm, indicesBefore, indexRatios, apertures } = lens;
  let { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  let path = 0;
  let fill = 0;
  for (let surface = 0; surface < count; surface += 1) {
    const c = curvatures[surface]!;
    z -= verticesMm[surface]!;
    const asphere = aspheres[surface];
    let t: number, cosine: number, nx: number, ny: number, nz: number;
    if (asphere === undefined) {
      const b = N - c * (x * L + y * M + z * N);
      const cc = c * (x * x + y * y + z * z) - 2 * z;
      const discriminant = b * b - c * cc;
      if (!(discriminant >= 0)) return 4 * surface + MISSES;
      cosine = Math.sqrt(discriminant);
      t = b >= 0 ? cc / (b + cosine) : (b - cosine) / c;
      x += t * L;
      y += t * M;
      z += t * N;
      nx = -c * x;
      ny = -c * y;
      nz = 1 - c * z;
    } else {
      incident.xMm = x;
      incident.yMm = y;
      incident.zMm = z;
      incident.L = L;
      incident.M = M;
      incident.N = N;
      t = meetAsphere(c, asphere, incident);
      x += t * L;
      y += t * M;
      z += t * N;
      const slope = slopeOverRadius(c, asphere, x * x + y * y);
      nz = 1 / Math.sqrt(1 + slope * slope * (x * x + y * y));
      nx = -slope * x * nz;
      ny = -slope * y * nz;
      cosine = nx * L + ny * M + nz * N;
    }
    if (!(nz > 0) || !(cosine >= 0)) return 4 * surface + MISSES;
    const filled = (x * x + y * y) * apertures[surface]!;
    if (filled > fill) fill = filled;
    if (surface === stopIndex) {
      ray.stopXMm = x;
      ray.stopYMm = y;
    }
    if (isBlocked && filled > 1) {
      ray.fill = fill;
      return 4 * surface + BLOCKED;
    }
    path += indicesBefore[surface]! * t;
    const mu = indexRatios[surface]!;
    if (mu !== 1) {
      const squared = 1 - mu * mu * (1 - cosine * cosine);
      if (squared < 0) return 4 * surface + REFLECTED;
      const g = Math.sqrt(squared) - mu * cosine;
      L = mu * L + g * nx;
      M = mu * M + g * ny;
      N = mu * N + g * nz;
    }
    z += verticesMm[surface]!;
  }
  if (!(N > 0)) return 4 * count + MISSES;
  const t = (lens.imagePlaneMm - z) / N;
  ray.xMm = x + t * L;
  ray.yMm = y + t * M;
  ray.zMm = lens.imagePlaneMm;
  ray.L = L;
  ray.M = M;
  ray.N = N;
  ray.opticalPathMm = path + lens.indicesBehind[count - 1]! * t;
  ray.fill = fill;
  return 0;
}

function meetAsphere(c: number, asphere: readonly number[], ray: typeof incident): number {
  const { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  const onConic = meetConic(c, asphere[0]!, ray);
  let t = Number.isNaN(behind(c, asphere, ray, onConic)) ? -z / N : onConic;
  let distance = behind(c, asphere, ray, t);
  for (let step = 0; step < 30; step += 1) {
    const [px, py] = [x + t * L, y + t * M];
    const slope = slopeOverRadius(c, asphere, px * px + py * py);
    let change = distance / (N - slope * (px * L + py * M));
    if (!(Math.abs(change) > 1e-14 * (1 + Math.abs(t)))) return t - change;
    let next = behind(c, asphere, ray, t - change);
    for (let half = 0; half < 20 && !(Math.abs(next) <= Math.abs(distance)); half += 1) {
      change /= 2;
      next = behind(c, asphere, ray, t - change);
    }
    t -= change;
    distance = next;
  }
  return Math.abs(distance) < 1e-12 * (1 + Math.abs(t)) ? t : NaN;
}

const behind = (c: number, asphere: readonly number[], ray: typeof incident, at: number): number =>
  ray.zMm +
  at * ray.N -
  sagOf(c, asphere, (ray.xMm + at * ray.L) ** 2 + (ray.yMm + at * ray.M) ** 2);

function meetConic(
  c: number,
  conic: number,
  { xMm: x, yMm: y, zMm: z, L, M, N }: typeof incident,
): number {
  const a = c * (1 + conic * N * N);
  const b = N - c * (x * L + y * M + (1 + conic) * z * N);
  const cc = c * (x * x + y * y + (1 + conic) * z * z) - 2 * z;
  const root = Math.sqrt(b * b - a * cc);
  return b >= 0 ? cc / (b + root) : (b - root) / a;
}

function sagOf(c: number, asphere: readonly number[], r2: number): number {
  let sum = 0;
  for (let term = asphere.length - 1; term > 0; term -= 1) sum = (sum + asphere[term]!) * r2;
  return sum + (c * r2) / (1 + Math.sqrt(1 - (1 + asphere[0]!) * c * c * r2));
}

function slopeOverRadius(c: number, asphere: readonly number[], r2: number): number {
  let slope = c / Math.sqrt(1 - (1 + asphere[0]!) * c * c * r2);
  let power = 1;
  for (let term = 1; term < asphere.length; term += 1) {
    slope += 2 * term * asphere[term]! * power;
    power *= r2;
  }
  return slope;
}
