type Place = readonly [column: number, row: number];

/** Marching squares: the segments on which a table, values[row][column], crosses a level. */
export function contourLines(
  values: readonly Float64Array[],
  level: number,
): (readonly [Place, Place])[] {
  const segments: (readonly [Place, Place])[] = [];
  for (let row = 0; row + 1 < values.length; row += 1) {
    for (let column = 0; column + 1 < values[row]!.length; column += 1) {
      const corners: readonly Place[] = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ];
      const crossings = corners.flatMap(([c0, r0], side): Place[] => {
        const [c1, r1] = corners[(side + 1) % 4]!;
        const [a, b] = [values[r0]![c0]! - level, values[r1]![c1]! - level];
        if (!Number.isFinite(a) || !Number.isFinite(b) || a > 0 === b > 0) return [];
        const share = a / (a - b);
        return [[c0 + (c1 - c0) * share, r0 + (r1 - r0) * share]];
      });
      for (let i = 0; i + 1 < crossings.length; i += 2)
        segments.push([crossings[i]!, crossings[i + 1]!]);
    }
  }
  return segments;
}
