import type { Gains } from '../../analysis/colour/neutral-gains.ts';
import type { CorrectionsReport, RuledBalance, RuledMatrix } from '../development-report.ts';
import { ISP_MODULES, type IspModuleId, type LoadedStep } from './order.ts';
import type { Percent, StepFigures } from './step-code.ts';
import type { WhiteBalance } from '../white-balance.ts';

/** The figures of the ISP (docs/reference/physics.md#p13). */
export interface IspReport {
  /** In the order in which they ran; fused modules are one entry. */
  readonly modules: readonly TimedModules[];
  readonly path: 'SIMD' | 'plain';
  /** Code at which the linear picture is full. */
  readonly saturation: number;
  readonly deadPixels?: NonNullable<StepFigures['deadPixels']>;
  /**
   * Per cent of the samples at saturation after a module: red, green, blue; after CCM as they are
   * shown.
   */
  readonly clippedPercent: Readonly<Partial<Record<IspModuleId, Percent>>>;
}

/** The same with what the corrections and rules of the recipe did, as report.json has it. */
export type FastOpenIspReport = IspReport &
  CorrectionsReport & {
    readonly label: string;
    /** The gains of AWB, to be compared with `neutralGains` of the sensor. */
    readonly configuredGains?: Gains;
    /**
     * The white balance under this light, and the rule that found it, if any; absent where the
     * picture has no colours.
     */
    readonly whiteBalance?: WhiteBalance & Partial<RuledBalance>;
    /** Absent where the matrix of CCM is as typed. */
    readonly colourMatrix?: RuledMatrix;
  };

/** `label` like 'NLM' or 'CFA+CCM+GAC+CSC'. */
export interface TimedModules {
  readonly ids: readonly IspModuleId[];
  readonly label: string;
  readonly ms: number;
}

/** The counts of one module. */
export interface ModuleFigures {
  readonly id: string;
  readonly figures: StepFigures;
}

const labelOf = (id: string): string | undefined =>
  ISP_MODULES.find((module) => module.id === id)?.label;

/**
 * The entry for the modules of some steps that ran together; none when they were only the
 * conversion back to RGB.
 */
export function timedModules(steps: readonly LoadedStep[], ms: number): readonly TimedModules[] {
  const ids = steps
    .map(({ step }) => step.id)
    .filter((id): id is IspModuleId => labelOf(id) !== undefined);
  return ids.length > 0 ? [{ ids, label: ids.map(labelOf).join('+'), ms }] : [];
}

/** The report of a run, with the counts of its modules. */
export function reportOf(
  run: Pick<IspReport, 'modules' | 'path' | 'saturation'>,
  counted: readonly ModuleFigures[],
): IspReport {
  const deadPixels = counted.find(({ figures }) => figures.deadPixels)?.figures.deadPixels;
  return {
    ...run,
    ...(deadPixels && { deadPixels }),
    clippedPercent: Object.fromEntries(
      counted
        .filter(({ figures }) => figures.clippedPercent)
        .map(({ id, figures }) => [id, figures.clippedPercent]),
    ),
  };
}
