import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SimulationError, parseJson, type WorldPlan } from '@lumenloom/engine';
import { EXAMPLES } from './examples.ts';
import { openedWorld } from './world-renderer.ts';

type Opened = Pick<WorldPlan, 'document' | 'folder'>;

/** What is in a world, and how much light falls on its places: `lumenloom world`. */
export async function inspectedWorld(world: Opened, samples: number) {
  const { LitWorld, worldReport } = await import('@lumenloom/world');
  return worldReport(new LitWorld(await openedWorld(world)), samples);
}

/**
 * What rays meet in a world: `lumenloom world probe`.
 *
 * @param content the list of rays as JSON has it.
 * @throws SimulationError with the place.
 */
export async function probedWorld(
  world: Opened,
  content: unknown,
  { samples, seed }: { readonly samples: number; readonly seed: number },
) {
  const { LitWorld, Tracer, probeRay, readProbeRays } = await import('@lumenloom/world');
  const rays = readProbeRays(content);
  const light = await openedWorld(world);
  const tracers = new Map<number, InstanceType<typeof Tracer>>();
  return rays.map((ray, index) => {
    const tracer = tracers.get(ray.seconds) ?? new Tracer(new LitWorld(light, ray.seconds));
    tracers.set(ray.seconds, tracer);
    return probeRay(tracer, ray, { index, samples, seed });
  });
}

const WORLDS = new URL('worlds/', EXAMPLES);

/**
 * The document of `example:NAME`, and where its files lie; undefined for another name.
 *
 * @throws SimulationError for an example that there is not.
 */
export async function exampleWorld(
  name: unknown,
): Promise<{ readonly world: unknown; readonly folder: string } | undefined> {
  const [, example] = typeof name === 'string' ? (/^example:(.*)$/s.exec(name) ?? []) : [];
  if (example === undefined) return undefined;
  const missing = (): never => {
    throw new SimulationError(
      'bad-parameter',
      `There is no world example:${example.slice(0, 60)}.`,
      'world',
    );
  };
  if (!/^[\w-]+$/.test(example)) return missing();
  const text = await readFile(new URL(`${example}.json`, WORLDS), 'utf8').catch(missing);
  return { world: parseJson(text), folder: fileURLToPath(WORLDS) };
}
