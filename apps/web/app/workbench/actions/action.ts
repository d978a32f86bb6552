import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Icon } from '@tabler/icons-react';
import type { Recipe, RecipeChange } from '../recipe/recipe.ts';
import type { RequestSlots } from '../run/request-slots.ts';
import type { RunEvent, RunState } from '../run/run-store.ts';

/** All that an action may read and change. */
export interface Workbench {
  readonly recipe: Recipe;
  readonly run: RunState;
  readonly requests: RequestSlots;
  /** Optional features that the operator has switched on. */
  readonly features: readonly WorkbenchFeature[];
  readonly changeRecipe: (change: RecipeChange) => void;
  readonly tellRun: (event: RunEvent) => void;
  /** Opens the Measure tab at its SFR. */
  readonly showSfr: () => void;
}

/** A button of the toolbar, with an optional shortcut. `whyDisabled` says whether and why it is dimmed; `perform` does the work. */
export interface Action {
  readonly label: string;
  readonly icon: Icon;
  /** The button is filled. */
  readonly isMain?: true;
  /** Control (or Command) and this key, as `KeyboardEvent.key` names it. */
  readonly controlKey?: string;
  whyDisabled(workbench: Workbench): string | undefined;
  perform(workbench: Workbench): void | Promise<void>;
}

export const whileRunning = ({ run }: Workbench): string | undefined =>
  run.phase === 'running' ? 'Not while a simulation is running.' : undefined;

const sentenceForAbsent = (label: string): string => `${label} is not part of this build.`;

/** Why an action whose feature is switched off is disabled; undefined when the feature is on. */
export const unlessSwitchedOn = (
  { features }: Workbench,
  feature: WorkbenchFeature,
  label: string,
): string | undefined => (features.includes(feature) ? undefined : sentenceForAbsent(label));

/** A button that is drawn but not implemented, whatever the plan of the account. To implement it, replace this record by a real one. */
export const absentAction = (label: string, icon: Icon): Action => ({
  label,
  icon,
  whyDisabled: () => sentenceForAbsent(label),
  perform: () => undefined,
});
