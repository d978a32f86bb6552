import { ISP_MODULES, type AnyModule, type IspParameters } from './order.ts';

/**
 * Code at which the linear picture is full, after all modules: AWB, CNF, CFA and CCM clip there and
 * GAC begins there.
 *
 * @param bits of the raw codes.
 */
export const saturationLevel = (parameters: IspParameters, bits: number): number =>
  (ISP_MODULES as readonly AnyModule[]).reduce(
    (full, { saturation }) => saturation?.(parameters, full) ?? full,
    2 ** bits - 1,
  );
