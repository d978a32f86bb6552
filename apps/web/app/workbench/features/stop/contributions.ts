import { pageMessages } from '@lumenloom/contract';
import { stop } from '../../../api/stop.ts';
import { derived } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';

type Parts = Pick<Bench, 'run' | 'requests' | 'tell'>;

/**
 * Aborts the run here and on the server. The workbench counts as running until the server has
 * answered, whatever the answer is.
 */
async function stopRun({ requests, tell }: Parts): Promise<void> {
  const log = (content: string): void => tell({ type: 'log', content });
  requests.abort('run');
  log(pageMessages.terminating);
  log(pageMessages.waitForStart);
  const signal = requests.begin('stop');
  try {
    if (!(await stop(signal))) throw new Error('the server did not say that it stopped.');
    if (signal.aborted) return;
    log(pageMessages.terminated);
  } catch (error) {
    if (signal.aborted) return;
    log(pageMessages.stopFailed(error instanceof Error ? error.message : String(error)));
  }
  tell({ type: 'stopped' });
}

export const contribute = (bench: Parts): Contributions => ({
  actions: {
    Stop: {
      now: derived([bench.run], () => ({
        reason: bench.run.current().phase === 'running' ? undefined : 'Nothing is running.',
      })),
      perform: () => stopRun(bench),
    },
  },
});
