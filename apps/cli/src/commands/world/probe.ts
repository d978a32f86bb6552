import { defaultThreads, probedWorld } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, THREADS, readJson, seedOption, threadsOption } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { inWorld, worldAt } from './open-world.ts';
import { samplesOf, samplesOption } from './samples-option.ts';

/** Paths of each ray. */
const PROBE_SAMPLES = 4096;

/** `lumenloom world probe`: what rays meet in a world. */
export const probe = command(
  {
    usage: ['<world.json> --rays <rays.json> [options]'],
    says: 'Sends rays into a world, from points or through pixels of its camera, and prints what each of them meets: distance, position, normal, identifier, object, material, uv, and the radiance along it with its error.',
    words: { min: 1, max: 1, are: '<world.json>' },
    options: {
      rays: {
        value: 'RAYS.json',
        says: 'A list of {origin, direction, seconds} or {column, row}.',
      },
      samples: samplesOf(PROBE_SAMPLES),
      seed: { value: 'N', says: 'Seed of the paths; 0 without it.' },
      threads: THREADS,
      json: JSON_OUTPUT,
    },
    examples: [
      'world probe world.json --rays rays.json',
      'world probe world.json --rays rays.json --json',
    ],
    document: 'docs/reference/world.md',
  },
  async ({ values, words: [path = ''] }, { stdout, signal }) => {
    const samples = samplesOption(values.samples, PROBE_SAMPLES);
    const seed = seedOption('seed', values.seed) ?? 0;
    const threads = threadsOption(values.threads) ?? defaultThreads();
    const world = await worldAt(path);
    const rays = await raysOf(values.rays);
    const answers = await inWorld(() =>
      probedWorld(world, rays, { samples, seed, threads, stopped: () => signal.aborted }),
    );
    if (values.json) stdout.write(jsonText({ rays: answers }));
    else for (const answer of answers) stdout.write(`${lineOf(answer)}\n`);
  },
);

async function raysOf(path: string | undefined): Promise<unknown> {
  if (path === undefined)
    throw new UsageError('--rays is missing: name a file with a list of rays.');
  return readJson(path);
}

const lineOf = ({
  hit,
  distance,
  object,
  material,
  luminance,
  standardError,
}: Awaited<ReturnType<typeof probedWorld>>[number]): string => {
  const light = `${Number(luminance.toPrecision(5))} ± ${Number((standardError ?? NaN).toPrecision(2))} cd/m²`;
  return hit
    ? `${Number(distance!.toPrecision(7))} m  ${object!}  ${material!}  ${light}`
    : `nothing  ${light}`;
};
