import { atan } from '../../quantities/elementary.ts';
import { splineWeights } from '../../quantities/spline-weights.ts';
import { channelAt, type Receptors } from '../lens.ts';
import { SOURCE_HEAD, sourceLength, type GhostSources } from './ghost-sources.ts';
import { GHOST_FIELDS, type GhostTable } from './ghost-table.ts';
import {
  GHOST_BANDS,
  RAYS,
  RAYS_ACROSS,
  RAY_COLUMNS,
  readGhostPath,
  type GhostPath,
} from './trace-ghost-rays.ts';

/** A grid of square cells over the sensor on which light is laid. */
export interface GhostLevel {
  /** Pixels along the side of a cell. */
  readonly cell: number;
  readonly rows: number;
  readonly columns: number;
  /** Cells of the grid beyond the sensor on each side. */
  readonly margin: number;
  /**
   * Shared memory: light of each response in the cells, planes[(row · columns + column) ·
   * responses + response].
   */
  readonly planes: Float32Array;
}

/** Some of the ghosts to lay; plain data, so that another thread can get it. */
export interface LayGhostsPart {
  readonly table: Omit<GhostTable, 'isNew'>;
  readonly sources: GhostSources;
  /** Numbers of the pairs. */
  readonly pairs: readonly number[];
  readonly pitchMm: number;
  /** Where the axis meets the sensor, pixels from its upper left corner. */
  readonly centre: readonly [number, number];
  /** Each twice as coarse as the one before it; undefined: sharp ghosts are laid. */
  readonly levels: readonly GhostLevel[] | undefined;
  /** Where sharp ghosts are laid, pixel by pixel; undefined: they are left out. */
  readonly sharp:
    | {
        readonly rows: number;
        readonly columns: number;
        readonly layout: Receptors['layout'];
        /** Shared memory. */
        readonly out: Float32Array;
      }
    | undefined;
}

const BAND_COUNT = GHOST_BANDS.length;

/** Ghosts with a smaller root mean square radius, in pixels, are laid on pixels. */
const SHARP = 8;
/**
 * All rays are laid for a source with so large a share of the light, half of them for one with
 * half of it, and so on.
 */
const WHOLE = 1 / 64;
const LARGEST_STRIDE = 32;
/** Cells are so much wider than the distance of the rays: narrower ones would show them. */
const WIDER = 1.25;
/** Light of neighbouring bands that lands nearer than this, in cells, lands together. */
const TOGETHER = 0.15;

/** Places inside a source for its rays, −1 to 1: two sequences that fill a square evenly. */
const INSIDE_X = evenly(0.7548776662466927);
const INSIDE_Y = evenly(0.5698402909980532);

/** @see M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018. */
function evenly(step: number): Float64Array {
  return Float64Array.from({ length: RAYS }, (_, ray) => {
    const place = (ray + 1) * step;
    return 2 * (place - Math.floor(place)) - 1;
  });
}

/** Lays ghosts on the cells of levels, or those that are sharp on pixels. */
export function layGhosts(part: LayGhostsPart): void {
  const { table, sources, pairs } = part;
  const length = sourceLength(sources.responses);
  let all = 0;
  for (let at = 0; at < sources.count; at += 1) all += sources.numbers[at * length + 4]!;
  const put = part.sharp ? putOnPixels(part, part.sharp) : undefined;
  const puts = part.levels?.map((level) => putOnCells(part, level));
  for (const pair of pairs) {
    const paths = Array.from({ length: GHOST_FIELDS }, (_, field) =>
      GHOST_BANDS.map((_band, band) =>
        readGhostPath(table.paths, (field * table.pairs + pair) * GHOST_BANDS.length + band),
      ),
    );
    for (let at = 0; at < sources.count; at += 1) {
      const source = sources.numbers.subarray(at * length, (at + 1) * length);
      let stride = 1;
      while (stride < LARGEST_STRIDE && source[4]! * stride < WHOLE * all) stride *= 2;
      const ghost = ghostOf(part, paths, source, stride);
      if (!ghost) continue;
      const how = { first: at % stride, stride };
      if (ghost.radius < SHARP) {
        if (put) lay(ghost, how, put);
        continue;
      }
      const last = (puts?.length ?? 0) - 1;
      let level = 0;
      while (level < last && part.levels![level]!.cell < WIDER * ghost.spacing) level += 1;
      if (puts) lay(ghost, how, puts[level]!);
    }
  }
}

/** Where the light of rays goes: place in pixels, and light per response. */
interface Put {
  readonly responses: number;
  /** Distance in mm within which bands land together. */
  readonly togetherMm: number;
  /** Light per response that is laid next. */
  readonly light: Float64Array;
  /** Lays it in two halves, see `twice`. */
  readonly twice: (xMm: number, yMm: number, towardsX: number, towardsY: number) => void;
}

