import { ownIdOf, type OwnFile } from '@lumenloom/contract';
import { useCallback, useEffect, useState } from 'react';
import type { Choice, Recipe, RecipeChange } from '../recipe/recipe.ts';
import { noteNames } from './own-choice.ts';

/** The dialog for files of one's own, for a list, with what was dropped on it. */
export interface OpenLibrary {
  readonly choice: Choice;
  readonly dropped: readonly File[];
}

/**
 * The files of the account; undefined where this deployment offers none.
 *
 * @param open the dialog, which belongs to the page, because keys belong to the dialog while it is open.
 */
export function useLibrary(
  isOn: boolean,
  open: OpenLibrary | undefined,
  setOpen: (open: OpenLibrary | undefined) => void,
) {
  const [files, setFiles] = useState<readonly OwnFile[]>([]);
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
  if (!isOn) return undefined;
  return {
    files,
    refresh,
    open,
    show: (choice: Choice, dropped: readonly File[] = []) => setOpen({ choice, dropped }),
    close: () => setOpen(undefined),
    /** The change that gives the sensor dialog the values of an own sensor; none where the choice is no such file. */
    valuesOf: async (label: string, values: Recipe['sensorParams']): Promise<RecipeChange[]> => {
      const id = ownIdOf(label);
      if (id === undefined) return [];
      const { sensorChange } = await import('./sensor-change.ts');
      return sensorChange(id, values);
    },
  };
}

export type Library = NonNullable<ReturnType<typeof useLibrary>>;
