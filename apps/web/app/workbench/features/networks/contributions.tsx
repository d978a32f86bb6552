import { IconListSearch } from '@tabler/icons-react';
import { lazyPart } from '../../kit/part/part.tsx';
import { constant } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { createPartsStore, DIALOG } from './parts/parts-store.ts';
import { scoreContributions } from './score/contributions.tsx';

const LazyDialog = lazyPart(async () => (await import('./parts/parts-dialog.tsx')).PartsDialog);

export function contribute(bench: Bench): Contributions {
  const store = createPartsStore(bench);
  return {
    ...scoreContributions(bench, store.absent),
    lists: [
      {
        choice: 'algorithm',
        group: 'Networks',
        // The feature of own files lists them.
        options: constant([]),
        unusable: store.absent,
        tool: {
          label: 'parts',
          icon: IconListSearch,
          hint: 'Networks and data sets: add, look at, try, delete',
          perform: () => store.show(),
        },
        onDrop: (files) => store.show(files),
      },
    ],
    modals: [
      {
        id: DIALOG,
        label: 'Networks and data sets',
        Content: () => <LazyDialog store={store} bench={bench} />,
      },
    ],
  };
}
