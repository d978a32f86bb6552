import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import type { StageContext } from '../../stage.ts';
import { fetched, released } from '../../device.ts';
import { formOnDevice, veilWork } from './form-on-device.ts';
import { formTiles, pictureOf, type FormTilesPart } from './form-tiles.ts';
import { formVeil, gatherSurroundings, tailOf, TRANSFORM, type FormVeilPart } from './form-veil.ts';
import { MARGIN, veilSize } from './gather-veil.ts';
import { isTileLit } from './lit-tiles.ts';
import {
  lostLight,
  nodeKernels,
  nodeLength,
  nodeSpectra,
  spectraMemory,
  type KernelPlan,
} from './node-spectra.ts';
import { isTileUsed, nodeIndex, type NodeBlock, type Tiling } from './tiling.ts';
import { meanOf } from '../../quantities/statistics.ts';

/** What all tiles of a picture have in common. */
export type CommonPart = Omit<
  FormTilesPart,
  'tiles' | 'spectra' | 'block' | 'kernels' | 'veil' | 'tiling'
>;

/** Column and row of a tile from the axis. */
type Tile = readonly [number, number];

/** Parts per round: enough to load the threads evenly, few enough that the messages cost little. */
const PARTS_PER_ROUND = 16;
/** Rows of tiles per part of the light around the picture. */
const ROWS_AROUND = 2;
/** Bytes of spectra that threads hold at once, unless the four nodes of a tile need more. */
const MOST_SPECTRA = 160e6;

/**
 * Forms all tiles, then adds the light that falls beyond the kernels. To limit the memory for the
 * kernels' spectra this takes several passes, each over a block of tiles of one quadrant and their
 * mirror images in the other three, which share their nodes.
 *
 * @returns whether the device of the host has formed all; the light is then left on it.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function formPasses(
  plan: KernelPlan,
  common: CommonPart,
  host: Pick<Host, 'parallel' | 'device'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<boolean> {
  const { tiling, kernels } = plan;
  const { device } = host;
  const lost = lostLight(plan);
  const { rows, columns } = veilSize(tiling);
  const cells = sharedFloat32(common.outputs * rows * columns);
  const planes = Array.from({ length: common.outputs }, (_, output) =>
    cells.subarray(output * rows * columns, (output + 1) * rows * columns),
  );
  const isLit = (tile: Tile): boolean =>
    common.layers.some((layer) => isTileLit(tiling, common.placement, layer, tile));
  const passes = passesOf(plan, isLit, device?.largest);
  const { memoryOf, release } = spectraMemory(plan, passes);
  let onDevice = 0;
  for (const [pass, block] of passes.entries()) {
    const progress = (share: number): void => {
      context.progress((pass + share) / passes.length);
    };
    const tiles = tilesOf(tiling, block, isLit);
    const nodes = knowsLight(common) ? { block, needed: nodesOf(tiling, tiles) } : { block };
    const part = { ...common, tiling, block, kernels: kernels.length, veil: { lost, planes } };
    const formed = formOnDevice(
      {
        ...part,
        tiles,
        nodes: nodeKernels(plan, nodes),
        cells,
        pointSpreads: plan.pointSpreads.kernels,
      },
      host,
      { stopped: () => context.stopped(), progress },
    );
    if (formed) {
      await formed;
      onDevice += 1;
      continue;
    }
    const spectra = await nodeSpectra(plan, nodes, memoryOf(block), host, context);
    progress(0.2);
    await formRounds({ ...part, spectra }, tiles, host, {
      stopped: () => context.stopped(),
      progress: (fraction) => {
        progress(0.2 + 0.8 * fraction);
      },
    });
  }
  release();
  const watch = { stopped: () => context.stopped() };
  const { placement, layers, layout, pictures } = common;
  const surroundings = { tiling, placement, layers, lost: meanPerKernel(lost, kernels.length) };
  const wide = tiling.tilesDown + MARGIN;
  const around = stretches(2 * wide, ROWS_AROUND).map(([from, to]) => {
    const rowRange = { fromRow: from - wide, toRow: to - wide };
    return { ...surroundings, ...rowRange, planes };
  });
  await host.parallel(gatherSurroundings, around, watch);
  const veil = { tiling, layout, pictures, cells, tail: tailOf(tiling), transform: TRANSFORM };
  const spread = onDevice > 0 ? device?.compute(veilWork, veil, watch) : undefined;
  if (spread) {
    await spread;
    await released(device, [cells]);
    return onDevice === passes.length;
  }
  if (onDevice > 0) await fetched(device, cells);
  const parts = planes.map((source, output): FormVeilPart => ({
    tiling,
    layout,
    output,
    source,
    picture: pictureOf(pictures, output),
  }));
  await host.parallel(formVeil, parts, watch);
  return false;
}

/**
 * Nodes of the blocks of tiles, one block per pass: whole rows of tiles, as many as there is memory
 * for, or parts of single rows where there is none for a whole one.
 */
