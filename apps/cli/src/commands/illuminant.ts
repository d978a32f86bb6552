import { labels, toIlluminantQuery } from '@lumenloom/contract';
import {
  WAVELENGTHS,
  chromaticityOf,
  colourTemperatureOf,
  energyToPhotons,
  shownSpectrum,
  xyzOf,
} from '@lumenloom/engine';
import { illuminants } from '@lumenloom/engine/catalogue';
import { readArguments } from '@lumenloom/node-host/command-line';
import { accept, readJson } from '../arguments.ts';
import type { Command } from './command.ts';

/** `lumenloom illuminant`: prints a spectrum as JSON. */
export const illuminant: Command = {
  name: 'illuminant',
  usage: 'illuminant <name> [--luminance L] [--photons table.json]',
  summary: `Prints a light (${labels(illuminants).join(', ')}) as JSON: wave (nm), energy (W/(sr·m²·nm)), photons (photons/(s·sr·m²·nm)), xy and cct (K). L in cd/m²; without it named lights have S(560 nm) = 100. table.json: 31 numbers in 10^20 photons, for ${illuminants.custom.label}.`,
  run: async (args, { stdout }) => {
    const { values, words } = readArguments(
      args,
      { luminance: { type: 'string' }, photons: { type: 'string' } },
      { min: 1, max: 1, are: '<name>' },
    );
    const photonValues = values.photons === undefined ? undefined : await readJson(values.photons);
    const { illuminant: plan, luminance } = accept(
      toIlluminantQuery({
        illuminant: words[0],
        illuminantLuminance: values.luminance,
        photonValues,
      }),
    );
    const energy = shownSpectrum(plan, luminance);
    const xyz = xyzOf(energy);
    stdout.write(
      `${JSON.stringify({ wave: WAVELENGTHS, energy: Array.from(energy), photons: Array.from(energyToPhotons(energy)), xy: chromaticityOf(xyz), cct: colourTemperatureOf(xyz) ?? null })}\n`,
    );
  },
};
