import { ownIdOf, ownName, type LibraryKind, type OwnFile } from '@lumenloom/contract';
import { IconUpload } from '@tabler/icons-react';
import { lazyPart } from '../../kit/part/part.tsx';
import { OWN_LISTS, shownChoice } from '../../model/own-names.ts';
import { changesToLens } from '../../model/recipe/lens-configuration.ts';
import type { Choice } from '../../model/recipe/recipe.ts';
import { derived, useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions, ListExtension } from '../../shell/bench/feature.ts';
import { createLibraryStore, DIALOG } from './library-store.ts';

const LazyDialog = lazyPart(async () => (await import('./library-dialog.tsx')).LibraryDialog);

/**
 * The files that a list offers; a chosen one that the page does not know, such as one that was
 * deleted, is there too.
 */
function mineOf(
  chosen: string,
  kinds: readonly LibraryKind[],
  all: readonly OwnFile[],
): readonly Pick<OwnFile, 'id' | 'name'>[] {
  const files = all.filter(({ kind }) => kind !== 'glass' && kinds.includes(kind));
  const id = ownIdOf(chosen);
  return id === undefined || files.some((file) => file.id === id)
    ? files
    : [...files, { id, name: shownChoice(chosen) }];
}

export function contribute(bench: Bench): Contributions {
  const { recipe, change } = bench;
  const { files, open, refresh, close, show } = createLibraryStore(bench);
  const lists = (Object.entries(OWN_LISTS) as [Choice, readonly LibraryKind[]][]).map(
    ([choice, kinds]): ListExtension => ({
      choice,
      group: 'Mine',
      options: derived([recipe, files], () =>
        mineOf(recipe.current()[choice], kinds, files.current()).map(({ id, name }) => ({
          value: ownName(id),
          label: name,
        })),
      ),
      tool: {
        label: 'files of your own',
        icon: IconUpload,
        hint: 'Files of your own: add, look at, rename, delete',
        perform: () => show(choice),
      },
      onDrop: (dropped) => show(choice, dropped),
    }),
  );
  const Dialog = () => {
    const opened = useReadable(open);
    const hasLensFiles = useReadable(bench.switches).includes('lens-files');
    const library = { files: useReadable(files), refresh, close, hasLensFiles };
    const now = useReadable(recipe);
    return (
      opened && (
        <LazyDialog
          library={library}
          open={opened}
          recipe={now}
          onChoose={(choice, label, configuration = 1) => {
            const changes =
              choice === 'optics'
                ? changesToLens(now, label, configuration)
                : [{ type: 'chosen', choice, label } as const];
            for (const one of changes) change(one);
          }}
        />
      )
    );
  };
  return { lists, modals: [{ id: DIALOG, label: 'Files of your own', Content: Dialog }] };
}
