import { illuminants, luminanceOf } from '@lumenloom/engine/quick';
import type { Vector } from '../document/world-document.ts';
import type { FileMaterial, FileTexture } from '../files/file-content.ts';
import type { WorldFiles } from '../files/world-files.ts';
import type { SurfacePoint } from '../geometry/posed-world.ts';
import { fromRgb, newBands, type Bands } from '../spectra/bands.ts';
import { Texture } from '../spectra/texture.ts';
import { Diffuse, Mixed, Summed, type Bsdf, type Numbers, type Scatter } from './bsdf.ts';
import { SchlickFresnel } from './fresnel.ts';
import { widthsOf } from './ggx.ts';
import { ThinPane } from './glass.ts';
import { Glossy } from './lobes.ts';
import { glassBsdf } from './glass-body.ts';
import { normalOf } from './mapped-normal.ts';
import { metallicRoughness } from './metallic-roughness.ts';
import type { Side, Surface } from './surface-type.ts';

/** Steps of roughness that a texture is rounded to: each has a table of its own. */
const ROUGHNESSES = 64;

const at2 = (texture: Texture, at: SurfacePoint): number[] =>
  texture.at(texture.set === 1 ? at.otherUv : at.uv);

/** A material of a glTF file (docs/reference/world.md#w4). */
export async function fileSurface(
  material: FileMaterial,
  files: WorldFiles,
  place: string,
): Promise<Surface> {
  const open = async (
    texture: FileTexture | undefined,
    encoding: 'srgb' | 'linear',
  ): Promise<Texture | undefined> =>
    texture &&
    new Texture(await files.picture(texture.bytes, texture.name, place), encoding, texture);
  const base = await open(material.baseTexture, 'srgb');
  const rough = await open(material.roughnessTexture, 'linear');
  const normal = await open(material.normalTexture, 'linear');
  const emissive = await open(material.emissiveTexture, 'srgb');
  const { alphaMode, cutoff } = material;
  const hasAlpha = alphaMode !== 'OPAQUE';
  return {
    name: material.name,
    bsdf: bsdfOf(material, base, rough),
    ...(hasAlpha && {
      alpha: (at: SurfacePoint) => {
        const share = material.alpha * (base ? at2(base, at)[3]! : 1) * (at.colour?.[3] ?? 1);
        return alphaMode === 'BLEND' ? share : share >= cutoff ? 1 : 0;
      },
    }),
    ...(normal && { normal: normalOf(normal, material.normalScale) }),
    ...(material.emissive.some((part) => part > 0) && {
      emission: emissionOf(material, emissive),
    }),
    ...(material.absorption && { absorption: fromRgb(...material.absorption) }),
  };
}

function emissionOf(
  { emissive }: FileMaterial,
  texture: Texture | undefined,
): (at: SurfacePoint) => Bands {
  const { energy } = illuminants.d65;
  const scale = 1 / luminanceOf(energy);
  return (at) => {
    const [red = 1, green = 1, blue = 1] = texture ? at2(texture, at) : [];
    return fromRgb(red * emissive[0], green * emissive[1], blue * emissive[2]).map(
      (value, band) => value * energy[band]! * scale,
    );
  };
}

function bsdfOf(
  material: FileMaterial,
  base: Texture | undefined,
  rough: Texture | undefined,
): Surface['bsdf'] {
  const { baseColour, ior, transmission, clearcoat } = material;
  const glass =
    transmission > 0 && material.absorption
      ? glassBsdf({ bands: newBands(ior), middle: ior }, widthsOf(material.roughness))
      : undefined;
  const coat = new Glossy(
    widthsOf(material.clearcoatRoughness),
    new SchlickFresnel(newBands(0.04 * clearcoat), clearcoat),
  );
  const colourOf = (at: SurfacePoint): Bands => {
    const [red = 1, green = 1, blue = 1] = base ? at2(base, at) : [];
    const [a, b, c] = at.colour ?? [1, 1, 1];
    return fromRgb(red * a * baseColour[0], green * b * baseColour[1], blue * c * baseColour[2]);
  };
  const opaque = (at: SurfacePoint, side: Side): Bsdf => {
    const colour = colourOf(at);
    if (material.unlit) return new Diffuse(colour);
    const [, green = 1, blue = 1] = rough ? at2(rough, at) : [];
    const [roughness, metallic] = [material.roughness * green, material.metallic * blue];
    const own = metallicRoughness({
      base: colour,
      metallic,
      roughness: anisotropic(
        rough ? Math.round(roughness * ROUGHNESSES) / ROUGHNESSES : roughness,
        material.anisotropy[0],
      ),
      ior,
      specular: (material.specular * material.specularColour.reduce((a, b) => a + b, 0)) / 3,
    });
    if (transmission === 0 || metallic >= 1) return own;
    const through = glass
      ? glass(at, side)
      : new ThinPane(
          newBands(ior),
          colour.map((part) => -Math.log(Math.max(1e-6, part))),
          1,
        );
    return new Mixed(own, through, transmission * (1 - metallic));
  };
  return (at, side) =>
    clearcoat > 0
      ? new Summed(coat, new UnderClearcoat(opaque(at, side), clearcoat), 0.2)
      : opaque(at, side);
}

/** What the clear coat leaves of the light below it. @see KHR_materials_clearcoat. */
class UnderClearcoat implements Bsdf {
  private readonly base: Bsdf;
  private readonly strength: number;
  constructor(base: Bsdf, strength: number) {
    this.base = base;
    this.strength = strength;
  }

  private dim(viewer: Vector, out: Bands): void {
    const left = 1 - this.strength * (0.04 + 0.96 * (1 - Math.min(1, viewer[2])) ** 5);
    for (let band = 0; band < out.length; band += 1) out[band]! *= left;
  }

  evaluate(viewer: Vector, light: Vector, out: Bands): number {
    const pdf = this.base.evaluate(viewer, light, out);
    this.dim(viewer, out);
    return pdf;
  }

  sample(viewer: Vector, numbers: Numbers, out: Bands): Scatter | undefined {
    const scatter = this.base.sample(viewer, numbers, out);
    this.dim(viewer, out);
    return scatter;
  }
}

/** Wider along the tangent. @see KHR_materials_anisotropy. */
function anisotropic(roughness: number, strength: number): number | readonly [number, number] {
  if (strength === 0) return roughness;
  const width = roughness * roughness;
  return [Math.sqrt(width + (1 - width) * strength * strength), roughness];
}
