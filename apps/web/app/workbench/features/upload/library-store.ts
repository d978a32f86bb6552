import type { OwnFile } from '@lumenloom/contract';
import { listOwnFiles } from '../../../api/library.ts';
import { noteNames, ownFiles } from '../../model/own-names.ts';
import type { Choice } from '../../model/recipe/recipe.ts';
import { writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';

/** The dialog for the user's own files, for one list, with the files that were dropped on it. */
export interface OpenLibrary {
  readonly choice: Choice;
  readonly dropped: readonly File[];
}

/** The files of the account. */
export interface Library {
  readonly files: readonly OwnFile[];
  /** Asks for them again. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
  /** Whether lens files of all programs are taken, and shown with what they have. */
  readonly hasLensFiles: boolean;
}

/** Id of the dialog. */
export const DIALOG = 'library';

/** Whoever is not logged in has no files; the dialog says so. */
const listed = (): Promise<readonly OwnFile[]> => listOwnFiles().catch(() => []);

/** The user's own files in the workbench. */
export function createLibraryStore({ show, signal }: Pick<Bench, 'show' | 'signal'>) {
  const open = writable<OpenLibrary | undefined>(undefined);
  const refresh = async (): Promise<void> => {
    const found = await listed();
    if (signal.aborted) return;
    noteNames(found);
  };
  void refresh();
  return {
    files: ownFiles,
    open: open as Readable<OpenLibrary | undefined>,
    refresh,
    close: (): void => show({ modal: undefined }),
    /** Opens the dialog of a list. */
    show: (choice: Choice, dropped: readonly File[] = []): void => {
      open.set({ choice, dropped });
      show({ modal: DIALOG });
    },
  };
}
