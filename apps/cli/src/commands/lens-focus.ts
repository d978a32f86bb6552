import {
  SimulationError,
  bestFocus,
  conjugatesOf,
  focusDesign,
  lensFields,
  thinBestFocus,
  thinConjugates,
  thinFocus,
  thinThroughFocus,
  throughFocus,
  type Directed,
  type FocusSettings,
  type LensDesign,
  type ThroughFocus,
} from '@lumenloom/engine';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { numberList } from '../arguments.ts';
import { columns } from './columns.ts';

/** Options of `lens` that say where object, focus and stop are, and what is computed of them. */
export const focusOptions = {
  'object-distance': {
    value: 'M',
    default: 'infinity',
    says: 'From the first vertex to the object, in metres.',
  },
  'focus-distance': {
    value: 'M',
    default: 'infinity',
    says: 'From the first vertex to the plane in focus, in metres.',
  },
  'focus-shift': { value: 'UM', default: '0', says: 'Moves the sensor further away, in µm.' },
  'f-number': { value: 'N', says: 'Stops the lens down.' },
  circle: {
    value: 'UM',
    default: '4.4',
    says: 'Largest blur that counts as sharp, for the depth of field: two pixels.',
  },
  'through-focus': {
    value: 'UM,...',
    says: 'Spots and MTF with the sensor moved by these distances.',
  },
  frequencies: {
    value: 'LP,...',
    default: '50,100',
    says: 'Frequencies of the MTF through focus, lp/mm.',
  },
  'focus-svg': { value: 'FILE', output: 'file', says: 'Plots the MTF through focus, as SVG.' },
  'depth-svg': { value: 'FILE', output: 'file', says: 'Plots the depth of field, as SVG.' },
  'best-focus': { value: 'LP', says: 'Finds the sharpest place of the sensor at this frequency.' },
} as const;

export type FocusValues = Readonly<
  Record<'object-distance' | 'focus-distance' | 'focus-shift' | 'circle' | 'frequencies', string> &
    Record<'f-number' | 'through-focus' | 'best-focus', string | undefined>
>;

const FARTHEST = 1e6;
const UM = 1e-6;

