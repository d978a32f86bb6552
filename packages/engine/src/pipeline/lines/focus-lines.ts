import type { FocusFacts } from '../../optics/focus/focus-facts.ts';

/** Two significant digits, at least one decimal below 10 m: '1.9', '3.2', '0.24', '18'. */
const limit = (distance: number): string =>
  distance < 1 ? String(Number(distance.toPrecision(2))) : tenths(distance);
const tenths = (distance: number): string =>
  distance < 10 ? distance.toFixed(1) : String(Number(distance.toPrecision(3)));

/** A distance of focus: '2.40 m', '0.300 m', '12.5 m'; 'infinity'. */
export const focusDistance = (distance: number | null): string =>
  distance === null
    ? 'infinity'
    : `${distance < 1 ? distance.toFixed(3) : distance < 10 ? distance.toFixed(2) : Number(distance.toPrecision(3))} m`;

/** Where a lens is focused, and from where to where it is sharp; no lines for others. */
export function focusLines(facts: FocusFacts | undefined): string[] {
  if (!facts) return [];
  const { focusDistanceM, nearM, farM } = facts;
  const sharp =
    nearM === null
      ? 'nothing is sharp'
      : farM === null
        ? `sharp from ${limit(nearM)} m`
        : `sharp ${limit(nearM)} to ${limit(farM)} m`;
  return [`${focusDistance(focusDistanceM)}; ${sharp} at one pixel of blur`];
}
