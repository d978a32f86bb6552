import { changesToLens } from '../../model/recipe/lens-configuration.ts';
import { derived, follow, useReadable } from '../../model/store.ts';
import { stepWords } from '../../kit/design/steps.ts';
import { lazyPart } from '../../kit/part/part.tsx';
import type { Bench } from '../../shell/bench/bench.ts';
import type { ActionBody } from '../../shell/actions/action.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { SLOT_NAMES } from './analyses.ts';
import { fieldsOf } from './lens-draft.ts';
import { spreadOf } from './tolerances.ts';
import { createLensStore, FIRST_LENS, type LensState, type LensStore } from './lens-store.ts';

const LazyWorkspace = lazyPart(
  async () => (await import('./optics-workspace.tsx')).OpticsWorkspace,
);

const ID = 'optics-design';

const stepBy = (store: LensStore, by: -1 | 1): ActionBody => ({
  now: derived([store], () => stepWords(store.current(), by)),
  perform: () => store.move(by),
});

const isWorking = ({ isSearching, starting, progress }: LensState): boolean =>
  isSearching || starting !== undefined || progress !== undefined;

/** Shows the analysis that another part of the page asks for, of the lens of the recipe. */
function followAsked(
  { place, show, recipe, signal }: Pick<Bench, 'place' | 'show' | 'recipe' | 'signal'>,
  store: LensStore,
): void {
  follow(
    [place],
    () => {
      const { workspace, section } = place.current();
      const slot = SLOT_NAMES.find((name) => name === section);
      if (workspace !== ID || slot === undefined) return;
      show({ section: undefined });
      store.showIn(0, slot);
      const lens = recipe.current().optics || FIRST_LENS;
      const { now } = store.current();
      if (now && now.draft.saved.choice !== lens) void store.open(lens);
    },
    signal,
  );
}

/** What becomes of the lens outside of the workspace. */
function usesOf({ change, show, recipe }: Bench, store: LensStore) {
  /** Puts the lens into the recipe. @returns whether it is there. */
  const putIntoRecipe = async (): Promise<boolean> => {
    const choice = await store.save();
    if (choice === undefined) return false;
    const configuration = store.current().now?.draft.positions?.chosen ?? 1;
    for (const one of changesToLens(recipe.current(), choice, configuration)) change(one);
    show({ workspace: 'system' });
    return true;
  };
  const study = async (): Promise<void> => {
    const { draft } = store.current().now!;
    if (await putIntoRecipe()) show({ tab: 'study', fields: fieldsOf(draft) });
  };
  const findYield = async (): Promise<void> => {
    const { draft } = store.current().now!;
    if (await putIntoRecipe()) show({ tab: 'yield', spread: spreadOf(draft) });
  };
  return { putIntoRecipe, study, findYield };
}

export function contribute(bench: Bench): Contributions {
  const store = createLensStore(bench);
  const { start } = bench;
  followAsked(bench, store);
  const isChanged = (): boolean => {
    const { now } = store.current();
    return now !== undefined && now.draft.lens !== now.draft.saved.lens;
  };
  const { putIntoRecipe, study, findYield } = usesOf(bench, store);
  const Workspace = () => {
    const switches = useReadable(bench.switches);
    const hasStudies = switches.includes('study');
    return (
      <LazyWorkspace
        store={store}
        hasLensFiles={switches.includes('lens-files')}
        hasHeat={switches.includes('environment')}
        onUse={() => void putIntoRecipe()}
        onStudy={hasStudies ? () => void study() : undefined}
        onYield={switches.includes('choose') ? () => void findYield() : undefined}
      />
    );
  };
  const actions: Readonly<Record<string, ActionBody>> = {
    New: { now: derived([], () => ({})), perform: () => store.open(FIRST_LENS) },
    Save: {
      now: derived([store], () => ({
        reason: isChanged() ? undefined : 'Everything is saved.',
      })),
      perform: async () => void (await store.save()),
    },
    Back: stepBy(store, -1),
    Forward: stepBy(store, 1),
    Run: {
      now: derived([store, bench.run], () => ({
        hint: 'with this lens, in System Optimization',
        reason: bench.run.current().phase === 'running' ? 'A simulation is running.' : undefined,
      })),
      perform: async () => {
        if (await putIntoRecipe()) start();
      },
    },
    Stop: {
      now: derived([store], () => ({
        reason: isWorking(store.current()) ? undefined : 'Nothing is running.',
      })),
      perform: store.stop,
    },
    SFR: {
      now: derived([], () => ({ hint: 'the MTF of the lens' })),
      perform: () => store.showIn(1, 'mtf'),
    },
    Share: {
      now: derived([], () => ({ reason: 'A lens is shared as its file.' })),
      perform: () => undefined,
    },
  };
  return {
    workspaces: [
      {
        id: ID,
        label: 'Optics Design',
        actions,
        Content: Workspace,
      },
    ],
  };
}
