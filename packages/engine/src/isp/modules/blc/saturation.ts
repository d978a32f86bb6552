type BlackLevels = Readonly<
  Record<'blcR' | 'blcGr' | 'blcGb' | 'blcB' | 'blcalpha' | 'blcbeta', number>
>;

/**
 * What the highest code becomes in BLC, the largest of the four colours. As in the reference it follows the numbers of BLC
 * also when BLC is off.
 *
 * @param full highest code of the raw.
 */
export const fullAfterBlc = (
  { blcR, blcGr, blcGb, blcB, blcalpha, blcbeta }: BlackLevels,
  full: number,
): number =>
  Math.max(
    full - blcR,
    full - blcB,
    Math.trunc(full - blcGr + ((full - blcR) * blcalpha) / 1024),
    Math.trunc(full - blcGb + ((full - blcB) * blcbeta) / 1024),
  );
