import { messages } from '@lumenloom/contract';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { stop } from '../../../api/stop.ts';
import { notInThisBuild, type Action } from '../../shell/actions/action.ts';

const label = 'Stop';

/**
 * Aborts the run here and on the server. The workbench counts as running until the server has
 * answered, whatever the answer is.
 */
export const stopAction: Action = {
  label,
  icon: IconPlayerStopFilled,
  whyDisabled: (workbench) =>
    notInThisBuild(workbench, 'stop', label) ??
    (workbench.run.phase === 'running' ? undefined : 'Nothing is running.'),
  perform: async ({ requests, tellRun }) => {
    const log = (content: string): void => tellRun({ type: 'log', content });
    requests.abort('run');
    log(messages.terminating);
    log(messages.waitForStart);
    const signal = requests.begin('stop');
    try {
      if (!(await stop(signal))) throw new Error('the server did not say that it stopped.');
      if (signal.aborted) return;
      log(messages.terminated);
    } catch (error) {
      if (signal.aborted) return;
      log(messages.stopFailed(error instanceof Error ? error.message : String(error)));
    }
    tellRun({ type: 'stopped' });
  },
};
