import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import { splineWeights } from '../../quantities/spline-weights.ts';
import type { StageContext } from '../../stage.ts';
import { channelAt, type PixelArray, type SceneInView } from '../lens.ts';
import { millimetresOf } from '../millimetres.ts';
import { ghostSources } from './ghost-sources.ts';
import type { GhostTable } from './ghost-table.ts';
import { layGhosts, type GhostLevel, type LayGhostsPart } from './lay-ghosts.ts';

/** Pixels along the side of the finest cells; those of the next level are twice as wide. */
const FINEST = 4;
const COARSEST = 128;
const MARGIN = 2;
/**
 * Groups of pairs that are laid apart from each other. Their number decides in which order light is
 * added, so it does not depend on the threads.
 */
const GROUPS = 4;

/** Light on the sensor in metres from what rays carry, in millimetres. */
const SQUARE_METRES = 1e-6;

/**
 * Adds the ghosts of a scene to a picture (docs/reference/depth.md#ghosts-in-pictures).
 *
 * @param picture as `Lens.formImage` gives it.
 * @param farthest field angle beyond which sources do not count, radians.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function addGhosts(
  picture: Float32Array,
  {
    table,
    scene,
    pixels,
    farthest,
  }: {
    readonly table: GhostTable;
    readonly scene: SceneInView;
    readonly pixels: PixelArray;
    readonly farthest: number;
  },
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped'>,
): Promise<void> {
  const { grid, receptors } = pixels;
  const { rows, columns, pitch, offset: [right, down] = [0, 0] } = grid;
  const sources = ghostSources(scene, receptors.responses, farthest);
  const common = {
    table: { paths: table.paths, pairs: table.pairs, step: table.step },
    sources,
    pitchMm: millimetresOf(pitch),
    centre: [columns / 2 - right, rows / 2 - down] as const,
  };
  const groups = Array.from({ length: Math.min(GROUPS, table.pairs) }, (_, group) => ({
    pairs: Array.from({ length: table.pairs }, (__, pair) => pair).filter(
      (pair) => pair % GROUPS === group,
    ),
    levels: levelsOf(rows, columns, sources.responses),
  }));
  const sharp = { rows, columns, layout: receptors.layout, out: sharedFloat32(rows * columns) };
  const parts: LayGhostsPart[] = [
    ...groups.map((group) => ({ ...common, ...group, sharp: undefined })),
    {
      ...common,
      pairs: Array.from({ length: table.pairs }, (_, pair) => pair),
      levels: undefined,
      sharp,
    },
  ];
  await host.parallel(layGhosts, parts, { stopped: () => context.stopped() });
  const scale = SQUARE_METRES / (pitch * pitch);
  for (let pixel = 0; pixel < picture.length; pixel += 1)
    picture[pixel]! += scale * sharp.out[pixel]!;
  if (groups.length > 0)
    addLevels(
      picture,
      merged(
        groups.map(({ levels }) => levels),
        sources.responses,
      ),
      pixels,
      scale,
    );
}

function levelsOf(rows: number, columns: number, responses: number): GhostLevel[] {
  const levels: GhostLevel[] = [];
  for (let cell = FINEST; cell <= COARSEST; cell *= 2) {
    const size = {
      rows: Math.ceil(rows / cell) + 2 * MARGIN,
      columns: Math.ceil(columns / cell) + 2 * MARGIN,
    };
    levels.push({
      cell,
      ...size,
      margin: MARGIN,
      planes: sharedFloat32(size.rows * size.columns * responses),
    });
  }
  return levels;
}

/** All light on the finest level, as a density: light per pixel. */
function merged(groups: readonly (readonly GhostLevel[])[], responses: number): GhostLevel {
  const [first, ...others] = groups;
  for (const [at, { planes, cell }] of first!.entries()) {
    for (const other of others)
      for (const [place, value] of other[at]!.planes.entries()) planes[place]! += value;
    for (let place = 0; place < planes.length; place += 1) planes[place]! /= cell * cell;
  }
  for (let at = first!.length - 1; at > 0; at -= 1) refine(first![at]!, first![at - 1]!, responses);
  return first![0]!;
}

/** Adds a level to the one with cells of half the size: a quadratic B-spline stays the same. */
function refine(coarse: GhostLevel, fine: GhostLevel, responses: number): void {
  const parts = (index: number, margin: number, count: number) => {
    // The coarse cell in which the cell lies, and its nearer neighbour.
    const place = (index - fine.margin) / 2;
    const own = Math.floor(place) + margin;
    const other = own + (place === Math.floor(place) ? -1 : 1);
    const inside = (at: number): number => Math.min(count - 1, Math.max(0, at));
    return [inside(own), inside(other)] as const;
  };
  for (let row = 0; row < fine.rows; row += 1) {
    const [ownRow, otherRow] = parts(row, coarse.margin, coarse.rows);
    for (let column = 0; column < fine.columns; column += 1) {
      const [ownColumn, otherColumn] = parts(column, coarse.margin, coarse.columns);
      const at = (r: number, c: number): number => (r * coarse.columns + c) * responses;
      const to = (row * fine.columns + column) * responses;
      const corners = [
        at(ownRow, ownColumn),
        at(ownRow, otherColumn),
        at(otherRow, ownColumn),
        at(otherRow, otherColumn),
      ] as const;
      for (let response = 0; response < responses; response += 1)
        fine.planes[to + response]! +=
          (9 * coarse.planes[corners[0] + response]! +
            3 * coarse.planes[corners[1] + response]! +
            3 * coarse.planes[corners[2] + response]! +
            coarse.planes[corners[3] + response]!) /
          16;
    }
  }
}

/** Adds the light of a level to a picture. */
function addLevels(
  picture: Float32Array,
  { cell, columns: wide, margin, planes }: GhostLevel,
  { grid: { rows, columns }, receptors: { layout, responses } }: PixelArray,
  scale: number,
): void {
  const count = responses.length;
  const weights = new Float64Array(3);
  const line = new Float64Array(wide * count);
  for (let row = 0; row < rows; row += 1) {
    const y = (row + 0.5) / cell + margin;
    const top = Math.floor(y);
    splineWeights(y - top - 0.5, weights);
    for (let at = 0; at < line.length; at += 1) {
      const above = (top - 1) * wide * count + at;
      line[at] =
        weights[0]! * planes[above]! +
        weights[1]! * planes[above + wide * count]! +
        weights[2]! * planes[above + 2 * wide * count]!;
    }
    for (let column = 0; column < columns; column += 1) {
      const x = (column + 0.5) / cell + margin;
      const left = Math.floor(x);
      splineWeights(x - left - 0.5, weights);
      const at = (left - 1) * count + channelAt(layout, row, column);
      picture[row * columns + column]! +=
        scale *
        (weights[0]! * line[at]! +
          weights[1]! * line[at + count]! +
          weights[2]! * line[at + 2 * count]!);
    }
  }
}
