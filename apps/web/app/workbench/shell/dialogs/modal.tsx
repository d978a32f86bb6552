import type { ComponentProps } from 'react';
import { DockedContext, ToolsContext } from '../../kit/dialog/contexts.ts';
import { lazyPart } from '../../kit/part/part.tsx';
import { useReadable } from '../../model/store.ts';
import type { Feature } from '../bench/feature.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import { DROPPED } from '../lists/dropped.ts';
import type { KeysSheet } from '../keys/keys-sheet.tsx';

const Tools = lazyPart(async () => (await import('../tools/tools-dialog.tsx')).ToolsDialog);
const Dropped = lazyPart(async () => (await import('../lists/dropped-files.tsx')).DroppedFiles);
const Keys = lazyPart(async () => (await import('../keys/keys-sheet.tsx')).KeysSheet);

/** The dialog that belongs to no list: of a feature, of the tools, or the sheet of keys. */
export function Modal({
  workbench,
  all,
  bodies,
  modal,
  isDocked,
  onClose,
}: {
  readonly workbench: Workbench;
  readonly all: readonly Feature[];
  readonly bodies: ComponentProps<typeof KeysSheet>['bodies'];
  readonly modal: string;
  readonly isDocked: boolean;
  readonly onClose: () => void;
}) {
  const opened = allOf(useReadable(workbench.features), 'modals').find(({ id }) => id === modal);
  const hasTools = useReadable(workbench.switches).length > 0;
  return (
    <DockedContext value={isDocked}>
      <ToolsContext value={hasTools}>
        {opened && <opened.Content />}
        {modal === 'tools' && <Tools tools={workbench.tools} features={all} onClose={onClose} />}
        {modal === DROPPED && <Dropped workbench={workbench} onClose={onClose} />}
        {modal === 'keys' && <Keys workbench={workbench} bodies={bodies} onClose={onClose} />}
      </ToolsContext>
    </DockedContext>
  );
}
