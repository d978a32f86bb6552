import type { ChoiceDocument } from '@lumenloom/contract';
import { weightedFigures } from '@lumenloom/scoring';
import type { Ground } from '../evaluate/dataset/columns.ts';
import { columnOf } from '../evaluate/dataset/column-of.ts';
import { groupsOf, type Group } from '../evaluate/dataset/groups.ts';
import type { DoneLine, KeptLine } from '../evaluate/dataset/picture-lines.ts';
import { WHOLE } from '../evaluate/dataset/rungs.ts';
import type { ScoreSource } from './camera-scores.ts';
import type { RunsOfRace } from './choice-lines.ts';
import { isMean, plainName, rangeOf, towards } from './goal-figure.ts';
import { slotsOf, type Slot } from './raced-cameras.ts';

/** Reads scores of cameras from what a network found. */
export function datasetScores(
  document: ChoiceDocument,
  ground: Omit<Ground, 'images'>,
  names: readonly string[],
  runs: RunsOfRace<KeptLine>,
): ScoreSource {
  const figure = plainName(document.goal.figure);
  const linesOf = (camera: number, images: readonly string[]): readonly DoneLine[] =>
    images.flatMap((image) => runs.done(names[camera]!, image) ?? []) as readonly DoneLine[];
  const range = rangeOf(document);
  const isThere = (camera: number, image: string): boolean =>
    runs.done(names[camera]!, image) !== undefined;
  if (isMean(document))
    return { range, isThere, ofPicture: pictureScores(document, ground, figure, linesOf) };
  const slots = slotsOf(document);
  return {
    range,
    isThere,
    ofPictures: (camera, images) => {
      const own = { ...ground, images };
      const groups = groupsOf(own, linesOf(camera, images), true);
      const value = combine(document, slots, groups, ({ whole }) => whole.figures[figure] ?? null);
      let known: readonly (number | null)[] | undefined;
      return { value, draws: () => (known ??= drawsOf(document, slots, groups, figure)) };
    },
  };
}

/** The number of each draw of the pictures; only the figure is kept of what is drawn. */
function drawsOf(
  document: ChoiceDocument,
  slots: readonly Slot[],
  groups: readonly Group[],
  figure: string,
): readonly (number | null)[] {
  const drawn = new Map(
    groups.map((group) => [group, group.drawn().draws.map((draw) => draw[figure] ?? null)]),
  );
  const [first] = groups;
  return (first ? drawn.get(first)! : []).map((_, draw) =>
    combine(document, slots, groups, (group) => drawn.get(group)![draw] ?? null),
  );
}

/** Scores of single pictures, each computed once. */
function pictureScores(
  document: ChoiceDocument,
  ground: Omit<Ground, 'images'>,
  figure: string,
  linesOf: (camera: number, images: readonly string[]) => readonly DoneLine[],
): (camera: number, image: string) => number {
  const slots = slotsOf(document);
  const weights = slots.reduce((sum, { weight }) => sum + weight, 0);
  const known = new Map<string, number>();
  return (camera, image) => {
    const key = `${camera} ${image}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const lines = linesOf(camera, [image]);
    let sum = 0;
    for (const { label, weight } of slots) {
      const own = lines.filter(({ condition }) => condition === label);
      const value = columnOf({ ...ground, images: [image] }, own, WHOLE).figures[figure];
      sum += weight * towards(document, value ?? 0);
    }
    known.set(key, sum / weights);
    return sum / weights;
  };
}

/** One number of all conditions: their weighted mean, or the worst of them. */
function combine(
  document: ChoiceDocument,
  slots: readonly Slot[],
  groups: readonly Group[],
  valueOf: (group: Group) => number | null,
): number | null {
  const conditionOf = new Map(slots.map(({ label, condition }) => [label, condition]));
  const meanOf = (own: readonly Group[]): number | null =>
    weightedFigures(
      own.map((group) => ({ weight: group.weight, figures: { value: valueOf(group) } })),
    )['value'] ?? null;
  if (document.over === 'mean') {
    const value = meanOf(groups);
    return value === null ? null : towards(document, value);
  }
  const names = [...new Set(slots.map(({ condition }) => condition))];
  const values = names.flatMap((name) => {
    const value = meanOf(groups.filter(({ condition }) => conditionOf.get(condition) === name));
    return value === null ? [] : [towards(document, value)];
  });
  if (values.length === 0) return null;
  return document.goal.goal === 'maximise' ? Math.min(...values) : Math.max(...values);
}
