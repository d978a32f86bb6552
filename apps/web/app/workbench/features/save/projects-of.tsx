import { VisuallyHidden } from '@mantine/core';
import type { Workbench } from '../../shell/actions/action.ts';
import { choiceLists } from '../../model/choice-lists.ts';
import { lazyPart, Part } from '../../kit/part/part.tsx';
import { hasRecipeLinks } from '../links/use-recipe-link.ts';

/** Loaded where their switches are on, so that a workbench without them does not grow. */
const RecipeTools = lazyPart(async () => (await import('./recipe-tools.tsx')).RecipeTools);
const ProjectsDialog = lazyPart(async () => (await import('./projects-dialog.tsx')).ProjectsDialog);

interface OfWorkbench {
  readonly workbench: Workbench;
}

/**
 * Name of the project and link to the recipe, where the deployment has them.
 *
 * @param moved the change by the last Back or Forward, in words for screen readers.
 */
export const RecipeToolsOf = ({
  workbench: { features, recipe, project },
  moved,
}: OfWorkbench & { readonly moved: string }) =>
  hasRecipeLinks(features) && (
    <Part name="The name of the recipe">
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <RecipeTools recipe={recipe} project={features.includes('save') ? project : undefined} />
    </Part>
  );

/** The dialog of projects, while it is open. */
export const ProjectsOf = ({ workbench }: OfWorkbench) =>
  workbench.project.dialog && (
    <Part name="The dialog" onClose={workbench.project.closeDialog}>
      <ProjectsDialog
        recipe={workbench.recipe}
        state={workbench.project}
        lists={choiceLists(workbench.features)}
        onRecipe={(recipe, name) => workbench.changeRecipe({ type: 'restored', recipe, name })}
      />
    </Part>
  );
