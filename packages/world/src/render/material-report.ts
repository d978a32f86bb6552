import type { NamedMaterial } from '../document/read-world.ts';
import type { MaterialKeys, Vector } from '../document/world-document.ts';
import type { WorldFiles } from '../files/world-files.ts';
import { Sampler } from '../light/sampler.ts';
import type { Bsdf } from '../materials/bsdf.ts';
import type { Face } from '../materials/glass.ts';
import { lightOf } from '../materials/light-spectrum.ts';
import { NAMED_ENTRIES } from '../materials/named-materials.ts';
import { surfaceOf } from '../materials/surface.ts';
import type { Surface } from '../materials/surface-type.ts';
import type { SurfacePoint } from '../geometry/posed-world.ts';
import { newBands, type Bands } from '../spectra/bands.ts';
import { bandsOf } from '../spectra/spectrum.ts';
import { linearRgb } from './shown.ts';

/** Directions that are drawn for each angle. */
const SAMPLES = 16_384;
/** Straight at a surface, and what its table begins with. */
const GRAZING = 89.99;

const POINT: SurfacePoint = {
  position: [0, 0, 0],
  geometric: [0, 0, 1],
  shading: [0, 0, 1],
  tangent: [1, 0, 0],
  handed: 1,
  uv: [0.5, 0.5],
  otherUv: [0.5, 0.5],
  colour: undefined,
};

/** What a material does with light that comes at angles: the answer of `world material`. */
export async function materialReport(
  material: NamedMaterial,
  degrees: readonly number[],
  files: WorldFiles,
  materials: Readonly<Record<string, MaterialKeys>>,
) {
  const surface = await surfaceOf(material, files, materials);
  const bsdf = surface.bsdf(POINT, { isOutside: true, band: -1 });
  const keys = material.keys!;
  const entry = NAMED_ENTRIES[material.name];
  const reflectance =
    'reflectance' in keys && keys.reflectance !== undefined && !isTexture(keys.reflectance)
      ? bandsOf(keys.reflectance, 'reflectance', 'reflectance')
      : undefined;
  const normal = sentOf(bsdf, 0);
  return {
    name: material.name,
    model: keys.model,
    source: entry?.source ?? null,
    plainModel: entry?.plainModel ?? null,
    angles: degrees.map((angle) => {
      const { albedo, transmittance } = sentOf(bsdf, angle);
      return { degrees: angle, albedo: [...albedo], transmittance: [...transmittance] };
    }),
    normalReflectance: [...(mirrorOf(bsdf) ?? normal.albedo)],
    reflectance: [...(reflectance ?? normal.albedo)],
  };
}

/** Directions of a colour for a view, in which 5 % do not show. */
const FEW = 256;
const OBLIQUE = 30;

/** What a surface sends back under D65, without its textures' detail: linear sRGB, 1 for white. */
export function viewColour({ bsdf }: Surface): Vector {
  const { albedo } = sentOf(bsdf(POINT, { isOutside: true, band: -1 }), OBLIQUE, FEW);
  const d65 = lightOf('D65', 'D65');
  const [red, green, blue] = linearRgb(
    Float32Array.from(albedo, (value, band) => value * d65[band]!),
    1,
  );
  return [red!, green!, blue!];
}

const isTexture = (keys: unknown): boolean =>
  typeof keys === 'object' && keys !== null && 'texture' in keys;

/** Of the facets of a lobe, which are smooth: what its Fresnel says. */
function mirrorOf(bsdf: Bsdf): Bands | undefined {
  return 'fresnel' in bsdf ? (bsdf.fresnel as { readonly normal: Bands }).normal : undefined;
}

/**
 * All that is sent back, and through, by drawing directions. A face of glass lessens radiance by
 * the square of its index; what it lets through is a share of the light, which is not less by it.
 */
function sentOf(bsdf: Bsdf, degrees: number, samples = SAMPLES) {
  const angle = (Math.min(degrees, GRAZING) * Math.PI) / 180;
  const viewer: Vector = [Math.sin(angle), 0, Math.cos(angle)];
  const [albedo, transmittance, weight] = [newBands(), newBands(), newBands()];
  const bends = 'face' in bsdf ? (bsdf.face as Face).bends : 1;
  const sampler = new Sampler();
  sampler.begin(1, 0, 0, 0);
  for (let index = 0; index < samples; index += 1) {
    sampler.sample(index);
    sampler.next();
    const lobe = sampler.one;
    sampler.next();
    const scatter = bsdf.sample(viewer, [lobe, sampler.one, sampler.two], weight);
    if (!scatter) continue;
    const isBack = scatter.direction[2] > 0;
    const [into, scale] = isBack ? [albedo, 1] : [transmittance, bends * bends];
    for (let band = 0; band < into.length; band += 1)
      into[band]! += (scale * weight[band]!) / samples;
  }
  return { albedo, transmittance };
}
