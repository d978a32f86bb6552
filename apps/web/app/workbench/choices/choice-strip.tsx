import type { WorkbenchFeature } from '@lumenloom/contract';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import { dialogOfPart } from '../dialogs/open-dialog.ts';
import { differencesFromDefaults, valuesInWords } from '../recipe/differences.ts';
import type { Choice, Recipe } from '../recipe/recipe.ts';
import { ChoiceList } from './choice-list.tsx';
import { choiceLists } from './choice-lists.ts';
import styles from './choice-strip.module.css';
import { choiceTools, type ChoiceTool } from './choice-tools.ts';

interface ChoiceStripProps {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
  readonly onChoose: (choice: Choice, label: string) => void;
  readonly onTool: (tool: ChoiceTool) => void;
}

/** The choice lists, in the order of the light, each with its buttons. */
export function ChoiceStrip({ recipe, features, onChoose, onTool }: ChoiceStripProps) {
  const changed = differencesFromDefaults(recipe);
  return (
    <div className={styles.strip}>
      {choiceLists(features).map((description) => (
        <ChoiceList
          key={description.choice}
          description={description}
          value={recipe[description.choice]}
          onChoose={(label) => onChoose(description.choice, label)}
        >
          {choiceTools[description.choice]?.map((tool) => {
            const whyIdle = tool.whyIdle?.(recipe);
            const inside = changed.filter(({ part }) => dialogOfPart(part) === tool.opens);
            const hint = whyIdle ?? tool.hint?.(recipe) ?? tool.label;
            return (
              <IconButton
                key={tool.label}
                label={tool.label}
                icon={tool.icon}
                hint={inside.length > 0 ? `${hint}: ${valuesInWords(inside)}` : hint}
                isIdle={whyIdle !== undefined}
                isMarked={inside.length > 0}
                onClick={() => {
                  if (whyIdle === undefined) onTool(tool);
                }}
              />
            );
          })}
        </ChoiceList>
      ))}
    </div>
  );
}
