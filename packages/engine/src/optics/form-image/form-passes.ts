import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import type { StageContext } from '../../stage.ts';
import { formTiles, type FormTilesPart } from './form-tiles.ts';
import { formVeil, type FormVeilPart } from './form-veil.ts';
import { veilSize } from './gather-veil.ts';
import { lostLight, nodeSpectra, rowLength, type KernelPlan } from './node-spectra.ts';
import { isTileUsed, type Tiling } from './tiling.ts';

/** What all tiles of a picture have in common. */
export type CommonPart = Omit<
  FormTilesPart,
  'tiles' | 'spectra' | 'kernels' | 'firstNodeRow' | 'veil' | 'tiling'
>;

/** Parts per round: enough to load the threads evenly, few enough that the messages cost little. */
const PARTS_PER_ROUND = 16;
/** Bytes of spectra that are held at once, unless a single row of nodes needs more. */
const MOST_SPECTRA = 160e6;

/**
 * Forms all tiles, then adds the light that falls beyond the kernels. To limit the memory for the kernels' spectra this takes several
 * passes, each over some rows of tiles below the axis and their mirror images above, which share their nodes.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function formPasses(
  plan: KernelPlan,
  common: CommonPart,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<void> {
  const { tiling, kernels } = plan;
  const lost = lostLight(plan);
  const { rows, columns } = veilSize(tiling);
  const planes = Array.from({ length: common.outputs }, () => sharedFloat32(rows * columns));
  const rowsPerPass = Math.max(1, Math.floor(MOST_SPECTRA / (4 * rowLength(plan))) - 1);
  for (let first = 0; first < tiling.tilesDown; first += rowsPerPass) {
    const last = Math.min(tiling.tilesDown, first + rowsPerPass);
    const tileRows = Array.from({ length: last - first }, (_, i) => first + i);
    if (!tileRows.some((row) => tilesOf(tiling, row).length > 0)) continue;
    const progress = (share: number): void => {
      context.progress((first + (last - first) * share) / tiling.tilesDown);
    };
    const { spectra, release } = await nodeSpectra(plan, first, last, host, context);
    progress(0.2);
    const nodesAcross = tiling.tilesAcross + 1;
    await formRounds(
      {
        ...common,
        tiling,
        spectra,
        kernels: kernels.length,
        firstNodeRow: first,
        veil: { lost: lost.subarray(first * nodesAcross * kernels.length), planes },
      },
      tileRows,
      host,
      {
        stopped: () => context.stopped(),
        progress: (fraction) => {
          progress(0.2 + 0.8 * fraction);
        },
      },
    );
    release();
  }
  const parts = planes.map((source, output): FormVeilPart => ({
    tiling,
    placement: common.placement,
    layers: common.layers,
    channels: common.channels,
    layout: common.layout,
    out: common.out,
    output,
    lost: meanPerKernel(lost, kernels.length),
    source,
  }));
  await host.parallel(formVeil, parts, { stopped: () => context.stopped() });
}

/** Mean per kernel over the nodes that serve a tile. */
function meanPerKernel(lost: Float32Array, kernels: number): readonly number[] {
  return Array.from({ length: kernels }, (_, kernel) => {
    const values = lost.filter((value, i) => i % kernels === kernel && value !== 0);
    return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}

/** Tiles of a row below the axis that are used, themselves or as their mirror images above it. */
const tilesOf = (tiling: Tiling, row: number): (readonly [number, number])[] =>
  Array.from({ length: 2 * tiling.tilesAcross }, (_, i) => i - tiling.tilesAcross)
    .filter((column) => isTileUsed(tiling, column, row) || isTileUsed(tiling, column, -1 - row))
    .map((column) => [column, row] as const);

/**
 * Forms rows of tiles below the axis, and their mirror images above, in four rounds. The light of a tile reaches into its neighbours. Tiles
 * of one round lie two apart, so that no two threads add to the same pixel; a tile and its own mirror image may be neighbours, but one
 * thread forms both. Every pixel gets its contributions in the order of the rounds, so the result does not depend on the number of threads.
 */
async function formRounds(
  common: Omit<FormTilesPart, 'tiles'>,
  rows: readonly number[],
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const tiles = rows
      .filter((row) => (row & 1) === round >> 1)
      .flatMap((row) =>
        tilesOf(common.tiling, row).filter(([column]) => (column & 1) === (round & 1)),
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
