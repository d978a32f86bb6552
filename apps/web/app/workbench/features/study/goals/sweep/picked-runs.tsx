import { Button } from '@mantine/core';
import { figureInWords, figureParts } from '@lumenloom/contract';
import { shown } from '@lumenloom/report';
import { fieldInWords } from '@lumenloom/experiment/page';
import { FigureTable } from '../../../../kit/figures/figure-table.tsx';
import { differenceOf, threeDigits } from '../../../../kit/figures/figures.ts';
import { isOfLens, recipeOfRun, runsInWords } from './sweep-runs.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import styles from '../../../../kit/study/study-pane.module.css';
import type { ExperimentProps } from '../../contributions.tsx';
import type { Sweep } from './sweep.ts';

interface PickedRunsProps extends ExperimentProps<Sweep> {
  /** Loads a recipe into the workbench, and runs it where asked for. */
  readonly onOpen: (recipe: Recipe, isRun: boolean) => void;
}

/** The run that was picked last, B, beside the one before, A: their differences in words. */
export function PickedRuns({
  experiment: { status, document, runs },
  picked,
  onOpen,
}: PickedRunsProps) {
  const find = (wanted: number | undefined) => runs.find(({ run }) => run === wanted);
  const [before, last] = [find(picked?.before), find(picked?.last)];
  if (!last)
    return (
      <p>
        Press a point of a plot, or the number of a run in the table, to see its recipe. Press
        another one to compare the two.
      </p>
    );
  const hasLens = Object.keys(last.values).some(isOfLens);
  return (
    <section className={styles.part}>
      <h3>{before ? `Run ${before.run} (A) and run ${last.run} (B)` : `Run ${last.run}`}</h3>
      <p>
        {Object.entries(last.values)
          .map(([path, value]) => fieldInWords(path, shown(value)))
          .join('; ')}
      </p>
      {last.status === 'failed' && <p className={styles.problem}>{last.message}</p>}
      {before && <Comparison {...runsInWords(document, before, last)} />}
      <div className={styles.buttons}>
        <Button
          size="xs"
          variant="default"
          onClick={() => onOpen(recipeOfRun(document, last), false)}
        >
          Open recipe
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => onOpen(recipeOfRun(document, last), true)}
        >
          Open and run
        </Button>
      </div>
      {hasLens && <p>The recipe keeps the surfaces of the catalogue’s lens.</p>}
      {document.keep !== 'figures' && (
        <div className={styles.pictures}>
          {[before, last].map(
            (run) =>
              run?.status === 'done' && (
                <img
                  key={run.run}
                  src={`/api/sweeps/${status.id}/runs/${run.run}/picture`}
                  alt={`Picture of run ${run.run}`}
                />
              ),
          )}
        </div>
      )}
      {!before && (
        <FigureTable
          title={`Figures of run ${last.run}`}
          figures={document.measure.map((figure) => {
            const { name, unit } = figureParts(figure);
            return { label: name, measured: last.figures[figure], unit };
          })}
        />
      )}
    </section>
  );
}

/** In what two runs differ: a sentence for their recipes, a line per figure. */
function Comparison({ recipe, figures }: ReturnType<typeof runsInWords>) {
  return (
    <>
      <p className={styles.difference}>
        {recipe === '' ? 'A and B differ in their noise only.' : `A → B: ${recipe}.`}
      </p>
      {figures.map(({ name, one, other }) => (
        <p key={name} className={styles.difference}>
          {figureInWords(name, `${threeDigits(one)} → ${threeDigits(other)}`)}
          {changeOf(one, other)}
        </p>
      ))}
    </>
  );
}

/** ' (+12 %)' where there is something to compare. */
function changeOf(one: number | undefined, other: number | undefined): string {
  const words = differenceOf({
    label: '',
    measured: other,
    true: one,
    unit: '',
    difference: 'percent',
  });
  return words === '' ? '' : ` (${words})`;
}
