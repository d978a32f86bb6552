import { readLens } from '../lens-files/read-lens.ts';
import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { firstOrder } from '../optics/ray-trace/first-order.ts';
import { lensDesign } from '../optics/ray-trace/lens-design.ts';

/** Wavelength at which the figures of a lens file were printed, nm. */
const REFERENCE_NM: Readonly<Record<string, number>> = { cooke: 550, singlet: 587.5618 };

/**
 * A first-order figure of a lens file, mm, as lens programs print it: the pupil from the first
 * surface, points from the image surface.
 *
 * @param figure `lens.name`, such as `cooke.focalLength`.
 */
export function lensFigure(
  figure: string,
  lenses: Readonly<Record<string, string>>,
  catalogue: GlassCatalogue,
): number {
  const [name = '', key = ''] = figure.split('.');
  const bytes = new TextEncoder().encode(lenses[`${name}.seq`]);
  const design = lensDesign(readLens(bytes, `${name}.seq`, { catalogue, keepFocus: true }).file);
  const { focalLengthMm, backFocalLengthMm, entrancePupilMm } = firstOrder(
    design,
    REFERENCE_NM[name]!,
  );
  const backFocalPointMm = backFocalLengthMm - design.imageDistanceMm;
  const figures: Readonly<Record<string, number>> = {
    focalLength: focalLengthMm,
    entrancePupil: entrancePupilMm,
    backFocalPoint: backFocalPointMm,
    rearPrincipalPlane: backFocalPointMm - focalLengthMm,
  };
  return figures[key] ?? NaN;
}
