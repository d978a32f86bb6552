import { LUMINANCE } from '../../analysis/measured-picture.ts';
import { applyMatrix } from '../../analysis/colour/colour-matrix.ts';
import { leastPlace } from '../../analysis/least-place.ts';
import type { Triple } from '../../colour/xyz.ts';
import { ISP_WIRE_KEY, type IspParameters } from './order.ts';
import type { Suit, SuitedFigures } from '../isp-descriptor.ts';
import { hasColours, shownColour } from './shown-colour.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../../sensors/pixel.ts';
import { SimulationError } from '../../simulation-error.ts';
import { chartDeveloper, type DevelopedChart } from './developed-chart.ts';
import {
  MACBETH_REFLECTANCES,
  FIRST_GREY,
  suitLight,
  type SuitedColour,
} from '../../scenes/macbeth/chart-colours.ts';

/** Parameters of AWB and CCM under their names in a recipe. */
type BalanceParameters = Pick<
  IspParameters,
  'awbEnabled' | 'awbR' | 'awbGr' | 'awbGb' | 'awbB' | 'ccmEnabled' | 'ccmValues'
>;

/** Parameters of AWB and CCM, and what they make of the Macbeth chart. */
export interface SuitedParameters {
  /** The given ones where no better ones were found. */
  readonly parameters: BalanceParameters;
  readonly isBetter: boolean;
  readonly before: DevelopedChart;
  readonly after: DevelopedChart;
}

/** Gains and matrix as the ISP takes them: whole numbers, 1024 for 1. */
const FULL = 1024;
const whole = (factor: number): number => Math.round(FULL * factor);

/** Least difference of the mean CIEDE2000 that counts as better. */
const LEAST_GAIN = 0.1;
/** Share of full scale up to which noise clips nothing, and the cost of what lies beyond. */
const [UNCLIPPED, COST] = [0.97, 20];
/** Nearly all of one patch, per cent of the chart. */
const ONE_PATCH = 90 / MACBETH_REFLECTANCES.length;
/** How far the search first goes with each factor of the matrix. */
const REACH = 0.2;

/**
 * Finds the parameters of AWB and CCM with which the developed Macbeth chart under a light comes
 * nearest to its true colours: least mean CIEDE2000 of the 24 patches after metering, clipping and
 * all modules that change flat colours (docs/reference/measuring.md#suit-light). A white diffuser
 * becomes neutral, the metered exposure does not change, and no patch clips except white, if it
 * clipped before.
 *
 * @param energy of the light per band, on any scale.
 * @param currentParameters of the ISP; all but those of AWB and CCM are kept.
 * @throws SimulationError with a sentence where there are no colours to fit.
 */
export function suitedParameters(
  energy: Spectrum,
  sensor: SensorPlan,
  currentParameters: IspParameters,
): SuitedParameters {
  const efficiency = quantumEfficiencyOf(sensor);
  const { gains, matrix } = suitLight(energy, efficiency);
  refuseColourless(currentParameters, gains);
  const develop = chartDeveloper({ energy, efficiency, sensor }, currentParameters);
  const before = develop({});
  const levels = levelsOf(currentParameters, gains, before.raw);
  const costOf = (place: readonly number[]): number => {
    const parameters = balanced(gains, levels, place);
    const { mean, raw } = develop(parameters);
    const shown = shownColour({ ...currentParameters, ...parameters });
    const held =
      before.clippedPercent.ccm > ONE_PATCH ? raw.filter((_, i) => i !== FIRST_GREY) : raw;
    const excess = held
      .flatMap((patch) => applyMatrix(shown, patch))
      .reduce((sum, value) => sum + Math.max(0, value - UNCLIPPED), 0);
    return mean + COST * excess;
  };
  const start = matrix.flatMap((row, at) => row.filter((_, column) => column !== at));
  // Again from where it ended, because a simplex can get too flat to go on.
  const best = leastPlace(costOf, leastPlace(costOf, start, REACH), REACH);
  const parameters = balanced(gains, levels, best);
  const after = develop(parameters);
  const isBetter =
    after.mean <= before.mean - LEAST_GAIN &&
    after.clippedPercent.awb <= before.clippedPercent.awb &&
    after.clippedPercent.ccm <= before.clippedPercent.ccm;
  if (isBetter) return { parameters, isBetter, before, after };
  const { awbEnabled, awbR, awbGr, awbGb, awbB, ccmEnabled, ccmValues } = currentParameters;
  const present = { awbEnabled, awbR, awbGr, awbGb, awbB, ccmEnabled, ccmValues };
  return { parameters: present, isBetter, before, after: before };
}

const figuresOf = ({ mean, clippedPercent }: DevelopedChart): SuitedFigures => ({
  mean,
  clippedPercent: clippedPercent.ccm,
});

/** `suitedParameters` as every ISP has it. */
export const suit: Suit<IspParameters> = (...camera) => {
  const { before, after, ...found } = suitedParameters(...camera);
  return { ...found, before: figuresOf(before), after: figuresOf(after) };
};

function refuseColourless(
  currentParameters: IspParameters,
  { red, blue }: SuitedColour['gains'],
): void {
  if (!hasColours(currentParameters))
    throw new SimulationError(
      'bad-parameter',
      'CFA is off, so the picture has no colours: switch it on first.',
      `${ISP_WIRE_KEY}.cfaEnabled`,
    );
  if (!(red > 0 && blue > 0 && red < Infinity && blue < Infinity))
    throw new SimulationError(
      'bad-parameter',
      'No gains make this light neutral: one of the channels gets nothing of it.',
      'illuminant',
    );
}

/**
 * Factors of green in AWB, and of the rows of the matrix, that keep luminance and clip no patch in
 * AWB.
 */
interface Levels {
  readonly balance: number;
  readonly matrix: number;
}

function levelsOf(
  currentParameters: IspParameters,
  gains: SuitedColour['gains'],
  raw: readonly Triple[],
): Levels {
  const white = applyMatrix(shownColour(currentParameters), [1 / gains.red, 1, 1 / gains.blue]);
  const luminance = white.reduce((sum, value, at) => sum + LUMINANCE[at]! * value, 0);
  const kept = luminance > 0 ? luminance : 1;
  const highest = Math.max(
    ...raw.map(([red, green, blue]) => Math.max(red * gains.red, green, blue * gains.blue)),
  );
  const green = currentParameters.awbEnabled
    ? (currentParameters.awbGr + currentParameters.awbGb) / 2 / FULL
    : 1;
  const balance = Math.min(green > 0 ? green : 1, UNCLIPPED / highest);
  return { balance, matrix: kept / balance };
}

/** @param place the factors off the diagonal, row by row: the sum of a row leaves white neutral. */
function balanced(
  gains: SuitedColour['gains'],
  levels: Levels,
  place: readonly number[],
): BalanceParameters {
  const rows = [0, 1, 2].map((row) => {
    const others = place.slice(2 * row, 2 * row + 2);
    return others.toSpliced(row, 0, 1 - others[0]! - others[1]!);
  });
  return {
    awbEnabled: true,
    awbR: whole(levels.balance * gains.red),
    awbGr: whole(levels.balance),
    awbGb: whole(levels.balance),
    awbB: whole(levels.balance * gains.blue),
    ccmEnabled: true,
    ccmValues: rows
      .toReversed()
      .map((row) => [...row.map((factor) => whole(levels.matrix * factor)), 0]),
  };
}
