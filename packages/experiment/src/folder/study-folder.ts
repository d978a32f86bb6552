import { warningsOf } from '../results/conditions.ts';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DeviceFacts } from '@lumenloom/engine';
import { algorithmOf, canTakeMore, type OwnParts, type StudyDocument } from '@lumenloom/contract';
import { findingsOf, runsOf, type StudyFindings } from '../decide/findings.ts';
import {
  jsonText,
  openJournal,
  ownPrograms,
  replaceFile,
  type Header,
  type Journal,
  type Resume,
} from './journal.ts';
import type { PlannedStudy } from '../plan/plan-study.ts';
import type { StudyLine } from '../evaluate/run/points.ts';
import type { EndedStudy } from '../evaluate/run/run-study.ts';
import { studyReport } from '../results/report-pages.ts';
import { variableLabels } from '../results/shown-study.ts';
import { seedOf, studyCsv, type StudyResults } from '../results/study-results.ts';

/** A folder of results that a study writes, and can be resumed from. */
export interface StudyFolder extends Journal<StudyLine> {
  /** Writes results.csv, results.json, report.html and the best recipes. */
  readonly finish: (ended: EndedStudy) => Promise<StudyResults>;
}

/** Whether a study is the one before with a larger budget, which changes none of its runs. */
function hasLargerBudget(before: StudyDocument, now: StudyDocument): boolean {
  const apart = (document: StudyDocument): unknown =>
    JSON.parse(
      JSON.stringify({
        ...document,
        algorithm: { ...document.algorithm, name: algorithmOf(document) },
        budget: { ...document.budget, runs: 0 },
      }),
    );
  return (
    now.budget.runs > before.budget.runs &&
    canTakeMore(now) &&
    isDeepStrictEqual(apart(before), apart(now))
  );
}

/**
 * Opens a folder for the results of a study.
 *
 * @param resume goes on with the results that lie there; without it such a folder is refused.
 * @param files parts from files, in place of choices of the recipe.
 * @param device that computes the runs; without it the processor does.
 * @throws SimulationError when the folder has results of another study or program, or has results
 * and `resume` is false.
 */
export async function openStudy(
  folder: string,
  planned: PlannedStudy,
  resume: Resume,
  files: OwnParts = {},
  device?: DeviceFacts,
): Promise<StudyFolder> {
  const { document } = planned.study;
  const header: Header<StudyDocument> = {
    ...ownPrograms(device),
    document,
    ...(Object.keys(files).length > 0 && { files }),
  };
  const journal = await openJournal<StudyLine, StudyDocument>(
    ...([folder, 'study', header, resume, hasLargerBudget] as const),
  );
  return {
    ...journal,
    finish: async (ended) => {
      const results = resultsOf(header, planned, ended);
      await replaceFile(join(folder, 'results.csv'), studyCsv(results));
      await replaceFile(join(folder, 'results.json'), jsonText(results));
      for (const [name, text] of bestFiles(planned, ended, results))
        await replaceFile(join(folder, name), text);
      await replaceFile(join(folder, 'report.html'), await studyReport(folder, results));
      return results;
    },
  };
}

function resultsOf(
  header: Header<StudyDocument>,
  planned: PlannedStudy,
  { search, stopped, validation, baseline, computed }: EndedStudy,
): StudyResults {
  const { document } = header;
  const preferred = validation?.find(({ order }) => order === 1)?.run;
  const random = baseline && findingsOf(baseline);
  const runs = runsOf(search, seedOf(document));
  return {
    ...header,
    stopped,
    warnings: warningsOf(
      document.hold,
      document.vary.flatMap(({ path }) => path ?? []),
      runs,
    ),
    hasStart: planned.start !== undefined,
    ...findingsOf(search, preferred, variableLabels(document)),
    validation,
    baseline:
      baseline && random
        ? {
            best: random.best,
            front: random.front,
            hypervolume: random.hypervolume,
            trail: trailOf(baseline),
          }
        : null,
    computed: planned.camera ? computed : {},
    runs,
  };
}

/** The best objective so far, where it changes. */
function trailOf({
  results,
}: EndedStudy['search']): NonNullable<StudyResults['baseline']>['trail'] {
  let best = Infinity;
  return results.flatMap(({ run, objectives, limits }) => {
    const [value] = objectives;
    if (value === undefined || value >= best || limits.some(({ excess }) => excess > 0)) return [];
    best = value;
    return [{ run, value }];
  });
}

/** best-recipe.json, of several objectives one for each end of the front and its knee. */
function bestFiles(
  { camera }: PlannedStudy,
  { search }: EndedStudy,
  { best, representatives }: StudyFindings,
): readonly (readonly [name: string, text: string])[] {
  if (!camera) return [];
  const runs = best ? [best.run] : representatives;
  return runs.flatMap((run, at) => {
    const options = { isPreview: false, firstRepeat: 0, repeats: 1 };
    const planned = camera.shotsOf(search.ended(run).values, options);
    if (typeof planned === 'string') return [];
    const ending = best ? '' : `-${at + 1}`;
    return [
      [`best-recipe${ending}.json`, jsonText(planned.recipe, 2)] as const,
      ...(planned.lens ? [[`best-lens${ending}.json`, jsonText(planned.lens, 2)] as const] : []),
    ];
  });
}
