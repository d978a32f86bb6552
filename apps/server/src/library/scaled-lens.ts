import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { labels, messages, ownIdOf } from '@lumenloom/contract';
import {
  isMeasured,
  loadLensFile,
  readAnyLensFile,
  type AnyLensFile,
  type LensFile,
} from '@lumenloom/engine';
import { optics, publishedName, type OpticsId } from '@lumenloom/engine/catalogue';
import { publishedLens } from '@lumenloom/node-host';
import { HttpProblem } from '../http-problem.ts';
import type { Database } from '../database/schema.ts';
import { NAMES, readPart } from './library-files.ts';
import { LONGEST_NAME, plainName, type LibraryForm } from './library-form.ts';
import { fileOf } from './library-rows.ts';

/**
 * Writes a lens at another focal length as a file into a folder, as if it had arrived there.
 *
 * @param name of the lens, as a recipe of that account has it.
 * @throws HttpProblem 422 where there is no such lens.
 */
export async function writeScaledLens(
  { database, library }: { readonly database: Database; readonly library: string },
  userId: string,
  folder: string,
  { lens: name, focalLengthMm }: { readonly lens: string; readonly focalLengthMm: number },
): Promise<LibraryForm> {
  const found = await lensOf({ database, library }, userId, name);
  if (!found)
    throw new HttpProblem(422, [
      { field: 'lens', message: messages.noListedLens(name, labels(optics)) },
    ]);
  const { label, file } = found;
  const { stated: _ofTheSource, ...prescription } = file;
  const title = `${label}, scaled to ${focalLengthMm} mm`.slice(-LONGEST_NAME);
  const text = JSON.stringify({ ...prescription, name: title, focalLengthMm }, null, 2);
  await writeFile(join(folder, NAMES.file), text, { mode: 0o600, flush: true });
  return {
    fields: { kind: 'lens', name: title },
    file: {
      fileName: plainName(`${title.replaceAll('/', '')}.json`),
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    },
    data: undefined,
  };
}

async function lensOf(
  { database, library }: { readonly database: Database; readonly library: string },
  userId: string,
  name: string,
): Promise<{ readonly label: string; readonly file: LensFile } | undefined> {
  const [ownId, published] = [ownIdOf(name), publishedName(name)];
  if (ownId !== undefined) {
    const row = await fileOf(database, userId, ownId);
    if (row?.kind !== 'lens') return undefined;
    const { part } = await readPart(library, row.key);
    const { optics: file } = part as { readonly optics: unknown };
    return { label: row.name, file: withSurfaces(readAnyLensFile(file)) };
  }
  const id = (Object.keys(optics) as OpticsId[]).find((key) => optics[key].label === name);
  const file = id
    ? await loadLensFile(id)
    : published === undefined
      ? undefined
      : (await publishedLens(published))?.file;
  return file && { label: file.name, file: withSurfaces(file) };
}

/** @throws HttpProblem 422 for what was measured of a lens, which stays as it was made. */
function withSurfaces(file: AnyLensFile): LensFile {
  if (isMeasured(file))
    throw new HttpProblem(422, [{ field: 'lens', message: messages.measuredNotScaled }]);
  return file;
}
