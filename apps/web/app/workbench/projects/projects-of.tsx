import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Workbench } from '../actions/action.ts';
import { choiceLists } from '../choices/choice-lists.ts';
import { hasRecipeLinks } from '../permalink/use-recipe-link.ts';

/** Loaded where their switches are on, so that a workbench without them does not grow. */
const RecipeTools = lazy(async () => ({
  default: (await import('./recipe-tools.tsx')).RecipeTools,
}));
const ProjectsDialog = lazy(async () => ({
  default: (await import('./projects-dialog.tsx')).ProjectsDialog,
}));

interface OfWorkbench {
  readonly workbench: Workbench;
}

/**
 * Name of the project and link to the recipe, where the deployment has them.
 *
 * @param moved what Back or Forward has just done, for those who listen to the page.
 */
export const RecipeToolsOf = ({
  workbench: { features, recipe, project },
  moved,
}: OfWorkbench & { readonly moved: string }) =>
  hasRecipeLinks(features) && (
    <Suspense>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <RecipeTools recipe={recipe} project={features.includes('save') ? project : undefined} />
    </Suspense>
  );

/** The dialog of projects, while it is open. */
export const ProjectsOf = ({ workbench }: OfWorkbench) =>
  workbench.project.dialog && (
    <Suspense>
      <ProjectsDialog
        recipe={workbench.recipe}
        state={workbench.project}
        lists={choiceLists(workbench.features)}
        onRecipe={(recipe, name) => workbench.changeRecipe({ type: 'restored', recipe, name })}
      />
    </Suspense>
  );
