import { Button } from '@mantine/core';
import { lazyPart } from '../../kit/part/part.tsx';
import { useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { createSessionStore } from './session-store.ts';
import { createTwinStore } from './twin-store.ts';

const DIALOG = 'twin';
const LazyDialog = lazyPart(async () => (await import('./twin-dialog.tsx')).TwinDialog);

export function contribute(bench: Bench): Contributions {
  const store = createTwinStore(bench);
  const sessions = createSessionStore(bench, (folder) => void store.open(folder, folder.truth));
  const show = (modal: string | undefined): void => bench.show({ modal });
  const Open = () => (
    <Button
      variant="default"
      size="compact-xs"
      title="Measure a camera of yours from its raw frames"
      onClick={() => show(DIALOG)}
    >
      Twin
    </Button>
  );
  const Dialog = () => {
    const { modal } = useReadable(bench.place);
    return (
      modal === DIALOG && (
        <LazyDialog store={store} sessions={sessions} onClose={() => show(undefined)} />
      )
    );
  };
  return {
    header: [{ id: 'twin', label: 'Twin', Content: Open }],
    modals: [{ id: DIALOG, label: 'Twin', Content: Dialog }],
  };
}
