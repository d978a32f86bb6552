/**
 * Remembers the largest of the deviations that it is called with.
 *
 * @returns a function that gives back the size of a deviation, and, without one, the largest.
 */
export function largest(): (deviation?: number) => number {
  let most = 0;
  return (deviation) => {
    if (deviation === undefined) return most;
    most = Math.max(most, Math.abs(deviation));
    return Math.abs(deviation);
  };
}
