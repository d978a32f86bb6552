import { choiceLists } from '../../model/choice-lists.ts';
import { readFragment } from '../../model/permalink.ts';
import { follow, useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { CopyLink } from './copy-link.tsx';

/** Whether the fragment of an address is a link to a recipe, of any version. */
const isRecipeLink = (fragment: string): boolean => /^#r\d+=/.test(fragment);

/**
 * Opens the recipe of a link: when the page is opened by such a link, or when one is put into the
 * address bar. The recipe is then removed from the address, so that a reload keeps later changes.
 */
async function openLink(bench: Bench, say: (sentence: string) => void): Promise<void> {
  const { fragment, clearFragment, switches, change, signal } = bench;
  const asked = fragment.current();
  say('');
  if (!isRecipeLink(asked)) return;
  const link = await readFragment(asked, choiceLists(switches.current()));
  if (signal.aborted || fragment.current() !== asked) return;
  if ('problem' in link) {
    say(link.problem);
    return;
  }
  change({ type: 'restored', recipe: link.recipe, name: 'Link', isForeign: true });
  clearFragment();
}

export function contribute(bench: Bench): Contributions {
  let said = '';
  /** The sentence above the picture; those of others stay. */
  const say = (sentence: string): void => {
    if (sentence !== said) bench.say(sentence, 'line');
    said = sentence;
  };
  follow([bench.fragment], () => void openLink(bench, say), bench.signal);
  const Link = () => <CopyLink recipe={useReadable(bench.recipe)} />;
  return { header: [{ id: 'copy-link', label: 'The link to the recipe', Content: Link }] };
}
