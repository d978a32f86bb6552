import type { Project } from '@lumenloom/contract';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { isReturningVisit } from '../../model/kept-workbench.ts';
import { isSameRecipe, readRecipe, changedEntries } from '../../model/recipe/recipe-json.ts';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';
import { derived, follow, writable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';

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
    // A project of a build with other fields can be opened again.
    return undefined;
  }
}

/** The project as its name, its dialog and Save see it. */
export interface ProjectState {
  readonly project: OpenProject | undefined;
  /** Why it could not be saved, where the dialog was opened by that. */
  readonly failure: unknown;
  /** Whether the recipe has changes that are not saved. */
  readonly isChanged: boolean;
}

/** The project that is worked on, which this tab keeps over a reload. */
export function createProjectStore({ recipe, changed, show, signal }: Bench) {
  const project = writable(keptProject());
  const failure = writable<unknown>(undefined);
  const change = (next: OpenProject | undefined): void => {
    project.set(next);
    keep(KEY, next && { ...next, saved: changedEntries(next.saved) });
  };
  const openDialog = (reason?: unknown): void => {
    failure.set(reason);
    show({ modal: 'projects' });
  };
  follow(
    [changed],
    () => {
      const last = changed.current();
      if (last?.type === 'restored' && last.isForeign) change(undefined);
    },
    signal,
  );
  return {
    state: derived([recipe, project, failure], (): ProjectState => {
      const now = project.current();
      return {
        project: now,
        failure: failure.current(),
        isChanged: !isSameRecipe(recipe.current(), now?.saved ?? initialRecipe),
      };
    }),
    change,
    openDialog: (): void => openDialog(),
    closeDialog: (): void => show({ modal: undefined }),
    /**
     * Saves the recipe under its project; the dialog asks for a name where there is none, and says
     * what went wrong.
     */
    save: async (): Promise<void> => {
      const open = project.current();
      if (!open) {
        openDialog();
        return;
      }
      const saved = recipe.current();
      try {
        const { saveProject } = await import('../../../api/projects.ts');
        const { id, name, version } = await saveProject(open, saved);
        change({ id, name, version, saved });
      } catch (reason) {
        openDialog(reason);
      }
    },
    /** New clears it; what is returned brings it back. */
    clear: (): (() => void) => {
      const before = project.current();
      change(undefined);
      return () => change(before);
    },
  };
}

export type ProjectStore = ReturnType<typeof createProjectStore>;
