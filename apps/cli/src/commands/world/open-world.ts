import { dirname } from 'node:path';
import { readWorldDocument } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine/quick';
import { openedWorld } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { WorldLight } from '@lumenloom/world';
import { readWorldJson } from '../recipe-world.ts';

/** The document of a world and where its files lie. */
export async function worldAt(path: string): Promise<Parameters<typeof openedWorld>[0]> {
  const decoded = readWorldDocument(await readWorldJson(path));
  if (decoded.ok) return { document: decoded.value, folder: dirname(path) };
  const { field, message } = decoded.problems[0]!;
  throw new UsageError(message, field);
}

/** Reads the document of a world and the files beside it. */
export const openWorld = (path: string): Promise<WorldLight> =>
  inWorld(async () => openedWorld(await worldAt(path)));

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
