import { sharedFloat32 } from '../../images/shared-array.ts';
import { SRGB_TO_LINEAR } from '../../colour/srgb.ts';
import { energyToPhotons, type Spectrum } from '../../quantities/wavelengths.ts';
import { mean, type Scene } from '../scene.ts';
import type { Host, RgbImage } from '../../host.ts';
import { appleJpg } from './descriptor.ts';
import primaries from './display-primaries.json' with { type: 'json' };

const channels = [primaries.red, primaries.green, primaries.blue] as const;

/**
 * Photons per band of the display's white, photons/(s·sr·m²·nm): the light under which a picture is
 * assumed to be taken.
 */
export const displayWhite = (): Spectrum =>
  energyToPhotons(
    primaries.red.map((red, band) => red + primaries.green[band]! + primaries.blue[band]!),
  );

/**
 * An sRGB picture as a scene: its linear red, green and blue drive the primaries of a display, and
 * the emitted light divided by the white of the display is the reflectance. One plane per primary,
 * one cell per pixel.
 *
 * @param assumedWhite photons per band of the light under which the file was taken; by default the
 *   display's white. Only its shape matters.
 * @see docs/reference/radiometry.md#image-file; IEC 61966-2-1 for the transfer curve.
 */
export async function build(
  _parameters: unknown,
  host: Pick<Host, 'loadImage'>,
  assumedWhite?: Spectrum,
): Promise<Scene> {
  const image = await host.loadImage(appleJpg.label);
  const { rows, columns } = image;
  const { planes, planeMeans } = linearPlanesOf(image);
  return {
    rows,
    columns,
    planeMeans,
    pattern: { kind: 'cells', rows, columns, planes },
    raster: (plane) => planes[plane]!,
    spectra: displaySpectra(assumedWhite),
  };
}

/**
 * Reflectance per band that full red, green and blue stand for.
 *
 * @param assumedWhite photons per band of the light under which the picture was taken; by default
 * the display's white.
 */
export function displaySpectra(assumedWhite?: Spectrum): readonly Spectrum[] {
  const white = displayWhite();
  const reference = assumedWhite ? scaledToSum(assumedWhite, white) : white;
  return channels.map((primary) =>
    energyToPhotons(primary).map((photons, band) => photons / reference[band]!),
  );
}

interface LinearPlanes {
  readonly planes: readonly Float32Array[];
  readonly planeMeans: readonly number[];
}

/**
 * Planes of pictures that the host has loaded, kept because computing them takes longer than the
 * rest of a run. They are never changed.
 */
const linearPlanes = new WeakMap<RgbImage, LinearPlanes>();

/** Linear red, green and blue of a picture, 0 to 1, and their means. */
function linearPlanesOf(image: RgbImage): LinearPlanes {
  const known = linearPlanes.get(image);
  if (known) return known;
  const { rgb, rows, columns } = image;
  const planes = [0, 1, 2].map((channel) => {
    const plane = sharedFloat32(rows * columns);
    for (let pixel = 0; pixel < plane.length; pixel += 1)
      plane[pixel] = SRGB_TO_LINEAR[rgb[pixel * 3 + channel]!]!;
    return plane;
  });
  const made = { planes, planeMeans: planes.map(mean) };
  linearPlanes.set(image, made);
  return made;
}

function scaledToSum(spectrum: Spectrum, like: Spectrum): Spectrum {
  const sum = (values: Spectrum): number => values.reduce((total, value) => total + value, 0);
  return spectrum.map((value) => (value * sum(like)) / sum(spectrum));
}