export function passesOf(
  plan: KernelPlan,
  isLit: (tile: Tile) => boolean = () => true,
  mostBytes = MOST_SPECTRA,
): readonly NodeBlock[] {
  const { tiling, kernels } = plan;
  const { tilesAcross, tilesDown, isWhole = false } = tiling;
  const [left, above] = isWhole ? [tilesAcross, tilesDown] : [0, 0];
  // Without light there is nothing to form.
  if (kernels.length === 0) return [];
  if (tiling.isEven)
    return [{ firstColumn: 0, lastColumn: tilesAcross, firstRow: 0, lastRow: tilesDown }];
  const nodesHeld = Math.floor(mostBytes / (4 * nodeLength(plan)));
  const wide = left + tilesAcross;
  const rowsHeld = Math.floor(nodesHeld / (wide + 1));
  const columnsHeld = rowsHeld >= 2 ? wide : Math.max(1, Math.floor(nodesHeld / 2) - 1);
  return stretches(above + tilesDown, Math.max(1, rowsHeld - 1))
    .flatMap(([firstRow, lastRow]) =>
      stretches(wide, columnsHeld).map(([firstColumn, lastColumn]): NodeBlock => ({
        firstColumn: firstColumn - left,
        lastColumn: lastColumn - left,
        firstRow: firstRow - above,
        lastRow: lastRow - above,
      })),
    )
    .filter((block) => tilesOf(tiling, block, isLit).length > 0);
}

/**
 * Cuts `count` tiles into stretches of `length`, the last perhaps shorter; each as its first and
 * last node.
 */
const stretches = (count: number, length: number): readonly (readonly [number, number])[] =>
  Array.from(
    { length: Math.ceil(count / length) },
    (_, i) => [i * length, Math.min(count, (i + 1) * length)] as const,
  );

/** Mean per kernel over the nodes that serve a tile. */
function meanPerKernel(lost: Float32Array, kernels: number): readonly number[] {
  return Array.from({ length: kernels }, (_, kernel) => {
    const values = lost.filter((value, i) => i % kernels === kernel && value !== 0);
    return values.length === 0 ? 0 : meanOf(values);
  });
}

/**
 * Tiles below the axis in a block of nodes or its mirror image to the left of the axis, if they are
 * used and lit, themselves or as their own mirror images above the axis.
 */
const tilesOf = (
  tiling: Tiling,
  { firstColumn, lastColumn, firstRow, lastRow }: NodeBlock,
  isLit: (tile: Tile) => boolean,
): readonly Tile[] =>
  Array.from({ length: lastRow - firstRow }, (_, i) => firstRow + i).flatMap((row) =>
    (tiling.isWhole
      ? Array.from({ length: lastColumn - firstColumn }, (_, i) => firstColumn + i)
      : Array.from({ length: 2 * lastColumn }, (_, i) => i - lastColumn).filter(
          (column) => column >= firstColumn || column < -firstColumn,
        )
    )
      .filter((column) =>
        (tiling.isWhole ? [row] : [row, -1 - row]).some(
          (one) => isTileUsed(tiling, column, one) && isLit([column, one]),
        ),
      )
      .map((column) => [column, row] as const),
  );

/** Whether it is known where the light of all layers is. */
const knowsLight = ({ layers }: CommonPart): boolean =>
  layers.every(({ pattern }) => pattern.kind === 'cells' && pattern.lit !== undefined);

/** Nodes of the quadrant that tiles and their mirror images have as corners, ascending. */
function nodesOf(tiling: Tiling, tiles: readonly Tile[]): readonly number[] {
  const nodes = new Set<number>();
  for (const [column, row] of tiles)
    for (const right of [0, 1])
      for (const down of [0, 1]) nodes.add(nodeIndex(tiling, column + right, row + down));
  return [...nodes].sort((a, b) => a - b);
}

/**
 * Forms the tiles of a block, and their mirror images, in four rounds. The light of a tile reaches
 * into its neighbours. Tiles of one round lie two apart, so that no two threads add to the same
 * pixel; a tile and its own mirror image may be neighbours, but one thread forms both. Every pixel
 * gets its contributions in the order of the rounds, so the result does not depend on the number of
 * threads.
 */
async function formRounds(
  common: Omit<FormTilesPart, 'tiles'>,
  used: readonly Tile[],
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const tiles = used.filter(
      ([column, row]) => (row & 1) === round >> 1 && (column & 1) === (round & 1),
    );
    const perPart = Math.max(1, Math.floor(tiles.length / PARTS_PER_ROUND));
    const parts = Array.from(
      { length: Math.ceil(tiles.length / perPart) },
      (_, part): FormTilesPart => ({
        ...common,
        tiles: tiles.slice(part * perPart, (part + 1) * perPart),
      }),
    );
    await host.parallel(formTiles, parts, {
      stopped: () => context.stopped(),
      done: (count) => {
        context.progress((round + count / parts.length) / 4);
      },
    });
  }
}
