import { pageMessages } from '@lumenloom/contract';
import { linkTo, TOO_LONG } from '../../model/permalink.ts';
import { constant } from '../../model/store.ts';
import type { RunState } from '../../model/run/run-store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';

const LINK_LIFE_MS = 60_000;

/** Links to recipes are opened while one of these is on. */
const WITH_LINKS: readonly string[] = ['save', 'history'];

/** Copies a link that opens the recipe of the picture, anywhere and at any time. */
async function shareRecipe({ image, inputs }: RunState): Promise<void> {
  if (!image) {
    window.alert(pageMessages.nothingToShare);
    return;
  }
  try {
    const link = await linkTo(inputs);
    if (link !== undefined) await navigator.clipboard.writeText(link);
    window.alert(link === undefined ? TOO_LONG : pageMessages.shareLinkCopied(link));
  } catch (error) {
    console.error('share:', error);
    window.alert(pageMessages.shareFailed);
  }
}

/**
 * Copies a link to the picture and its recipe, as specified. The link works in this browser only,
 * for one minute, also where the feature is switched off before.
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

export const contribute = ({ run, switches }: Pick<Bench, 'run' | 'switches'>): Contributions => ({
  actions: {
    Share: {
      now: constant({}),
      perform: () => {
        const hasLinks = switches.current().some((name) => WITH_LINKS.includes(name));
        return (hasLinks ? shareRecipe : share)(run.current());
      },
    },
  },
});
