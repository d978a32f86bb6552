import type { Poses } from '../document/poses.ts';
import { refuseAt } from '../document/problem.ts';
import type { World } from '../document/read-world.ts';
import type { LightKeys, Vector } from '../document/world-document.ts';
import { times } from '../pose/matrix.ts';
import { lightOf } from '../materials/light-spectrum.ts';
import { fromRgb, newBands, ofLuminanceOne, type Bands } from '../spectra/bands.ts';
import { Texture } from '../spectra/texture.ts';
import { illuminants, luminanceOf } from '@lumenloom/engine/quick';
import { AreaLamp, luxOfShape, type LampFacts } from './area-lamp.ts';
import { CoaxialLamp } from './coaxial-lamp.ts';
import { DistantLamp } from './distant-lamp.ts';
import { Frame } from './frame.ts';
import { readIes, type IesLight } from './ies.ts';
import type { Lamp, LampFigures } from './lamp.ts';
import {
  domeShape,
  lineShape,
  rectangleShape,
  ringShape,
  type LightShape,
} from './shapes-of-light.ts';
import { BallLamp, PointLamp, spotFlux, spotIntensity, type Intensity } from './small-lamps.ts';

/** Lamps whose files were read: they can be put anywhere at any time. */
export interface LampPlan {
  readonly keys: LightKeys;
  readonly spectrum: Bands;
  readonly ies?: IesLight;
  readonly image?: { readonly texture: Texture; readonly aspect: number };
}

/** What a lamp is in where it names none. */
export const USUAL_GROUP = 'lights';
const SUN_DEGREES = 0.533;
const LAMBERT_DEGREES = 60;

/** Reads spectra, IES files and pictures of the lamps of a document. */
export async function readLamps(world: World): Promise<readonly LampPlan[]> {
  const { document, files } = world;
  const plans: LampPlan[] = [];
  for (const keys of document.lights ?? []) {
    const place = `lights.${keys.name}`;
    const spectrum = lightOf(keys.spectrum ?? 'D65', `${place}.spectrum`);
    if (keys.type === 'ies') {
      const where = `${place}.file`;
      plans.push({
        keys,
        spectrum,
        ies: readIes(await files.read(keys.file, where), keys.file, where),
      });
    } else if (keys.type === 'projector') {
      const where = `${place}.image`;
      const picture = await files.picture(await files.read(keys.image, where), keys.image, where);
      const wrap = { wrap: ['clamp', 'clamp'], set: 0, transform: [1, 0, 0, 1, 0, 0] } as const;
      const image = new Texture(picture, keys.encoding ?? 'srgb', {
        name: '',
        bytes: new Uint8Array(),
        ...wrap,
      });
      plans.push({
        keys,
        spectrum,
        image: { texture: image, aspect: picture.rows / picture.columns },
      });
    } else plans.push({ keys, spectrum });
  }
  return plans;
}

/** All lamps of a world at a time, those of its files too. */
export function lampsAt(world: World, plans: readonly LampPlan[], poses: Poses): readonly Lamp[] {
  const camera = world.document.camera ?? {};
  const own = plans.flatMap(({ keys, ...plan }): Lamp[] => {
    if (keys.on === false) return [];
    const place = `lights.${keys.name}`;
    const pose = poses.of(keys, place);
    const frame = new Frame(
      keys.follows === 'camera' ? times(poses.of(camera, 'camera'), pose) : pose,
    );
    return [lampOf({ keys, ...plan }, frame)];
  });
  return [...own, ...lampsOfFiles(world, poses)];
}

