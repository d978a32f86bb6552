import { listOf, type PointsOf } from './variation.ts';

/** The first values together, then the second ones, and so on. */
export const zippedPoints: PointsOf = ({ vary }) => {
  const lists = vary.map(listOf);
  return Array.from({ length: lists[0]?.length ?? 1 }, (_, at) => lists.map((list) => list[at]));
};
