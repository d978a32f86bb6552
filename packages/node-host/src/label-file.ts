import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SimulationError, decodeText } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';

/** Names of classes or characters, one a line; a line of a space is a space. */
async function readLabelFile(path: string): Promise<readonly string[]> {
  const bytes = await readFile(path).catch(() => {
    throw new SimulationError('bad-parameter', `There is no file ${path}.`, 'labels');
  });
  const lines = decodeText(bytes)
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * A descriptor whose labels may be the name of a file of one label a line.
 *
 * @param beside the descriptor's file or folder, from which the name goes.
 */
export async function withLabelFile(descriptor: unknown, beside: string): Promise<unknown> {
  if (!isObject(descriptor) || typeof descriptor['labels'] !== 'string') return descriptor;
  return { ...descriptor, labels: await readLabelFile(resolve(beside, descriptor['labels'])) };
}

/** Labels with commas between them, or those of a file that ends with .txt. */
export const labelsNamed = (text: string): Promise<readonly string[]> =>
  text.endsWith('.txt') && !text.includes(',')
    ? readLabelFile(text)
    : Promise.resolve(text.split(',').map((label) => label.trim()));

export const folderOf = (file: string): string => dirname(resolve(file));
