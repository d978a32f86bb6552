import { IconArrowForwardUp } from '@tabler/icons-react';
import { notInThisBuild, type Action } from '../../shell/actions/action.ts';

const label = 'Forward';

/** Makes the change again that Back has undone. */
export const forwardAction: Action = {
  label,
  icon: IconArrowForwardUp,
  controlKey: 'Z',
  leavesTextFields: true,
  feature: 'history',
  whyDisabled: (workbench) =>
    notInThisBuild(workbench, 'history', label) ??
    (workbench.steps.forward === undefined ? 'Nothing to do again.' : undefined),
  hint: ({ steps }) => steps.forward,
  perform: ({ moveRecipe }) => moveRecipe(1),
};
