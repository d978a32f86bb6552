import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { followRun } from '../../model/run/follow-run.ts';
import { notWhileRunning, type Action } from './action.ts';

/**
 * Clears the picture, aborts the previous run, sends the recipe and follows the answer. The log is
 * kept.
 */
export const runAction: Action = {
  label: 'Run',
  icon: IconPlayerPlayFilled,
  isMain: true,
  controlKey: 'Enter',
  whyDisabled: notWhileRunning,
  perform: ({ recipe, requests, tellRun }) => {
    const signal = requests.begin('run');
    tellRun({ type: 'started', inputs: recipe });
    return followRun(recipe, signal, tellRun);
  },
};
