import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { digestOf, type WorldPlan } from '@lumenloom/engine';

/**
 * Times and sizes of the files that a document names; undefined for a .gltf, which names files of
 * its own.
 */
export async function worldStamp({
  document,
  folder,
}: Pick<WorldPlan, 'document' | 'folder'>): Promise<string | undefined> {
  if (folder === undefined) return '';
  const names = textsIn(document);
  if (names.some((name) => /\.gltf$/i.test(name))) return undefined;
  const facts: unknown[] = [];
  for (const name of new Set(names)) {
    const found = await stat(resolve(folder, name)).catch(() => undefined);
    if (found?.isFile()) facts.push([name, found.size, found.mtimeMs, found.ino]);
  }
  return digestOf(facts);
}

/** All texts of a document: a name of a file is one of them. */
function textsIn(held: unknown): readonly string[] {
  if (typeof held === 'string') return held.length < 500 && !held.includes('\0') ? [held] : [];
  if (typeof held !== 'object' || held === null) return [];
  return Object.values(held).flatMap(textsIn);
}
