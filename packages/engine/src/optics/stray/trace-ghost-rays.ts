import type { LensDesign } from '../ray-trace/lens-design.ts';
import { wavefrontOf } from '../ray-trace/launch.ts';
import { tracedLens, type TracedLens } from '../ray-trace/trace-ray.ts';
import type { Coating } from './coating.ts';
import { areaOf, passingRegion, visitGrid, type Region } from './ghost-region.ts';
import { pathOf, type GhostPair, type Path } from './ghost-trace.ts';

/** Wavelengths at which ghosts are traced, nm; light in between is interpolated. */
export const GHOST_BANDS = [450, 520, 590, 660] as const;
/** At which the paths are looked for, nm. */
const FOUND_AT = 550;
/** Rays across the light of a path, and half of them: the other half is the mirror image. */
export const RAYS_ACROSS = 64;
export const RAY_COLUMNS = RAYS_ACROSS / 2;
export const RAYS = RAYS_ACROSS * RAY_COLUMNS;
/** Where paths are looked for that the wide grid misses, as those of a fisheye. */
const GRIDS = [32, 96] as const;

/**
 * Numbers of a path in the table: six of the head, see `GhostPath`, two that are free, and three
 * numbers of 16 bits per ray.
 */
const HEAD = 8;
export const PATH_LENGTH = HEAD + (3 * RAYS) / 2;
const MOST = 65535;

/** The rays of a field by a pair in a band, v by v of the wavefront, `RAY_COLUMNS` along u. */
export interface GhostPath {
  /** Place on the sensor: x = left + xs · step, and the same along y. */
  readonly leftMm: number;
  readonly xStepMm: number;
  readonly lowMm: number;
  readonly yStepMm: number;
  /** Area of the wavefront of each ray times its share of light: light · step; 0: stopped. */
  readonly lightStepMm2: number;
  /** Root mean square of the distances from the centroid, with both halves. */
  readonly rmsRadiusMm: number;
  readonly xs: Uint16Array;
  readonly ys: Uint16Array;
  readonly light: Uint16Array;
}

/** The path of that number. */
export function readGhostPath(paths: Float32Array, index: number): GhostPath {
  const at = index * PATH_LENGTH;
  const from = paths.byteOffset + 4 * (at + HEAD);
  const numbers = (place: number): Uint16Array =>
    new Uint16Array(paths.buffer, from + 2 * RAYS * place, RAYS);
  return {
    leftMm: paths[at]!,
    xStepMm: paths[at + 1]!,
    lowMm: paths[at + 2]!,
    yStepMm: paths[at + 3]!,
    lightStepMm2: paths[at + 4]!,
    rmsRadiusMm: paths[at + 5]!,
    xs: numbers(0),
    ys: numbers(1),
    light: numbers(2),
  };
}

/** The ghosts of a field to trace; plain data, so that another thread can get it. */
export interface TraceGhostRaysPart {
  readonly design: LensDesign;
  readonly coating: Coating;
  readonly sensor: number;
  readonly pairs: readonly GhostPair[];
  /** Radians. */
  readonly angle: number;
  /** Shared memory; the paths of the field begin at `at`. */
  readonly out: Float32Array;
  readonly at: number;
}

/** Traces the rays of all pairs of a field in all bands. */
export function traceGhostRays({
  design,
  coating,
  sensor,
  pairs,
  angle,
  out,
  at,
}: TraceGhostRaysPart): void {
  const middle = tracedLens(design, FOUND_AT);
  const wavefront = wavefrontOf(middle, angle);
  const lenses = GHOST_BANDS.map((wavelength) => tracedLens(design, wavelength));
  const path = (lens: TracedLens, wavelength: number, pair: GhostPair): Path =>
    pathOf(lens, wavefront, pair, { coating, sensor, wavelength });
  let next = at;
  for (const pair of pairs) {
    const region = passingRegion(path(middle, FOUND_AT, pair), GRIDS);
    for (const [band, wavelength] of GHOST_BANDS.entries()) {
      if (region) store(path(lenses[band]!, wavelength, pair), region, out, next);
      next += PATH_LENGTH;
    }
  }
}

const xs = new Float64Array(RAYS);
const ys = new Float64Array(RAYS);
const light = new Float64Array(RAYS);

/** Traces the rays of a path over a region and stores them. */
function store(path: Path, region: Region, out: Float32Array, at: number): void {
  const cell = areaOf(region) / RAYS;
  light.fill(0);
  let [left, right, low, high, most] = [Infinity, -Infinity, Infinity, -Infinity, 0];
  let [sum, y, squares] = [0, 0, 0];
  visitGrid(path, { region, across: RAYS_ACROSS }, ({ xMm, yMm, share }, column, row) => {
    const ray = row * RAY_COLUMNS + column;
    const one = cell * share;
    xs[ray] = xMm;
    ys[ray] = yMm;
    light[ray] = one;
    left = Math.min(left, xMm);
    right = Math.max(right, xMm);
    low = Math.min(low, yMm);
    high = Math.max(high, yMm);
    most = Math.max(most, one);
    sum += one;
    y += one * yMm;
    squares += one * (xMm * xMm + yMm * yMm);
  });
  if (!(most > 0)) return;
  const rms2 = squares / sum - (y / sum) ** 2;
  const head = [left, (right - left) / MOST, low, (high - low) / MOST, most / MOST];
  out.set([...head, Math.sqrt(Math.max(0, rms2))], at);
  const stored = readGhostPath(out, at / PATH_LENGTH);
  for (let ray = 0; ray < RAYS; ray += 1) {
    if (light[ray] === 0) continue;
    stored.xs[ray] = rounded((xs[ray]! - left) / (head[1]! || 1));
    stored.ys[ray] = rounded((ys[ray]! - low) / (head[3]! || 1));
    stored.light[ray] = Math.max(1, rounded(light[ray]! / head[4]!));
  }
}

const rounded = (value: number): number => Math.floor(Math.min(MOST, value) + 0.5);
