import {
  LONGEST_SWEEP_NAME,
  countRuns,
  readSweepDocument,
  type Problem,
  type SweepDocument,
} from '@lumenloom/contract';
import { shown } from '@lumenloom/report';
import { fieldInWords, labelOfPath } from '@lumenloom/experiment/page';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import { holdOf, holdOffers } from '../../../../kit/study/guided-hold.ts';
import { secondsOf, timeAfterRuns } from '../../../../kit/study/seconds-of.ts';
import { runsInWords } from '../../../../kit/study/time-in-words.ts';
import { numberIn, valuesIn } from '../../../../kit/study/typed-values.ts';
import type { VariedField } from '../../../../kit/study/varied-field.ts';
import { isRandom, type SweepDraft } from './sweep-draft.ts';

function variationOf(field: VariedField, isDrawn: boolean): object {
  const { path, kind, from, to, steps, scale, distribution, mean, deviation, values } = field;
  if (kind === 'list')
    return {
      path,
      values: valuesIn(values),
    };
  if (isDrawn && distribution === 'normal')
    return {
      path,
      distribution,
      mean: numberIn(mean),
      standardDeviation: numberIn(deviation),
    };
  const ends = { path, from: numberIn(from), to: numberIn(to) };
  return isDrawn ? { ...ends, distribution } : { ...ends, steps: numberIn(steps), scale };
}

/** More values than this are counted in the name of a sweep. */
const MOST_NAMED = 3;

function valuesInWords(entry: SweepDocument['vary'][number]): string {
  if ('mean' in entry) return `${shown(entry.mean)} ± ${shown(entry.standardDeviation)}`;
  if (!('values' in entry)) return `${shown(entry.from)} to ${shown(entry.to)}`;
  const { values } = entry;
  return values.length > MOST_NAMED ? `${values.length} values` : values.map(shown).join(', ');
}

/** The fields that a sweep varies and its number of runs, as far as a name has room. */
function nameOf(document: SweepDocument): string {
  const labels = document.vary.map(({ path }) => labelOfPath(path));
  const names = [
    document.vary.map((entry) => fieldInWords(entry.path, valuesInWords(entry))).join('; '),
    labels.join('; '),
    `${labels[0]!} and ${labels.length - 1} more`,
  ].map((fields) => `${fields}, ${runsInWords(countRuns(document))}`);
  return names.find(({ length }) => length <= LONGEST_SWEEP_NAME) ?? UNNAMED;
}

/** The name of a sweep for which there is no other. */
const UNNAMED = 'Sweep';

/**
 * The document of a draft (docs/sweeps.md), named after the fields that it varies unless a name was
 * typed.
 */
export function documentOf(draft: SweepDraft, recipe: Recipe) {
  const name = draft.name.trim();
  const offers = holdOffers(
    recipe,
    draft.fields.map(({ path }) => path),
  );
  const hold = holdOf(offers, draft.hold);
  const document = {
    name: name === '' ? UNNAMED : name,
    recipe,
    vary: draft.fields.map((field) => variationOf(field, isRandom(draft))),
    mode: draft.mode,
    ...(isRandom(draft) && { samples: numberIn(draft.samples) }),
    repeats: numberIn(draft.repeats),
    measure: draft.measure,
    ...(hold && { hold }),
    keep: draft.keepsPictures ? 'pictures' : 'figures',
  };
  if (name !== '' || draft.fields.length === 0) return document;
  // Without figures it is no document yet, but has its name.
  const read = readSweepDocument({ ...document, measure: [UNNAMED] });
  return read.ok ? { ...document, name: nameOf(read.value) } : document;
}

/**
 * Number of runs and rough time, or the first problem. The server checks paths and every single run
 * too.
 */
export function checkDraft(
  draft: SweepDraft,
  recipe: Recipe,
):
  | { readonly runs: number; readonly seconds: number; readonly time: string }
  | { readonly problem: Problem } {
  if (draft.fields.length === 0)
    return { problem: { field: 'vary', message: 'Choose a field to vary.' } };
  if (draft.measure.length === 0)
    return { problem: { field: 'measure', message: 'Choose a figure to measure.' } };
  const read = readSweepDocument(documentOf(draft, recipe));
  if (!read.ok) return { problem: read.problems[0]! };
  const runs = countRuns(read.value);
  const paths = draft.fields.map(({ path }) => path);
  const seconds = secondsOf(recipe, runs, paths);
  return { runs, seconds, time: timeAfterRuns(seconds, paths) };
}
