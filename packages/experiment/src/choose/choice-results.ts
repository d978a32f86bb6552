import { medianOf } from '@lumenloom/engine';
import { ASSUMED_NAMES } from '@lumenloom/engine';
import { raceDocument } from '../race/race-document.ts';
import { shortNumber } from '../document/short-number.ts';
import type { WhyLost } from './why-lost.ts';
import { heldSeconds, type PlannedChoice, type Raced } from './plan-choice.ts';
import type { EndedRace } from './race-cameras.ts';
import { slotsOf } from './raced-cameras.ts';

/** What a choice has found, as results.json has it; the keys are published. */
export type ChoiceResults = ReturnType<typeof choiceResults>;

/**
 * The results of a choice.
 *
 * @param ended undefined: there was nothing to race.
 */
export function choiceResults(
  planned: PlannedChoice,
  programs: {
    readonly version: string;
    readonly node: string;
    readonly device?: string | undefined;
  },
  ended: EndedRace,
  why: readonly WhyLost[],
) {
  const { document, refused } = planned;
  const { cameras, preview, broken, result, scores } = ended;
  const raced = raceDocument(
    result,
    {
      names: cameras.map(({ name }) => name),
      front: document.front,
      columns: cameras.map(({ front }) => front),
      scores,
    },
    document,
  );
  const best = cameras[result.best]!;
  return {
    ...raced,
    ...programs,
    sentence: sentenceOf(raced.sentence, ended, best),
    runs: raced.runs + (preview?.runs ?? 0),
    notes: [...planned.notes, ...ended.notes, ...raced.notes, ...rulesOf(planned)],
    candidates: raced.candidates.map((one, at) => {
      const camera = cameras[at]!;
      return {
        ...one,
        figures: { ...camera.figures, exposureSeconds: exposuresOf(ended, planned, camera) },
        assumed: camera.plan.sensor?.assumed ?? [],
      };
    }),
    refused,
    broken: broken.map(({ camera: { name }, message }) => ({ name, message })),
    preview: preview
      ? {
          pictures: preview.pictures,
          runs: preview.runs,
          out: preview.out.map(({ camera: { name }, score }) => ({ name, score })),
        }
      : null,
    ladder: why,
  };
}

/** The statement with what it leaves out, and what was assumed of the best. */
function sentenceOf(
  sentence: string,
  { cameras, preview }: EndedRace,
  { name, plan: { sensor } }: Raced,
): string {
  const assumed = (sensor?.assumed ?? []).map(({ key }) => ASSUMED_NAMES[key]);
  const before = preview
    ? `Of the ${grouped(cameras.length)} that were raced (${grouped(preview.out.length)} were left out by a preview, without proof), `
    : '';
  return `${before}${sentence}${assumed.length > 0 ? ` (${assumed.join(', ')} of ${name} assumed)` : ''}`;
}

const grouped = (count: number): string => count.toLocaleString('en-US');

/** What all cameras share, and what the numbers are of. */
function rulesOf({ document }: PlannedChoice): readonly string[] {
  const held = heldSeconds(document);
  return [
    ...(document.over === 'worst'
      ? ['A score is that of the worst condition, which makes it lower than its mean.']
      : []),
    ...(document.race.specimen === 'one' ? ['This holds for one specimen of each sensor.'] : []),
    ...(held === undefined
      ? []
      : [`Held for all cameras: an exposure of ${shortNumber(held, 3)} s.`]),
  ];
}

/** Medians over the pictures, by the conditions; one number where there are none. */
function exposuresOf(
  { runs }: EndedRace,
  { document }: PlannedChoice,
  { name }: Raced,
): number | null | Readonly<Record<string, number | null>> {
  const slots = slotsOf(document);
  const lines = runs.ofCamera(name);
  const medianIn = (labels: readonly string[]): number | null => {
    const seconds = lines.flatMap((line): readonly number[] => {
      if (line.status === 'failed' || !labels.includes(line.condition)) return [];
      const own = 'exposureSeconds' in line ? line.exposureSeconds : line.exposure?.seconds;
      return typeof own === 'number' ? [own] : [];
    });
    return seconds.length > 0 ? medianOf(seconds) : null;
  };
  const labelsOf = (condition: string): readonly string[] =>
    slots.flatMap((slot) => (slot.condition === condition ? [slot.label] : []));
  return document.conditions.length === 0
    ? medianIn(labelsOf(''))
    : Object.fromEntries(
        document.conditions.map(({ name: one }) => [one, medianIn(labelsOf(one))]),
      );
}
