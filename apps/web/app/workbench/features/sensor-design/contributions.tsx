import { stepWords } from '../../kit/design/steps.ts';
import { lazyPart } from '../../kit/part/part.tsx';
import { derived, useReadable } from '../../model/store.ts';
import type { ActionBody } from '../../shell/actions/action.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import {
  createSensorStore,
  FIRST_SENSOR,
  isChanged,
  nameOf,
  type SensorStore,
} from './sensor-store.ts';

const LazyWorkspace = lazyPart(
  async () => (await import('./sensor-workspace.tsx')).SensorWorkspace,
);

const stepBy = (store: SensorStore, by: -1 | 1): ActionBody => ({
  now: derived([store], () => stepWords(store.current(), by)),
  perform: () => store.move(by),
});

const never = (reason: string): ActionBody => ({
  now: derived([], () => ({ reason })),
  perform: () => undefined,
});

export function contribute(bench: Bench): Contributions {
  const store = createSensorStore(bench);
  const { change, show, start } = bench;
  /** Puts the sensor into the recipe. @returns whether it is there. */
  const putIntoRecipe = async (): Promise<boolean> => {
    const saved = await store.save();
    if (!saved) return false;
    // The sensor has these fields in its own file.
    const { sensorFile: _, ...recipe } = bench.recipe.current();
    const name = `sensor ${nameOf(store.current().now!.draft.sensor)}`;
    change({ type: 'restored', recipe: { ...recipe, ...saved }, name });
    show({ workspace: 'system' });
    return true;
  };
  const actions: Readonly<Record<string, ActionBody>> = {
    New: { now: derived([], () => ({})), perform: () => store.open(FIRST_SENSOR) },
    Save: {
      now: derived([store], () => {
        const { now } = store.current();
        return { reason: now && isChanged(now.draft) ? undefined : 'Everything is saved.' };
      }),
      perform: async () => void (await store.save()),
    },
    Back: stepBy(store, -1),
    Forward: stepBy(store, 1),
    Run: {
      now: derived([store, bench.run], () => ({
        hint: 'with this sensor, in System Optimization',
        reason: bench.run.current().phase === 'running' ? 'A simulation is running.' : undefined,
      })),
      perform: async () => {
        if (await putIntoRecipe()) start();
      },
    },
    Stop: {
      now: derived([store], () => ({
        reason: store.current().progress ? undefined : 'Nothing is running.',
      })),
      perform: store.stop,
    },
    SFR: never('The SFR is measured on a picture: press Run.'),
    Share: never('A sensor is shared as its file.'),
  };
  return {
    workspaces: [
      {
        id: 'sensor-design',
        label: 'Sensor Design',
        actions,
        Content: () => (
          <LazyWorkspace
            store={store}
            offersDie={useReadable(bench.switches).includes('object')}
            onUse={() => void putIntoRecipe()}
          />
        ),
      },
    ],
  };
}
