import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { choiceLists } from '../../model/choice-lists.ts';
import { worldName } from '../../model/recipe/caption.ts';
import { differencesFromDefaults, valuesInWords } from '../../model/recipe/differences.ts';
import type { Choice, Recipe } from '../../model/recipe/recipe.ts';
import { useReadable } from '../../model/store.ts';
import type { ListExtension } from '../bench/feature.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import { dialogOfPart } from '../dialogs/open-dialog.ts';
import { ChoiceList } from './choice-list.tsx';
import styles from './choice-strip.module.css';
import { choiceTools, type ChoiceTool } from './choice-tools.ts';

interface ChoiceStripProps {
  readonly workbench: Workbench;
  readonly onTool: (tool: ChoiceTool) => void;
}

/** The choice lists, in the order of the light, each with its buttons. */
export function ChoiceStrip({ workbench, onTool }: ChoiceStripProps) {
  const recipe = useReadable(workbench.recipe);
  const switches = useReadable(workbench.switches);
  const extensions = allOf(useReadable(workbench.features), 'lists');
  return (
    <div className={styles.strip}>
      {choiceLists(switches).map((description) => {
        const { choice, label } = description;
        const added = extensions.filter((extension) => extension.choice === choice);
        return (
          <ChoiceList
            key={choice}
            description={description}
            value={recipe[choice]}
            instead={choice === 'scene' ? worldName(recipe) : ''}
            added={added}
            onChoose={(chosen) => workbench.change({ type: 'chosen', choice, label: chosen })}
          >
            <Tools
              choice={choice}
              label={label}
              recipe={recipe}
              added={added}
              onTool={onTool}
              onTakeAway={() =>
                workbench.change({
                  type: 'parts',
                  parts: { world: undefined, worldParams: undefined },
                })
              }
            />
          </ChoiceList>
        );
      })}
    </div>
  );
}

interface ToolsProps extends Pick<ChoiceStripProps, 'onTool'> {
  readonly recipe: Recipe;
  readonly choice: Choice;
  /** Label of the list. */
  readonly label: string;
  readonly added: readonly ListExtension[];
  /** Takes the world away that stands in the place of a scene. */
  readonly onTakeAway: () => void;
}

/** The buttons of a list: one tab stop with arrow keys. */
function Tools({ choice, label, recipe, added, onTool, onTakeAway }: ToolsProps) {
  const { current, row } = useRoving();
  const changed = differencesFromDefaults(recipe);
  const tools = choiceTools[choice] ?? [];
  const others = [
    ...added.flatMap(({ settings }) => settings ?? []),
    ...added.flatMap(({ tool }) => tool ?? []).slice(-1),
    ...(choice === 'scene' && recipe.world
      ? [{ label: 'no world', icon: IconX, hint: 'Take the world away', perform: onTakeAway }]
      : []),
  ];
  const stop = (index: number) => (index === current ? 0 : -1);
  if (tools.length + others.length === 0) return undefined;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Buttons of this list" {...row}>
      {tools.map((tool, index) => {
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
            tabIndex={stop(index)}
            onClick={() => {
              if (whyIdle === undefined) onTool(tool);
            }}
          />
        );
      })}
      {others.map((tool, index) => {
        const inside = changed.filter(({ part }) => 'part' in tool && part === tool.part);
        return (
          <IconButton
            key={tool.label}
            label={`${label}: ${tool.label}`}
            icon={tool.icon}
            hint={inside.length > 0 ? `${tool.hint}: ${valuesInWords(inside)}` : tool.hint}
            isMarked={inside.length > 0}
            tabIndex={stop(tools.length + index)}
            onClick={() => tool.perform()}
          />
        );
      })}
    </div>
  );
}
