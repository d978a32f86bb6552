import { IconListSearch } from '@tabler/icons-react';
import { lazyPart } from '../../kit/part/part.tsx';
import { constant, useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions, ListExtension } from '../../shell/bench/feature.ts';
import { PARTS_OF, type PartsChoice } from './part-rows.ts';
import { createPartsStore, DIALOG, publishedIn } from './parts-store.ts';
import { unfitIsps } from './unfit-isps.ts';

const LazyDialog = lazyPart(async () => (await import('./parts-dialog.tsx')).PartsDialog);

export function contribute(bench: Bench): Contributions {
  const store = createPartsStore(bench);
  const lists = (Object.keys(PARTS_OF) as PartsChoice[]).map((choice): ListExtension => ({
    choice,
    group: 'Published',
    options: publishedIn(bench, store, choice),
    tool: {
      label: 'parts',
      icon: IconListSearch,
      hint: 'Parts: built-in, published and your own, with their figures',
      perform: () => store.show(choice),
    },
  }));
  const isps: ListExtension = {
    choice: 'isp',
    group: 'Published',
    options: constant([]),
    unusable: unfitIsps(bench, store),
    showsReasons: true,
  };
  const Dialog = () => {
    const choice = useReadable(store.open);
    return choice && <LazyDialog key={choice} choice={choice} store={store} bench={bench} />;
  };
  return { lists: [...lists, isps], modals: [{ id: DIALOG, label: 'Parts', Content: Dialog }] };
}
