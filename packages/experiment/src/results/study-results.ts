import { csvText } from '@lumenloom/engine/catalogue';
import { variableKey, type StudyDocument } from '@lumenloom/contract';
import type { BestRun } from '../decide/decision.ts';
import type { StudyFindings, StudyRun } from '../decide/findings.ts';
import type { RunWarning } from './conditions.ts';
import type { Header } from '../folder/journal.ts';
import type { Validated } from '../evaluate/run/run-study.ts';
import { figureColumns } from './shown-study.ts';

/** results.json of a study. */
export interface StudyResults extends Header<StudyDocument>, StudyFindings {
  /** Why it has ended, in words. */
  readonly stopped: string;
  /** What to know before runs are compared; absent in older results. */
  readonly warnings?: readonly RunWarning[];
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
