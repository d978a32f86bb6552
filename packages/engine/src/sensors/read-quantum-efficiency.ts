import { coversBands, readSpectrumTable, resampleByArea } from '../quantities/resample-spectrum.ts';
import { WAVELENGTHS, type Spectrum } from '../quantities/wavelengths.ts';
import { failAt } from '../text/numbered-lines.ts';
import { CHANNELS, QUANTUM_EFFICIENCY } from './bayer/quantum-efficiency.ts';

/**
 * Reads the quantum efficiency of a sensor: a table with the header `nm,red,green,blue`, electrons per photon from 0 to 1, at any step.
 *
 * @param name of the file, for the notes.
 * @returns undefined as efficiency where the samples are those of the reference sensor.
 * @throws SimulationError naming the line.
 */
export function readQuantumEfficiency(
  text: string,
  name: string,
): {
  readonly quantumEfficiency: readonly Spectrum[] | undefined;
  /** Of red, green and blue per band, also those of the reference sensor. */
  readonly responses: readonly Spectrum[];
  readonly notes: readonly string[];
} {
  const { header, wavelengths, columns, lines } = readSpectrumTable(text, [3, 3]);
  const names = header?.slice(1).map((cell) => cell.toLowerCase());
  const order = CHANNELS.map((channel) => names?.indexOf(channel) ?? -1);
  if (order.includes(-1))
    failAt(lines[0]!, `the columns must have the header nm,${CHANNELS.join(',')}`);
  const over = lines.findIndex((_, i) => columns.some((values) => values[i]! > 1));
  if (over >= 0) failAt(lines[over]!, 'a quantum efficiency is at most 1 electron per photon');
  const responses = order.map((column) => resampleByArea(wavelengths, columns[column]!));
  const isReference = responses.every((response, i) =>
    response.every((value, band) => value === QUANTUM_EFFICIENCY[i]![band]),
  );
  return {
    quantumEfficiency: isReference ? undefined : responses,
    responses,
    notes: [
      `The quantum efficiency is that of ${name}: ${wavelengths.length} samples from ${wavelengths[0]} to ${wavelengths.at(-1)} nm${isReference ? ', those of the reference sensor' : ''}.`,
      ...(coversBands(wavelengths)
        ? []
        : [
            `${name} does not cover ${WAVELENGTHS[0]} to ${WAVELENGTHS.at(-1)} nm: the efficiency is taken as 0 in the bands outside.`,
          ]),
    ],
  };
}
