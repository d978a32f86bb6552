import type { WorkbenchFeature } from '@lumenloom/contract';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
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
            return (
              <IconButton
                key={tool.label}
                label={tool.label}
                icon={tool.icon}
                hint={whyIdle ?? tool.hint?.(recipe)}
                isIdle={whyIdle !== undefined}
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
