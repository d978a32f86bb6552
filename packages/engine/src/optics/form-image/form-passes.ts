import type { Host } from '../../host.ts';
import { spectrumLength } from '../../kernels/fft.ts';
import type { StageContext } from '../../pipeline/stage.ts';
import type { FormTilesPart } from './form-tiles.ts';
import type { LensModel } from './lens-model.ts';
import { nodeSpectra, returnSpectra } from './node-spectra.ts';
import type { PointSpreadTable } from './point-spread-table.ts';
import type { Tiling } from './tiling.ts';

/** What the tiles of all passes have in common. */
export type CommonPart = Omit<FormTilesPart, 'tiles' | 'spectra' | 'kernels' | 'firstNodeRow'>;

/** Parts per round: enough to keep threads evenly busy, few enough that messages do not count. */
const PARTS_PER_ROUND = 16;
/** Spectra that are held at once, bytes, unless a single row of nodes needs more. */
const MOST_SPECTRA = 160e6;

/**
 * Forms all tiles, in as many passes as the memory for the kernels' spectra allows: each takes some rows of tiles above the axis and their
 * mirror images below, which share their nodes.
 *
 * @param references see `nodeSpectra`.
 * @param kernels weight of each band per kernel.
 */
export async function formPasses(
  model: LensModel,
  references: readonly number[],
  pointSpreads: PointSpreadTable,
  kernels: readonly Float64Array[],
  common: CommonPart,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<void> {
  const { tiling } = common;
  const rowBytes = (tiling.tilesAcross + 1) * kernels.length * spectrumLength(tiling.n) * 4;
  const rowsPerPass = Math.max(1, Math.floor(MOST_SPECTRA / rowBytes) - 1);
  for (let first = 0; first < tiling.tilesDown; first += rowsPerPass) {
    const last = Math.min(tiling.tilesDown, first + rowsPerPass);
    const progress = (share: number): void => {
      context.progress((first + (last - first) * share) / tiling.tilesDown);
    };
    const spectra = await nodeSpectra(
      model,
      references,
      tiling,
      pointSpreads,
      kernels,
      first,
      last,
      host,
      context,
    );
    progress(0.2);
    await formRounds(
      { ...common, spectra, kernels: kernels.length, firstNodeRow: first },
      Array.from({ length: last - first }, (_, i) => first + i),
      tiling,
      host,
      {
        stopped: () => context.stopped(),
        progress: (fraction) => {
          progress(0.2 + 0.8 * fraction);
        },
      },
    );
    returnSpectra(spectra);
  }
}

/**
 * Forms rows of tiles below the axis, and their mirror images above, in four rounds. Tiles of a round lie two apart, so their pictures, which
 * reach over their neighbours, do not touch, but for a tile and its own mirror image, which one thread forms one after the other;
 * and a pixel gets its contributions in the order of the rounds, whatever the number of threads.
 */
async function formRounds(
  common: Omit<FormTilesPart, 'tiles'>,
  rows: readonly number[],
  { tilesAcross }: Tiling,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const tiles = rows
      .filter((row) => (row & 1) === round >> 1)
      .flatMap((row) =>
        Array.from({ length: 2 * tilesAcross }, (_, i) => i - tilesAcross)
          .filter((column) => (column & 1) === (round & 1))
          .map((column) => [column, row] as const),
      );
    const perPart = Math.max(1, Math.floor(tiles.length / PARTS_PER_ROUND));
    const parts = Array.from(
      { length: Math.ceil(tiles.length / perPart) },
      (_, part): FormTilesPart => ({
        ...common,
        tiles: tiles.slice(part * perPart, (part + 1) * perPart),
      }),
    );
    await host.parallel('formTiles', parts, {
      stopped: () => context.stopped(),
      done: (count) => {
        context.progress((round + count / parts.length) / 4);
      },
    });
  }
}
