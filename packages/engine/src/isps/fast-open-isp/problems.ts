import type { ParameterProblem } from '../../field-descriptor.ts';
import type { IspLimits } from './module-descriptor.ts';
import {
  ISP_MODULES,
  isEnabled,
  type AnyModule,
  type IspModuleId,
  type IspParameters,
} from './order.ts';

/** Pixels that a picture may have after the ISP, where the caller sets no other limit. */
const LARGEST_RESULT = 24e6;

/**
 * Finds parameters of the ISP that are valid one by one, but not together
 * (docs/reference/protocol.md#f6, docs/reference/protocol.md#f7).
 *
 * @param bits of the raw codes.
 * @param largestResult pixels that a picture may have after the ISP.
 */
export function ispProblems(
  parameters: IspParameters,
  bits: number,
  largestResult = LARGEST_RESULT,
): ParameterProblem[] {
  const limits: IspLimits = { bits, largestResult };
  const modules: readonly AnyModule[] = ISP_MODULES;
  const isOn = (id: string): boolean => isEnabled(parameters, id as IspModuleId);
  const labelOf = (id: string): string => modules.find((module) => module.id === id)!.label;
  return [
    ...modules
      .filter(({ id }) => isOn(id))
      .flatMap(({ id, label, needs = [] }) =>
        needs
          .filter((need) => !isOn(need))
          .map((need) => ({
            key: `${id}Enabled`,
            message: `${label} needs ${labelOf(need)}: enable ${labelOf(need)} or disable ${label}.`,
          })),
      ),
    ...modules.flatMap(({ problems }) => problems?.(parameters, limits) ?? []),
  ];
}
