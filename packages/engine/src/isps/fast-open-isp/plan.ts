import { neutralGains, type Gains } from '../../analysis/colour/neutral-gains.ts';
import { gainsByRule, type BalancedMosaic } from '../../corrections/white-balance-rules.ts';
import type { Matrix } from '../../field-descriptor.ts';
import type { Host } from '../../host.ts';
import { illuminants } from '../../illuminants/list.ts';
import type { IspParameters } from './order.ts';
import { configuredGains, hasColours } from './shown-colour.ts';
import { log } from '../../quantities/elementary.ts';
import { energyToPhotons, type Spectrum } from '../../quantities/wavelengths.ts';
import { quantumEfficiencyOf } from '../../sensors/pixel.ts';
import { recall } from '../../stage-memory.ts';
import type { LogText } from '../../stage.ts';
import { lightEnergy } from '../../pipeline/develop-raw.ts';
import type { RuledBalance, RuledMatrix } from '../development-report.ts';
import { figure } from '../../text/figure.ts';
import { suitedParameters } from './suit.ts';
import type { SimulationPlan } from '../../pipeline/plan.ts';
import type { SensedPlan } from '../../pipeline/sensor-stage.ts';
import type { Shot } from '../../pipeline/shot.ts';

/** Parameters of an ISP that follow the rules of a recipe. */
export interface RuledParameters {
  readonly parameters: IspParameters;
  readonly whiteBalance?: RuledBalance;
  readonly colourMatrix?: RuledMatrix;
  readonly lines: readonly LogText[];
}

/** The rules of a recipe for AWB and CCM. */
export interface IspRules {
  /**
   * What the meter takes, which cannot wait for the picture: neutral gains of the light, and the
   * matrix that suits it.
   */
  readonly metered: IspParameters;
  /** What develops a mosaic. */
  readonly settle: (mosaic: BalancedMosaic) => RuledParameters;
}

/** A plan as the meter takes it. */
export const meteredPlan = (plan: SensedPlan, rules: IspRules | undefined): SensedPlan =>
  plan.isp && rules ? { ...plan, isp: { ...plan.isp, parameters: rules.metered } } : plan;

/** Largest gain that a field takes. */
const MOST_GAIN = 65535;

/** The parameters with other gains of red and blue over the mean of the greens, which stay. */
export function withGains(parameters: IspParameters, { red, blue }: Gains): IspParameters {
  const green = (parameters.awbGr + parameters.awbGb) / 2;
  const whole = (gain: number): number =>
    Math.min(MOST_GAIN, Math.max(0, Math.round(green * gain)));
  return { ...parameters, awbR: whole(red), awbB: whole(blue) };
}

const isUsable = ({ red, blue }: Gains): boolean =>
  red > 0 && blue > 0 && Number.isFinite(red) && Number.isFinite(blue);

/**
 * The rules of a plan with an ISP (docs/reference/isp.md#corrections). Without rules the parameters
 * are those of the plan.
 */
export async function ispRules(
  { plan, lit }: Shot<SensedPlan>,
  parameters: IspParameters,
  host: Pick<Host, 'memory'>,
): Promise<IspRules> {
  const { sensor, whiteBalance, colourMatrix } = plan;
  if (!whiteBalance && !colourMatrix)
    return { metered: parameters, settle: () => ({ parameters, lines: [] }) };
  const efficiency = quantumEfficiencyOf(sensor);
  const neutral = neutralGains(lit.white, efficiency);
  const knowsLight = whiteBalance !== undefined && isUsable(neutral);
  const balanced = knowsLight ? withGains(parameters, neutral) : parameters;
  const suited = (energy: Spectrum): Promise<Matrix> =>
    suitedMatrix(energy, plan, parameters, host);
  const hasMatrix = colourMatrix !== undefined && hasColours(parameters);
  const ofLight = hasMatrix ? await suited(lightEnergy(plan)) : parameters.ccmValues;
  const calibrated =
    hasMatrix && colourMatrix === 'calibration' ? await calibration(efficiency, suited) : undefined;
  return {
    metered: { ...balanced, ccmValues: ofLight },
    settle: (mosaic) => {
      const balance = whiteBalance && settledBalance(whiteBalance, mosaic, neutral, parameters);
      const found = balance?.gains ? withGains(parameters, balance.gains) : parameters;
      const gains =
        balance?.gains ?? configuredGains({ ...parameters, awbEnabled: true }) ?? neutral;
      const mixed = calibrated?.(gains);
      return {
        parameters: { ...found, ccmValues: mixed?.values ?? ofLight },
        ...(balance && { whiteBalance: balance.report }),
        ...(hasMatrix && { colourMatrix: { from: colourMatrix, ...mixed?.report } }),
        lines: [
          ...(balance?.lines ?? []),
          ...(whiteBalance && !parameters.awbEnabled
            ? [`AWB is off: the rule ${whiteBalance} changes nothing.`]
            : []),
          ...(colourMatrix && !(hasMatrix && parameters.ccmEnabled)
            ? [
                `CCM is off, or the picture has no colours: the matrix of ${colourMatrix} changes nothing.`,
              ]
            : []),
          ...(mixed ? [mixLine(mixed.report)] : []),
        ],
      };
    },
  };
}

