import type { COLOUR_MATRIX_RULES, WHITE_BALANCE_RULES } from './choices.ts';
import type { LensShadingPlan } from './lens-shading.ts';
import type { ToneMapPlan } from './tone-map.ts';

/**
 * What happens to the mosaic before the ISP, or to parameters of the ISP
 * (docs/reference/isp.md#corrections); absent where it has no effect.
 */
export interface CorrectionPlan {
  /** Absent: none, but for a sensor that gives linear light the usual one. */
  readonly toneMap?: ToneMapPlan;
  readonly lensShading?: LensShadingPlan;
  /** Absent: the gains of AWB. */
  readonly whiteBalance?: Exclude<(typeof WHITE_BALANCE_RULES)[number], 'fixed'>;
  /** Absent: the matrix of CCM. */
  readonly colourMatrix?: Exclude<(typeof COLOUR_MATRIX_RULES)[number], 'fixed'>;
}
