import { digestOf } from '@lumenloom/engine';
import type { PlannedChoice } from './plan-choice.ts';
import { reasonsOf } from './reasons.ts';

/** Of how many cameras how many are left. */
export const leftSentence = ({ candidates, raced }: PlannedChoice): string =>
  `${grouped(raced.length)} of ${grouped(candidates)} are left.`;

const grouped = (count: number): string => count.toLocaleString('en-US');

/** What to say where no camera is left. */
export function allRefused({ refused }: PlannedChoice): string {
  const alone = reasonsOf(refused).toSorted((a, b) => b.alone - a.alone)[0]!;
  return alone.alone === 0
    ? 'No camera meets the requirements, and none would without any one of them.'
    : `No camera meets the requirements; ${alone.requirement} alone refuses most, ${grouped(alone.alone)} of ${grouped(refused.length)}: ${alone.example.message}.`;
}

/** Pictures of a race without a data set, unless the budget says it. */
export const NOISES = 32;

/**
 * What a race would compute at most, and what of it would be shared.
 *
 * @param pictures of the data set; undefined: noises of one scene.
 */
export function runsOfChoice({ document, raced }: PlannedChoice, pictures: number | undefined) {
  const { budget, seeds, preview } = document.race;
  const conditions = Math.max(1, document.conditions.length);
  const previewed = Math.min(preview?.pictures ?? 0, pictures ?? Infinity);
  const judging = Math.min(
    pictures === undefined ? (budget.pictures ?? NOISES) : pictures - previewed,
    budget.pictures ?? Infinity,
  );
  const left = preview ? leftOf(raced.length, preview.share) : raced.length;
  const each = conditions * seeds;
  const runs = (raced.length * previewed + left * judging) * each;
  const lights = new Set(raced.map(({ plan }) => lightKey(plan)));
  return {
    runs: Math.min(runs, budget.runs ?? Infinity),
    stages: {
      opticalImages: lights.size * (previewed + judging) * conditions,
      sensorImages: raced.length * (previewed + judging) * each,
    },
  };
}

/** How many of the cameras a preview leaves. */
export const leftOf = (cameras: number, share: number): number =>
  Math.min(cameras, Math.max(1, Math.ceil(cameras * share - 1e-9)));

/** All that an optical image depends on, but the picture and the condition. */
function lightKey({
  optics,
  quality,
  grid,
  illuminant,
  luminance,
}: PlannedChoice['raced'][number]['plan']): string {
  return JSON.stringify([
    typeof optics === 'object' ? lensKey(optics) : optics,
    ...[quality, grid, illuminant.label, luminance],
  ]);
}

const lensKeys = new WeakMap<object, string>();

/** Prescriptions are long, and few. */
function lensKey(optics: object): string {
  const known = lensKeys.get(optics) ?? digestOf(optics);
  lensKeys.set(optics, known);
  return known;
}

/** The answer of a dry run; the keys are published. */
export const dryRunOf = (planned: PlannedChoice, pictures: number | undefined) => ({
  candidates: {
    all: planned.candidates,
    refused: planned.refused.length,
    raced: planned.raced.length,
  },
  refused: planned.refused,
  raced: planned.raced.map(({ name, figures }) => ({ name, figures })),
  ...runsOfChoice(planned, pictures),
  notes: planned.notes,
});
