import { deviceWork } from '../../device.ts';
import type { Host } from '../../host.ts';
import { sharedFloat32 } from '../../images/shared-array.ts';
import { planeCount } from '../../scenes/patterns/pattern.ts';
import type { StageContext } from '../../stage.ts';
import { isRoundLayer, type FormLayer, type FormTilesPart, type RoundLayer } from './form-tiles.ts';
import type { NodeKernels } from './node-spectra.ts';
import { sampleTiles } from './sample-tiles.ts';
import { isTileUsed } from './tiling.ts';

/** Column and row of a tile from the axis. */
type Tile = readonly [number, number];

/** The tiles of a block of nodes, which a device forms as `formTiles` does. */
export interface FormTilesTask extends Omit<FormTilesPart, 'spectra' | 'tiles' | 'layers'> {
  readonly layers: readonly RoundLayer[];
  /** All tiles that are formed, those above the axis too. */
  readonly tiles: readonly Tile[];
  /** What the kernels at the nodes are made of, see `PointSpreadTable`. */
  readonly nodes: readonly NodeKernels[];
  readonly pointSpreads: Float32Array;
  /** The planes of the veil, of all outputs one after another. */
  readonly cells: Float32Array;
  /**
   * Samples tiles of a layer on the threads, those that the device cannot sample itself.
   *
   * @returns see `sampleTiles`.
   */
  readonly sample: (layer: FormLayer, tiles: readonly Tile[]) => Promise<Float32Array>;
  /** Is told the share of the tiles that are formed. */
  readonly progress: (share: number) => void;
}

/**
 * Forms tiles: adds their light to the pictures and to the planes of the veil, all of which stay on
 * the device.
 */
export const formTilesWork = deviceWork<FormTilesTask>('form tiles');

/** The veil of all outputs, which a device spreads as `formVeil` does. */
export interface VeilTask extends Pick<FormTilesPart, 'tiling' | 'layout' | 'pictures'> {
  /** See `FormTilesTask`; some of it may be left on the device. */
  readonly cells: Float32Array;
  /** Spreads the cells, (2·reach + 1)². */
  readonly tail: Float32Array;
  /** Sizes of the convolution, cells. */
  readonly transform: { readonly n: number; readonly side: number; readonly reach: number };
}

/** Adds the veil to the pictures, which stay on the device. */
export const veilWork = deviceWork<VeilTask>('form veil');

/**
 * Sets the negative pixels of a picture to 0, all of which is left on the device; see
 * `removeNegative`. It stays there.
 */
export const endPictureWork = deviceWork<
  { readonly picture: Float32Array },
  { readonly darkenedShare: number }
>('end picture');

/** Tiles per part of the sampling on the threads. */
const TILES_PER_PART = 4;

/**
 * Forms the tiles of a block of nodes on the device of the host.
 *
 * @param tiles of a quadrant, see `FormTilesPart.tiles`.
 * @returns undefined where there is no device for it.
 */
export function formOnDevice(
  part: Omit<FormTilesTask, 'sample' | 'progress' | 'layers'> & Pick<FormTilesPart, 'layers'>,
  { device, parallel }: Pick<Host, 'parallel' | 'device'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<void> | undefined {
  const { tiling, placement, layers: all } = part;
  const layers = all.filter(isRoundLayer);
  if (layers.length < all.length) return undefined;
  const watch = { stopped: () => context.stopped() };
  return device?.compute(
    formTilesWork,
    {
      ...part,
      layers,
      tiles: part.tiles.flatMap(([column, row]) =>
        (tiling.isWhole ? [row] : [row, -1 - row])
          .filter((one) => isTileUsed(tiling, column, one))
          .map((one) => [column, one] as const),
      ),
      sample: async (layer, tiles) => {
        const perTile = planeCount(layer.pattern) * (tiling.side * tiling.oversampling) ** 2;
        const out = sharedFloat32(tiles.length * perTile);
        const parts = Array.from({ length: Math.ceil(tiles.length / TILES_PER_PART) }, (_, i) => ({
          tiling,
          placement,
          layer,
          out,
          at: i * TILES_PER_PART * perTile,
          tiles: tiles.slice(i * TILES_PER_PART, (i + 1) * TILES_PER_PART),
        }));
        await parallel(sampleTiles, parts, watch);
        return out;
      },
      progress: (share) => {
        context.progress(share);
      },
    },
    watch,
  );
}
