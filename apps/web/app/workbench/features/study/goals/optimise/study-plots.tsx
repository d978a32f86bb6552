import { variableKey } from '@lumenloom/contract';
import { StudyAnswer, StudyPlots, type StudyShown } from '@lumenloom/report';
import { describeStudy, labelOfPath } from '@lumenloom/experiment/page';
import { ComparedRuns } from '../../../../kit/study/compared-runs.tsx';
import { partNamesOf } from '../../../../kit/study/part-names.ts';
import type { ResultsProps } from '../../contributions.tsx';
import type { Experiment } from '../../goal.ts';
import { ShownResults } from '../../view.tsx';
import type { Study } from './parts.tsx';
import { StartAndBest } from './start-and-best.tsx';
import { bestOf } from './study-runs.ts';

/** Plots and table of a study in place of the picture; they fill while runs end. */
export function Plots({ experiment: study, picked, onPick, onStart }: ResultsProps<Study>) {
  const best = bestOf(study);
  const results = shownOf(study);
  return (
    <ShownResults name={study.status.name}>
      <ComparedRuns
        study={study}
        results={results}
        answer={results.validation && <StudyAnswer results={results} />}
        onAgain={onStart}
      />
      {best !== undefined && best.run > 0 && results.hasStart && hasPictures(study) && (
        <StartAndBest study={study} best={best} />
      )}
      <StudyPlots
        results={results}
        picking={{ onRun: onPick, picked: picked && { before: undefined, last: picked.last } }}
      />
    </ShownResults>
  );
}

/** Whether recipes of the workbench can hold what a study varies: not the surfaces of a lens. */
const hasPictures = ({ document: { recipe, vary } }: Experiment<Study>): boolean =>
  recipe !== undefined && !vary.some(({ path }) => path?.startsWith('lens.'));

/** What only the whole study says, from its results.json. */
type Found = Pick<
  StudyShown,
  'front' | 'hypervolume' | 'importance' | 'restarts' | 'notes' | 'validation' | 'hasStart'
>;

/** Figures of a study that has no result yet. */
const NOT_YET = {
  front: [],
  hypervolume: [],
  importance: null,
  restarts: [],
  notes: [],
  validation: null,
  hasStart: true,
} as const satisfies Found;

/** A study as its plots show it, while it runs and when it has ended. */
function shownOf(study: Experiment<Study>): StudyShown {
  const { document, runs, results } = study;
  const found = results as Found | undefined;
  const { front, hypervolume, importance, restarts, notes, validation, hasStart } =
    found ?? NOT_YET;
  return {
    ...describeStudy(document),
    // Names are for expressions; the fields of the page have labels.
    labels: Object.fromEntries(
      document.vary.map((variable): [string, string] => [
        variableKey(variable),
        variable.path === undefined ? variableKey(variable) : labelOfPath(variable.path),
      ]),
    ),
    madeBy: '',
    stopped: '',
    baseline: [],
    thumbnails: {},
    pictures: undefined,
    front,
    hypervolume,
    importance,
    restarts,
    notes,
    validation,
    hasStart,
    partNames: partNamesOf(runs),
    runs,
    best: bestOf(study)?.run,
  };
}
