import type { NumberField } from '@lumenloom/engine/catalogue';

/** What the scale of a number follows from. */
export type ScaledField = Pick<
  NumberField,
  'default' | 'min' | 'above' | 'max' | 'below' | 'whole' | 'odd' | 'one' | 'span'
>;

/** A scale on which a number is scrubbed: positions run from 0 to 1. */
export interface NumberScale {
  readonly positionOf: (value: number) => number;
  /** Rounded as the field allows it. */
  readonly valueAt: (position: number) => number;
}

/** A scale that spans more than this is logarithmic. */
const WIDE = 50;
/** Without limits a scale reaches this many times the default. */
const REACH = 8;
const DIGITS = 3;

/** The range that a field states; else its limits, or a sensible range round its default. */
function rangeOf(field: ScaledField): readonly [number, number] {
  const { default: byDefault, min, above, max, below, span } = field;
  if (span) return span;
  const size = Math.abs(byDefault) || 1;
  const low = min ?? above ?? -Infinity;
  const high = max ?? below;
  const isNear = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) <= 40 * size;
  return [
    isNear(low) ? low : low >= 0 ? size / REACH : byDefault - REACH * size,
    isNear(high) ? high : byDefault + REACH * size,
  ];
}

/** The scale of a field, from its limits and its default. */
export function scaleOf(field: ScaledField): NumberScale {
  const [low, high] = rangeOf(field);
  const isWide = low > 0 && high / low > WIDE;
  const rounded = (value: number): number => {
    if (field.odd) return 2 * Math.round((value - 1) / 2) + 1;
    // Fractions of fixed-point numbers are cut off.
    return field.whole || field.one ? Math.round(value) : Number(value.toPrecision(DIGITS));
  };
  const allowed = (value: number): boolean =>
    value >= (field.min ?? -Infinity) &&
    value > (field.above ?? -Infinity) &&
    value <= (field.max ?? Infinity) &&
    value < (field.below ?? Infinity);
  return {
    positionOf: (value) => {
      const position = isWide
        ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
        : (value - low) / (high - low);
      return Math.min(1, Math.max(0, position));
    },
    valueAt: (position) => {
      const at = Math.min(1, Math.max(0, position));
      const value = rounded(isWide ? low * (high / low) ** at : low + (high - low) * at);
      // The ends of a range that excludes them.
      return allowed(value) ? value : rounded(low + (high - low) * (at < 0.5 ? 0.01 : 0.99));
    },
  };
}
