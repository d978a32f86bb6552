import { coversBands, readSpectrumTable, resampleByArea } from '../quantities/resample-spectrum.ts';
import { failAt } from '../text/numbered-lines.ts';
import { photonsToEnergy, WAVELENGTHS } from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import type { IlluminantPlan } from './light.ts';
import { illuminants } from './list.ts';

/**
 * Reads the spectrum of a light: wavelength in nm and energy per line, or photons where the header
 * says so.
 *
 * @param name of the light; if its samples equal those of a light in the list, it is taken as that
 * light.
 * @throws SimulationError naming the line.
 */
export function readLight(
  text: string,
  name: string,
): { readonly illuminant: IlluminantPlan; readonly notes: readonly string[] } {
  const { header, wavelengths, columns, notes } = readSpectrumTable(tableOfTm27(text), [1, 1]);
  const resampled = resampleByArea(wavelengths, columns[0]!);
  const isPhotons = header?.some((cell) => /photon|quanta/i.test(cell)) ?? false;
  const energy = isPhotons ? photonsToEnergy(resampled) : resampled;
  if (energy.every((value) => value === 0))
    throw new SimulationError(
      'bad-parameter',
      `The light has no energy between ${WAVELENGTHS[0]} and ${WAVELENGTHS.at(-1)} nm.`,
    );
  const same = Object.values(illuminants).find(
    (known) => 'energy' in known && known.energy.every((value, band) => value === energy[band]),
  );
  return {
    illuminant: { label: same?.label ?? name, energy, absolute: false },
    notes: [
      `The light is that of ${name}: ${wavelengths.length} samples of ${isPhotons ? 'photons' : 'energy'} from ${wavelengths[0]} to ${wavelengths.at(-1)} nm${same ? `, those of ${same.label}` : ''}.`,
      ...(coversBands(wavelengths)
        ? []
        : [
            `${name} does not cover ${WAVELENGTHS[0]} to ${WAVELENGTHS.at(-1)} nm: the light is taken as 0 in the bands outside.`,
          ]),
      ...notes,
    ],
  };
}

/** A sample of an IES TM-27 file, and its end. */
const SAMPLE = /<SpectralData\s+wavelength\s*=\s*"([^"]*)"\s*>([^<]*)<\/SpectralData>/gi;

/**
 * The table of an IES TM-27 file (.spdx), on the lines of the file; any other text as it is.
 * @see ANSI/IES TM-27-20, Electronic transfer of spectral data.
 */
function tableOfTm27(text: string): string {
  if (!/<SpectralData\b/i.test(text)) return text;
  if (!/<\/SpectralDistribution>/i.test(text))
    failAt(
      text.split(/\r\n|\r|\n/).length,
      'the file has no </SpectralDistribution>: is it complete?',
    );
  return text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      [...line.matchAll(SAMPLE)].map(([, nm, value]) => `${nm!.trim()},${value!.trim()}`),
    )
    .map((rows) => rows.join('\n'))
    .join('\n');
}
