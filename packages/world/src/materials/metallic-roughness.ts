import { newBands, type Bands } from '../spectra/bands.ts';
import { Diffuse, Mixed, Summed, type Bsdf } from './bsdf.ts';
import { SchlickFresnel } from './fresnel.ts';
import { widthsOf } from './ggx.ts';
import { Glossy, UnderCoat, coatAlbedo, coatShare } from './lobes.ts';

/** What glTF's metallic and roughness mean at a point. */
export interface MetallicRoughness {
  readonly base: Bands;
  readonly metallic: number;
  readonly roughness: number | readonly [number, number];
  readonly ior: number;
  readonly specular: number;
}

export function metallicRoughness({
  base,
  metallic,
  roughness,
  ior,
  specular,
}: MetallicRoughness): Bsdf {
  const widths = widthsOf(roughness);
  const metal = (): Bsdf => new Glossy(widths, new SchlickFresnel(base));
  const plastic = (): Bsdf => {
    if (specular === 0) return new Diffuse(base);
    const normal = Math.min(1, ((ior - 1) / (ior + 1)) ** 2 * specular);
    const schlick = (cosine: number): number =>
      normal + (specular - normal) * (1 - Math.min(1, cosine)) ** 5;
    const albedo = coatAlbedo(widths, `schlick ${normal} ${specular}`, normal, schlick);
    return new Summed(
      new Glossy(widths, new SchlickFresnel(newBands(normal), specular)),
      new UnderCoat(base, albedo),
      coatShare(albedo.average, Math.max(...base)),
    );
  };
  if (metallic >= 1) return metal();
  return metallic <= 0 ? plastic() : new Mixed(plastic(), metal(), metallic);
}
