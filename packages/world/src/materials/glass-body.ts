import type { Bsdf } from './bsdf.ts';
import type { Widths } from './ggx.ts';
import type { GlassIndices } from './glass-index.ts';
import { glassFace } from './glass.ts';
import type { Surface } from './surface-type.ts';

/** Both faces of a body of glass. */
export function glassBsdf({ bands, middle }: GlassIndices, widths: Widths): Surface['bsdf'] {
  const faces = [true, false].map((isOutside) => {
    const ratios = isOutside ? bands : bands.map((n) => 1 / n);
    return { ratios, bends: isOutside ? middle : 1 / middle, band: -1 };
  });
  const [outside, inside] = faces.map((face) => glassFace(face, widths)) as [Bsdf, Bsdf];
  return (_at, { isOutside, band }) => {
    if (band < 0) return isOutside ? outside : inside;
    const { ratios } = faces[isOutside ? 0 : 1]!;
    return glassFace({ ratios, bends: ratios[band]!, band }, widths);
  };
}
