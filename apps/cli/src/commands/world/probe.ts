import { PosedWorld, probeRay, readProbeRays } from '@lumenloom/world';
import { UsageError } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { inWorld, openWorld } from './open-world.ts';

/** `lumenloom world probe`: what rays meet in a world. */
export const probe = command(
  {
    usage: ['<world.json> --rays <rays.json> [options]'],
    says: 'Sends rays into a world, from points or through pixels of its camera, and prints what each of them meets: distance, position, normal, identifier, object, material, uv.',
    words: { min: 1, max: 1, are: '<world.json>' },
    options: {
      rays: {
        value: 'RAYS.json',
        says: 'A list of {origin, direction, seconds} or {column, row}.',
      },
      json: JSON_OUTPUT,
    },
    examples: [
      'world probe world.json --rays rays.json',
      'world probe world.json --rays rays.json --json',
    ],
    document: 'docs/reference/world.md',
  },
  async ({ values, words: [path = ''] }, { stdout }) => {
    const world = await openWorld(path);
    const rays = await inWorld(async () => readProbeRays(await raysOf(values.rays)));
    const posed = new Map<number, PosedWorld>();
    const answers = await inWorld(() =>
      rays.map((ray) => {
        const at = posed.get(ray.seconds) ?? new PosedWorld(world, ray.seconds);
        posed.set(ray.seconds, at);
        return probeRay(at, ray);
      }),
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

const lineOf = ({ hit, distance, object, material }: ReturnType<typeof probeRay>): string =>
  hit ? `${Number(distance!.toPrecision(7))} m  ${object!}  ${material!}` : 'nothing';