function lampsOfFiles(world: World, poses: Poses): readonly Lamp[] {
  return world.objects.flatMap(({ keys }) => {
    const asset = keys.asset === undefined ? undefined : world.assets.get(keys.asset);
    if (!asset || keys.visible === false) return [];
    return asset.lamps.map((lamp): Lamp => {
      const { energy } = illuminants.d65;
      const colour = fromRgb(...lamp.colour).map((value, band) => value * energy[band]!);
      const luminance = luminanceOf(colour) / luminanceOf(energy);
      const spectrum = luminance > 0 ? ofLuminanceOne(colour) : newBands();
      const level = lamp.intensity * luminance;
      const common = {
        name: `${keys.name}/${lamp.name}`,
        group: USUAL_GROUP,
        frame: new Frame(times(poses.ofObject(keys.name), lamp.matrix)),
        spectrum,
        isSeen: true,
      };
      if (lamp.type === 'directional') {
        const facts = { ...common, type: lamp.type, figures: NO_FIGURES };
        return new DistantLamp(facts, level, 0);
      }
      const isSpot = lamp.type === 'spot';
      const flux = isSpot ? spotFlux(lamp.innerDegrees, lamp.outerDegrees) : 4 * Math.PI;
      const shape: Intensity = isSpot
        ? spotIntensity(lamp.innerDegrees, lamp.outerDegrees)
        : () => 1;
      const figures = figuresOf(level * flux, level, null, spectrum);
      return new PointLamp({ ...common, type: lamp.type, figures }, (way) => level * shape(way));
    });
  });
}

const NO_FIGURES: LampFigures = { lumens: null, candela: null, watts: null, luminance: null };

/** Watts between 400 and 700 nm of a lumen. */
const wattsPerLumen = (spectrum: Bands): number =>
  spectrum.reduce((sum, value) => sum + value * 10, 0);

const figuresOf = (
  lumens: number,
  candela: number | null,
  luminance: number | null,
  spectrum: Bands,
): LampFigures => ({ lumens, candela, luminance, watts: lumens * wattsPerLumen(spectrum) });

/** How many times the unit of a lamp its level asks for, where each figure has that for a unit. */
function timesOf(
  keys: LightKeys,
  unit: {
    readonly lumens: number;
    readonly candela: number | null;
    readonly luminance: number | null;
    readonly lux: (metres: number) => number;
  },
  spectrum: Bands,
): number {
  const place = `lights.${keys.name}`;
  const over = (level: number, of1: number | null, key: string): number =>
    of1 === null || !(of1 > 0)
      ? refuseAt(`${place}.${key}`, `${place} is of type ${keys.type}, which has no ${key}.`)
      : level / of1;
  if (keys.lumens !== undefined) return over(keys.lumens, unit.lumens, 'lumens');
  if (keys.candela !== undefined) return over(keys.candela, unit.candela, 'candela');
  if (keys.luminance !== undefined) return over(keys.luminance, unit.luminance, 'luminance');
  if (keys.watts !== undefined)
    return over(keys.watts, unit.lumens * wattsPerLumen(spectrum), 'watts');
  if (typeof keys.lux === 'object') return over(keys.lux.value, unit.lux(keys.lux.atMetres), 'lux');
  return 1;
}

function lampOf(plan: LampPlan, frame: Frame): Lamp {
  const { keys, spectrum } = plan;
  const common = {
    name: keys.name,
    type: keys.type,
    group: keys.group ?? USUAL_GROUP,
    frame,
    spectrum,
    isSeen: keys.seen ?? true,
  };
  switch (keys.type) {
    case 'directional':
    case 'sun': {
      const diameter = keys.diameterDegrees ?? (keys.type === 'sun' ? SUN_DEGREES : 0);
      return new DistantLamp({ ...common, figures: NO_FIGURES }, keys.lux as number, diameter);
    }
    case 'point':
      return smallLamp(plan, common, {
        flux: 4 * Math.PI,
        intensity: () => 1,
        radius: keys.radius ?? 0,
      });
    case 'spot': {
      const { innerDegrees: inner = 0, outerDegrees: outer } = keys;
      return smallLamp(plan, common, {
        flux: spotFlux(inner, outer),
        intensity: spotIntensity(inner, outer),
        radius: keys.radius ?? 0,
      });
    }
    case 'ies': {
      const { intensity, lumens } = plan.ies!;
      const by = keys.lumens === undefined ? 1 : keys.lumens / lumens;
      const candela = by * intensity([0, 0, -1]);
      const figures = figuresOf(by * lumens, candela, null, spectrum);
      return new PointLamp({ ...common, figures }, (way) => by * intensity(way));
    }
    case 'projector':
      return projectorLamp(plan, common, keys.hfovDegrees);
    case 'coaxial': {
      const [share, passes] = keys.splitter ?? [0.5, 0.5];
      const cone = Math.sin((keys.coneHalfDegrees * Math.PI) / 180) ** 2;
      const lux = Math.PI * cone * share;
      const by = timesOf(
        keys,
        { lumens: 0, candela: null, luminance: 1, lux: () => lux },
        spectrum,
      );
      return new CoaxialLamp({ ...common, figures: { ...NO_FIGURES, luminance: by } }, keys.size, {
        halfDegrees: keys.coneHalfDegrees,
        luminance: by * share,
        passes,
      });
    }
    case 'rectangle':
      return areaLamp(plan, common, rectangleShape(keys.size), keys.beamHalfAngleDegrees);
    case 'disc':
      return areaLamp(plan, common, ringShape(0, keys.radius), keys.beamHalfAngleDegrees);
    case 'ring':
      return areaLamp(plan, common, ringShape(keys.inner, keys.outer), keys.beamHalfAngleDegrees);
    case 'line':
      return areaLamp(plan, common, lineShape(keys.radius, keys.length));
    case 'dome':
      return areaLamp(plan, common, domeShape(keys.radius, keys.holeDegrees ?? 0));
  }
}

