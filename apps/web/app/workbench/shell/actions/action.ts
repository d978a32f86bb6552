import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Icon } from '@tabler/icons-react';
import type { ProjectState } from '../../features/save/use-project.ts';
import type { Recipe, RecipeChange } from '../../model/recipe/recipe.ts';
import type { RequestSlots } from '../../model/run/request-slots.ts';
import type { RunEvent, RunState } from '../../model/run/run-store.ts';

/** All that an action may read and change. */
export interface Workbench {
  readonly recipe: Recipe;
  readonly run: RunState;
  readonly requests: RequestSlots;
  /** Optional features that the operator has switched on. */
  readonly features: readonly WorkbenchFeature[];
  readonly changeRecipe: (change: RecipeChange) => void;
  /**
   * Names of the changes that Back undoes and Forward does again; undefined where there is none.
   */
  readonly steps: { readonly back: string | undefined; readonly forward: string | undefined };
  /** Shows the recipe before or after this one. */
  readonly moveRecipe: (by: -1 | 1) => void;
  /** The project that the recipe belongs to. */
  readonly project: ProjectState;
  readonly tellRun: (event: RunEvent) => void;
  /** Opens the Measure tab at its SFR. */
  readonly showSfr: () => void;
}

/**
 * A button of the toolbar, with an optional shortcut. `whyDisabled` says whether and why it is
 * dimmed; `perform` does the work.
 */
export interface Action {
  readonly label: string;
  readonly icon: Icon;
  /** The button is filled. */
  readonly isMain?: true;
  /**
   * Control (or Command) and this key, as `KeyboardEvent.key` names it; a capital letter is the key
   * with Shift.
   */
  readonly controlKey?: string;
  /** In a text field the browser handles the key. */
  readonly leavesTextFields?: true;
  /** Without this switch the browser handles the key. */
  readonly feature?: WorkbenchFeature;
  /** What the button does now, beside its name. */
  hint?(workbench: Workbench): string | undefined;
  whyDisabled(workbench: Workbench): string | undefined;
  perform(workbench: Workbench): void | Promise<void>;
}

export const notWhileRunning = ({ run }: Workbench): string | undefined =>
  run.phase === 'running' ? 'Not while a simulation is running.' : undefined;

const sentenceForAbsent = (label: string): string => `${label} is not part of this build.`;

/** Why an action whose feature is switched off is disabled; undefined when the feature is on. */
export const notInThisBuild = (
  { features }: Workbench,
  feature: WorkbenchFeature,
  label: string,
): string | undefined => (features.includes(feature) ? undefined : sentenceForAbsent(label));

/** A shortcut as people read it, with the separator of `aria-keyshortcuts`. */
export const shortcutOf = (controlKey: string, control: 'Ctrl' | 'Control'): string =>
  [
    control,
    ...(/^[A-Z]$/.test(controlKey) ? ['Shift'] : []),
    controlKey.length === 1 ? controlKey.toUpperCase() : controlKey,
  ].join('+');
