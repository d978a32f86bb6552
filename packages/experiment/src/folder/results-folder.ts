import { join } from 'node:path';
import type { OwnParts, SweepDocument } from '@lumenloom/contract';
import { warningsOf } from '../results/conditions.ts';
import { csvOf } from '../results/csv.ts';
import type { Predicted } from '../results/predicted.ts';
import { isObject } from '@lumenloom/engine/catalogue';
import {
  headerOf,
  jsonText,
  openJournal,
  ownPrograms,
  refusal,
  replaceFile,
  type Header,
  type Kind,
  type Programs,
} from './journal.ts';
import type { RunOutcome } from '../evaluate/run/run-sweep.ts';
import { sweepReport } from '../results/report-pages.ts';

/**
 * Reads the document of a sweep or study: from the file itself, or from results.json and sweep.json
 * or study.json in a folder of results.
 *
 * @param own parts from files, in place of choices of the recipe.
 * @throws SimulationError when the results lack their document, or were computed with parts that
 * are not there.
 */
export function documentIn(content: unknown, own: OwnParts, kind: Kind): unknown {
  if (!isObject(content)) return content;
  const { document, lens, files, runs } = content;
  if (document === undefined && runs === undefined) return content;
  if (document === undefined)
    throw refusal(
      `These results do not hold the document of their ${kind}: name the ${headerOf(kind)} that stands beside them.`,
      'document',
    );
  if (lens !== undefined && !own.optics)
    throw refusal(
      'These results were computed with a lens file: give the same one with --lens-file.',
      'lens',
    );
  if (files !== undefined && Object.keys(own).length === 0)
    throw refusal(
      `These results were computed with files (${Object.keys(files as OwnParts).join(', ')}): give the same ones.`,
      'files',
    );
  return document;
}

/** A folder of results that a sweep writes, and can be resumed from. */
export interface ResultsFolder {
  /** Outcomes of the runs that were finished before. */
  readonly before: readonly RunOutcome[];
  /** Keeps the outcome of a run. */
  readonly add: (outcome: RunOutcome) => Promise<void>;
  /**
   * Writes results.csv, results.json and report.html of all runs so far, and prediction.json where
   * there is one.
   * @returns the outcomes in the order of runs.
   */
  readonly finish: (
    predict?: (runs: readonly RunOutcome[]) => Predicted | undefined,
  ) => Promise<readonly RunOutcome[]>;
}

/**
 * Opens a folder for the results of a sweep.
 *
 * @param resume goes on with the results that lie there; without it such a folder is refused.
 * @param programs that compute the runs, where it is not this one.
 * @param own parts from files, in place of choices of the recipe.
 * @throws SimulationError when the folder has results of another sweep or program, or has results
 * and `resume` is false.
 */
export async function openResults(
  folder: string,
  document: SweepDocument,
  resume: boolean,
  programs: Programs = ownPrograms(),
  { optics: lens, ...files }: OwnParts = {},
): Promise<ResultsFolder> {
  const { version, node, device } = programs;
  const header: Header<SweepDocument> = {
    version,
    node,
    ...(device !== undefined && { device }),
    document,
    ...(lens && { lens }),
    ...(Object.keys(files).length > 0 && { files }),
  };
  const journal = await openJournal<RunOutcome, SweepDocument>(folder, 'sweep', header, resume);
  // Of a run that was computed twice, the later outcome counts.
  const before = [...new Map(journal.before.map((outcome) => [outcome.run, outcome])).values()];
  const outcomes = [...before];
  return {
    before,
    add: async (outcome) => {
      await journal.add(outcome);
      outcomes.push(outcome);
    },
    finish: async (predict) => {
      const last = new Map(outcomes.map((outcome) => [outcome.run, outcome]));
      const sorted = [...last.values()].toSorted((a, b) => a.run - b.run);
      const prediction = predict?.(sorted);
      const warnings = warningsOf(
        document.hold,
        document.vary.map(({ path }) => path),
        sorted,
      );
      const results = { ...header, warnings, runs: sorted };
      await replaceFile(join(folder, 'results.csv'), csvOf(document, sorted));
      await replaceFile(join(folder, 'results.json'), jsonText(results));
      await replaceFile(
        join(folder, 'report.html'),
        await sweepReport(folder, header, sorted, { warnings, prediction }),
      );
      if (prediction)
        await replaceFile(
          join(folder, 'prediction.json'),
          jsonText({ name: document.name, version, node, ...prediction }),
        );
      return sorted;
    },
  };
}
