import type { OwnFile } from '@lumenloom/contract';
import { useCallback, useEffect, useState } from 'react';
import type { Choice } from '../recipe/recipe.ts';
import { noteNames } from './own-choice.ts';

/** The dialog for files of one's own, for a list, with what was dropped on it. */
export interface OpenLibrary {
  readonly choice: Choice;
  readonly dropped: readonly File[];
}

/** The files of the account. @param isOn whether this deployment offers them; else nothing is asked for. */
export function useLibrary(isOn: boolean) {
  const [files, setFiles] = useState<readonly OwnFile[]>([]);
  const [open, setOpen] = useState<OpenLibrary>();
  const refresh = useCallback(async (): Promise<void> => {
    const { listOwnFiles } = await import('../../api/library.ts');
    // Whoever is not logged in has no files; the dialog says so.
    const found = await listOwnFiles().catch(() => []);
    noteNames(found);
    setFiles(found);
  }, []);
  useEffect(() => {
    if (isOn) void refresh();
  }, [isOn, refresh]);
  return {
    files,
    refresh,
    open,
    show: (choice: Choice, dropped: readonly File[] = []) => setOpen({ choice, dropped }),
    close: () => setOpen(undefined),
  };
}

export type Library = ReturnType<typeof useLibrary>;
