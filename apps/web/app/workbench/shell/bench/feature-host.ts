import { follow, type Writable } from '../../model/store.ts';
import type { Bench } from './bench.ts';
import type { Contributions, Feature } from './feature.ts';

/** A feature that is on, with what it adds. */
export interface OpenFeature extends Contributions {
  readonly name: string;
}

/**
 * Opens features when they are switched on, and ends them when they are switched off.
 *
 * @param features in their order, which is the order of what they add.
 * @param benchOf the workbench as a feature sees it.
 * @param open takes those that are open; features that are switched on together come together.
 */
export function hostFeatures(
  features: readonly Feature[],
  benchOf: (signal: AbortSignal) => Bench,
  open: Writable<readonly OpenFeature[]>,
  { switches, say, signal }: Pick<Bench, 'switches' | 'say' | 'signal'>,
): void {
  const started = new Map<Feature, AbortController>();
  const loaded = new Map<Feature, OpenFeature>();
  let loading = 0;
  const publish = (): void => {
    const next = features.flatMap((feature) => loaded.get(feature) ?? []);
    const before = open.current();
    if (next.length !== before.length || next.some((one, at) => one !== before[at])) open.set(next);
  };
  const start = async (feature: Feature): Promise<void> => {
    const controller = new AbortController();
    started.set(feature, controller);
    loading += 1;
    try {
      const contributions = await feature.open(benchOf(controller.signal));
      if (!controller.signal.aborted) loaded.set(feature, { name: feature.name, ...contributions });
    } catch (error) {
      console.error(`${feature.name}:`, error);
      say(`“${feature.name}” could not be loaded: load the page again.`, 'line');
    }
    loading -= 1;
    if (loading === 0) publish();
  };
  const end = (feature: Feature): void => {
    started.get(feature)?.abort();
    started.delete(feature);
    loaded.delete(feature);
  };
  follow(
    [switches],
    () => {
      const on = switches.current();
      for (const feature of features) {
        const isWanted = feature.switches.some((name) => on.includes(name));
        if (isWanted && !started.has(feature)) void start(feature);
        if (!isWanted) end(feature);
      }
      // What is switched off leaves at once, and what it drew with it.
      if (loading === 0) publish();
      else open.set(open.current().filter((one) => [...loaded.values()].includes(one)));
    },
    signal,
  );
  signal.addEventListener('abort', () => features.forEach(end), { once: true });
}
