import { readNumberTable } from '../text/number-table.ts';
import { failAt } from '../text/numbered-lines.ts';
import { BAND_WIDTH, WAVELENGTHS, type Spectrum } from './wavelengths.ts';

/** Spectra as a file gives them. */
export interface SpectrumTable {
  /** Names of the columns; undefined where the file has none. */
  readonly header: readonly string[] | undefined;
  /** Ascending, nm. */
  readonly wavelengths: readonly number[];
  /** One list per column behind the wavelengths. */
  readonly columns: readonly (readonly number[])[];
  /** Lines of the rows, for messages. */
  readonly lines: readonly number[];
  /** What was decided while they were read, one sentence each. */
  readonly notes: readonly string[];
}

const SHORTEST_NM = 100;
const LONGEST_NM = 20_000;
const MOST_ROWS = 100_000;

/**
 * Reads a table of wavelengths in nm and values that are not negative.
 *
 * @param columns of values: at least, at most.
 * @throws SimulationError naming the line.
 */
export function readSpectrumTable(
  text: string,
  [fewest, most]: readonly [number, number],
): SpectrumTable {
  const { header, rows: read, columns, skipped } = readNumberTable(text, [fewest + 1, most + 1]);
  const notes =
    skipped > 0 ? [`${skipped} lines of words before the numbers were passed over.`] : [];
  const isDescending = read.length > 1 && read[0]!.values[0]! > read[1]!.values[0]!;
  const rows = isDescending ? read.toReversed() : read;
  if (isDescending) notes.push('Its samples were sorted by their wavelengths.');
  if (rows.length > MOST_ROWS) failAt(rows[MOST_ROWS]!.line, `more than ${MOST_ROWS} samples`);
  if (rows.length < 2) failAt(rows[0]!.line, 'a spectrum needs at least two samples');
  for (const [i, { line, values }] of rows.entries()) {
    const [wavelength = NaN] = values;
    if (!(wavelength >= SHORTEST_NM && wavelength <= LONGEST_NM))
      failAt(
        line,
        `the wavelength must be in nm, from ${SHORTEST_NM} to ${LONGEST_NM}, not ${wavelength}`,
      );
    if (i > 0 && !(wavelength > rows[i - 1]!.values[0]!))
      failAt(line, `the wavelength ${wavelength} nm does not exceed the one before it`);
  }
  const tables = Array.from({ length: columns - 1 }, (_, column) =>
    withoutNoise(rows, column + 1, notes),
  );
  return {
    header,
    wavelengths: rows.map(({ values }) => values[0]!),
    columns: tables,
    lines: rows.map(({ line }) => line),
    notes,
  };
}

/** The noise of a spectrometer below 0, as a share of the largest value. */
const NOISE = 0.005;

/** A column whose small negative values are 0. @throws SimulationError for a large one. */
function withoutNoise(
  rows: readonly { readonly line: number; readonly values: readonly number[] }[],
  column: number,
  notes: string[],
): readonly number[] {
  const largest = rows.reduce((most, { values }) => Math.max(most, values[column]!), 0);
  let count = 0;
  const values = rows.map(({ line, values: row }) => {
    const value = row[column]!;
    if (value >= 0) return value;
    if (value <= -NOISE * largest) failAt(line, `the value ${value} is negative`);
    count += 1;
    return 0;
  });
  if (count > 0)
    notes.push(`${count} values a little below 0 are taken as 0, the noise of an instrument.`);
  return values;
}

/** Whether samples reach from the first band to the last. */
export const coversBands = (wavelengths: readonly number[]): boolean =>
  wavelengths[0]! <= WAVELENGTHS[0]! && wavelengths.at(-1)! >= WAVELENGTHS.at(-1)!;

/**
 * A spectrum of any step as one value per band: its mean over the band's 10 nm. A sample stands for
 * the interval up to the middle between it and its neighbours; where samples are farther apart than
 * a band is wide, more are interpolated between them. Samples at the bands are the values of the
 * bands, to the bit.
 *
 * @param wavelengths ascending, nm.
 * @param bands centres of the bands, nm.
 * @returns 0 in bands whose centre lies outside the samples.
 */
export function resampleByArea(
  wavelengths: readonly number[],
  values: readonly number[],
  bands = WAVELENGTHS,
): Spectrum {
  const [x, y] = refined(wavelengths, values);
  const last = x.length - 1;
  const from = x.map((at, i) => (i === 0 ? at - (x[1]! - at) / 2 : (x[i - 1]! + at) / 2));
  const to = x.map((at, i) => (i === last ? at + (at - x[i - 1]!) / 2 : (at + x[i + 1]!) / 2));
  return Float64Array.from(bands, (centre) => {
    if (centre < x[0]! || centre > x[last]!) return 0;
    let [sum, width] = [0, 0];
    let only: number | undefined;
    for (let i = 0; i <= last; i += 1) {
      const overlap =
        Math.min(to[i]!, centre + BAND_WIDTH / 2) - Math.max(from[i]!, centre - BAND_WIDTH / 2);
      if (!(overlap > 0)) continue;
      only = width === 0 ? y[i]! : undefined;
      sum += overlap * y[i]!;
      width += overlap;
    }
    return only ?? sum / width;
  });
}

/** A spectrum at the bands, linearly between its samples, ascending in nm; 0 outside them. */
export const resampleAtBands = (
  wavelengths: readonly number[],
  values: readonly number[],
): Spectrum =>
  Float64Array.from(WAVELENGTHS, (wavelength) => {
    const right = wavelengths.findIndex((at) => at >= wavelength);
    if (right < 0 || (right === 0 && wavelengths[0] !== wavelength)) return 0;
    if (wavelengths[right] === wavelength) return values[right]!;
    const [from, to] = [wavelengths[right - 1]!, wavelengths[right]!];
    const share = (wavelength - from) / (to - from);
    return (1 - share) * values[right - 1]! + share * values[right]!;
  });

/** Samples with others interpolated between those that are more than a band apart. */
function refined(
  wavelengths: readonly number[],
  values: readonly number[],
): readonly [number[], number[]] {
  const [x, y]: [number[], number[]] = [[wavelengths[0]!], [values[0]!]];
  for (let i = 1; i < wavelengths.length; i += 1) {
    const [left, right] = [wavelengths[i - 1]!, wavelengths[i]!];
    const parts = Math.ceil((right - left) / BAND_WIDTH);
    for (let part = 1; part < parts; part += 1) {
      x.push(left + ((right - left) * part) / parts);
      y.push(values[i - 1]! + ((values[i]! - values[i - 1]!) * part) / parts);
    }
    x.push(right);
    y.push(values[i]!);
  }
  return [x, y];
}
