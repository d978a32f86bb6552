import type { LitScene } from '../illuminants/light.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { BAND_WIDTH, type Spectrum } from '../quantities/wavelengths.ts';
import { planeCount, type Pattern } from '../scenes/patterns/pattern.ts';

/** A pattern with what its planes weigh in each channel: weights[channel][plane]. */
export interface WeighedPattern {
  readonly pattern: Pattern;
  readonly weights: readonly (readonly number[])[];
}

/**
 * Folds planes and spectra into one weight per channel and plane: everything from scene to pixel is linear. With more planes than channels
 * it is cheaper to weigh the cells than the pixels: then plane c is channel c itself.
 *
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
