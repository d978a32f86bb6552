import { sentenceOf } from '../../kit/design/failure.ts';
import { stepWords } from '../../kit/design/steps.ts';
import { lazyPart } from '../../kit/part/part.tsx';
import { derived } from '../../model/store.ts';
import type { ActionBody } from '../../shell/actions/action.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { createWorldStore, FIRST_WORLD, type WorldStore } from './world-store.ts';

const LazyWorkspace = lazyPart(async () => (await import('./world-workspace.tsx')).WorldWorkspace);

const stepBy = (store: WorldStore, by: -1 | 1): ActionBody => ({
  now: derived([store], () => stepWords(store.current(), by)),
  perform: () => store.move(by),
});

const never = (reason: string): ActionBody => ({
  now: derived([], () => ({ reason })),
  perform: () => undefined,
});

export function contribute(bench: Bench): Contributions {
  const store = createWorldStore(bench.signal);
  const { change, show, start } = bench;
  /** Puts the world in front of the recipe's camera. @returns whether it is there. */
  const putIntoRecipe = async (): Promise<boolean> => {
    const { now, picture } = store.current();
    if (!now) return false;
    const { withWorld } = await import('./use-world.ts');
    let used;
    try {
      used = await withWorld(bench.recipe.current(), now.draft, picture?.value, bench.signal);
    } catch (error) {
      if (!bench.signal.aborted) store.say(sentenceOf(error));
      return false;
    }
    change({ type: 'restored', recipe: used.recipe, name: used.name });
    show({ workspace: 'system' });
    if (used.note !== '') bench.say(used.note, 'line');
    return true;
  };
  const actions: Readonly<Record<string, ActionBody>> = {
    New: { now: derived([], () => ({})), perform: () => void store.open(FIRST_WORLD) },
    Save: never('A world is kept as its file: download it.'),
    Back: stepBy(store, -1),
    Forward: stepBy(store, 1),
    Run: {
      now: derived([store, bench.run], () => ({
        hint: 'with this world, in System Optimization',
        reason: bench.run.current().phase === 'running' ? 'A simulation is running.' : undefined,
      })),
      perform: async () => {
        if (await putIntoRecipe()) start();
      },
    },
    Stop: {
      now: derived([store], () => ({
        reason: store.isRendering() ? undefined : 'Nothing is running.',
      })),
      perform: store.stop,
    },
    SFR: never('The SFR is measured on a picture of the camera, in System Optimization.'),
    Share: never('A world is shared as its file.'),
  };
  return {
    workspaces: [
      {
        id: 'world',
        label: 'Scene Design',
        actions,
        Content: () => <LazyWorkspace store={store} onUse={() => void putIntoRecipe()} />,
      },
    ],
  };
}
