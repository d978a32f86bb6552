import type { ChoiceResults } from '@lumenloom/experiment/page';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from '../../../../kit/study/study-pane.module.css';
import { readRecipe } from '../../../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { ExperimentProps } from '../../contributions.tsx';
import type { Choice } from './goal.tsx';

/** The statement, and the best camera for the workbench. */
export function FoundCamera({
  experiment: { status, document, results },
  scene,
  onUse,
}: ExperimentProps<Choice> & {
  /** In which a camera is looked at that was raced on a data set. */
  readonly scene: string;
  readonly onUse: (recipe: Recipe, name: string) => void;
}) {
  const [problem, setProblem] = useState('');
  if (results === undefined) return null;
  const { sentence } = results as ChoiceResults;
  const use = async (): Promise<void> => {
    const { choiceCalls } = await import('../../../../../api/goals.ts');
    const { signal } = new AbortController();
    const best = (await choiceCalls.json(status.id, 'best-recipe.json', signal)) as object;
    const whole = { ...(document.evaluate && { scene }), ...best };
    onUse(readRecipe(whole), `Best of ${status.name}`);
  };
  return (
    <section className={styles.part}>
      <p>
        <strong>{sentence}</strong>
      </p>
      {problem !== '' && <p className={styles.problem}>{problem}</p>}
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          use().catch((error: unknown) => setProblem((error as Error).message));
        }}
      >
        Use the best
      </Button>
    </section>
  );
}
