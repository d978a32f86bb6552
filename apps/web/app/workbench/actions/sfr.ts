import { IconChartLine } from '@tabler/icons-react';
import { unlessSwitchedOn, type Action } from './action.ts';

const label = 'SFR';

/** Opens the SFR of the Measure tab, which asks for a region where the scene has no edge of its own. */
export const sfrAction: Action = {
  label,
  icon: IconChartLine,
  whyDisabled: (workbench) => unlessSwitchedOn(workbench, 'sfr', label),
  perform: ({ showSfr }) => showSfr(),
};
