import { fastOpenIsp } from '../isps/fast-open-isp/descriptor.ts';
import { ISP_MODULES } from '../isps/fast-open-isp/order.ts';
import { reference } from '../isps/reference/descriptor.ts';
import { onCurve, type MonotoneCurve } from '../optics/measured/monotone-curve.ts';
import type { Table } from '../text/json-fields.ts';
import type { IspEstimate } from './estimate-isp.ts';
import type { FrameLayout } from './frame-layout.ts';

/** The ISP of a recipe that is nearest to a measured one. */
export interface IspFields {
  /** Of a recipe: `isp` and its parameters. */
  readonly fields: Table;
  /** How near it is, as sentences. */
  readonly assumed: readonly string[];
}

/** Modules that have a measured counterpart, and those that these need. */
const USED: readonly string[] = ['blc', 'awb', 'cfa', 'ccm', 'gac', 'csc', 'eeh'];
/** One in gains of AWB and CCM, and of GAC and EEH. */
const [UNIT, SMALL_UNIT] = [1024, 256];
const LARGEST_SMALL_GAIN = 8;
/** Exponents that are tried. */
const EXPONENTS = Array.from({ length: 181 }, (_, i) => 0.1 + 0.005 * i);
/** Shares of the largest code over which curves are compared, and places of the comparison. */
const [LEAST, MOST] = [0.01, 0.99];
const STEPS = 100;
const CODES = 255;
/** Pixels of the mask that the module EEH has. */
const EEH_SIGMA = 1.2;
/** Cycles per pixel at which masks of other forms are made alike. */
const COMPARED_FREQUENCY = 0.25;
const LARGEST_SHARPENING = 4;

/**
 * The fields of a recipe that develop as a measured ISP does, as nearly as an ISP of this program
 * can. The Reference ISP takes its gains, matrix and curve from the light: of a camera with colours
 * Fast-openISP says them.
 *
 * @param black code of the dark.
 * @see docs/reference/twin.md#t5
 */
export function ispFields(
  { model, brightest, sharpening }: IspEstimate,
  layout: FrameLayout,
  black: number,
): IspFields {
  const { gains, matrix, curve } = model;
  const amount = sharpening?.amount ?? 0;
  if (!gains)
    return {
      fields: {
        isp: reference.label,
        [reference.wireKey]: {
          defects: true,
          denoising: 0,
          sharpening: sharpeningOf(amount, sharpening?.sigma ?? 1),
        },
      },
      assumed: ['The curve of the recipe is that of sRGB: the Reference ISP has no other.'],
    };
  const level = Math.round(black);
  const full = 2 ** layout.bits - 1 - level;
  const { gain, exponent, largest } = nearestPower(curve, brightest / full);
  const whole = (factor: number): number => Math.round(factor * UNIT);
  const green = UNIT;
  const fields = {
    ...Object.fromEntries(
      ISP_MODULES.map(({ id }) => [
        `${id}Enabled`,
        USED.includes(id) && (id !== 'eeh' || amount > 0),
      ]),
    ),
    ...{ blcR: level, blcGr: level, blcGb: level, blcB: level },
    ...{ awbR: whole(gains[0]), awbGr: green, awbGb: green, awbB: whole(gains[1]) },
    cfaType: sharpening?.demosaicing === 'linear' ? 'bilinear' : 'malvar',
    // Its first row is shown as blue.
    ccmValues: [...matrix].reverse().map((row) => [...row.map(whole), 0]),
    gacGain: Math.round(Math.min(gain, LARGEST_SMALL_GAIN) * SMALL_UNIT),
    gacOffset: exponent,
    ...(amount > 0 && {
      eehGain: Math.round(Math.min(amount, LARGEST_SMALL_GAIN) * SMALL_UNIT),
      eehOffset: 0,
      eehEdgeThreshold: 0,
    }),
  };
  return {
    fields: { isp: fastOpenIsp.label, [fastOpenIsp.wireKey]: fields },
    assumed: [
      `The recipe develops with Fast-openISP: its curve is a power of ${exponent.toPrecision(3)}, which is up to ${largest.toFixed(1)} codes off.`,
      ...(sharpening && amount > 0
        ? [
            `Its mask has a sigma of ${EEH_SIGMA} pixels; ${sharpening.sigma.toPrecision(3)} was measured.`,
          ]
        : []),
      ...(sharpening && amount <= 0
        ? ['It takes no noise away, where the camera does: the amount of its mask is below 0.']
        : []),
    ],
  };
}

/**
 * The power (gain x)^exponent that is nearest to a curve by least squares over its own values.
 *
 * @param unit the brightest green as a share of the full code.
 * @returns the gain for shares of the full code, and the largest difference, codes.
 */
function nearestPower(curve: MonotoneCurve, unit: number) {
  const places = Array.from({ length: STEPS }, (_, i) => ((i + 1) / STEPS) * curve.at.at(-1)!)
    .map((at) => ({ at, value: onCurve(curve, at) }))
    .filter(({ value }) => value >= LEAST && value <= MOST);
  return EXPONENTS.map((exponent) => {
    const powers = places.map(({ at }) => at ** exponent);
    const factor =
      powers.reduce((sum, power, i) => sum + power * places[i]!.value, 0) /
      powers.reduce((sum, power) => sum + power * power, 0);
    const off = powers.map((power, i) => factor * power - places[i]!.value);
    return {
      exponent,
      gain: factor ** (1 / exponent) / unit,
      squares: off.reduce((sum, one) => sum + one * one, 0),
      largest: CODES * Math.max(...off.map(Math.abs)),
    };
  }).reduce((best, one) => (one.squares < best.squares ? one : best));
}

/** Of the Reference ISP, whose mask is a mean of 3 x 3 pixels, at one frequency. */
function sharpeningOf(amount: number, sigma: number): number {
  const gain = amount * (1 - Math.exp(-2 * (Math.PI * sigma * COMPARED_FREQUENCY) ** 2));
  const own = (2 - 2 * Math.cos(2 * Math.PI * COMPARED_FREQUENCY)) / 3;
  return Math.min(Math.max(gain / own, 0), LARGEST_SHARPENING);
}
