import { MACBETH_PATCHES, WAVELENGTHS, illuminants } from '@lumenloom/engine/quick';
import { suggestion } from '../document/poses.ts';
import { refuseAt } from '../document/problem.ts';
import type { SpectrumKeys } from '../document/world-document.ts';
import type { WorldFiles } from '../files/world-files.ts';
import { NAMED_MATERIALS } from '../materials/named-materials.ts';
import { BAND_COUNT, fromRgb, newBands, type Bands } from './bands.ts';
import { ledSpectrum } from './led.ts';
import { Texture } from './texture.ts';

/** A reflectance, the same everywhere or from a picture. */
export type Colour =
  | { readonly bands: Bands }
  | { readonly texture: Texture; readonly channel: 0 | 1 | 2 | 3 | undefined };

export const CHANNELS = { r: 0, g: 1, b: 2, a: 3 } as const;

const decode = (code: number): number =>
  code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4;

const ofHex = (text: string): Bands => {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    decode(Number.parseInt(text.slice(at, at + 2), 16) / 255),
  ) as [number, number, number];
  return fromRgb(red, green, blue);
};

/** Linear between samples, held beyond them. */
function ofTable(nm: readonly number[], value: readonly number[]): Bands {
  return Float64Array.from(WAVELENGTHS, (at) => {
    const right = nm.findIndex((one) => one >= at);
    if (right < 0) return value.at(-1)!;
    if (right === 0) return value[0]!;
    const share = (at - nm[right - 1]!) / (nm[right]! - nm[right - 1]!);
    return value[right - 1]! + share * (value[right]! - value[right - 1]!);
  });
}

const gaussian = (nm: number, fwhm: number): Bands =>
  Float64Array.from(WAVELENGTHS, (at) => Math.exp(-4 * Math.LN2 * ((at - nm) / fwhm) ** 2));

/**
 * A spectrum of a document that is the same everywhere, without its scale.
 *
 * @param kind what names mean: illuminants of lights, materials and patches of reflectances.
 */
export function bandsOf(keys: SpectrumKeys, kind: 'light' | 'reflectance', place: string): Bands {
  if (typeof keys === 'number') return newBands(keys);
  if (typeof keys === 'string') return named(keys, kind, place);
  if ('nm' in keys) return ofTable(keys.nm, keys.value);
  const daylight = (bands: Bands): Bands =>
    kind === 'light' ? bands.map((value, band) => value * illuminants.d65.energy[band]!) : bands;
  if ('srgb' in keys) return daylight(ofHex(keys.srgb));
  if ('rgb' in keys) {
    if (keys.rgb.some((part) => part < 0))
      refuseAt(`${place}.rgb`, `${place}.rgb must not be negative.`);
    return daylight(fromRgb(...keys.rgb));
  }
  if ('texture' in keys)
    return refuseAt(place, `${place} must be a spectrum: a texture has no meaning here.`);
  if ('macbeth' in keys) {
    if (kind === 'light')
      return refuseAt(place, `${place}: a patch is a reflectance, not a light.`);
    return patch(keys.macbeth, place);
  }
  if (kind === 'reflectance')
    return refuseAt(place, `${place}: an LED or Gaussian is a light, not a reflectance.`);
  return 'led' in keys
    ? ledSpectrum(keys.led.kelvin)
    : gaussian(keys.gaussian.nm, keys.gaussian.fwhm);
}

function named(name: string, kind: 'light' | 'reflectance', place: string): Bands {
  if (kind === 'light') {
    const lights = Object.values(illuminants).filter((one) => 'energy' in one);
    const found = lights.find(({ label }) => label.toLowerCase() === name.toLowerCase());
    if (found) return Float64Array.from(found.energy);
    return refuseAt(
      place,
      `${place}: no light is called ${name}${suggestion(
        name,
        lights.map(({ label }) => label),
      )}`,
    );
  }
  const keys = Object.hasOwn(NAMED_MATERIALS, name) ? NAMED_MATERIALS[name] : undefined;
  const reflectance = keys && 'reflectance' in keys ? keys.reflectance : undefined;
  if (reflectance === undefined)
    return refuseAt(
      place,
      `${place}: no reflectance is called ${name}${suggestion(name, Object.keys(NAMED_MATERIALS))}`,
    );
  return bandsOf(reflectance, 'reflectance', place);
}

/** `Light Skin` is `lightSkin` of the chart. */
function patch(name: string, place: string): Bands {
  const plain = (text: string): string => text.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
  const found = MACBETH_PATCHES.find((one) => plain(one.name) === plain(name));
  return found
    ? Float64Array.from(found.reflectance)
    : refuseAt(
        place,
        `${place}: the chart has no patch ${name}${suggestion(
          name,
          MACBETH_PATCHES.map((one) => one.name),
        )}`,
      );
}

/** A reflectance of a document; at most 1 in every band. */
export async function reflectanceOf(
  keys: SpectrumKeys,
  place: string,
  files: WorldFiles,
): Promise<Colour> {
  if (typeof keys === 'object' && 'texture' in keys) {
    const { texture: file, channel, encoding } = keys;
    const where = `${place}.texture`;
    const picture = await files.picture(await files.read(file, where), file, where);
    return {
      texture: new Texture(picture, encoding ?? (channel ? 'linear' : 'srgb')),
      channel: channel && CHANNELS[channel],
    };
  }
  const bands = bandsOf(keys, 'reflectance', place);
  const most = Math.max(...bands);
  if (most > 1 + 1e-9) refuseAt(place, `${place} is ${Number(most.toPrecision(6))}: at most 1.`);
  return { bands };
}

const pixel: number[] = [];

/** A reflectance at uv. */
export function colourAt(colour: Colour, uv: readonly [number, number], out: Bands): Bands {
  if ('bands' in colour) return colour.bands;
  colour.texture.at(uv, pixel);
  if (colour.channel !== undefined) return out.fill(pixel[colour.channel]!);
  return fromRgb(pixel[0]!, pixel[1]!, pixel[2]!, out);
}

/** The largest of the sums of two spectra, where no texture hides it. */
export function largestSum(one: Colour, other: Colour): number {
  if (!('bands' in one && 'bands' in other)) return 0;
  let most = 0;
  for (let band = 0; band < BAND_COUNT; band += 1)
    most = Math.max(most, one.bands[band]! + other.bands[band]!);
  return most;
}