/** What the options ask of the focus; undefined where they leave the lens as it is. */
export function focusOf(values: FocusValues): FocusSettings | undefined {
  const distance = (name: 'object-distance' | 'focus-distance'): number | undefined =>
    values[name] === 'infinity'
      ? undefined
      : numberOption(name, values[name], { above: 0, max: FARTHEST });
  const objectDistance = distance('object-distance');
  const focusDistance = distance('focus-distance');
  const shift = numberOption('focus-shift', values['focus-shift'], { min: -2000, max: 2000 });
  const fNumber = numberOption('f-number', values['f-number'], { above: 0, max: 128 });
  const settings = {
    ...(objectDistance !== undefined && { objectDistance }),
    ...(focusDistance !== undefined && { focusDistance }),
    ...(shift !== 0 && { focusShift: shift * UM }),
    ...(fNumber !== undefined && { fNumber }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** The lens as the options focus it. */
export function focused(design: LensDesign, values: FocusValues): LensDesign {
  const settings = focusOf(values);
  return settings ? inSentences(() => focusDesign(design, settings)) : design;
}

/** What lens and options do not allow is a sentence of the command. */
export function inSentences<Value>(make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    throw error instanceof SimulationError ? new UsageError(error.message) : error;
  }
}

/** Circle of confusion of the options, metres. */
export const circleOf = (values: FocusValues): number =>
  UM * numberOption('circle', values.circle, { above: 0, max: 1e4 });

export const frequenciesOf = (values: FocusValues): number[] =>
  numberList('frequencies', values.frequencies, { min: 0, max: 10_000 });

/** What is to be computed: shifts and circle in metres, a frequency in lp/mm. */
export const askedOf = (values: FocusValues) => ({
  shifts:
    values['through-focus'] === undefined
      ? undefined
      : numberList('through-focus', values['through-focus'], { min: -1e4, max: 1e4 }).map(
          (um) => um * UM,
        ),
  sharpest: numberOption('best-focus', values['best-focus'], { above: 0, max: 10_000 }),
  circle: circleOf(values),
});

/**
 * What the focus of a lens comes to; the keys are published. `throughFocus` and `bestFocus` stand
 * there where they are asked for.
 *
 * @param fields fractions of the half field.
 */
export function focusData(
  design: LensDesign,
  {
    wavelengths,
    fields,
  }: { readonly wavelengths: readonly number[]; readonly fields: readonly number[] },
  values: FocusValues,
) {
  const { shifts, sharpest, circle } = askedOf(values);
  const each = <Value>(
    make: (lens: LensDesign, wavelength: number, angle: number) => readonly Value[],
  ): (Value & Directed)[] =>
    wavelengths.flatMap((wavelength) =>
      lensFields(design, fields).flatMap(({ design: lens, fraction, ...where }) =>
        make(lens, wavelength, fraction * lens.halfField).map((row) => ({ ...row, ...where })),
      ),
    );
  return {
    conjugates: wavelengths.map((wavelength) => conjugatesOf(design, wavelength, circle)),
    ...(shifts && {
      throughFocus: each((lens, wavelength, angle) =>
        throughFocus(lens, wavelength, angle, shifts, frequenciesOf(values)),
      ),
    }),
    ...(sharpest !== undefined && {
      bestFocus: each((lens, wavelength, angle) => [bestFocus(lens, wavelength, angle, sharpest)]),
    }),
  };
}

type FocusData = ReturnType<typeof focusData>;

/** Focus of the ideal lens, with the place of its sensor. */
export function idealFocusData(wavelengths: readonly number[], values: FocusValues) {
  const focus = inSentences(() => thinFocus(focusOf(values) ?? {}));
  const { shifts, sharpest, circle } = askedOf(values);
  return {
    imageDistanceMm: focus.design.sensorMm,
    conjugates: wavelengths.map((wavelength) => thinConjugates(focus, wavelength, circle)),
    ...(shifts && {
      throughFocus: wavelengths.flatMap((wavelength) =>
        thinThroughFocus(focus, wavelength, shifts, frequenciesOf(values)),
      ),
    }),
    ...(sharpest !== undefined && {
      bestFocus: wavelengths.map((wavelength) => thinBestFocus(focus, wavelength, sharpest)),
    }),
  };
}

/** A field of a table, with its direction where a lens has several. */
export const fieldOf = ({
  fieldDegrees,
  towards,
}: Directed & { readonly fieldDegrees: number }): string =>
  `${fieldDegrees.toFixed(3)}${towards === undefined ? '' : ` ${towards}`}`;

const metres = (distance: number | null): string =>
  distance === null ? 'infinity' : distance.toPrecision(4);

/** Spots and modulation with the sensor moved, for people. */
export const throughTable = (rows: readonly (ThroughFocus & Directed)[] | undefined): string[] =>
  rows
    ? [
        '',
        ...columns([
          [
            ...['nm', 'field °', 'shift µm', 'RMS spot µm'],
            ...rows[0]!.frequencies.flatMap((lp) => [`T ${lp}`, `S ${lp}`]),
          ],
          ...rows.map((row) => [
            `${row.wavelengthNm}`,
            fieldOf(row),
            `${Number(row.shiftUm.toFixed(3))}`,
            row.rmsSpotUm.toFixed(3),
            ...row.tangential.flatMap((value, i) => [
              value.toFixed(3),
              row.sagittal[i]!.toFixed(3),
            ]),
          ]),
        ]),
      ]
    : [];

/** The tables of `focusData` for people; conjugates only where something is asked of the focus. */
export function focusTables(
  { conjugates, throughFocus: through, bestFocus: best }: FocusData,
  isFocused: boolean,
): string[] {
  const [first] = conjugates;
  return [
    ...(isFocused && first
      ? [
          '',
          `Sensor moved by ${first.focusShiftMm.toFixed(6)} mm${first.groupShiftMm === 0 ? '' : `, focusing group towards the object by ${first.groupShiftMm.toFixed(6)} mm`}; hyperfocal distance ${metres(first.hyperfocalM)} m, sharp from ${metres(first.nearM)} to ${metres(first.farM)} m.`,
          ...columns([
            ['nm', 'image', 'sensor', 'defocus', 'magnification', 'working f/', 'blur µm'],
            ...conjugates.map((row) => [
              `${row.wavelengthNm}`,
              row.imageDistanceMm.toFixed(5),
              row.sensorDistanceMm.toFixed(5),
              row.defocusMm.toFixed(5),
              row.magnification.toFixed(5),
              row.paraxialWorkingFNumber.toFixed(4),
              row.circleOfConfusionUm.toFixed(2),
            ]),
          ]),
        ]
      : []),
    ...throughTable(through),
    ...(best
      ? [
          '',
          ...columns([
            ['nm', 'field °', 'lp/mm', 'best shift µm', 'modulation'],
            ...best.map((row) => [
              `${row.wavelengthNm}`,
              fieldOf(row),
              `${row.linePairsPerMm}`,
              row.shiftUm.toFixed(2),
              row.modulation.toFixed(3),
            ]),
          ]),
        ]
      : []),
  ];
}
