import { EXAMPLE_NETWORK } from '@lumenloom/engine/catalogue';
import { IconListSearch } from '@tabler/icons-react';
import { lazyPart } from '../../kit/part/part.tsx';
import { EXAMPLE_NETWORK_LABEL } from '../../model/own-names.ts';
import { constant } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { createPartsStore, DIALOG } from './parts/parts-store.ts';

const LazyDialog = lazyPart(async () => (await import('./parts/parts-dialog.tsx')).PartsDialog);

export function contribute(bench: Bench): Contributions {
  const store = createPartsStore(bench);
  return {
    lists: [
      {
        choice: 'algorithm',
        group: 'Networks',
        // The feature of own files lists those of the library.
        options: constant([{ value: EXAMPLE_NETWORK.file, label: EXAMPLE_NETWORK_LABEL }]),
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
