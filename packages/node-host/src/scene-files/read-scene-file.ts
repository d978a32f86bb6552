import { createHash } from 'node:crypto';
import {
  WAVELENGTHS,
  decodeText,
  photonsToEnergy,
  reduceCube,
  toLinearSrgb,
  type IlluminantPlan,
  type OwnScene,
} from '@lumenloom/engine';
import { readEnvi } from './envi.ts';
import { notUsedYet, usesOf } from '../exr/channel-uses.ts';
import { openExr, type ExrFile, type NamedChannel } from '../exr/read-exr.ts';
import { readMat } from './mat.ts';
import { readNpyCube } from './npy-cube.ts';
import { linearScene, readPicture, type PictureScene } from './picture-scene.ts';
import { isRadiance, readRadiance } from './radiance.ts';
import { squarePixels } from './square-pixels.ts';
import { checkWavelengths, failScene, type SpectralFile } from './spectral-file.ts';

/** How a scene file is read. */
export interface SceneReading {
  /** Wavelengths of the bands of an .npy cube, nm. */
  readonly wavelengths?: readonly number[] | undefined;
  /** A cube holds radiance in energy or photons instead of reflectance. */
  readonly radiance?: 'energy' | 'photons' | undefined;
  /**
   * Reads the data file of an ENVI header: the first of these names that there is, or undefined.
   */
  readonly companion?: (names: readonly string[]) => Promise<Uint8Array | undefined>;
  /** Bytes that the planes of the scene may take; checked before they are made. */
  readonly room?: number;
}

/**
 * A scene from a file, without its field of view; the light that comes with it; and what its reader
 * decided, one sentence each.
 */
export interface SceneFile {
  readonly scene: Omit<OwnScene, 'id' | 'parameters'>;
  readonly illuminant?: IlluminantPlan;
  readonly notes: readonly string[];
}

/**
 * Reads a scene: a picture (PNG, JPEG, TIFF, OpenEXR), or a spectral cube (.npy, ENVI, OpenEXR with
 * a channel per wavelength, ISETCam .mat of version 7.3). The end of the name says which.
 *
 * @throws SimulationError with a sentence.
 */
