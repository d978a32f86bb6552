import { SweepAnswer, SweepPlots } from '@lumenloom/report';
import { figureLabels, labelsOf } from '@lumenloom/experiment/page';
import { ComparedRuns } from '../../../../kit/study/compared-runs.tsx';
import { partNamesOf } from '../../../../kit/study/part-names.ts';
import { ShownResults } from '../../view.tsx';
import type { ResultsProps } from '../../contributions.tsx';
import type { Sweep } from './sweep.ts';

/** Plots and table of a sweep in place of the picture; they fill while results come. */
export function Plots({
  experiment: { status, document, runs },
  picked,
  onPick,
  onStart,
}: ResultsProps<Sweep>) {
  const results = {
    name: status.name,
    madeBy: '',
    labels: labelsOf(document),
    figureLabels: figureLabels(document.measure),
    measure: document.measure,
    partNames: partNamesOf(runs),
    runs,
    thumbnails: {},
    pictures: undefined,
  };
  return (
    <ShownResults name={status.name}>
      <ComparedRuns
        study={{ document, runs }}
        results={results}
        answer={<SweepAnswer results={results} />}
        onAgain={onStart}
      />
      <SweepPlots results={results} picking={{ onRun: onPick, picked }} />
    </ShownResults>
  );
}
