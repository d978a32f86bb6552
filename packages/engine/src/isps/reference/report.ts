import type { MeasuringRule } from '../../corrections/white-balance-rules.ts';
import type { CorrectionsReport, RuledMatrix } from '../development-report.ts';

/** What the reference ISP did, as report.json has it. */
export interface ReferenceReport extends CorrectionsReport {
  readonly label: string;
  /** Pixels that stood alone and were replaced; absent where that is off. */
  readonly replacedPixels?: number;
  /** Deviation of a pixel without light, from which the noise model is made. */
  readonly floorElectrons: number;
  readonly whiteBalance: {
    readonly from: 'truth' | MeasuringRule;
    /** By channel; the smallest is 1. */
    readonly gains: readonly number[];
    /** Cells that a rule looked at; absent for the light's own gains. */
    readonly cells?: number;
  };
  readonly colourMatrix: RuledMatrix;
}
