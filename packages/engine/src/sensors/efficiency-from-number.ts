import { valueAt } from '../quantities/wavelengths.ts';
import type { DocumentField } from '../field-descriptor.ts';
import { readDocument } from '../read-document.ts';
import { fail } from '../text/json-fields.ts';
import { defaultEfficiency, type FilterColour } from './colour-filters.ts';
import monoShape from './mono-shape.json' with { type: 'json' };
import { REFERENCE_NEAR_INFRARED } from './near-infrared.ts';
import { resampled, type SensorSpectra } from './read-quantum-efficiency.ts';

/** Curves over wavelength that a single quantum efficiency can have, with what they are. */
const SHAPES = {
  mono: 'silicon',
  colour: 'the curves of the reference sensor',
  flat: 'the same at all wavelengths',
} as const;

/** The quantum efficiency of a data sheet, counted on the whole pixel. */
export const EFFICIENCY_AT = {
  kind: 'object',
  key: 'quantumEfficiency',
  label: 'At One Wavelength',
  help: 'Electrons per photon on the whole pixel at a wavelength, and the assumed shape.',
  fields: [
    {
      kind: 'number',
      key: 'value',
      label: 'Electrons per Photon',
      unit: '',
      min: 0,
      max: 1,
      required: true,
    },
    {
      kind: 'number',
      key: 'nm',
      label: 'Wavelength, nm',
      unit: '',
      min: 400,
      max: 1000,
      required: true,
    },
    {
      kind: 'choice',
      key: 'shape',
      label: 'Shape',
      options: ['mono', 'colour', 'flat'],
      required: true,
    },
  ],
} as const satisfies DocumentField;

/** A quantum efficiency at one wavelength. */
export interface EfficiencyAt {
  readonly value: number;
  readonly nm: number;
  readonly shape: keyof typeof SHAPES;
}

const PATH = EFFICIENCY_AT.key;

/** @throws SimulationError naming the field. */
export const readEfficiencyAt = (value: unknown): EfficiencyAt =>
  readDocument(EFFICIENCY_AT, value, PATH);

/**
 * The quantum efficiency of each channel from one number: of a colour sensor, the number belongs
 * to the colour that has most at the wavelength.
 *
 * @throws SimulationError where a curve would exceed 1 electron per photon, or has no such light.
 * @see docs/reference/jobs.md#j8 for the shape of silicon
 */
export function efficiencyFromNumber(
  { value, nm, shape }: EfficiencyAt,
  channels: readonly FilterColour[],
): SensorSpectra {
  if (shape === 'mono' && channels.join() !== 'white')
    fail(`${PATH}.shape`, `${PATH}: the shape mono is for the pattern mono.`);
  const scaled = (there: number): number => {
    if (there > 0) return value / there;
    return fail(`${PATH}.nm`, `${PATH}: the shape ${shape} is 0 at ${nm} nm.`);
  };
  const notes = [
    `Quantum efficiency ${value} at ${nm} nm as published; the shape over wavelength is assumed (${SHAPES[shape]}).`,
  ];
  if (shape === 'colour') {
    const curves = channels.map(defaultEfficiency);
    const factor = scaled(Math.max(...curves.map((curve) => valueAt(curve, nm))));
    checkPeak(Math.max(...curves.flatMap((curve) => [...curve])) * factor, value, nm);
    return {
      spectra: curves.map((curve) => curve.map((share) => share * factor)),
      ...REFERENCE_NEAR_INFRARED,
      notes,
    };
  }
  const curve = shape === 'flat' ? monoShape.nm.map(() => 1) : monoShape.value;
  const factor = scaled(valueAt(curve, nm));
  checkPeak(Math.max(...curve) * factor, value, nm);
  const scaledCurve = curve.map((share) => share * factor);
  return {
    ...resampled(
      monoShape.nm,
      channels.map(() => scaledCurve),
    ),
    notes,
  };
}

function checkPeak(peak: number, value: number, nm: number): void {
  if (peak > 1)
    fail(
      `${PATH}.value`,
      `${PATH}: ${value} at ${nm} nm would make a peak of ${peak.toPrecision(3)} electrons per photon, more than 1.`,
    );
}
