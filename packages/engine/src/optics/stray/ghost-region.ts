import { cos, sin } from '../../quantities/elementary.ts';
import type { Wavefront } from '../ray-trace/launch.ts';
import { sagOf } from '../ray-trace/surfaces/shape.ts';
import { leaveFrame, newRay } from '../ray-trace/ray.ts';
import { type TracedLens } from '../ray-trace/trace-ray.ts';
import { traceGhost, type Arrival, type Path } from './ghost-trace.ts';

/**
 * A rectangle of a wavefront, mm: of the half with u ≥ 0, whose mirror image the other half is, or
 * of the whole where surfaces are tilted or decentred.
 */
export interface Region {
  readonly u: readonly [low: number, high: number];
  readonly v: readonly [low: number, high: number];
}

/** Rays across a region in which the path is looked for; finer where none gets through. */
const COARSE = [32, 96, 288] as const;
/** Times that the region is narrowed. */
const NARROWINGS = 4;
/** A region that shrinks by less keeps its size. */
const ENOUGH = 0.9;

/** Rays of a path on a grid over a region: `across` along v, and over the whole width along u. */
interface Grid {
  readonly region: Region;
  readonly across: number;
}

/** Is told where a ray ends; `column` and `row` count along u and v. */
type Visit = (arrival: Arrival, column: number, row: number) => void;

/** Rays along u of a grid over the region of a path. */
export const columnsOf = ({ lens }: Path, across: number): number =>
  lens.moved ? across : across / 2;

/** Visits the rays of a grid that get through. */
export function visitGrid(path: Path, { region: { u, v }, across }: Grid, visit: Visit): void {
  const arrival = { xMm: 0, yMm: 0, share: 0 };
  const columns = columnsOf(path, across);
  for (let row = 0; row < across; row += 1) {
    const vMm = v[0] + ((row + 0.5) / across) * (v[1] - v[0]);
    for (let column = 0; column < columns; column += 1) {
      const uMm = u[0] + ((column + 0.5) / columns) * (u[1] - u[0]);
      if (traceGhost(path, uMm, vMm, arrival)) visit(arrival, column, row);
    }
  }
}

/**
 * The part of the wavefront that a path lets through; undefined when there is none.
 *
 * @param grids rays across the front, finer where none gets through.
 */
export function passingRegion(path: Path, grids: readonly number[] = COARSE): Region | undefined {
  const front = frontRegion(path.lens, path.wavefront);
  for (const across of grids) {
    let region = narrowed(path, { region: front, across });
    for (let step = 0; region && step < NARROWINGS; step += 1) {
      const next = narrowed(path, { region, across: COARSE[0] }) ?? region;
      const shrinks = areaOf(next) < ENOUGH * areaOf(region);
      region = next;
      if (!shrinks) break;
    }
    if (region) return region;
  }
  return undefined;
}

/** mm². */
export const areaOf = ({ u, v }: Region): number => (u[1] - u[0]) * (v[1] - v[0]);

/** The region of a grid with the rays that get through, and one cell more on each side. */
function narrowed(path: Path, grid: Grid): Region | undefined {
  const { region, across } = grid;
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  visitGrid(path, grid, (_, column, row) => {
    left = Math.min(left, column);
    right = Math.max(right, column);
    low = Math.min(low, row);
    high = Math.max(high, row);
  });
  if (left > right) return undefined;
  const part = (
    [from, to]: readonly [number, number],
    cells: number,
    [first, last]: readonly [number, number],
  ) => {
    const cell = (to - from) / cells;
    return [from + Math.max(0, first - 1) * cell, from + Math.min(cells, last + 2) * cell] as const;
  };
  return {
    u: part(region.u, columnsOf(path, across), [left, right]),
    v: part(region.v, across, [low, high]),
  };
}

/** Circles of the front surface whose rims are looked at. */
const RIMS = 4;
const AZIMUTHS = 16;
/** By so much of its size a region is widened on each side. */
const MARGIN = 0.01;

/** The part of a wavefront in front of the whole clear aperture of the first surface. */
function frontRegion(lens: TracedLens, wavefront: Wavefront): Region {
  const semi = lens.semiDiametersMm[0]!;
  const points = Array.from({ length: (RIMS + 1) * AZIMUTHS }, (_, at) => {
    const radius = (semi * (at % (RIMS + 1))) / RIMS;
    const azimuth = (2 * Math.PI * Math.floor(at / (RIMS + 1))) / AZIMUTHS;
    const sag = sagOf(lens.shapes[0]!, 0, radius);
    const [x, y] = [radius * sin(azimuth), radius * cos(azimuth)];
    if (!lens.moved) return onWavefront(wavefront, [x, y, lens.verticesMm[0]! + sag]);
    const point = { ...newRay(), xMm: x, yMm: y, zMm: sag };
    leaveFrame(point, lens.moved.surfaces[0]!.frame);
    return onWavefront(wavefront, [point.xMm, point.yMm, point.zMm]);
  });
  const vs = points.map(({ vMm }) => vMm);
  const [low, high] = [Math.min(...vs), Math.max(...vs)];
  const more = MARGIN * (high - low);
  const us = points.map(({ uMm }) => uMm);
  const [left, right] = [Math.min(...us), Math.max(...us)];
  const aside = MARGIN * (right - left);
  return {
    u: lens.moved ? [left - aside, right + aside] : [0, right * (1 + MARGIN)],
    v: [low - more, high + more],
  };
}

/** The ray of a wavefront that goes through a point. */
function onWavefront(
  { sine, cosine, originMm, vergence }: Wavefront,
  [x, y, z]: readonly [x: number, y: number, z: number],
): { readonly uMm: number; readonly vMm: number } {
  if (vergence === 0) return { uMm: x, vMm: y * cosine - (z - originMm) * sine };
  // From the point of the object, which is 1/vergence against the direction of the field.
  const [dx, dy, dz] = [x, y + sine / vergence, z - originMm + cosine / vergence];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  return {
    uMm: dx / distance / vergence,
    vMm: (dy / distance - sine) / (vergence * cosine),
  };
}
