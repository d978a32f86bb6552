import { illuminants, luminanceOf } from '@lumenloom/engine/quick';
import { refuseAt } from '../document/problem.ts';
import type { NamedMaterial } from '../document/read-world.ts';
import type { MaterialKeys, SpectrumKeys, TextureKeys } from '../document/world-document.ts';
import type { WorldFiles } from '../files/world-files.ts';
import type { SurfacePoint } from '../geometry/posed-world.ts';
import { newBands, type Bands } from '../spectra/bands.ts';
import {
  CHANNELS,
  bandsOf,
  colourAt,
  largestSum,
  reflectanceOf,
  type Colour,
} from '../spectra/spectrum.ts';
import { Texture } from '../spectra/texture.ts';
import { Diffuse, Mixed, Summed, Translucent, type Bsdf } from './bsdf.ts';
import { fileSurface } from './file-surface.ts';
import {
  DielectricFresnel,
  MetalFresnel,
  SchlickFresnel,
  dielectric,
  type Fresnel,
} from './fresnel.ts';
import { widthsOf } from './ggx.ts';
import { glassBsdf } from './glass-body.ts';
import { glassIndices } from './glass-index.ts';
import { ThinPane } from './glass.ts';
import { Glossy, UnderCoat, coatAlbedo, coatShare } from './lobes.ts';
import { lightOf } from './light-spectrum.ts';
import { normalOf } from './mapped-normal.ts';
import { metallicRoughness } from './metallic-roughness.ts';
import type { Surface } from './surface-type.ts';
import { NAMED_MATERIALS } from './named-materials.ts';
import { Coefficients, Retroreflector } from './retroreflector.ts';

/** What the making of a surface needs. */
interface Making {
  readonly place: string;
  readonly files: WorldFiles;
  /** Materials by name, of the document and of the table. */
  readonly materials: Readonly<Record<string, MaterialKeys>>;
  readonly depth: number;
}

/** Mixes of mixes. */
const MOST_DEPTH = 16;

/** Reads the spectra and textures of a material. @throws SimulationError with the place. */
export async function surfaceOf(
  material: NamedMaterial,
  files: WorldFiles,
  materials: Readonly<Record<string, MaterialKeys>>,
): Promise<Surface> {
  const { name, place, keys, file } = material;
  if (file) return fileSurface(file, files, place);
  return ofKeys(keys!, name, { place, files, materials, depth: 0 });
}

async function ofKeys(keys: MaterialKeys, name: string, making: Making): Promise<Surface> {
  const { place, files } = making;
  const surface = await ofModel(keys, name, making);
  const { normalMap, alpha, emission } = keys;
  const texture = async (file: string, where: string, encoding: 'srgb' | 'linear') =>
    new Texture(await files.picture(await files.read(file, where), file, where), encoding);
  const map =
    normalMap && (await texture(normalMap.texture, `${place}.normalMap.texture`, 'linear'));
  const mask = alpha && (await texture(alpha.texture, `${place}.alpha.texture`, 'linear'));
  return {
    ...surface,
    ...(map && { normal: normalOf(map, normalMap.scale ?? 1) }),
    ...(mask && {
      alpha: (at: SurfacePoint) => {
        const share = mask.at(at.uv)[3]!;
        return alpha.cutoff === undefined ? share : share >= alpha.cutoff ? 1 : 0;
      },
    }),
    ...(emission && { emission: await emissionOf(emission, `${place}.emission`, files) }),
  };
}

async function emissionOf(
  { spectrum = 'D65', luminance }: NonNullable<MaterialKeys['emission']>,
  place: string,
  files: WorldFiles,
): Promise<(at: SurfacePoint) => Bands> {
  const where = `${place}.spectrum`;
  if (typeof spectrum === 'object' && 'texture' in spectrum) {
    const colour = await reflectanceOf(spectrum, where, files);
    const { energy } = illuminants.d65;
    const scale = luminance / luminanceOf(energy);
    const out = newBands();
    return (at) => colourAt(colour, at.uv, out).map((value, band) => value * energy[band]! * scale);
  }
  const bands = lightOf(spectrum, where).map((value) => value * luminance);
  return () => bands;
}

async function ofModel(keys: MaterialKeys, name: string, making: Making): Promise<Surface> {
  const { place, files } = making;
  const read = (value: SpectrumKeys, key: string): Promise<Colour> =>
    reflectanceOf(value, `${place}.${key}`, files);
  switch (keys.model) {
    case 'diffuse':
      return ofColour(
        name,
        await read(keys.reflectance, 'reflectance'),
        (bands) => new Diffuse(bands),
      );
    case 'conductor':
      return conductorOf(keys, name, making);
    case 'coated':
      return coatedOf(keys, name, await read(keys.reflectance, 'reflectance'));
    case 'glass':
      return glassOf(keys, name, making);
    case 'translucent': {
      const front = await read(keys.reflectance, 'reflectance');
      const back = await read(keys.transmittance, 'transmittance');
      const sum = largestSum(front, back);
      if (sum > 1 + 1e-9)
        refuseAt(
          place,
          `${place}: reflectance and transmittance sum to ${Number(sum.toPrecision(6))}: at most 1.`,
        );
      const [one, other] = [newBands(), newBands()];
      return {
        name,
        bsdf: ({ uv }) => new Translucent(colourAt(front, uv, one), colourAt(back, uv, other)),
      };
    }
    case 'retroreflector': {
      const colour = await read(keys.colour ?? 1, 'colour');
      const base = await read(keys.reflectance ?? 0, 'reflectance');
      const table = new Coefficients(keys.coefficient);
      const [one, other] = [newBands(), newBands()];
      return {
        name,
        bsdf: ({ uv }) =>
          new Retroreflector(table, colourAt(colour, uv, one), colourAt(base, uv, other)),
      };
    }
    case 'mix':
      return mixOf(keys, name, making);
    case 'pbr':
      return pbrOf(keys, name, await read(keys.baseColour ?? 1, 'baseColour'));
  }
}

