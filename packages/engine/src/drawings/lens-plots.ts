import { lensReport, modulationTransferCurves } from '../optics/lens-report.ts';
import { linePlot, type Curve } from './line-plot.ts';
import type { LensDesign } from '../optics/ray-trace/lens-design.ts';

/** Colours of the fields, as in the drawing. */
const COLOURS = ['#1f5fbf', '#2a8f3c', '#c8352c', '#b58900', '#a03ca0', '#1a8c8c'];
/** lp/mm. */
const HIGHEST_FREQUENCY = 300;
const FREQUENCY_STEP = 10;
const FIELD_STEPS = 40;
/** First field of the plot: on the axis itself distortion is 0/0. */
const NEAR_AXIS = 1e-3;

const degreesOf = (design: LensDesign, fraction: number): string =>
  `${((fraction * design.halfField * 180) / Math.PI).toFixed(1)}°`;

/**
 * Plots modulation over spatial frequency: a colour per field, tangential as solid and sagittal as dashed lines.
 *
 * @param wavelength nanometres.
 * @param fractions of the half field, 0 to 1, one curve or pair of curves each.
 * @returns an SVG document.
 * @throws SimulationError when no ray of a field gets through.
 */
export function plotModulationTransfer(
  design: LensDesign,
  wavelength: number,
  fractions: readonly number[],
): string {
  const frequencies = Array.from(
    { length: HIGHEST_FREQUENCY / FREQUENCY_STEP + 1 },
    (_, step) => step * FREQUENCY_STEP,
  );
  const curves = fractions.flatMap((fraction, field): Curve[] => {
    const { tangential, sagittal } = modulationTransferCurves(
      design,
      wavelength,
      fraction,
      frequencies,
    );
    const colour = COLOURS[field % COLOURS.length]!;
    const points = (values: readonly number[]) =>
      values.map((value, step) => [frequencies[step]!, value] as const);
    const name = degreesOf(design, fraction);
    return fraction === 0
      ? [{ name, colour, points: points(tangential) }]
      : [
          { name: `${name} T`, colour, points: points(tangential) },
          { name: `${name} S`, colour, isDashed: true, points: points(sagittal) },
        ];
  });
  return linePlot(
    `${design.name}: modulation transfer at ${wavelength} nm`,
    { label: 'spatial frequency in the image, lp/mm', from: 0, to: HIGHEST_FREQUENCY, step: 50 },
    { label: 'modulation', from: 0, to: 1, step: 0.2 },
    curves,
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
  const { fields } = lensReport(design, wavelengths, [
    NEAR_AXIS,
    ...Array.from({ length: FIELD_STEPS }, (_, step) => (step + 1) / FIELD_STEPS),
  ]);
  const curves = wavelengths.map((wavelength, index): Curve => ({
    name: `${wavelength} nm`,
    colour: COLOURS[index % COLOURS.length]!,
    points: fields
      .filter(({ wavelengthNm }) => wavelengthNm === wavelength)
      .map(({ fieldDegrees, distortionPercent }) => [fieldDegrees, distortionPercent] as const),
  }));
  const values = fields.map(({ distortionPercent }) => distortionPercent);
  const step = niceStep(Math.max(0, ...values) - Math.min(0, ...values));
  const halfField = (design.halfField * 180) / Math.PI;
  const fieldStep = niceStep(halfField);
  return linePlot(
    `${design.name}: distortion`,
    {
      label: 'field angle, degrees',
      from: 0,
      to: Math.ceil(halfField / fieldStep) * fieldStep,
      step: fieldStep,
    },
    {
      label: 'distortion, %',
      from: Math.floor(Math.min(0, ...values) / step) * step,
      to: Math.ceil(Math.max(0, ...values) / step) * step,
      step,
    },
    curves,
  );
}

/** Step for about five ticks over a span: 1, 2 or 5 times a power of ten. */
function niceStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1e-6) / 5));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => span / step <= 6)!;
}
