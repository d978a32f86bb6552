type BlackLevels = Readonly<
  Record<'blcR' | 'blcGr' | 'blcGb' | 'blcB' | 'blcalpha' | 'blcbeta', number>
>;

/**
 * The highest code after BLC, for the colour where it is largest. As in the reference it follows
 * the parameters of BLC even when BLC is off.
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
