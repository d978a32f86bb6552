import {
  depthOfField,
  focusDesign,
  lensDirections,
  lensReport,
  modulationTransferCurves,
  throughFocus,
  type LensDesign,
  type Towards,
} from '@lumenloom/engine';
import {
  domainOf,
  panels,
  plot,
  svgText,
  type Axis,
  type Look,
  type Series,
} from '@lumenloom/plot';

/** Colours of the fields, as in the drawing. */
const COLOURS = ['#1f5fbf', '#2a8f3c', '#c8352c', '#b58900', '#a03ca0', '#1a8c8c'];
/** lp/mm. */
const HIGHEST_FREQUENCY = 300;
const FREQUENCY_STEP = 10;
const FIELD_STEPS = 40;
/** First field of the plot: on the axis itself distortion is 0/0. */
const NEAR_AXIS = 1e-3;

/** Of plots of modulation, lp/mm. */
export const PLOTTED_FREQUENCIES: readonly number[] = Array.from(
  { length: HIGHEST_FREQUENCY / FREQUENCY_STEP + 1 },
  (_, step) => step * FREQUENCY_STEP,
);
export const MODULATION_AXES: readonly [Axis, Axis] = [
  {
    title: 'spatial frequency in the image, lp/mm',
    domain: [0, HIGHEST_FREQUENCY],
    ticks: HIGHEST_FREQUENCY / 50,
  },
  { title: 'modulation', domain: [0, 1] },
];
/** Fractions of the field of plots of distortion. */
export const DISTORTION_FIELDS: readonly number[] = [
  NEAR_AXIS,
  ...Array.from({ length: FIELD_STEPS }, (_, step) => (step + 1) / FIELD_STEPS),
];
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length]!;

/** The curves of a field in its colour: solid tangential and dashed sagittal, or one. */
export function fieldSeries(
  {
    field,
    name,
    isOne,
  }: { readonly field: number; readonly name: string; readonly isOne: boolean },
  { tangential, sagittal }: Readonly<Record<'tangential' | 'sagittal', Series['points']>>,
): Series[] {
  const colour = colourOf(field);
  return isOne
    ? [{ name, colour, points: tangential }]
    : [
        { name: `${name} T`, colour, points: tangential },
        { name: `${name} S`, colour, dashes: '5 4', points: sagittal },
      ];
}

/** On white, because the files are opened by themselves. */
export const LOOK: Look = {
  text: '#4a5160',
  title: '#0b0d12',
  grid: '#dfe3ea',
  axis: '#4a5160',
  ground: '#fff',
  font: 'Inter, Helvetica, Arial, sans-serif',
  fontSize: 12,
};

/** An SVG document with each curve named at its end. */
export const plotDocument = (
  heading: string,
  x: Axis,
  y: Axis,
  series: readonly Series[],
): string => {
  const [width, height] = [720, 400];
  const svg = plot({
    description: heading,
    heading,
    width,
    height,
    x,
    y,
    series,
    names: 'at the ends',
    look: LOOK,
  });
  return `${svgText({ ...svg, attributes: { ...svg.attributes, width, height } })}\n`;
};

/**
 * A plot of a lens, or of one whose surfaces are tilted or decentred a plot for each direction of
 * its fields; `towards` is undefined where there is one.
 */
function lensDocument(
  lens: LensDesign,
  heading: string,
  [x, y]: readonly [Axis, Axis],
  seriesOf: (design: LensDesign, towards: Towards | undefined) => readonly Series[],
): string {
  const [first, ...others] = lensDirections(lens);
  if (others.length === 0) return plotDocument(heading, x, y, seriesOf(lens, undefined));
  const each = [first!, ...others].map(({ design, towards }) => ({
    description: `${heading}, field towards ${towards}`,
    heading: `field towards ${towards}`,
    x,
    y,
    names: 'at the ends' as const,
    series: seriesOf(design, towards),
  }));
  return `${svgText(panels(heading, each, { columns: 2, width: 560, height: 380 }, LOOK))}\n`;
}

const degreesOf = (design: LensDesign, fraction: number): string =>
  `${((fraction * design.halfField * 180) / Math.PI).toFixed(1)}°`;

/**
 * Plots modulation over spatial frequency: a colour per field, tangential as solid and sagittal as
 * dashed lines.
 *
 * @param wavelength nanometres.
 * @param fractions of the half field, 0 to 1, one curve or pair of curves each.
 * @returns an SVG document.
 * @throws SimulationError when no ray of a field gets through.
 */
export function plotModulationTransfer(
  lens: LensDesign,
  wavelength: number,
  fractions: readonly number[],
): string {
  const frequencies = PLOTTED_FREQUENCIES;
  const ofField = (
    design: LensDesign,
    towards: Towards | undefined,
    [field, fraction]: readonly [number, number],
  ): Series[] => {
    const { tangential, sagittal } = modulationTransferCurves(
      design,
      wavelength,
      fraction,
      frequencies,
    );
    const points = (values: readonly number[]) =>
      values.map((value, step) => [frequencies[step]!, value] as const);
    return fieldSeries(
      { field, name: degreesOf(design, fraction), isOne: fraction === 0 && towards === undefined },
      { tangential: points(tangential), sagittal: points(sagittal) },
    );
  };
  return lensDocument(
    lens,
    `${lens.name}: modulation transfer at ${wavelength} nm`,
    MODULATION_AXES,
    (design, towards) =>
      [...fractions.entries()].flatMap((field) => ofField(design, towards, field)),
  );
}

