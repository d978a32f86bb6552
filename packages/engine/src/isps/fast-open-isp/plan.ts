import { neutralGains, type Gains } from '../../analysis/colour/neutral-gains.ts';
import type { CorrectionPlan } from '../../corrections/correction-plan.ts';
import { gainsByRule, type BalancedMosaic } from '../../corrections/white-balance-rules.ts';
import type { Matrix } from '../../field-descriptor.ts';
import type { Host } from '../../host.ts';
import type { IspParameters } from './order.ts';
import { configuredGains, hasColours } from './shown-colour.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../../sensors/pixel.ts';
import { recall } from '../../stage-memory.ts';
import type { LogText } from '../../stage.ts';
import { calibrationLights, mixLine, mixOf } from '../calibration.ts';
import type { RuledBalance, RuledMatrix } from '../development-report.ts';
import type { IspCamera } from '../isp-code.ts';
import { suitedParameters } from './suit.ts';

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
  { sensor, light, whiteBalance, colourMatrix }: IspCamera,
  parameters: IspParameters,
  host: Pick<Host, 'memory'>,
): Promise<IspRules> {
  if (!whiteBalance && !colourMatrix)
    return { metered: parameters, settle: () => ({ parameters, lines: [] }) };
  const efficiency = quantumEfficiencyOf(sensor);
  const neutral = neutralGains(light.white, efficiency);
  const knowsLight = whiteBalance !== undefined && isUsable(neutral);
  const balanced = knowsLight ? withGains(parameters, neutral) : parameters;
  const suited = (energy: Spectrum): Promise<Matrix> =>
    suitedMatrix(energy, sensor, parameters, host);
  const hasMatrix = colourMatrix !== undefined && hasColours(parameters);
  const ofLight = hasMatrix ? await suited(light.energy) : parameters.ccmValues;
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
  rule: NonNullable<CorrectionPlan['whiteBalance']>,
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
  sensor: SensorPlan,
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
