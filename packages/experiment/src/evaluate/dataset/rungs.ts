import { CAMERA_PARTS, type CameraPart, type SimulationPlan } from '@lumenloom/engine';

/**
 * A camera some of whose parts are on, by the names of those: '' is the source seen through its
 * field of view alone, 'lens+pixel+noise+isp' the whole camera.
 */
export type Subset = string;

export const FRAMING: Subset = '';
export const WHOLE: Subset = CAMERA_PARTS.join('+');

/** The rungs of the ladder after `source`, in their order (docs/reference/vision.md#ladder). */
export const STAGES = ['framing', 'optics', 'pixel', 'noise', 'isp'] as const;
export type Stage = (typeof STAGES)[number];

export const partsOf = (subset: Subset): ReadonlySet<CameraPart> =>
  new Set(CAMERA_PARTS.filter((part) => subset.split('+').includes(part)));

export const subsetOf = (parts: ReadonlySet<CameraPart>): Subset =>
  CAMERA_PARTS.filter((part) => parts.has(part)).join('+');

/** The subset of each rung: one part more than the rung before. */
export const SUBSET_OF_STAGE: Readonly<Record<Stage, Subset>> = Object.fromEntries(
  STAGES.map((stage, count) => [stage, subsetOf(new Set(CAMERA_PARTS.slice(0, count)))]),
) as Record<Stage, Subset>;

/** All sixteen, for the mean over all orders. */
export const ALL_SUBSETS: readonly Subset[] = Array.from(
  { length: 2 ** CAMERA_PARTS.length },
  (_, bits) => subsetOf(new Set(CAMERA_PARTS.filter((_part, at) => (bits >> at) & 1))),
);

/** The subsets that an evaluation computes. */
export function subsetsFor(ladder: boolean | 'shapley'): readonly Subset[] {
  if (ladder === 'shapley') return ALL_SUBSETS;
  return ladder ? STAGES.map((stage) => SUBSET_OF_STAGE[stage]) : [WHOLE];
}

/** The subset without the parts that a plan does not have: it gives the same picture. */
export function effective(subset: Subset, { sensor, isp, noise }: SimulationPlan): Subset {
  const parts = new Set(partsOf(subset));
  if (!sensor) for (const part of ['pixel', 'noise', 'isp'] as const) parts.delete(part);
  if (!isp || !sensor?.order) parts.delete('isp');
  if (!noise) parts.delete('noise');
  return subsetOf(parts);
}

/**
 * The share of each part in the loss between framing and camera, as the mean over all orders in
 * which the parts can be switched on (L. S. Shapley, A value for n-person games, 1953).
 *
 * @param figureOf of a subset.
 * @returns loss of each part: the figure before it minus the figure with it. They sum to the loss
 * of the whole camera.
 */
export function shapleyLosses(
  figureOf: (subset: Subset) => number,
): Readonly<Record<CameraPart, number>> {
  const count = CAMERA_PARTS.length;
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
  return Object.fromEntries(
    CAMERA_PARTS.map((part) => {
      let loss = 0;
      for (const subset of ALL_SUBSETS) {
        const before = partsOf(subset);
        if (before.has(part)) continue;
        const share =
          (factorial(before.size) * factorial(count - before.size - 1)) / factorial(count);
        loss += share * (figureOf(subset) - figureOf(subsetOf(new Set([...before, part]))));
      }
      return [part, loss];
    }),
  ) as Record<CameraPart, number>;
}