/**
 * Plots distortion in per cent over the field angle, a curve per wavelength.
 *
 * @param wavelengths nanometres.
 * @returns an SVG document.
 * @throws SimulationError when no ray of a field gets through.
 */
export function plotDistortion(design: LensDesign, wavelengths: readonly number[]): string {
  const { fields } = lensReport(design, wavelengths, DISTORTION_FIELDS);
  const values = fields.map(({ distortionPercent }) => distortionPercent);
  return lensDocument(
    design,
    `${design.name}: distortion`,
    [
      {
        title: 'field angle, degrees',
        domain: domainOf([0, (design.halfField * 180) / Math.PI]),
      },
      { title: 'distortion, %', domain: domainOf(values, { including: 0, isNice: true }) },
    ],
    (_, direction) =>
      wavelengths.map((wavelength, index) => ({
        name: `${wavelength} nm`,
        colour: colourOf(index),
        points: fields
          .filter(
            ({ wavelengthNm, towards }) => wavelengthNm === wavelength && towards === direction,
          )
          .map(({ fieldDegrees, distortionPercent }) => [fieldDegrees, distortionPercent] as const),
      })),
  );
}

/** Places of the sensor in plots through focus, to each side, and their distance, metres. */
const FOCUS_PLACES = 30;
const FOCUS_STEP = 2e-6;
export const PLOTTED_SHIFTS: readonly number[] = Array.from(
  { length: 2 * FOCUS_PLACES + 1 },
  (_, i) => (i - FOCUS_PLACES) * FOCUS_STEP,
);
export const FOCUS_AXES: readonly [Axis, Axis] = [
  {
    title: 'sensor moved away from the lens, µm',
    domain: [-FOCUS_PLACES * FOCUS_STEP * 1e6, FOCUS_PLACES * FOCUS_STEP * 1e6],
  },
  { title: 'modulation', domain: [0, 1] },
];

/**
 * Plots modulation over the place of the sensor: a colour per field, solid tangential and dashed
 * sagittal, for the first two frequencies.
 *
 * @param wavelength nanometres.
 * @param fractions of the half field, 0 to 1.
 * @param frequencies lp/mm.
 * @returns an SVG document.
 * @throws SimulationError when no ray of a field gets through.
 */
export function plotThroughFocus(
  lens: LensDesign,
  wavelength: number,
  fractions: readonly number[],
  frequencies: readonly number[],
): string {
  const shown = frequencies.slice(0, 2);
  const shifts = PLOTTED_SHIFTS;
  const ofField = (
    design: LensDesign,
    towards: Towards | undefined,
    [field, fraction]: readonly [number, number],
  ): Series[] => {
    const rows = throughFocus(design, wavelength, fraction * design.halfField, shifts, shown);
    return shown.flatMap((frequency, at): Series[] => {
      const points = (along: 'tangential' | 'sagittal') =>
        rows.map((row) => [row.shiftUm, row[along][at]!] as const);
      return fieldSeries(
        {
          field,
          name: `${degreesOf(design, fraction)} ${frequency}`,
          isOne: fraction === 0 && towards === undefined,
        },
        { tangential: points('tangential'), sagittal: points('sagittal') },
      );
    });
  };
  return lensDocument(
    lens,
    `${lens.name}: modulation through focus at ${wavelength} nm, ${shown.join(' and ')} lp/mm`,
    FOCUS_AXES,
    (design, towards) =>
      [...fractions.entries()].flatMap((field) => ofField(design, towards, field)),
  );
}

/** Distances of focus in the plot of the depth of field, metres, and how many lie between them. */
const [NEAREST_FOCUS, FARTHEST_FOCUS] = [0.2, 20];
const FOCUS_DISTANCES = 60;
/** Largest distance that is drawn, metres; beyond it the far limit ends. */
const FARTHEST_DRAWN = 100;

/**
 * Plots the near and the far limit of what is sharp over the distance of focus, for the lens wide
 * open and one and two stops of twice its f-number down.
 *
 * @param circle largest blur that counts as sharp, metres.
 * @returns an SVG document.
 */
export function plotDepthOfField(design: LensDesign, circle: number): string {
  const open = lensReport(design, [550], [0]).fields[0]!.workingFNumber;
  const distances = Array.from(
    { length: FOCUS_DISTANCES + 1 },
    (_, i) => NEAREST_FOCUS * (FARTHEST_FOCUS / NEAREST_FOCUS) ** (i / FOCUS_DISTANCES),
  );
  const curves = [1, 2, 4].flatMap((times, index): Series[] => {
    const limits = distances.map((focusDistance) =>
      depthOfField(focusDesign(design, { focusDistance, fNumber: times * open }), circle),
    );
    const points = (key: 'nearM' | 'farM') =>
      distances.flatMap((distance, i) => {
        const limit = limits[i]![key];
        return limit !== null && limit <= FARTHEST_DRAWN ? [[distance, limit] as const] : [];
      });
    const colour = COLOURS[index]!;
    const name = `f/${(times * open).toPrecision(3)}`;
    return [
      { name: `${name} near`, colour, points: points('nearM') },
      { name: `${name} far`, colour, dashes: '5 4', points: points('farM') },
    ];
  });
  return plotDocument(
    `${design.name}: sharp within ${Number((circle * 1e6).toPrecision(3))} µm`,
    { title: 'focus distance, m', domain: [NEAREST_FOCUS, FARTHEST_FOCUS], isLog: true },
    { title: 'distance, m', domain: [0.1, FARTHEST_DRAWN], isLog: true },
    curves,
  );
}
