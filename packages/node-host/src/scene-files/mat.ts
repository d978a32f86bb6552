import { photonsToEnergy, resampleAtBands } from '@lumenloom/engine';
import { checkSize, checkWavelengths, failScene, type SpectralFile } from './spectral-file.ts';

/** An array of a .mat file, in MATLAB's order: the first index varies fastest. */
interface MatArray {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

/** Numbers of a file by their path; undefined where there are none. */
type Find = (path: string) => MatArray | undefined;

/**
 * Reads an ISETCam multispectral image from a MATLAB file of version 7.3: coefficients of basis
 * functions (`mcCOEF`, `basis`), or photons per wavelength (`photons` and `wave`, at the top or
 * inside `scene`), and the illuminant where the file has one.
 *
 * @throws SimulationError for other MATLAB files, older versions by their name.
 */
export async function readMat(bytes: Uint8Array, room?: number): Promise<SpectralFile> {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 20));
  if (text.startsWith('MATLAB 5.0'))
    failScene('MATLAB files of version 5 are not read; save this one with -v7.3');
  if (!text.startsWith('MATLAB 7.3') && text.slice(1, 4) !== 'HDF')
    failScene('The first bytes are not those of a MATLAB file of version 7.3');
  const { ready, File } = await import('h5wasm/node');
  const library = await ready;
  const { FS } = library;
  // HDF5 would print its errors on stderr.
  library.activate_throwing_error_handler();
  const name = 'scene.mat';
  FS.writeFile(name, bytes);
  let file: InstanceType<typeof File> | undefined;
  try {
    file = openFile(() => new File(name, 'r'));
    const open = file;
    return sceneOf((path) => arrayAt(open, path), room);
  } finally {
    file?.close();
    FS.unlink(name);
  }
}

function valueOf(found: { readonly value?: unknown }, path: string): unknown {
  try {
    return found.value;
  } catch {
    return failScene(`"${path}" cannot be read: the MATLAB file is damaged or ends early`);
  }
}

function openFile<File>(open: () => File): File {
  try {
    return open();
  } catch {
    return failScene('The MATLAB file is damaged or ends early');
  }
}

/** Largest array that is read; its size is known before it is read. */
const MOST_VALUES = 512e6;

function arrayAt(file: { get: (path: string) => unknown }, path: string): MatArray | undefined {
  let found: { readonly shape?: readonly number[] | null; readonly value?: unknown } | null;
  try {
    found = file.get(path) as typeof found;
  } catch {
    return undefined;
  }
  if (!found?.shape) return undefined;
  const { shape } = found;
  if (shape.reduce((product, size) => product * size, 1) > MOST_VALUES)
    failScene(
      `"${path}" has the size ${shape.join(' × ')}; at most ${MOST_VALUES / 1e6} million values are read`,
    );
  const value = valueOf(found, path);
  if (
    !ArrayBuffer.isView(value) ||
    value instanceof BigInt64Array ||
    value instanceof BigUint64Array
  )
    return failScene(`"${path}" has no numbers that can be read`);
  // HDF5 lists the sizes with the fastest last.
  return { shape: shape.toReversed(), data: value as unknown as ArrayLike<number> };
}

function sceneOf(find: Find, room?: number): SpectralFile {
  const coefficients = find('mcCOEF');
  const planes = coefficients ?? find('photons') ?? find('scene/data/photons');
  if (!planes)
    return failScene(
      'The file has neither "mcCOEF" nor "photons": it is no ISETCam multispectral image',
    );
  const [rows = 0, columns = 0, count = 0] = planes.shape;
  if (planes.shape.length !== 3)
    failScene(`The image has ${planes.shape.length} dimensions; 3 are read`);
  checkSize(rows, columns, count, room);
  const wave =
    find(coefficients ? 'basis/wave' : 'wave') ?? find('scene/spectrum/wave') ?? find('scene/wave');
  if (!wave) return failScene('The file has no wavelengths ("wave")');
  const wavelengths = Array.from(wave.data);
  const basis = coefficients ? basisOf(find, wavelengths.length, count) : undefined;
  checkWavelengths(wavelengths, basis ? wavelengths.length : count);
  const plane = new Float64Array(rows * columns);
  const add = (from: number, weight: number): void => {
    for (let column = 0; column < columns; column += 1)
      for (let row = 0; row < rows; row += 1)
        plane[row * columns + column]! +=
          weight * planes.data[from * rows * columns + column * rows + row]!;
  };
  const light = lightOf(find);
  return {
    cube: {
      rows,
      columns,
      wavelengths,
      band: (index) => {
        if (!basis) add((plane.fill(0), index), 1);
        else {
          plane.fill(basis.mean[index] ?? 0);
          for (let k = 0; k < count; k += 1) add(k, basis.of(index, k));
          // Sums of basis functions fall below 0 by their own error.
          for (let i = 0; i < plane.length; i += 1) if (plane[i]! < 0) plane[i] = 0;
        }
        return plane;
      },
    },
    quantity: 'photons',
    ...(light && { light }),
    notes: basis ? [`The file has ${count} basis functions; sums below 0 are taken as 0.`] : [],
  };
}

function basisOf(find: Find, waves: number, count: number) {
  const basis = find('basis/basis');
  if (!basis || basis.shape[0] !== waves || basis.shape[1] !== count)
    return failScene(
      `"basis.basis" must have ${waves} wavelengths × ${count} functions, not ${basis?.shape.join(' × ') ?? 'nothing'}`,
    );
  return {
    mean: find('imgMean')?.data ?? [],
    of: (wave: number, k: number): number => basis.data[k * waves + wave]!,
  };
}

/** The light of the file: photons in today's ISETCam, energy in older files. */
function lightOf(find: Find): SpectralFile['light'] {
  for (const root of ['illuminant', 'scene/illuminant']) {
    const photons = find(`${root}/data/photons`);
    const values = photons ?? find(`${root}/data`);
    const wave = find(`${root}/spectrum/wave`) ?? find(`${root}/wavelength`);
    if (!values || !wave || values.data.length !== wave.data.length) continue;
    const bands = resampleAtBands(Array.from(wave.data), Array.from(values.data));
    const energy = photons ? photonsToEnergy(bands) : bands;
    return { label: 'the light of the file', energy, absolute: true };
  }
  return undefined;
}
