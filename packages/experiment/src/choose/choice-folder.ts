import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ChoiceDocument } from '@lumenloom/contract';
import { digestOf, type DeviceFacts } from '@lumenloom/engine';
import {
  jsonText,
  openJournal,
  ownPrograms,
  programsInWords,
  replaceFile,
  type Resume,
} from '../folder/journal.ts';
import { textOf } from '../folder/lines.ts';
import { withNamesAgain, withParts } from '../plan/named-parts.ts';
import { raceCsv } from '../race/race-document.ts';
import { choicePage } from './choice-page.ts';
import type { ChoiceResults } from './choice-results.ts';
import type { PlannedChoice, Raced } from './plan-choice.ts';
import type { RunLine } from './race-bench.ts';
import type { EndedRace } from './race-cameras.ts';
import { racedRecipe } from './raced-cameras.ts';

/** What a folder goes on with: the plan and the numbers of its parts. */
type Kept = ChoiceDocument & { readonly partsDigest: string };

/** A folder that a choice writes, and can be resumed from. */
export interface ChoiceFolder {
  readonly before: readonly RunLine[];
  readonly add: (lines: readonly RunLine[]) => Promise<void>;
  /** Writes the runs in the order of pictures, cameras and slots, and all else. */
  readonly finish: (ended: {
    readonly lines: readonly RunLine[];
    readonly results: ChoiceResults;
    readonly trails: EndedRace['trails'];
    readonly best: Raced;
  }) => Promise<void>;
}

/** Whether a plan is the one before with a larger budget, which changes none of its runs. */
function hasLargerBudget(before: Kept, now: Kept): boolean {
  const apart = (one: Kept): unknown =>
    JSON.parse(JSON.stringify({ ...one, race: { ...one.race, budget: {} } }));
  const [old, fresh] = [before.race.budget, now.race.budget];
  const grows = (key: keyof typeof old): boolean =>
    (fresh[key] ?? Infinity) >= (old[key] ?? Infinity);
  return grows('pictures') && grows('runs') && isDeepStrictEqual(apart(before), apart(now));
}

/**
 * Opens the folder of a choice.
 *
 * @throws SimulationError when it has results of another plan or program, or has results and
 * `resume` is false.
 */
export async function openChoiceFolder(
  folder: string,
  planned: PlannedChoice,
  resume: Resume,
  device?: DeviceFacts,
): Promise<ChoiceFolder> {
  const programs = ownPrograms(device);
  const document: Kept = { ...planned.document, partsDigest: digestOf(planned.parts) };
  const journal = await openJournal<RunLine, Kept>(
    ...([folder, 'choice', { ...programs, document }, resume, hasLargerBudget] as const),
  );
  return {
    before: journal.before,
    add: (lines) => journal.add(...lines),
    finish: async ({ lines, results, trails, best }) => {
      const write = (name: string, text: string): Promise<void> =>
        replaceFile(join(folder, name), text);
      await write('runs.ndjson', textOf(lines));
      await write('candidates.csv', raceCsv(results, planned.document.front));
      await write('best-recipe.json', jsonText(bestRecipe(planned, best), 2));
      const { choicePageText } = await import('@lumenloom/report/page-text');
      const page = choicePage(results, trails, programsInWords(programs));
      await write('report.html', choicePageText(page));
      await write('results.json', jsonText(results));
    },
  };
}

/** The recipe of the best camera with its whole sensor, and its parts by their names. */
export function bestRecipe(planned: PlannedChoice, best: Raced) {
  const { window: _, ...document } = planned.document;
  const { recipe, own, names } = withParts(
    racedRecipe({ ...planned, document }, best),
    planned.parts,
  );
  return withNamesAgain(recipe, names, own);
}
