import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SimulationError, parseJson, spreadParts, type WorldPlan } from '@lumenloom/engine';
import { EXAMPLES } from './examples.ts';
import type { WorldProbe } from './world-parts.ts';
import { openedWorld } from './world-renderer.ts';
import { probeHelpers } from './world-threads.ts';

type Opened = Pick<WorldPlan, 'document' | 'folder'>;

/** Paths of a part of a list of rays. */
const PATHS_AT_ONCE = 4096;

/** What is in a world, and how much light falls on its places: `lumenloom world`. */
export async function inspectedWorld(world: Opened, samples: number) {
  const { LitWorld, worldReport } = await import('@lumenloom/world');
  return worldReport(new LitWorld(await openedWorld(world)), samples);
}

/**
 * What rays meet in a world: `lumenloom world probe`.
 *
 * @param content the list of rays as JSON has it.
 * @returns an answer to each ray, the same for any number of threads.
 * @throws SimulationError with the place; 'cancelled' when stopped.
 */
export async function probedWorld(
  world: Opened,
  content: unknown,
  {
    samples,
    seed,
    threads = 1,
    stopped = () => false,
  }: {
    readonly samples: number;
    readonly seed: number;
    readonly threads?: number;
    readonly stopped?: () => boolean;
  },
): Promise<readonly WorldProbe[]> {
  const { checkProbePixels, readProbeRays } = await import('@lumenloom/world');
  const rays = readProbeRays(content);
  const light = await openedWorld(world);
  checkProbePixels(light.world, rays);
  const together = Math.ceil(PATHS_AT_ONCE / samples);
  const parts = Array.from({ length: Math.ceil(rays.length / together) }, (_, at) => ({
    first: at * together,
    rays: rays.slice(at * together, (at + 1) * together),
    samples,
    seed,
  }));
  const answers = await spreadParts(
    parts,
    {
      here: async (part) => (await import('./world-parts.ts')).probedPart(light, part),
      helpers: probeHelpers(world, threads),
      pause: () => setImmediate(),
    },
    { stopped },
  );
  return answers.flat();
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