type Common = Omit<LampFacts, 'figures'>;

function areaLamp(
  { keys, spectrum }: LampPlan,
  common: Common,
  shape: LightShape,
  halfDegrees = LAMBERT_DEGREES,
): Lamp {
  const isLambert = halfDegrees === LAMBERT_DEGREES;
  const exponent = isLambert
    ? 1
    : Math.log(0.5) / Math.log(Math.cos((halfDegrees * Math.PI) / 180));
  const lumens = isLambert
    ? Math.PI * shape.area
    : (2 * Math.PI * shape.axisArea!) / (exponent + 1);
  const lux = (metres: number): number => luxOfShape(shape, exponent, metres);
  const by = timesOf(keys, { lumens, candela: shape.axisArea, luminance: 1, lux }, spectrum);
  const candela = shape.axisArea === null ? null : by * shape.axisArea;
  const figures = figuresOf(by * lumens, candela, by, spectrum);
  return new AreaLamp({ ...common, figures }, shape, exponent);
}

function smallLamp(
  { keys, spectrum }: LampPlan,
  common: Common,
  {
    flux,
    intensity,
    radius,
  }: { readonly flux: number; readonly intensity: Intensity; readonly radius: number },
): Lamp {
  const luminance = radius > 0 ? 1 / (Math.PI * radius * radius) : null;
  const lux = (metres: number): number => 1 / (metres * metres);
  const by = timesOf(keys, { lumens: flux, candela: 1, luminance, lux }, spectrum);
  const figures = figuresOf(by * flux, by, luminance === null ? null : by * luminance, spectrum);
  const own: Intensity = (way) => by * intensity(way);
  return radius > 0
    ? new BallLamp({ ...common, figures }, own, radius)
    : new PointLamp({ ...common, figures }, own);
}

/** A pinhole that throws a picture: even on a plane square to its axis. */
function projectorLamp(
  { keys, spectrum, image }: LampPlan,
  common: Common,
  hfovDegrees: number,
): Lamp {
  const half = Math.tan((hfovDegrees * Math.PI) / 360);
  const { texture, aspect } = image!;
  const high = half * aspect;
  const uvOf = ([x, y, z]: Vector): readonly [number, number] | undefined => {
    if (z >= 0) return undefined;
    const [a, b] = [x / -z / half, y / -z / high];
    return Math.abs(a) <= 1 && Math.abs(b) <= 1 ? [(1 + a) / 2, (1 - b) / 2] : undefined;
  };
  // E d² on the axis is I0, and even over an area of 4 half · high · d².
  const lumens = 4 * half * high;
  const lux = (metres: number): number => 1 / (metres * metres);
  const by = timesOf(keys, { lumens, candela: 1, luminance: null, lux }, spectrum);
  const pixel: number[] = [];
  return new PointLamp(
    { ...common, figures: figuresOf(by * lumens, by, null, spectrum) },
    (way) => (uvOf(way) ? by / (-way[2]) ** 3 : 0),
    (way, out) => {
      texture.at(uvOf(way)!, pixel);
      fromRgb(pixel[0]!, pixel[1]!, pixel[2]!, out);
      for (let band = 0; band < out.length; band += 1) out[band]! *= spectrum[band]!;
    },
  );
}
