import {
  WAVELENGTHS,
  chromaticityOf,
  colourTemperatureOf,
  didYouMean,
  energyToPhotons,
  illuminants,
  shownSpectrum,
  xyzOf,
} from '@lumenloom/engine/quick';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { accept, readJson } from '../arguments.ts';
import { command } from './command.ts';

const NAMES = Object.values(illuminants).map(({ label }) => label);
const { custom } = illuminants;
/** cd/m². */
const BRIGHTEST = 1e9;

/** `lumenloom illuminant`: prints a spectrum as JSON. */
export const illuminant = command(
  {
    usage: ['<name> [options]'],
    says: `Prints a light (${NAMES.join(', ')}) as JSON: wave (nm), energy (W/(sr·m²·nm)), photons (photons/(s·sr·m²·nm)), xy and cct (K).`,
    words: { min: 1, max: 1, are: '<name>' },
    options: {
      luminance: {
        value: 'L',
        says: 'Luminance in cd/m²; without it named lights have S(560 nm) = 100.',
      },
      photons: {
        value: 'FILE',
        says: `The table of ${custom.label}: 31 numbers in 10^20 photons, as JSON.`,
      },
    },
    examples: ['illuminant D65', 'illuminant Tungsten --luminance 100'],
    document: 'docs/reference/radiometry.md',
  },
  async ({ values, words: [name = ''] }, { stdout }) => {
    const luminance = numberOption('luminance', values.luminance, { above: 0, max: BRIGHTEST });
    const energy = shownSpectrum(await lightNamed(name, values.photons), luminance);
    const xyz = xyzOf(energy);
    stdout.write(
      `${JSON.stringify({ wave: WAVELENGTHS, energy: Array.from(energy), photons: Array.from(energyToPhotons(energy)), xy: chromaticityOf(xyz), cct: colourTemperatureOf(xyz) ?? null })}\n`,
    );
  },
);

async function lightNamed(label: string, photons: string | undefined) {
  const listed = Object.values(illuminants).find((light) => light.label === label);
  if (listed && 'energy' in listed && photons === undefined)
    return { label, energy: Float64Array.from(listed.energy), absolute: false };
  if (label === '') throw new UsageError(`Choose an illuminant: ${NAMES.join(', ')}.`);
  if (!listed)
    throw new UsageError(
      `Illuminant "${label.slice(0, 40)}" is not known${didYouMean(label, NAMES) || `: choose ${NAMES.join(', ')}.`}`,
    );
  // The contract reads tables; a named light does not wait for it.
  const { toIlluminantQuery } = await import('@lumenloom/contract');
  const photonValues = photons === undefined ? undefined : await readJson(photons);
  return accept(toIlluminantQuery({ illuminant: label, photonValues })).illuminant;
}
