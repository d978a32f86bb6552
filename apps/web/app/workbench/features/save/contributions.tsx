import { choiceLists } from '../../model/choice-lists.ts';
import { lazyPart } from '../../kit/part/part.tsx';
import { derived, useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { ProjectName } from './project-name.tsx';
import { createProjectStore, type ProjectStore } from './project-store.ts';

const LazyDialog = lazyPart(async () => (await import('./projects-dialog.tsx')).ProjectsDialog);

function Dialog({ bench, store }: { readonly bench: Bench; readonly store: ProjectStore }) {
  return (
    <LazyDialog
      recipe={useReadable(bench.recipe)}
      state={{ ...useReadable(store.state), ...store }}
      lists={choiceLists(useReadable(bench.switches))}
      onRecipe={(recipe, name) => bench.change({ type: 'restored', recipe, name })}
    />
  );
}

export function contribute(bench: Bench): Contributions {
  const store = createProjectStore(bench);
  const { state, save, openDialog, clear } = store;
  const Name = () => <ProjectName {...useReadable(state)} openDialog={openDialog} />;
  return {
    actions: {
      Save: {
        now: derived([state], () => {
          const { project, isChanged } = state.current();
          return {
            hint: project?.name,
            reason: isChanged || !project ? undefined : 'Everything is saved.',
          };
        }),
        perform: save,
      },
    },
    header: [{ id: 'project', label: 'The name of the recipe', Content: Name }],
    keys: [{ key: 'Control+O', where: 'page', says: 'opens the projects', perform: openDialog }],
    modals: [
      { id: 'projects', label: 'Projects', Content: () => <Dialog bench={bench} store={store} /> },
    ],
    clear,
  };
}
