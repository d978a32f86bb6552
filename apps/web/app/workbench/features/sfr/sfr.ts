import { IconChartLine } from '@tabler/icons-react';
import { notInThisBuild, type Action } from '../../shell/actions/action.ts';

const label = 'SFR';

/**
 * Opens the SFR of the Measure tab, which asks for a region where the scene has no edge of its own.
 */
export const sfrAction: Action = {
  label,
  icon: IconChartLine,
  whyDisabled: (workbench) => notInThisBuild(workbench, 'sfr', label),
  perform: ({ showSfr }) => showSfr(),
};
