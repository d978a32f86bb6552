import { dirname } from 'node:path';
import { readWorldDocument } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine/quick';
import { openedWorld } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { WorldLight } from '@lumenloom/world';
import { readWorldJson } from '../recipe-world.ts';

/** Reads the document of a world and the files beside it. */
export const openWorld = (path: string): Promise<WorldLight> =>
  inWorld(async () => {
    const decoded = readWorldDocument(await readWorldJson(path));
    if (!decoded.ok) {
      const { field, message } = decoded.problems[0]!;
      throw new UsageError(message, field);
    }
    return openedWorld({ document: decoded.value, folder: dirname(path) });
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
