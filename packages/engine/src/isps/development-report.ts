import type { ToneMapPlan } from '../corrections/tone-map.ts';
import type { CorrectionPlan } from '../corrections/correction-plan.ts';

/** What the corrections did, as report.json has it. */
export interface CorrectionsReport {
  readonly toneMap?: {
    readonly operator: ToneMapPlan['operator'];
    readonly key: number;
    readonly bits: number;
    /** Electrons, and the scaled luminance that becomes 1: of reinhard alone. */
    readonly logAverage?: number;
    readonly white?: number;
    /** Between tones and codes. */
    readonly scale: number;
  };
  readonly lensShading?: {
    readonly from: NonNullable<CorrectionPlan['lensShading']>['from'];
    readonly largestGain: number;
  };
}

/** Where the white balance of a picture comes from, as report.json has it. */
export interface RuledBalance {
  /** The rule; 'fixed' where it found too little. */
  readonly from: NonNullable<CorrectionPlan['whiteBalance']> | 'fixed';
  /** Gains over green. */
  readonly red: number;
  readonly blue: number;
  /** Cells that a rule looked at; absent for the light's own gains. */
  readonly cells?: number;
}

/** Where the colour matrix of a picture lies between those for Illuminant A and D65. */
export interface RuledMatrix {
  readonly from: NonNullable<CorrectionPlan['colourMatrix']>;
  /** 0 at Illuminant A, 1 at D65; of `calibration` alone. */
  readonly weight?: number;
  readonly kelvin?: number;
}