export async function readSceneFile(
  bytes: Uint8Array,
  name: string,
  reading: SceneReading,
): Promise<SceneFile> {
  const digest = createHash('sha256')
    .update(JSON.stringify([reading.wavelengths, reading.radiance]))
    .update(bytes);
  const [, end = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  switch (end) {
    case 'npy':
      return ofCube(
        readNpyCube(bytes, reading.wavelengths, reading.room),
        name,
        reading,
        digest.digest('hex'),
      );
    case 'mat':
      return ofCube(await readMat(bytes, reading.room), name, reading, digest.digest('hex'));
    case 'hdr': {
      if (isRadiance(bytes))
        return ofPicture(readRadiance(bytes, reading.room), name, digest.digest('hex'));
      const names = companionsOf(name);
      const data = await reading.companion?.(names);
      if (!data) return failScene(`The data of the ENVI header are missing: ${names.join(' or ')}`);
      const cube = readEnvi(decodeText(bytes), data, reading.room);
      return ofCube(cube, name, reading, digest.update(data).digest('hex'));
    }
    case 'exr':
      return ofExr(openExr(bytes, reading.room), name, reading, digest.digest('hex'));
    case 'tif':
    case 'tiff': {
      const cube = (await import('./tiff-cube.ts')).readTiffCube(bytes, reading.room);
      if (cube) return ofCube(cube, name, reading, digest.digest('hex'));
      return ofPicture(await readPicture(bytes, reading.room), name, digest.digest('hex'));
    }
    default:
      return ofPicture(await readPicture(bytes, reading.room), name, digest.digest('hex'));
  }
}

/** Names of the data file beside a header. */
function companionsOf(header: string): readonly string[] {
  const stem = header.replace(/\.hdr$/i, '');
  return [stem, ...['img', 'dat', 'raw', 'bsq', 'bil', 'bip'].map((end) => `${stem}.${end}`)];
}

const ofPicture = ({ data, notes }: PictureScene, name: string, digest: string): SceneFile => ({
  scene: { label: name, digest, nativeIlluminant: 'display-white', data },
  notes: [`The scene is that of ${name}: ${data.columns} × ${data.rows} pixels.`, ...notes],
});

function ofExr(
  file: ExrFile,
  name: string,
  reading: SceneReading,
  digest: string,
): SceneFile | Promise<SceneFile> {
  const { colour, bands, vectors } = usesOf(file.channels);
  const wanted = bands.length > 1 ? bands.map(({ channel }) => channel) : colour;
  if (!wanted) {
    const names = file.channels.map((channel) => channel.name);
    if (vectors.length > 0 && names.length <= 4 * vectors.length)
      failScene(notUsedYet(vectors[0]!).slice(0, -1));
    return failScene(
      `The OpenEXR file has the channels ${names.join(', ').slice(0, 120)}: neither R, G, B nor wavelengths such as 550nm`,
    );
  }
  const stored = file.read(wanted.map((channel) => channel.name));
  const { rows } = stored;
  const { part } = wanted[0]!;
  const square = squarePixels(stored.columns, part.pixelAspect);
  const { columns } = square;
  const planes = wanted.map((channel) => square.plane(stored.channels.get(channel.name)!, rows));
  const notes = [...exrNotes(file, wanted), ...square.notes];
  if (wanted === colour) {
    const convert = planes.length === 3 && part.primaries && toLinearSrgb(part.primaries);
    if (convert) {
      convertPlanes(planes, convert);
      notes.push('Its colours have primaries of their own, and are converted to those of sRGB.');
    }
    const picture = linearScene(
      rows,
      columns,
      planes.length,
      (pixel, channel) => planes[channel]![pixel]!,
    );
    return ofPicture({ ...picture, notes: [...notes, ...picture.notes] }, name, digest);
  }
  const wavelengths = bands.map(({ nm }) => nm);
  checkWavelengths(wavelengths, bands.length);
  const cube = { rows, columns, wavelengths, band: (index: number) => planes[index]! };
  // Renderers of spectra say by this attribute that the channels are radiance.
  const isRadiance = wanted[0]!.part.texts.has('emissiveUnits');
  return ofCube({ cube, notes, ...(isRadiance && { quantity: 'energy' }) }, name, reading, digest);
}

/** Converts the colours of planes in place. */
function convertPlanes(
  [red, green, blue]: readonly Float32Array[],
  convert: NonNullable<ReturnType<typeof toLinearSrgb>>,
): void {
  for (let pixel = 0; pixel < red!.length; pixel += 1)
    [red![pixel], green![pixel], blue![pixel]] = convert([
      red![pixel]!,
      green![pixel]!,
      blue![pixel]!,
    ]) as [number, number, number];
}

/** Which channels are read where a file has more, and pixels that the file does not store. */
function exrNotes({ channels }: ExrFile, wanted: readonly NamedChannel[]): readonly string[] {
  const [{ part }] = wanted as [NamedChannel];
  const { data, display } = part;
  const isSame = (['left', 'top', 'rows', 'columns'] as const).every(
    (side) => data[side] === display[side],
  );
  return [
    ...(wanted.length < channels.length && wanted.length <= 3
      ? [`Its channels ${wanted.map((channel) => channel.name).join(', ')} are read.`]
      : []),
    ...(isSame
      ? []
      : [
          `Its pixels are ${data.columns} × ${data.rows} from column ${data.left - display.left}, row ${data.top - display.top} of the picture: the rest of the picture is black.`,
        ]),
  ];
}

/**
 * A cube as a scene: reflectance under the light of the run, or radiance with a light of its own.
 */
function ofCube(
  { cube, quantity: own, light, notes }: SpectralFile,
  name: string,
  { radiance }: SceneReading,
  digest: string,
): SceneFile {
  const quantity = radiance ?? own ?? 'reflectance';
  const isRadiance = quantity !== 'reflectance';
  // Radiance is relative to the light of the file, or else to the brightest value in even photons.
  const toPhotons = quantity === 'energy' ? energyFactors() : undefined;
  const lightPhotons = light && photonsOf(light);
  const { data, error, white } = reduceCube(cube, (largest) => {
    if (!isRadiance) return largest.map(() => 1);
    if (lightPhotons) return lightPhotons;
    const photons = largest.map((value, band) => value * (toPhotons?.[band] ?? 1));
    const most = Math.max(...photons);
    return photons.map((_, band) => most / (toPhotons?.[band] ?? 1));
  });
  const { wavelengths } = cube;
  const [first, last] = [wavelengths[0]!, wavelengths.at(-1)!];
  const covers = first <= WAVELENGTHS[0]! && last >= WAVELENGTHS.at(-1)!;
  const energy = isRadiance
    ? photonsToEnergy(white.map((value, band) => value * (toPhotons?.[band] ?? 1)))
    : undefined;
  return {
    scene: { label: name, digest, nativeIlluminant: 'd65', data },
    ...(energy && {
      illuminant: { label: light?.label ?? 'even photons', energy, absolute: true },
    }),
    notes: [
      `The scene is that of ${name}: ${cube.columns} × ${cube.rows} pixels, ${wavelengths.length} bands from ${first} to ${last} nm, ${isRadiance ? `radiance in ${quantity}` : 'reflectance under the light of the run'}.`,
      ...notes,
      ...(covers
        ? []
        : [`${name} does not cover 400 to 700 nm: it is taken as 0 in the bands outside.`]),
      `Its spectra are ${data.planes.length} planes; the largest error is ${(100 * error).toPrecision(2)} % of white.`,
    ],
  };
}

/** Photons per joule in each band. */
const energyFactors = (): Float64Array =>
  photonsToEnergy(WAVELENGTHS.map(() => 1)).map((joules) => 1 / joules);

const photonsOf = ({ energy }: IlluminantPlan): Float64Array => {
  const factors = energyFactors();
  return energy!.map((value, band) => value * factors[band]!);
};
