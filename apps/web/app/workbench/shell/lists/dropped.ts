import type { DragEvent } from 'react';
import type { Readable, Writable } from '../../model/store.ts';
import type { Bench } from '../bench/bench.ts';

/** Id of the dialog that asks what dropped files are. */
export const DROPPED = 'dropped';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Catches the files that are dropped where nothing takes them: the browser would leave the page for
 * them.
 */
export const catchFiles = ({
  dropped,
  show,
  place,
  areDialogsDocked,
}: Pick<Bench, 'show' | 'place'> & {
  readonly dropped: Writable<readonly File[]>;
  readonly areDialogsDocked: Readable<boolean>;
}) => ({
  onDragOver: (event: DragEvent): void => {
    if (!event.defaultPrevented && hasFiles(event)) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    const { dialog, modal } = place.current();
    const isCovered = modal !== undefined || (dialog && !areDialogsDocked.current());
    if (files.length === 0 || isCovered) return;
    dropped.set(files);
    show({ modal: DROPPED });
  },
});
