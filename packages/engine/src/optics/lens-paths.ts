import { SimulationError } from '../simulation-error.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import { aimsOver, type Aim } from './aperture-aims.ts';
import { designOfPlan, isAdjusted, lensOfPlan, type OpticsPlan } from './load-lens.ts';
import { metresOf, millimetresOf } from './millimetres.ts';
import type { PixelGrid } from './pixel-grid.ts';
import { enterFrame, leaveFrame, newRay, type Ray } from './ray-trace/ray.ts';
import { backwardTracer, type LensOfParts } from './ray-trace/trace-parts.ts';
import { lensParts } from './ray-trace/trace-ray.ts';

/** What rays from a sensor go through: plain data. */
export interface LensPathsPlan {
  readonly optics: OpticsPlan;
  readonly grid: PixelGrid;
  /** Groups of neighbouring bands; all bands of one go the way of its middle wavelength. */
  readonly lensBands: number;
}

/**
 * A ray that has left a lens towards its objects, in the frame of a camera at the first vertex: x
 * right, y up, z towards the sensor; metres. The direction has the length 1.
 */
export interface LensRay {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
}

export const newLensRay = (): LensRay => ({ x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: -1 });

/** Rays from a sensor through its lens against the light (docs/reference/world.md#w8). */
export interface LensPaths {
  /** Of each band of `WAVELENGTHS`. */
  readonly groupOf: readonly number[];
  /**
   * Sends a ray from a place of the sensor through a place of the rear aperture.
   *
   * @param place pixels right and down from the upper left corner, and two numbers from 0 to 1.
   * @returns irradiance per radiance, steradians; 0 where an aperture stops the ray.
   */
  readonly send: (
    group: number,
    place: readonly [column: number, row: number],
    numbers: readonly [number, number],
    ray: LensRay,
  ) => number;
  /**
   * Sends the ray in the middle of the beam of a place of the sensor, at the middle wavelength.
   *
   * @returns false where no light comes from.
   */
  readonly sendMiddle: (place: readonly [column: number, row: number], ray: LensRay) => boolean;
}

/** Group of each band, and the middle wavelength of each group, nm. */
export function bandGroups(count: number): {
  readonly groupOf: readonly number[];
  readonly wavelengths: readonly number[];
} {
  const groupOf = WAVELENGTHS.map((_, band) => Math.floor((band * count) / WAVELENGTHS.length));
  const wavelengths = Array.from({ length: count }, (_, group) => {
    const own = WAVELENGTHS.filter((__, band) => groupOf[band] === group);
    return own.reduce((sum, nm) => sum + nm, 0) / own.length;
  });
  return { groupOf, wavelengths };
}

const REFERENCE_NM = 550;

/**
 * Prepares a lens.
 *
 * @throws SimulationError for a lens that is not traced so: a measured one, scatter, coatings.
 */
export async function lensPaths({ optics, grid, lensBands }: LensPathsPlan): Promise<LensPaths> {
  refuseStray(optics);
  const design = await designOfPlan(optics);
  const isIdeal = lensOfPlan(optics) === undefined;
  const { groupOf, wavelengths } = bandGroups(lensBands);
  const lenses = wavelengths.map((nm) => lensParts(design, nm));
  const tracers = lenses.map(backwardTracer);
  const middleLens = lensParts(design, REFERENCE_NM);
  const middleTracer = backwardTracer(middleLens);
  const sensor = sensorOf(grid, middleLens);
  const ends = [...new Set([0, lensBands >> 1, lensBands - 1])];
  const aimAt = aimsOver(
    grid,
    middleLens.parts.at(-1)!,
    (column, row, ray) => {
      sensor(column, row, ray);
    },
    ends.map((group) => tracers[group]!),
  );
  const [start, ray] = [newRay(), newRay()];
  return {
    groupOf,
    send: (group, [column, row], [one, two], out) => {
      const aim = aimAt(column, row);
      sensor(column, row, start);
      const weight = aimed(lenses[group]!, start, onDisc(aim, one, two), ray);
      if (tracers[group]!(ray, true) !== 0) return 0;
      leaving(ray, out);
      return (isIdeal ? evenWeight(lenses[group]!, aim, one, two) : weight) * aim.areaMm;
    },
    sendMiddle: ([column, row], out) => {
      const aim = aimAt(column, row);
      let [x, y, count] = [0, 0, 0];
      for (let i = 0; i < LOOKS; i += 1) {
        const at = onDisc(aim, (i + 0.5) / LOOKS, (i * GOLDEN) % 1);
        sensor(column, row, start);
        aimed(middleLens, start, at, ray);
        if (middleTracer(ray, true) !== 0) continue;
        [x, y, count] = [x + at[0], y + at[1], count + 1];
      }
      if (count === 0) return false;
      sensor(column, row, start);
      aimed(middleLens, start, [x / count, y / count], ray);
      if (middleTracer(ray, false) !== 0) return false;
      leaving(ray, out);
      return true;
    },
  };
}