/** The ghost of a source. */
interface Ghost {
  readonly paths: readonly (readonly GhostPath[])[];
  readonly source: Float64Array;
  /** Length of the tangent from the axis to the source. */
  readonly tangent: number;
  /** Number of the field, with a fraction, and what a longer tangent adds to it. */
  readonly place: number;
  readonly slope: number;
  /** Root mean square of the distances from its middle, pixels. */
  readonly radius: number;
  /** Distance between neighbouring rays, pixels. */
  readonly spacing: number;
}

/** Undefined where none of its light gets to the sensor. */
function ghostOf(
  { table, pitchMm }: LayGhostsPart,
  paths: Ghost['paths'],
  source: Float64Array,
  stride: number,
): Ghost | undefined {
  const [x, y, halfWidth, halfHeight] = source as unknown as readonly [
    number,
    number,
    number,
    number,
  ];
  const tangent = Math.sqrt(x * x + y * y);
  const place = atan(tangent) / table.step;
  const slope = 1 / (1 + tangent * tangent) / table.step;
  const field = Math.min(GHOST_FIELDS - 2, Math.floor(place));
  const near = [paths[field]!, paths[field + 1]!].map((bands) =>
    bands.reduce((a, b) => (b.lightStepMm2 > a.lightStepMm2 ? b : a)),
  );
  const lit = near.filter(({ lightStepMm2 }) => lightStepMm2 > 0);
  if (lit.length === 0) return undefined;
  const most = (valueOf: (path: GhostPath) => number): number =>
    lit.reduce((largest, path) => Math.max(largest, valueOf(path)), 0);
  const middleOf = ({ lowMm, yStepMm }: GhostPath): number => lowMm + 32767 * yStepMm;
  const moves = lit.length === 2 ? Math.abs(middleOf(lit[1]!) - middleOf(lit[0]!)) * slope : 0;
  const turns = tangent > 0 ? Math.min(most((path) => Math.abs(middleOf(path))) / tangent, 1e3) : 0;
  /** How far it is spread because its source is, to one side. */
  const spread = Math.max(halfWidth, halfHeight) * Math.max(moves, turns);
  const width = 2 * most(({ leftMm, xStepMm }) => Math.max(-leftMm, leftMm + 65535 * xStepMm));
  const height = most(({ yStepMm }) => 65535 * yStepMm);
  const area = (width + 2 * spread) * (height + 2 * spread);
  const rms = most(({ rmsRadiusMm }) => rmsRadiusMm);
  return {
    paths,
    source,
    tangent,
    place,
    slope,
    radius: Math.sqrt(rms * rms + (2 * spread * spread) / 3) / pitchMm,
    spacing: Math.sqrt((area * stride) / (RAYS_ACROSS * RAYS_ACROSS)) / pitchMm,
  };
}

/** Lays the rays of a ghost; every `stride`th one of each row, with `stride` times its light. */
function lay(
  { paths, source, tangent, place, slope }: Ghost,
  { first, stride }: { readonly first: number; readonly stride: number },
  put: Put,
): void {
  const x = source[0]!;
  const y = source[1]!;
  const halfWidth = source[2]!;
  const halfHeight = source[3]!;
  for (let row = 0; row < RAYS_ACROSS; row += 1) {
    // The rays that are laid are spread evenly over both directions.
    for (let column = (first + 3 * row) % stride; column < RAY_COLUMNS; column += stride) {
      const ray = row * RAY_COLUMNS + column;
      // Each ray comes from a place of its own inside the source.
      const rayX = x + halfWidth * INSIDE_X[ray]!;
      const rayY = y + halfHeight * INSIDE_Y[ray]!;
      const rayTangent = Math.sqrt(rayX * rayX + rayY * rayY);
      const towardsX = rayTangent > 0 ? rayX / rayTangent : 0;
      const towardsY = rayTangent > 0 ? rayY / rayTangent : 1;
      const rayPlace = Math.min(
        GHOST_FIELDS - 1.001,
        Math.max(0, place + slope * (rayTangent - tangent)),
      );
      const field = Math.floor(rayPlace);
      layRay(
        { below: paths[field]!, above: paths[field + 1]!, share: rayPlace - field, ray },
        { source, stride, towardsX, towardsY },
        put,
      );
    }
  }
}

/** A ray of a ghost between two fields. */
interface RayBetween {
  readonly below: readonly GhostPath[];
  readonly above: readonly GhostPath[];
  readonly share: number;
  readonly ray: number;
}

