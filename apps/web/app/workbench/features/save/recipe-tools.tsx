import { IconCheck, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { Hint } from '../../../ui/hint/hint.tsx';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { hasOwnFiles } from '../../model/own-names.ts';
import { fragmentOf } from '../../model/permalink.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import styles from './recipe-tools.module.css';
import type { ProjectState } from './use-project.ts';

const COPIED = 'Copied';
const COPIED_WITH_FILES = 'Copied. It has files of yours, which open in your account only.';

/** Copies a link to the recipe. */
function CopyLink({ recipe }: { readonly recipe: Recipe }) {
  const [done, setDone] = useState<{ readonly recipe: Recipe; readonly says: string }>();
  const copy = async (): Promise<void> => {
    const fragment = await fragmentOf(recipe);
    const notice =
      fragment === undefined
        ? 'This recipe is too long for a link: export it as a file.'
        : await navigator.clipboard
            .writeText(`${location.origin}/simulate${fragment}`)
            .then(() => (hasOwnFiles(recipe) ? COPIED_WITH_FILES : COPIED))
            .catch(() => 'The browser does not allow copying here');
    setDone({ recipe, says: notice });
  };
  const notice = done?.recipe === recipe ? done.says : undefined;
  return (
    <IconButton
      label="Copy link"
      hint={notice ?? 'Copy a link that opens this recipe'}
      icon={notice === COPIED || notice === COPIED_WITH_FILES ? IconCheck : IconLink}
      onClick={() => void copy()}
    />
  );
}

/** The name of the project, with a dot while something is not saved; it opens the list of all. */
function ProjectName({ project, isChanged, openDialog }: ProjectState) {
  const name = project?.name ?? 'Untitled';
  return (
    <Hint label={`${isChanged ? 'Not saved. ' : ''}Projects (Ctrl+O)`}>
      <button
        type="button"
        className={styles.name}
        data-untitled={!project || undefined}
        aria-label={isChanged ? `${name}, not saved` : name}
        aria-keyshortcuts="Control+O"
        onClick={openDialog}
      >
        <span className={styles.text}>{name}</span>
        {isChanged && <span className={styles.dot} />}
      </button>
    </Hint>
  );
}

/**
 * Buttons for the recipe as a whole, in the header of the result.
 * @param project undefined where none can be saved.
 */
export function RecipeTools({
  recipe,
  project,
}: {
  readonly recipe: Recipe;
  readonly project: ProjectState | undefined;
}) {
  return (
    <span className={styles.tools}>
      {project && <ProjectName {...project} />}
      <CopyLink recipe={recipe} />
    </span>
  );
}
