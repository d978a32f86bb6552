import type { Project } from '@lumenloom/contract';
import { useState } from 'react';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { isReturningVisit } from '../../model/kept-workbench.ts';
import { isSameRecipe, readRecipe, changedEntries } from '../../model/recipe/recipe-json.ts';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';

/** A project that is worked on, with the recipe that was last saved or opened. */
export interface OpenProject extends Pick<Project, 'id' | 'name' | 'version'> {
  readonly saved: Recipe;
}

const KEY = 'project';

function keptProject(): OpenProject | undefined {
  try {
    const project = isReturningVisit() ? (readKept(KEY) as OpenProject | undefined) : undefined;
    return project && { ...project, saved: readRecipe(project.saved) };
  } catch {
    // Of a build with other fields: it can be opened again.
    return undefined;
  }
}

/**
 * The project that is worked on, which this tab keeps over a reload, and the dialog of all
 * projects.
 */
export function useProject(recipe: Recipe) {
  const [project, setProject] = useState(keptProject);
  /** Why a project could not be saved, where the dialog was opened by that. */
  const [dialog, setDialog] = useState<{ readonly failure?: unknown }>();
  const change = (next: OpenProject | undefined): void => {
    setProject(next);
    keep(KEY, next && { ...next, saved: changedEntries(next.saved) });
  };
  return {
    project,
    dialog,
    /** Whether the recipe has changes that are not saved. */
    isChanged: !isSameRecipe(recipe, project?.saved ?? initialRecipe),
    change,
    openDialog: (): void => setDialog({}),
    closeDialog: (): void => setDialog(undefined),
    /**
     * Saves the recipe under its project; the dialog asks for a name where there is none, and says
     * what went wrong.
     */
    save: async (): Promise<void> => {
      if (!project) {
        setDialog({});
        return;
      }
      try {
        const { saveProject } = await import('../../../api/projects.ts');
        const { id, name, version } = await saveProject(project, recipe);
        change({ id, name, version, saved: recipe });
      } catch (failure) {
        setDialog({ failure });
      }
    },
  };
}

export type ProjectState = ReturnType<typeof useProject>;
