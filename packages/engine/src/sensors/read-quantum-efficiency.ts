import { coversBands, readSpectrumTable, resampleByArea } from '../quantities/resample-spectrum.ts';
import { NEAR_INFRARED, WAVELENGTHS, type Spectrum } from '../quantities/wavelengths.ts';
import { failAt } from '../text/numbered-lines.ts';
import type { FilterColour } from './colour-filters.ts';
import { CHANNELS, QUANTUM_EFFICIENCY } from './bayer/quantum-efficiency.ts';

/** Spectra that a file gives of a sensor. */
export interface SensorSpectra {
  /** One per channel, per band. */
  readonly spectra: readonly Spectrum[];
  /** One per channel, per band of `NEAR_INFRARED`; absent: 0. */
  readonly nearInfrared?: readonly Spectrum[];
  /** The last wavelength at which they are known, nm. */
  readonly endsAtNm: number;
  readonly notes: readonly string[];
}

/**
 * Reads a table of spectra between 0 and 1: a header of `nm` and the names of the columns, at any
 * step.
 *
 * @param names of the columns behind the wavelengths, in the order of the answer.
 * @param quantity name of the values in messages: 'quantum efficiency'.
 * @param name of the file, for the notes.
 * @throws SimulationError naming the line.
 */
export function readShares(
  text: string,
  names: readonly string[],
  quantity: string,
  name: string,
): SensorSpectra {
  const { header, wavelengths, columns, lines, notes } = readSpectrumTable(text, [
    names.length,
    names.length,
  ]);
  const headings = header?.slice(1).map((cell) => cell.toLowerCase());
  const order = names.map((column) => headings?.indexOf(column) ?? -1);
  if (order.includes(-1))
    failAt(lines[0]!, `the columns must have the header nm,${names.join(',')}`);
  const over = lines.findIndex((_, i) => columns.some((values) => values[i]! > 1));
  if (over >= 0) failAt(lines[over]!, `a ${quantity} is at most 1`);
  return {
    ...resampled(
      wavelengths,
      order.map((column) => columns[column]!),
    ),
    notes: [
      `The ${quantity} is that of ${name}: ${wavelengths.length} samples from ${wavelengths[0]} to ${wavelengths.at(-1)} nm.`,
      ...(coversBands(wavelengths)
        ? []
        : [
            `${name} does not cover ${WAVELENGTHS[0]} to ${WAVELENGTHS.at(-1)} nm: the ${quantity} is taken as 0 in the bands outside.`,
          ]),
      ...notes,
    ],
  };
}

/** The columns of a table per band, from 400 to 1000 nm. */
export const resampled = (
  wavelengths: readonly number[],
  columns: readonly (readonly number[])[],
): Omit<SensorSpectra, 'notes'> => ({
  spectra: columns.map((values) => resampleByArea(wavelengths, values)),
  nearInfrared: columns.map((values) => resampleByArea(wavelengths, values, NEAR_INFRARED)),
  endsAtNm: wavelengths.at(-1)!,
});

/** Whether a quantum efficiency of red, green and blue equals the reference sensor's. */
export const isReference = (responses: readonly Spectrum[]): boolean =>
  responses.length === QUANTUM_EFFICIENCY.length &&
  responses.every((response, i) =>
    response.every((value, band) => value === QUANTUM_EFFICIENCY[i]![band]),
  );

/**
 * Reads the quantum efficiency of a sensor: a table with the header `nm,red,green,blue`, or nm and
 * the colours of its pattern, electrons per photon from 0 to 1, at any step.
 *
 * @param name of the file, for the notes.
 * @returns undefined as efficiency where the samples are those of the reference sensor.
 * @throws SimulationError naming the line.
 */
export function readQuantumEfficiency(
  text: string,
  name: string,
  channels: readonly FilterColour[] = CHANNELS,
): {
  readonly quantumEfficiency: readonly Spectrum[] | undefined;
  /** Responses of red, green and blue per band, the reference sensor's among them. */
  readonly responses: readonly Spectrum[];
  readonly notes: readonly string[];
} {
  const { spectra, notes } = readShares(text, channels, 'quantum efficiency', name);
  const [first, ...others] = notes;
  return isReference(spectra)
    ? {
        quantumEfficiency: undefined,
        responses: spectra,
        notes: [first!.replace(/\.$/, ', those of the reference sensor.'), ...others],
      }
    : { quantumEfficiency: spectra, responses: spectra, notes };
}