/** Lays a ray in all bands, and its mirror image. */
function layRay(
  { below, above, share, ray }: RayBetween,
  {
    source,
    stride,
    towardsX,
    towardsY,
  }: {
    readonly source: Float64Array;
    readonly stride: number;
    readonly towardsX: number;
    readonly towardsY: number;
  },
  put: Put,
): void {
  const { responses, light } = put;
  let isWaiting = false;
  let lastX = 0;
  let lastY = 0;
  for (let band = 0; band < BAND_COUNT; band += 1) {
    const a = below[band]!;
    const b = above[band]!;
    const lightA = (1 - share) * a.light[ray]! * a.lightStepMm2;
    const lightB = share * b.light[ray]! * b.lightStepMm2;
    const sum = stride * (lightA + lightB);
    if (sum === 0) continue;
    // Where one of the fields stops the ray, the other one has it.
    const weight = lightA === 0 ? 1 : lightB === 0 ? 0 : share;
    const xMm =
      (1 - weight) * (a.leftMm + a.xs[ray]! * a.xStepMm) +
      weight * (b.leftMm + b.xs[ray]! * b.xStepMm);
    const yMm =
      (1 - weight) * (a.lowMm + a.ys[ray]! * a.yStepMm) +
      weight * (b.lowMm + b.ys[ray]! * b.yStepMm);
    if (isWaiting && Math.abs(xMm - lastX) + Math.abs(yMm - lastY) > put.togetherMm) {
      put.twice(lastX, lastY, towardsX, towardsY);
      isWaiting = false;
    }
    if (!isWaiting) {
      isWaiting = true;
      lastX = xMm;
      lastY = yMm;
    }
    for (let response = 0; response < responses; response += 1)
      light[response]! += sum * source[SOURCE_HEAD + response * BAND_COUNT + band]!;
  }
  if (isWaiting) put.twice(lastX, lastY, towardsX, towardsY);
}

/** Lays the light at a place and at its mirror image, turned to the direction of its source. */
const twice =
  (light: Float64Array, at: (xMm: number, yMm: number) => void): Put['twice'] =>
  (xMm, yMm, towardsX, towardsY) => {
    const acrossX = xMm * towardsY;
    const acrossY = xMm * towardsX;
    at(yMm * towardsX + acrossX, yMm * towardsY - acrossY);
    at(yMm * towardsX - acrossX, yMm * towardsY + acrossY);
    light.fill(0);
  };

const across = new Float64Array(3);
const down = new Float64Array(3);

function putOnCells(
  { pitchMm, centre, sources: { responses } }: LayGhostsPart,
  { cell, rows, columns, margin, planes }: GhostLevel,
): Put {
  const scale = 1 / (pitchMm * cell);
  const [left, top] = [centre[0] / cell + margin, centre[1] / cell + margin];
  const light = new Float64Array(responses);
  return {
    responses,
    togetherMm: TOGETHER / scale,
    light,
    twice: twice(light, (xMm, yMm) => {
      const x = xMm * scale + left;
      const y = yMm * scale + top;
      const column = Math.floor(x);
      const row = Math.floor(y);
      if (column < 1 || row < 1 || column >= columns - 1 || row >= rows - 1) return;
      splineWeights(x - column - 0.5, across);
      splineWeights(y - row - 0.5, down);
      for (let j = 0; j < 3; j += 1) {
        let at = ((row - 1 + j) * columns + column - 1) * responses;
        for (let i = 0; i < 3; i += 1) {
          const weight = down[j]! * across[i]!;
          for (let response = 0; response < responses; response += 1, at += 1)
            planes[at]! += weight * light[response]!;
        }
      }
    }),
  };
}

function putOnPixels(
  { pitchMm, centre, sources: { responses } }: LayGhostsPart,
  { rows, columns, layout, out }: NonNullable<LayGhostsPart['sharp']>,
): Put {
  const light = new Float64Array(responses);
  return {
    responses,
    togetherMm: TOGETHER * pitchMm,
    light,
    twice: twice(light, (xMm, yMm) => {
      const [x, y] = [xMm / pitchMm + centre[0], yMm / pitchMm + centre[1]];
      const [column, row] = [Math.floor(x), Math.floor(y)];
      if (column < -1 || row < -1 || column > columns || row > rows) return;
      splineWeights(x - column - 0.5, across);
      splineWeights(y - row - 0.5, down);
      for (let j = 0; j < 3; j += 1) {
        const to = row - 1 + j;
        if (to < 0 || to >= rows) continue;
        for (let i = 0; i < 3; i += 1) {
          const at = column - 1 + i;
          if (at < 0 || at >= columns) continue;
          out[to * columns + at]! += down[j]! * across[i]! * light[channelAt(layout, to, at)]!;
        }
      }
    }),
  };
}
