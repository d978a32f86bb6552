import { csvText } from '@lumenloom/engine/catalogue';
import { variableKey, type StudyDocument } from '@lumenloom/contract';
import type { BestRun, StudyFindings, StudyRun } from '@lumenloom/study';
import type { Header } from '../journal.ts';
import type { Validated } from './run-study.ts';
import { figureColumns } from './shown-study.ts';

/** results.json of a study. */
export interface StudyResults extends Header<StudyDocument>, StudyFindings {
  /** Why it has ended, in words. */
  readonly stopped: string;
  /** Whether run 0 is the starting point. */
  readonly hasStart: boolean;
  readonly validation: readonly Validated[] | null;
  /** The random search of as many runs; null unless the document asks for it. */
  readonly baseline: {
    readonly best: BestRun | null;
    readonly front: readonly number[];
    readonly hypervolume: StudyFindings['hypervolume'];
    /** Figures of the best so far: the run at which it was found. */
    readonly trail: readonly { readonly run: number; readonly value: number }[];
  } | null;
  /** How often each stage was computed, and not taken from memory. */
  readonly computed: Readonly<Record<string, number>>;
  readonly runs: readonly StudyRun[];
}

/** The seed of the noise of all runs. */
export const seedOf = ({ seed, recipe }: StudyDocument): number => Number(recipe?.['seed'] ?? seed);

/** The runs of a study as CSV: a header and a row per run, in their order. */
export function studyCsv({ document, runs }: Pick<StudyResults, 'document' | 'runs'>): string {
  const keys = document.vary.map(variableKey);
  const columns = figureColumns(document);
  return csvText([
    ['run', 'seed', ...keys, ...columns, 'feasible', 'status', 'message'],
    ...runs.map(({ run, seed, values, figures, feasible, status, message }) => [
      ...[run, seed],
      ...keys.map((key) => values[key]),
      ...columns.map((name) => figures[name]),
      ...[feasible ? 1 : 0, status, message],
    ]),
  ]);
}
