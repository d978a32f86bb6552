import { planeCount } from '../../scenes/patterns/pattern.ts';
import type { FormLayer, FormTilesPart } from './form-tiles.ts';
import { samplerMemory, tileSampler } from './sample-tile.ts';

/** Tiles of a picture whose source is sampled; plain data, so that another thread can get it. */
export interface SampleTilesPart extends Pick<FormTilesPart, 'tiling' | 'placement' | 'tiles'> {
  readonly layer: FormLayer;
  /** Shared memory, see `sampleTiles`; the first tile begins at `at`. */
  readonly out: Float32Array;
  readonly at: number;
}

/**
 * Samples the source of tiles as `TileSampler` does: out[at + (((tile · planes + plane) · phases +
 * phase) · side + row) · side + column]. What is black is left as it is.
 */
export function sampleTiles({ tiling, placement, layer, tiles, out, at }: SampleTilesPart): void {
  const planes = planeCount(layer.pattern);
  const { side, oversampling } = tiling;
  const length = (side * oversampling) ** 2;
  const sampler = tileSampler(tiling, placement, layer, samplerMemory(tiling, planes, 0));
  for (const [index, tile] of tiles.entries())
    for (const [plane, phases] of sampler.sample(tile).entries())
      for (const [phase, samples] of (phases ?? []).entries())
        out.set(samples, at + (index * planes + plane) * length + phase * side * side);
}
