/** The codes at which a picture is clipped; undefined where its values do not pile up. */
export interface ClippedEnds {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** Largest codes of 8 to 16 bits, as they are and moved up to 16 bits. */
const FULL_SCALES: ReadonlySet<number> = new Set(
  [8, 9, 10, 11, 12, 13, 14, 15, 16].flatMap((bits) => {
    const most = 2 ** bits - 1;
    return [most, most * 2 ** (16 - bits)];
  }),
);

/** Part of the range of the values that belongs to a plateau. */
const PLATEAU = 0.25;
/** Shares of a plateau: where noise is cut off, of the values beside, and nearly all values. */
const [CUT, BESIDE, NEARLY_ALL] = [0.1, 0.3, 0.9];
/** A value with less of its plateau belongs to the edge, not to the noise. */
const LEAST_SHARE = 0.01;
/** The commonest value of a plateau with noise of two codes or more. */
const NOISY = 0.2;

/**
 * Finds where values are clipped, from the values: at 0 and at the full scale of 8 to 16 bits, and
 * at any value at which noise is cut off, so that the values pile up there.
 *
 * @param counts how often each value occurs.
 * @param largest of the integer type; undefined for floating point.
 */
export function clippedEnds(
  counts: ReadonlyMap<number, number>,
  largest: number | undefined,
): ClippedEnds {
  const codes = [...counts.keys()].toSorted((one, other) => one - other);
  const [least, most] = [codes[0], codes.at(-1)];
  if (least === undefined || most === undefined || least === most)
    return { low: undefined, high: undefined };
  const reach = PLATEAU * (most - least);
  const dark = plateauOf(
    codes.filter((code) => code <= least + reach),
    counts,
  );
  const bright = plateauOf(codes.filter((code) => code >= most - reach).toReversed(), counts);
  const isWhole = largest !== undefined;
  return {
    low: (isWhole && least === 0) || isCut(dark) ? least : undefined,
    high:
      (isWhole && (most === largest || FULL_SCALES.has(most))) ||
      isCut(bright) ||
      // Light has more noise than darkness, unless it is cut off.
      (bright.atEnd >= NEARLY_ALL && dark.commonest <= NOISY)
        ? most
        : undefined,
  };
}

interface Plateau {
  /** Share of the values at the very end. */
  readonly atEnd: number;
  /** Share of the value beside it. */
  readonly next: number;
  /** Share of the values beside the end that are common. */
  readonly beside: number;
  /** Share of the commonest value. */
  readonly commonest: number;
}

/** @param codes from the end inwards. */
function plateauOf(codes: readonly number[], counts: ReadonlyMap<number, number>): Plateau {
  const all = codes.reduce((sum, code) => sum + counts.get(code)!, 0);
  const shares = codes.map((code) => counts.get(code)! / all);
  return {
    atEnd: shares[0]!,
    next: shares[1] ?? 0,
    beside: shares
      .slice(1)
      .filter((share) => share >= LEAST_SHARE)
      .reduce((sum, share) => sum + share, 0),
    commonest: shares.reduce((largest, share) => Math.max(largest, share), 0),
  };
}

/** Whether noise is cut off at the end: more values there than beside it, and noise beside it. */
const isCut = ({ atEnd, next, beside }: Plateau): boolean =>
  atEnd >= CUT && atEnd >= 2 * next && beside >= BESIDE;
