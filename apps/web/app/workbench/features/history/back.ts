import { IconArrowBackUp } from '@tabler/icons-react';
import { notInThisBuild, type Action } from '../../shell/actions/action.ts';

const label = 'Back';

/** Brings back the recipe before the last change. Picture and log stay. */
export const backAction: Action = {
  label,
  icon: IconArrowBackUp,
  controlKey: 'z',
  leavesTextFields: true,
  feature: 'history',
  whyDisabled: (workbench) =>
    notInThisBuild(workbench, 'history', label) ??
    (workbench.steps.back === undefined ? 'Nothing to undo.' : undefined),
  hint: ({ steps }) => steps.back,
  perform: ({ moveRecipe }) => moveRecipe(-1),
};