/** Rays that look for the middle of a beam. */
const LOOKS = 32;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

function refuseStray(optics: OpticsPlan): void {
  if (!isAdjusted(optics)) return;
  for (const [key, what] of [
    ['scatter', 'scatter'],
    ['ghosts', 'coatings'],
  ] as const)
    if (optics[key])
      throw new SimulationError(
        'bad-parameter',
        `through lens has no ${what}: use layers.`,
        'worldParams.through',
      );
}

/** Puts a ray on a place of the sensor, in the frame of the lens. */
function sensorOf(
  { rows, columns, pitch, offset = [0, 0] }: PixelGrid,
  { image }: LensOfParts,
): (column: number, row: number, ray: Ray) => void {
  const pitchMm = millimetresOf(pitch);
  return (column, row, ray) => {
    ray.xMm = (column - columns / 2 + offset[0]) * pitchMm;
    ray.yMm = (row - rows / 2 + offset[1]) * pitchMm;
    ray.zMm = 0;
    leaveFrame(ray, image);
  };
}

function onDisc({ xMm, yMm, radiusMm }: Aim, one: number, two: number): readonly [number, number] {
  const [radius, angle] = [radiusMm * Math.sqrt(one), 2 * Math.PI * two];
  return [xMm + radius * Math.cos(angle), yMm + radius * Math.sin(angle)];
}

/**
 * Sends a ray from its start to a place in the plane of the vertex of the last part.
 *
 * @returns cos θ cos θ'/r², 1/mm².
 */
function aimed(
  { parts, image }: LensOfParts,
  start: Ray,
  [x, y]: readonly [number, number],
  ray: Ray,
): number {
  const { frame } = parts.at(-1)!;
  Object.assign(ray, start);
  enterFrame(ray, frame);
  const [dx, dy, dz] = [x - ray.xMm, y - ray.yMm, -ray.zMm];
  const distance = Math.hypot(dx, dy, dz);
  [ray.L, ray.M, ray.N] = [dx / distance, dy / distance, dz / distance];
  const cosine = Math.abs(ray.N);
  leaveFrame(ray, frame);
  const { turn } = image;
  const onSensor = Math.abs(turn[2]! * ray.L + turn[5]! * ray.M + turn[8]! * ray.N);
  return (onSensor * cosine) / distance ** 2;
}

/** The ideal lens has no falloff (docs/reference/depth.md#ideal-lens): as on its axis. */
function evenWeight({ imagePlaneMm }: LensOfParts, aim: Aim, one: number, two: number): number {
  const [x, y] = onDisc(aim, one, two);
  return imagePlaneMm ** 2 / (imagePlaneMm ** 2 + x * x + y * y) ** 2;
}

/** From the frame of the lens, whose x and y are right and down in the picture, to a camera's. */
function leaving({ xMm, yMm, zMm, L, M, N }: Ray, out: LensRay): void {
  out.x = metresOf(-xMm);
  out.y = metresOf(yMm);
  out.z = metresOf(zMm);
  const length = Math.hypot(L, M, N);
  out.dx = -L / length;
  out.dy = M / length;
  out.dz = N / length;
}
