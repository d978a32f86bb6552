import { readDocument } from '../read-document.ts';
import { fail } from '../text/json-fields.ts';
import { EMVA } from './sensor-file-fields.ts';

/**
 * Well and read noise from figures that data sheets give in dB.
 *
 * @see EMVA 1288 release 4.0: SNR_max² = μ_e.sat, DR = μ_p.sat/μ_p.min, and μ_p.min is the noise in
 *   the dark, rounding included, plus half an electron; docs/reference/measuring.md#emva1288
 */
export function readEmva(emva: unknown, bits: number) {
  if (emva === undefined) return undefined;
  const { snrMaxDb: snr, dynamicRangeDb: range } = readDocument(EMVA, emva, 'emva1288');
  const well = 10 ** (snr / 10);
  const stated = { snrMaxDb: snr, dynamicRangeDb: range };
  if (range === undefined)
    return {
      parameters: { well_capacity: well },
      levels: {},
      stated,
      notes: [`Well of ${Math.round(well)} e⁻, from SNR_max ${snr} dB after EMVA 1288.`],
    };
  const rounding = well / 2 ** bits / Math.sqrt(12);
  const dark = well / 10 ** (range / 20) - 0.5;
  if (!(dark > rounding))
    fail(
      'emva1288.dynamicRangeDb',
      `A dynamic range of ${range} dB leaves no read noise: ${bits} bits round by ${rounding.toPrecision(3)} electrons of ${well.toPrecision(4)}.`,
    );
  const readNoiseElectrons = Math.sqrt(dark ** 2 - rounding ** 2);
  return {
    parameters: { well_capacity: well },
    levels: { readNoiseElectrons },
    stated,
    notes: [
      `Well of ${Math.round(well)} e⁻ and read noise of ${readNoiseElectrons.toPrecision(3)} e⁻, from SNR_max ${snr} dB and dynamic range ${range} dB after EMVA 1288.`,
    ],
  };
}

/** Decibels by which a figure may differ from what it follows from: data sheets round. */
const AGREEMENT = { snrMaxDb: 0.3, dynamicRangeDb: 0.55 } as const;

/**
 * Sentences about a signal-to-noise ratio and a dynamic range that do not follow from the well and
 * the noise that the same file gives.
 */
export function contradictions(
  stated: { readonly snrMaxDb: number; readonly dynamicRangeDb: number | undefined } | undefined,
  figures: { readonly well_capacity?: number; readonly readNoiseElectrons?: number },
): readonly string[] {
  const { well_capacity: well, readNoiseElectrons: read } = figures;
  if (!stated || well === undefined) return [];
  const { snrMaxDb, dynamicRangeDb } = stated;
  const ofWell = 10 * Math.log10(well);
  const ofNoise = read === undefined ? undefined : 20 * Math.log10(well / (read + 0.5));
  return [
    ...(Math.abs(ofWell - snrMaxDb) > AGREEMENT.snrMaxDb
      ? [contradiction('SNR_max', snrMaxDb, `a well of ${Math.round(well)} e⁻`, ofWell)]
      : []),
    ...(dynamicRangeDb !== undefined &&
    ofNoise !== undefined &&
    Math.abs(ofNoise - dynamicRangeDb) > AGREEMENT.dynamicRangeDb
      ? [contradiction('dynamic range', dynamicRangeDb, 'well over noise', ofNoise)]
      : []),
  ];
}

const contradiction = (name: string, printed: number, from: string, follows: number): string =>
  `Its figures contradict each other: ${name} is ${printed} dB, and ${from} makes ${follows.toFixed(1)} dB; well and read noise are taken.`;
