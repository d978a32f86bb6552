import { readRealNpy } from '../images/npy.ts';
import { SimulationError } from '../simulation-error.ts';
import { decodeText } from '../text/numbered-lines.ts';
import { fail, isObject, type Table } from '../text/json-fields.ts';
import { parseJson } from '../text/parse-json.ts';
import { isMeantAsMeasured } from './read-measured-json.ts';

/**
 * Opens a file in the folder of a lens file.
 *
 * @param place where it is named.
 * @throws SimulationError where it is not there.
 */
export type OpenBeside = (
  name: string,
  place: string,
) => Promise<{
  /** Bytes. */
  readonly size: number;
  readonly bytes: (from: number, length: number) => Promise<Uint8Array>;
}>;

/** Largest picture of a point: 512 x 512 numbers of 64 bits, and a header. */
const LARGEST_BYTES = 512 * 512 * 8 + 65_536;
/** Pictures are known to about 16 bits. */
const DIGITS = 6;

/**
 * A lens file with the pictures of points, `blur.psf[..].file`, that lie beside it as `samples`.
 * Other lens files stay as they are.
 *
 * @throws SimulationError with the path of a picture that cannot be read.
 */
export async function withPointFiles(bytes: Uint8Array, open: OpenBeside): Promise<Uint8Array> {
  const text = decodeText(bytes);
  if (!isMeantAsMeasured(text) || !text.includes('"psf"')) return bytes;
  const content = parseJson(text);
  if (!isObject(content) || !isObject(content['blur'])) return bytes;
  const { blur } = content;
  const { psf } = blur;
  if (!Array.isArray(psf)) return bytes;
  const points: unknown[] = [];
  for (const [i, point] of (psf as readonly unknown[]).entries())
    points.push(
      isObject(point) && point['samples'] === undefined
        ? await withSamples(point, `blur.psf[${i}].file`, open)
        : point,
    );
  return new TextEncoder().encode(JSON.stringify({ ...content, blur: { ...blur, psf: points } }));
}

async function withSamples(point: Table, path: string, open: OpenBeside): Promise<Table> {
  const { file } = point;
  if (typeof file !== 'string') fail(path, `${path} must be the name of an .npy file.`);
  if (/[\\/]/.test(file) || file.startsWith('..'))
    fail(path, `${path}: ${file.slice(0, 80)} leads out of the folder of the lens file.`);
  const stored = await open(file, path);
  if (stored.size > LARGEST_BYTES)
    fail(
      path,
      `${path}: ${file} has ${(stored.size / 1e6).toFixed(1)} MB: a picture of a point has at most 512 × 512 samples.`,
    );
  return { ...point, samples: rowsOf(await stored.bytes(0, stored.size), `${path}: ${file}`) };
}

function rowsOf(bytes: Uint8Array, place: string): readonly (readonly number[])[] {
  const [path = ''] = place.split(':');
  try {
    const { shape, values } = readRealNpy(bytes);
    const [rows, columns] = shape;
    if (shape.length !== 2 || rows === undefined || columns === undefined)
      throw new SimulationError('bad-parameter', `its shape is [${shape.join(', ')}]`);
    const peak = values.reduce((most, value) => Math.max(most, value), 0);
    return Array.from({ length: rows }, (_, row) =>
      Array.from(values.subarray(row * columns, (row + 1) * columns), (value) =>
        Number((value / (peak || 1)).toFixed(DIGITS)),
      ),
    );
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return fail(path, `${place} is no picture of a point: ${error.message}`);
  }
}
