import { SimulationError, type IlluminantPlan, type SpectralCube } from '@lumenloom/engine';

/**
 * The quantity of a cube's values: a share of white, or radiance in energy, W/(sr·m²·nm), or
 * photons, 1/(s·sr·m²·nm).
 */
export type CubeQuantity = 'reflectance' | 'energy' | 'photons';

/** A cube as its file holds it. */
export interface SpectralFile {
  readonly cube: SpectralCube;
  /** Undefined where the file does not say. */
  readonly quantity?: CubeQuantity;
  /** The light that the file gives with its radiance. */
  readonly light?: IlluminantPlan;
  readonly notes: readonly string[];
}

export function failScene(sentence: string): never {
  throw new SimulationError('bad-parameter', `${sentence}.`);
}

/** Largest raster of a scene; checked before anything of that size is allocated. */
export const MOST_SAMPLES = 16e6;
const MOST_BANDS = 1000;
/** Values of a cube that are held at once at most. */
const MOST_VALUES = 512e6;

/** Bytes of a sample of a plane. */
const SAMPLE_BYTES = Float32Array.BYTES_PER_ELEMENT;

/**
 * @param room bytes that the planes of the scene may take.
 * @throws SimulationError when a header announces a size that is invalid or larger than the limit;
 * 'too-large' when there is no room.
 */
export function checkSize(rows: number, columns: number, bands: number, room = Infinity): void {
  const sizes = { rows, columns, bands };
  for (const [name, size] of Object.entries(sizes))
    if (!Number.isInteger(size) || size < 1)
      failScene(`The number of ${name} must be a whole number above 0, not ${size}`);
  if (rows * columns > MOST_SAMPLES)
    failScene(
      `The scene has ${columns} × ${rows} samples; at most ${MOST_SAMPLES / 1e6} million are computed`,
    );
  if (bands > MOST_BANDS || rows * columns * bands > MOST_VALUES)
    failScene(
      `The cube has ${bands} bands of ${columns} × ${rows}; at most ${MOST_BANDS} bands and ${MOST_VALUES / 1e6} million values are read`,
    );
  const least = rows * columns * SAMPLE_BYTES;
  if (least > room)
    throw new SimulationError(
      'too-large',
      `The scene has ${columns} × ${rows} samples, which take at least ${Math.ceil(least / 1e6)} MB; there is room for ${Math.floor(room / 1e6)} MB.`,
    );
}

const [SHORTEST_NM, LONGEST_NM] = [100, 20_000];

/** @throws SimulationError unless there are that many wavelengths, ascending, nm. */
export function checkWavelengths(wavelengths: readonly number[], bands: number): void {
  if (wavelengths.length !== bands)
    failScene(`There are ${wavelengths.length} wavelengths for ${bands} bands`);
  if (bands < 2) failScene('A cube needs at least two bands');
  for (const [i, nm] of wavelengths.entries())
    if (!(nm >= SHORTEST_NM && nm <= LONGEST_NM && (i === 0 || nm > wavelengths[i - 1]!)))
      failScene(
        `Wavelengths must ascend within ${SHORTEST_NM} to ${LONGEST_NM} nm; number ${i + 1} is ${nm}`,
      );
}
