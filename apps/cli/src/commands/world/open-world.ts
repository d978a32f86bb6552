import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LARGEST_WORLD, readWorldDocument } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine/quick';
import { worldFiles } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { NAMED_MATERIALS, readWorld, readWorldLight, type WorldLight } from '@lumenloom/world';
import { readJson } from '../../arguments.ts';

/** Reads the document of a world and the files beside it. */
export const openWorld = (path: string): Promise<WorldLight> =>
  inWorld(async () => {
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined && facts.size > LARGEST_WORLD)
      throw new UsageError(`${path} has more than ${LARGEST_WORLD / 1e6} MB, the most of a world.`);
    const decoded = readWorldDocument(await readJson(path));
    if (!decoded.ok) {
      const { field, message } = decoded.problems[0]!;
      throw new UsageError(message, field);
    }
    const world = await readWorld(decoded.value, worldFiles(dirname(path)), NAMED_MATERIALS);
    return readWorldLight(world, NAMED_MATERIALS);
  });

/** The sentences of a world have the place in them. */
export async function inWorld<Value>(task: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof SimulationError && error.code === 'bad-parameter')
      throw new UsageError(error.message, error.field);
    throw error;
  }
}
