import { Button } from '@mantine/core';
import { ruleInWords, shown } from '@lumenloom/report';
import { describeStudy, fieldInWords, fieldsOfRun } from '@lumenloom/experiment/page';
import { figureInWords, type StudyDocument, type StudyRun } from '@lumenloom/contract';
import { threeDigits } from '../../../../kit/figures/figures.ts';
import styles from '../../../../kit/study/study-pane.module.css';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import { tunedInWords } from '../tune-isp/tuned-figures.ts';
import { bestOf, recipeOfRun, validationOf, withFreshNoise } from './study-runs.ts';
import type { ExperimentProps } from '../../contributions.tsx';
import type { Study } from './parts.tsx';

interface BestRunProps extends ExperimentProps<Study> {
  /** Takes the recipe of a run over, and runs it. */
  readonly onUse: (recipe: Recipe, name: string) => void;
  /** Computes the start and the run, and compares their pictures. */
  readonly onCompare: (start: Recipe, recipe: Recipe, name: string) => void;
}

/** The best run so far, or the one that was picked, beside the start. */
export function BestRun({ experiment: study, picked, onUse, onCompare }: BestRunProps) {
  const { document, runs, status } = study;
  const find = (wanted: number): StudyRun | undefined => runs.find(({ run }) => run === wanted);
  const best = bestOf(study);
  const run = (picked && find(picked.last)) ?? best;
  if (!run)
    return (
      <p>
        {document.objectives.length > 1 && runs.length > 0
          ? 'Press a point of the front to see its recipe.'
          : 'There is no run yet that keeps all limits.'}
      </p>
    );
  const start = find(0);
  const name = `Study ${status.name}, run ${run.run}`;
  const tuned = document.keepsStart ? tunedInWords(validationOf(study.results), run.run) : [];
  const fresh = tuned.length > 0 ? [] : withFreshNoise(study.results, run.run);
  const recipe = document.recipe === undefined ? undefined : recipeOfRun(document, run);
  return (
    <section className={styles.part}>
      <h3>
        {run === best
          ? `${study.results ? 'Best' : 'Best so far'}: run ${run.run}`
          : `Run ${run.run}`}
      </h3>
      {document.keepsStart === true && study.results !== undefined && best?.run === 0 && (
        <p role="status">{NOTHING_BETTER}</p>
      )}
      {tuned.length > 0 && (
        <ul className={styles.rules}>
          {tuned.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {run.status === 'failed' && <p className={styles.problem}>{run.message}</p>}
      {run.status === 'done' && document.constraints.length > 0 && (
        <ul className={styles.rules}>
          {describeStudy(document).constraints.map((one) => (
            <li key={one.rule}>{ruleInWords(one, run)}</li>
          ))}
        </ul>
      )}
      {changesOf(document, start, run).map((words) => (
        <p key={words} className={styles.difference}>
          {words}
        </p>
      ))}
      {Object.entries(run.figures).map(([figure, value]) => (
        <p key={figure} className={styles.difference}>
          {figureInWords(
            figure,
            `${start && start !== run ? `${numberInWords(start.figures[figure])} → ` : ''}${numberInWords(value)}`,
          )}
        </p>
      ))}
      {fresh.length > 0 && <p>With fresh noise: {fresh.join('; ')}.</p>}
      {recipe && (
        <div className={styles.buttons}>
          <Button size="xs" onClick={() => onUse(recipe, name)}>
            {run === best ? 'Use best' : 'Use this run'}
          </Button>
          {start && start !== run && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onCompare(recipeOfRun(document, start), recipe, name)}
            >
              Compare with start
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** For Tune ISP, which starts from white balance by the light. */
const NOTHING_BETTER = 'The search found nothing better than white balance by the light.';

const numberInWords = (value: number | null | undefined): string =>
  value === null || value === undefined ? '—' : threeDigits(value);

/** What a run changed against the start. */
function changesOf(
  document: StudyDocument,
  start: StudyRun | undefined,
  run: StudyRun,
): readonly string[] {
  const before = new Map(start && start !== run ? fieldsOfRun(document, start.values) : []);
  return fieldsOfRun(document, run.values).flatMap(([path, value]) => {
    const old = before.get(path);
    if (old === value) return [];
    return [fieldInWords(path, `${old === undefined ? '' : `${shown(old)} → `}${shown(value)}`)];
  });
}
