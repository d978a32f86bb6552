import type { IspModuleDescriptor } from './module-descriptor.ts';
import { ISP_MODULES, isEnabled, type IspModuleId, type IspParameters } from './order.ts';
import { saturationLevel } from './saturation.ts';

/** Something the person has to change: where, and what, as a sentence. */
export interface IspProblem {
  readonly field: string;
  readonly message: string;
}

const LARGEST_CODE = 65535;
const LARGEST_RESULT = 24e6;

/**
 * What parameters, each fine by itself, get wrong together (rulings F6, F7).
 *
 * @param bits of the raw codes.
 * @param largestResult pixels that SCL may make.
 */
export function ispProblems(
  parameters: IspParameters,
  bits: number,
  largestResult = LARGEST_RESULT,
): IspProblem[] {
  const problems: IspProblem[] = [];
  const labels = Object.fromEntries(ISP_MODULES.map(({ id, label }) => [id, label])) as Record<
    IspModuleId,
    string
  >;
  for (const { id, label, needs = [] } of ISP_MODULES as readonly (IspModuleDescriptor & {
    readonly id: IspModuleId;
  })[]) {
    if (!isEnabled(parameters, id)) continue;
    for (const need of needs as readonly IspModuleId[]) {
      if (!isEnabled(parameters, need))
        problems.push({
          field: `ispParams.${id}Enabled`,
          message: `${label} needs ${labels[need]}: enable ${labels[need]} or disable ${label}.`,
        });
    }
  }
  const saturation = saturationLevel(parameters, bits);
  if (saturation < 1)
    problems.push({
      field: 'ispParams.blcR',
      message: `The black levels of BLC leave nothing of ${bits} bits: make one of them less than ${2 ** bits - 1}.`,
    });
  if (saturation > LARGEST_CODE)
    problems.push({
      field: 'ispParams.blcR',
      message: `BLC raises the saturation level to ${saturation}, more than 16 bits hold: raise bl_r, bl_gr, bl_gb and bl_b, or lower alpha and beta.`,
    });
  const { sclEnabled, sclWidth, sclHeight } = parameters;
  if (sclEnabled && sclWidth * sclHeight > largestResult)
    problems.push({
      field: 'ispParams.sclWidth',
      message: `SCL would make ${sclWidth} x ${sclHeight} pixels; at most ${largestResult / 1e6} million are made.`,
    });
  return problems;
}
