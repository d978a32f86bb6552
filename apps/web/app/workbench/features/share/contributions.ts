import { pageMessages } from '@lumenloom/contract';
import { constant } from '../../model/store.ts';
import type { RunState } from '../../model/run/run-store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';

const LINK_LIFE_MS = 60_000;

/**
 * Copies a link to the picture and its recipe. The link works in this browser only, for one minute,
 * also where the feature is switched off before.
 */
async function share({ image, inputs }: RunState): Promise<void> {
  if (!image) {
    window.alert(pageMessages.nothingToShare);
    return;
  }
  try {
    const content = JSON.stringify({ image, inputs, timestamp: new Date().toISOString() });
    const link = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
    setTimeout(() => URL.revokeObjectURL(link), LINK_LIFE_MS);
    await navigator.clipboard.writeText(link);
    window.alert(pageMessages.shareLinkCopied(link));
  } catch (error) {
    console.error('share:', error);
    window.alert(pageMessages.shareFailed);
  }
}

export const contribute = ({ run }: Pick<Bench, 'run'>): Contributions => ({
  actions: { Share: { now: constant({}), perform: () => share(run.current()) } },
});
