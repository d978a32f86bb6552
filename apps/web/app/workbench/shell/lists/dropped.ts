import type { DragEvent } from 'react';
import { writable, type Readable, type Writable } from '../../model/store.ts';
import type { Bench } from '../bench/bench.ts';

/** Id of the dialog that asks what dropped files are. */
export const DROPPED = 'dropped';

/** Files that were not taken, as a dialog was open over the page, and that dialog. */
export interface RefusedDrop {
  readonly name: string;
  readonly over: unknown;
}

/** How people call some files. */
export const filesInWords = (files: readonly File[]): string =>
  files.length === 1 ? `“${files[0]!.name}”` : `${files.length} files`;

/** The files that it is asked about, and those that were refused. */
export const createDrops = () => ({
  dropped: writable<readonly File[]>([]),
  refused: writable<RefusedDrop | undefined>(undefined),
});

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Catches the files that are dropped where nothing takes them: the browser would leave the page for
 * them.
 */
export const catchFiles = ({
  dropped,
  refused,
  show,
  place,
  areDialogsDocked,
}: Pick<Bench, 'show' | 'place'> & {
  readonly dropped: Writable<readonly File[]>;
  readonly refused: Writable<RefusedDrop | undefined>;
  readonly areDialogsDocked: Readable<boolean>;
}) => ({
  onDragOver: (event: DragEvent): void => {
    if (!event.defaultPrevented && hasFiles(event)) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    const { dialog, modal } = place.current();
    const over = modal ?? (areDialogsDocked.current() ? undefined : dialog);
    if (over !== undefined) {
      refused.set({ name: filesInWords(files), over });
      return;
    }
    dropped.set(files);
    show({ modal: DROPPED });
  },
});
