import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChartLine,
  IconDeviceFloppy,
  IconFilePlus,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconShare2,
} from '@tabler/icons-react';
import type { Action } from './action.ts';

/** Every button, in the order of the toolbar. */
export const actions: readonly Action[] = [
  { label: 'New', icon: IconFilePlus },
  { label: 'Save', icon: IconDeviceFloppy, controlKey: 's', feature: 'save' },
  {
    label: 'Back',
    icon: IconArrowBackUp,
    controlKey: 'z',
    leavesTextFields: true,
    feature: 'history',
  },
  {
    label: 'Forward',
    icon: IconArrowForwardUp,
    controlKey: 'Z',
    leavesTextFields: true,
    feature: 'history',
  },
  { label: 'Run', icon: IconPlayerPlayFilled, isMain: true, controlKey: 'Enter' },
  { label: 'Stop', icon: IconPlayerStopFilled, feature: 'stop' },
  { label: 'SFR', icon: IconChartLine, feature: 'sfr' },
  { label: 'Share', icon: IconShare2, feature: 'share' },
];
