import {
  ownIdOf,
  type LibraryKind,
  type OwnFile,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import { IconUpload } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { dialogOfPart } from '../dialogs/open-dialog.ts';
import { differencesFromDefaults, valuesInWords } from '../../model/recipe/differences.ts';
import { OWN_LISTS, shownChoice } from '../../model/own-names.ts';
import type { Library } from '../../features/upload/use-own-files.tsx';
import type { Choice, Recipe } from '../../model/recipe/recipe.ts';
import { ChoiceList } from './choice-list.tsx';
import { choiceLists } from '../../model/choice-lists.ts';
import styles from './choice-strip.module.css';
import { choiceTools, type ChoiceTool } from './choice-tools.ts';

interface ChoiceStripProps {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
  readonly onChoose: (choice: Choice, label: string) => void;
  readonly onTool: (tool: ChoiceTool) => void;
  /** The user's own files; undefined where this deployment offers none. */
  readonly library: Library | undefined;
}

/** The choice lists, in the order of the light, each with its buttons. */
export function ChoiceStrip({ recipe, features, onChoose, onTool, library }: ChoiceStripProps) {
  return (
    <div className={styles.strip}>
      {choiceLists(features).map((description) => {
        const { choice, label } = description;
        const kinds = library && OWN_LISTS[choice];
        return (
          <ChoiceList
            key={description.choice}
            description={description}
            value={recipe[choice]}
            mine={mineOf(recipe[choice], kinds, library)}
            onDrop={kinds && ((files) => library.show(choice, files))}
            onChoose={(chosen) => onChoose(choice, chosen)}
          >
            <Tools
              choice={choice}
              label={label}
              recipe={recipe}
              onTool={onTool}
              onFiles={kinds && (() => library.show(choice))}
            />
          </ChoiceList>
        );
      })}
    </div>
  );
}

interface ToolsProps extends Pick<ChoiceStripProps, 'recipe' | 'onTool'> {
  readonly choice: Choice;
  /** Of the list. */
  readonly label: string;
  /** Opens the dialog for the user's own files; undefined where the list takes none. */
  readonly onFiles: (() => void) | undefined;
}

/** The buttons of a list: one tab stop with arrow keys. */
function Tools({ choice, label, recipe, onTool, onFiles }: ToolsProps) {
  const { current, row } = useRoving();
  const changed = differencesFromDefaults(recipe);
  const tools = choiceTools[choice] ?? [];
  const stop = (index: number) => (index === current ? 0 : -1);
  if (tools.length === 0 && !onFiles) return undefined;
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
      {onFiles && (
        <IconButton
          label={`${label}: files of your own`}
          icon={IconUpload}
          hint="Files of your own: add, look at, rename, delete"
          tabIndex={stop(tools.length)}
          onClick={onFiles}
        />
      )}
    </div>
  );
}

/**
 * The files that a list offers; a chosen one that the page does not know, such as one that was
 * deleted, is there too.
 */
function mineOf(
  chosen: string,
  kinds: readonly LibraryKind[] | undefined,
  library: Library | undefined,
): readonly Pick<OwnFile, 'id' | 'name'>[] {
  const files = (library?.files ?? []).filter(
    ({ kind }) => kind !== 'glass' && kinds?.includes(kind),
  );
  const id = ownIdOf(chosen);
  return id === undefined || files.some((file) => file.id === id)
    ? files
    : [...files, { id, name: shownChoice(chosen) }];
}