/** Gains by a rule; none, and a line, where the picture shows too little for it. */
function settledBalance(
  rule: NonNullable<SimulationPlan['whiteBalance']>,
  mosaic: BalancedMosaic,
  neutral: Gains,
  parameters: IspParameters,
): {
  readonly gains: Gains | undefined;
  readonly report: RuledBalance;
  readonly lines: readonly LogText[];
} {
  const { gains, cells } =
    rule === 'truth'
      ? { gains: isUsable(neutral) ? neutral : undefined, cells: undefined }
      : gainsByRule(mosaic, rule);
  const counted = cells === undefined ? {} : { cells };
  if (!gains) {
    const { red = 1, blue = 1 } = configuredGains({ ...parameters, awbEnabled: true }) ?? {};
    return {
      gains,
      report: { from: 'fixed', red, blue, ...counted },
      lines: [
        {
          warning: `The rule ${rule} found no gains${cells === undefined ? '' : `: ${cells} cells are neither clipped nor dark`}; AWB keeps its own.`,
        },
      ],
    };
  }
  const source = cells === undefined ? 'of the light' : `from ${cells} cells`;
  return {
    gains,
    report: { from: rule, red: gains.red, blue: gains.blue, ...counted },
    lines: [`Gains by ${rule}, ${source}: R ${gains.red.toFixed(3)}, B ${gains.blue.toFixed(3)}.`],
  };
}

/** The matrix of CCM that suits a light, as `measure colour --suit-light` finds it. */
async function suitedMatrix(
  energy: Spectrum,
  { sensor }: SensedPlan,
  parameters: IspParameters,
  host: Pick<Host, 'memory'>,
): Promise<Matrix> {
  const { result } = await recall(
    host.memory,
    ['suited matrix', Array.from(energy), sensor, parameters],
    () => suitedParameters(energy, sensor, parameters).parameters.ccmValues,
    () => 0,
  );
  return result;
}

/** Colour temperatures of Illuminant A and D65, kelvin. @see CIE 15:2018. */
const [KELVIN_A, KELVIN_D65] = [2856, 6504];

/** Illuminant A and D65. */
export const calibrationLights = (): readonly [warm: Spectrum, cool: Spectrum] => [
  Float64Array.from(illuminants.illuminantA.energy),
  Float64Array.from(illuminants.d65.energy),
];

/**
 * Where gains lie between those for Illuminant A (0) and D65 (1), evenly in the logarithm of red
 * over blue, and the temperature there, evenly in its reciprocal.
 *
 * @param efficiency of the channels red, green, blue.
 */
export function mixOf(
  { red, blue }: Gains,
  efficiency: readonly Spectrum[],
): { readonly weight: number; readonly kelvin: number } {
  const [atWarm, atCool] = calibrationLights().map((energy) => {
    const neutral = neutralGains(energyToPhotons(energy), efficiency);
    return log(neutral.red / neutral.blue);
  }) as [number, number];
  const place = (log(red / blue) - atWarm) / (atCool - atWarm);
  const weight = Math.min(1, Math.max(0, Number.isFinite(place) ? place : 1));
  return { weight, kelvin: 1 / (weight / KELVIN_D65 + (1 - weight) / KELVIN_A) };
}

/** The line about a mixed matrix. */
export const mixLine = ({ weight, kelvin }: ReturnType<typeof mixOf>): string =>
  `Colour matrix: ${figure(100 * weight)} % of the way from Illuminant A to D65, ${kelvin.toFixed(0)} K.`;

/** The matrices for Illuminant A and D65, mixed as gains ask for. */
async function calibration(
  efficiency: readonly Spectrum[],
  suited: (energy: Spectrum) => Promise<Matrix>,
): Promise<
  (gains: Gains) => { readonly values: Matrix; readonly report: ReturnType<typeof mixOf> }
> {
  const [warm, cool] = calibrationLights();
  const [ofWarm, ofCool] = [await suited(warm), await suited(cool)];
  return (gains) => {
    const report = mixOf(gains, efficiency);
    return { values: mixedMatrix(ofWarm, ofCool, report.weight), report };
  };
}

/** Whole factors of a mixed matrix; the rest goes to the largest, so that white stays white. */
function mixedMatrix(warm: Matrix, cool: Matrix, weight: number): Matrix {
  const mixed = warm.map((row, r) =>
    row.map((factor, c) => weight * cool[r]![c]! + (1 - weight) * factor),
  );
  const sumOf = (row: readonly number[]): number => row[0]! + row[1]! + row[2]!;
  const sum = Math.round(mixed.reduce((total, row) => total + sumOf(row), 0) / mixed.length);
  return mixed.map((row) => {
    const whole = row.map((factor) => Math.round(factor) + 0);
    const most = whole.indexOf(Math.max(...whole.slice(0, 3)));
    return whole.with(most, whole[most]! + sum - sumOf(whole));
  });
}
