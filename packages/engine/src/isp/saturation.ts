import type { IspParameters } from './order.ts';

type BlackLevels = Pick<
  IspParameters,
  'blcR' | 'blcGr' | 'blcGb' | 'blcB' | 'blcalpha' | 'blcbeta'
>;

/**
 * Code at which the linear picture is full: what the converter's highest code becomes in BLC. AWB, CNF, CFA and CCM clip there and
 * GAC begins there. As in the reference it follows BLC's numbers also when BLC is off.
 *
 * @param bits of the raw codes.
 */
export function saturationLevel(
  { blcR, blcGr, blcGb, blcB, blcalpha, blcbeta }: BlackLevels,
  bits: number,
): number {
  const full = 2 ** bits - 1;
  return Math.max(
    full - blcR,
    full - blcB,
    Math.trunc(full - blcGr + ((full - blcR) * blcalpha) / 1024),
    Math.trunc(full - blcGb + ((full - blcB) * blcbeta) / 1024),
  );
}