/** One lobe of a colour: the same everywhere, or by uv. */
function ofColour(name: string, colour: Colour, lobe: (bands: Bands) => Bsdf): Surface {
  if ('bands' in colour) {
    const everywhere = lobe(colour.bands);
    return { name, bsdf: () => everywhere };
  }
  return { name, bsdf: ({ uv }) => lobe(colourAt(colour, uv, newBands())) };
}

type OfModel<Model extends MaterialKeys['model']> = Extract<MaterialKeys, { model: Model }>;

async function conductorOf(
  keys: OfModel<'conductor'>,
  name: string,
  { place, files, materials }: Making,
): Promise<Surface> {
  const widths = widthsOf(keys.roughness ?? 0);
  const isCompensated = keys.energyCompensation ?? true;
  const metal =
    keys.metal === undefined ? undefined : (materials[keys.metal] ?? NAMED_MATERIALS[keys.metal]);
  const own = metal?.model === 'conductor' ? metal : keys;
  if (keys.metal !== undefined && own === keys)
    refuseAt(`${place}.metal`, `${place}.metal: no metal is called ${keys.metal}.`);
  const { n, k, reflectance } = own;
  const pair = n !== undefined && k !== undefined;
  if ((n === undefined) !== (k === undefined) || pair === (reflectance !== undefined))
    refuseAt(place, `${place} needs one of metal, n with k, and reflectance.`);
  if (pair) {
    const fresnel: Fresnel = new MetalFresnel(
      bandsOf(n, 'reflectance', `${place}.n`),
      bandsOf(k, 'reflectance', `${place}.k`),
    );
    const lobe = new Glossy(widths, fresnel, isCompensated);
    return { name, bsdf: () => lobe };
  }
  return ofColour(
    name,
    await reflectanceOf(reflectance!, `${place}.reflectance`, files),
    (bands) => new Glossy(widths, new SchlickFresnel(Float64Array.from(bands)), isCompensated),
  );
}

function coatedOf(
  { ior = 1.5, roughness = 0.1 }: OfModel<'coated'>,
  name: string,
  colour: Colour,
): Surface {
  const widths = widthsOf(roughness);
  const fresnel = new DielectricFresnel(ior);
  const albedo = coatAlbedo(widths, `dielectric ${ior}`, fresnel.normal[0]!, (cosine) =>
    dielectric(cosine, ior),
  );
  const top = new Glossy(widths, fresnel);
  return ofColour(
    name,
    colour,
    (bands) =>
      new Summed(top, new UnderCoat(bands, albedo), coatShare(albedo.average, Math.max(...bands))),
  );
}

function pbrOf(
  { metallic = 1, roughness = 1, ior = 1.5, specular = 1 }: OfModel<'pbr'>,
  name: string,
  colour: Colour,
): Surface {
  return ofColour(name, colour, (bands) =>
    metallicRoughness({ base: Float64Array.from(bands), metallic, roughness, ior, specular }),
  );
}

async function glassOf(keys: OfModel<'glass'>, name: string, { place }: Making): Promise<Surface> {
  const indices = await glassIndices(keys.ior ?? 1.5, `${place}.ior`);
  const absorption =
    keys.absorptionPerMetre === undefined
      ? undefined
      : bandsOf(keys.absorptionPerMetre, 'reflectance', `${place}.absorptionPerMetre`);
  if (keys.thin) {
    const pane = new ThinPane(indices.bands, absorption, keys.thicknessM ?? 0);
    return { name, bsdf: () => pane };
  }
  return {
    name,
    bsdf: glassBsdf(indices, widthsOf(keys.roughness ?? 0)),
    absorption,
    isDispersive: keys.dispersion ?? false,
    notes:
      keys.dispersion || typeof (keys.ior ?? 1.5) === 'number'
        ? []
        : ['Glass bends all bands alike.'],
  };
}

async function mixOf(keys: OfModel<'mix'>, name: string, making: Making): Promise<Surface> {
  const { place, files, materials, depth } = making;
  if (depth >= MOST_DEPTH) refuseAt(place, `${place} mixes more than ${MOST_DEPTH} levels.`);
  const part = async (value: string | MaterialKeys, key: string): Promise<Surface> => {
    const own =
      typeof value === 'string'
        ? (materials[value] ??
          refuseAt(`${place}.${key}`, `${place}.${key}: no material is called ${value}.`))
        : value;
    return ofKeys(own, name, { ...making, place: `${place}.${key}`, depth: depth + 1 });
  };
  const [a, b] = [await part(keys.a, 'a'), await part(keys.b, 'b')];
  const shareOf = await numberOf(keys.share, `${place}.share`, files);
  return {
    name,
    bsdf: (at, side) => new Mixed(a.bsdf(at, side), b.bsdf(at, side), shareOf(at)),
    absorption: a.absorption ?? b.absorption,
  };
}

async function numberOf(
  value: number | TextureKeys,
  place: string,
  files: WorldFiles,
): Promise<(at: SurfacePoint) => number> {
  if (typeof value === 'number') return () => value;
  const colour = await reflectanceOf(value, place, files);
  if (!('texture' in colour)) return () => 0;
  const channel = value.channel ? CHANNELS[value.channel] : 0;
  return (at) => colour.texture.at(at.uv)[channel]!;
}
