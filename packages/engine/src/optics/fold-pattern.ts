import type { LitScene } from '../illuminants/light.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { BAND_WIDTH, type Spectrum } from '../quantities/wavelengths.ts';
import { planeCount, type Pattern } from '../scenes/patterns/pattern.ts';

/** A pattern, and the weight of each of its planes in each channel: weights[channel][plane]. */
export interface WeighedPattern {
  readonly pattern: Pattern;
  readonly weights: readonly (readonly number[])[];
}

/**
 * Folds spectra and responses into one weight per channel and plane, which is exact because
 * everything from scene to pixel is linear. With more planes than channels the cells are weighted
 * instead, which takes less time than weighting pixels: then plane c is channel c.
 *
 * @param responses per channel and band.
 * @param irradiancePerRadiance steradians.
 */
export function foldPattern(
  { scene: { pattern }, radiance }: LitScene,
  responses: readonly Spectrum[],
  irradiancePerRadiance: number,
): WeighedPattern {
  const weights = responses.map((response) =>
    radiance.map(
      (spectrum) =>
        irradiancePerRadiance *
        BAND_WIDTH *
        spectrum.reduce((sum, photons, band) => sum + photons * response[band]!, 0),
    ),
  );
  if (pattern.kind !== 'cells' || planeCount(pattern) <= weights.length)
    return { pattern, weights };
  const { rows, columns, planes } = pattern;
  const channels = weights.map((weight) => {
    const folded = sharedFloat32(rows * columns);
    for (const [k, plane] of planes.entries())
      for (let cell = 0; cell < folded.length; cell += 1)
        folded[cell]! += weight[k]! * plane[cell]!;
    return folded;
  });
  return {
    pattern: { kind: 'cells', rows, columns, planes: channels },
    weights: channels.map((_, row) => channels.map((__, column) => Number(row === column))),
  };
}
