/**
 * What a kind computes once from the numbers of a surface: kept for the surface that was asked for
 * last, and beside it for all that are still in use.
 */
export function prepared<Numbers extends object, Made>(
  make: (numbers: Numbers) => Made,
): (numbers: Numbers) => Made {
  const known = new WeakMap<Numbers, Made>();
  let last: Numbers | undefined;
  let lastMade: Made | undefined;
  return (numbers) => {
    if (numbers === last) return lastMade!;
    const made = known.get(numbers) ?? make(numbers);
    known.set(numbers, made);
    [last, lastMade] = [numbers, made];
    return made;
  };
}
