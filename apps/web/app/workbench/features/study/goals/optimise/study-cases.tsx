import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../../../ui/icon-button/icon-button.tsx';
import styles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import { shownValues, standardCases } from './standard-cases.ts';
import type { DraftCase } from './study-draft.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';

/** Differences from the recipe at which every point is computed. */
export function StudyCases({
  cases,
  recipe,
  onChange,
}: {
  readonly cases: readonly DraftCase[];
  readonly recipe: Recipe;
  readonly onChange: (cases: readonly DraftCase[]) => void;
}) {
  const more = standardCases(recipe).filter(({ name }) => cases.every((one) => one.name !== name));
  return (
    <StudyPart
      title="Cases"
      says={
        cases.length === 0
          ? 'This recipe alone. With cases every point is computed in each, and figures are their mean.'
          : 'Every point is computed in each; a figure is the mean, or that of case:NAME/….'
      }
    >
      {cases.map((one) => (
        <div key={one.name} className={styles.item}>
          <strong>{one.name}</strong>
          <span className={styles.path}>{shownValues(one.set)}</span>
          <IconButton
            label={`Remove ${one.name}`}
            icon={IconX}
            onClick={() => onChange(cases.filter((other) => other !== one))}
          />
        </div>
      ))}
      <select
        aria-label="Add a case"
        value=""
        onChange={({ currentTarget: { value } }) =>
          onChange([...cases, ...more.filter(({ name }) => name === value)])
        }
      >
        <option value="">Add a case…</option>
        {more.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </StudyPart>
  );
}
