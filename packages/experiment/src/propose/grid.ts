import { listOf, type PointsOf } from './variation.ts';

/** All combinations of the values; the last entry changes fastest. */
export const gridPoints: PointsOf = ({ vary }) =>
  vary.reduce<readonly (readonly unknown[])[]>(
    (points, entry) => points.flatMap((point) => listOf(entry).map((value) => [...point, value])),
    [[]],
  );
