import { ownIdOf, type OwnFile } from '@lumenloom/contract';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { lazyPart, Part } from '../../kit/part/part.tsx';
import type { Choice, Recipe, RecipeChange } from '../../model/recipe/recipe.ts';
import { noteNames } from '../../model/own-names.ts';

const LibraryDialog = lazyPart(async () => (await import('./library-dialog.tsx')).LibraryDialog);

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
  /** Opens the dialog of a list. */
  readonly show: (choice: Choice, dropped?: readonly File[]) => void;
  readonly close: () => void;
}

/** Whoever is not logged in has no files; the dialog says so. */
const listed = (): Promise<readonly OwnFile[]> =>
  import('../../../api/library.ts').then(({ listOwnFiles }) => listOwnFiles()).catch(() => []);

/**
 * The user's own files in the workbench.
 *
 * @param isOn whether this deployment offers them; else nothing is asked for.
 */
export function useOwnFiles(
  isOn: boolean,
  recipe: Recipe,
  onChange: (change: RecipeChange) => void,
): {
  /** Undefined where this deployment offers none. */
  readonly library: Library | undefined;
  readonly onChoose: (choice: Choice, label: string) => void;
  /** The dialog that is open. */
  readonly dialog: ReactNode;
} {
  const [files, setFiles] = useState<readonly OwnFile[]>([]);
  const [open, setOpen] = useState<OpenLibrary>();
  const take = useEffectEvent((found: readonly OwnFile[]): void => {
    noteNames(found);
    setFiles(found);
  });
  useEffect(() => {
    if (isOn) void listed().then((found) => take(found));
  }, [isOn]);
  const library: Library | undefined = isOn
    ? {
        files,
        refresh: async () => {
          const found = await listed();
          noteNames(found);
          setFiles(found);
        },
        show: (choice, dropped = []) => setOpen({ choice, dropped }),
        close: () => setOpen(undefined),
      }
    : undefined;
  const onChoose = (choice: Choice, label: string): void => {
    onChange({ type: 'chosen', choice, label });
    const id = choice === 'sensor' ? ownIdOf(label) : undefined;
    if (id !== undefined)
      void import('./sensor-change.ts')
        .then(({ sensorChange }) => sensorChange(id, recipe.sensorParams))
        .then((changes) => changes.forEach(onChange));
  };
  return {
    library,
    onChoose,
    dialog: library && open && (
      <Part name="The dialog" onClose={() => setOpen(undefined)}>
        <LibraryDialog library={library} open={open} recipe={recipe} onChoose={onChoose} />
      </Part>
    ),
  };
}
