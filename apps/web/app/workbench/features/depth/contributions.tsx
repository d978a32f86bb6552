import { IconAdjustments } from '@tabler/icons-react';
import { lazyPart } from '../../kit/part/part.tsx';
import { constant } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';

const DIALOG = 'optics-params';
const LazyDialog = lazyPart(async () => (await import('./optics-dialog.tsx')).OpticsDialog);

export function contribute(bench: Bench): Contributions {
  return {
    lists: [
      {
        choice: 'optics',
        group: 'Focus',
        options: constant([]),
        settings: {
          label: 'focus',
          part: 'opticsParams',
          icon: IconAdjustments,
          hint: 'Object distance, focus, f-number and stray light',
          perform: () => bench.show({ modal: DIALOG }),
        },
      },
    ],
    modals: [
      {
        id: DIALOG,
        label: 'Optics Params',
        Content: () => (
          <LazyDialog
            optics={bench.recipe.current().opticsParams}
            features={bench.switches.current()}
            onClose={() => bench.show({ modal: undefined })}
            onModify={(optics) => bench.change({ type: 'optics', optics })}
          />
        ),
      },
    ],
  };
}
