import type { Choice, Recipe } from '../recipe/recipe.ts';
import { ChoiceList } from './choice-list.tsx';
import { choiceLists } from './choice-lists.ts';
import styles from './choice-strip.module.css';

interface ChoiceStripProps {
  readonly recipe: Recipe;
  readonly onChoose: (choice: Choice, label: string) => void;
}

/** From light to decision: what the picture is made with. */
export function ChoiceStrip({ recipe, onChoose }: ChoiceStripProps) {
  return (
    <div className={styles.strip}>
      {choiceLists.map((description) => (
        <ChoiceList
          key={description.choice}
          description={description}
          value={recipe[description.choice]}
          onChoose={(label) => onChoose(description.choice, label)}
        />
      ))}
    </div>
  );
}
