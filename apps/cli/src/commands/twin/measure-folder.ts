import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { SimulationError } from '@lumenloom/engine';
import {
  measureTwin,
  type MeasuredTwin,
  type MeasuringTools,
  type TwinFolder,
  type TwinSettings,
} from '@lumenloom/engine/twin';
import { decodePicture, storedFile } from '@lumenloom/node-host';
import { readManifestFile } from '../frames-manifest.ts';
import { inFile } from '../read-picture.ts';
import { twinParts } from './twin-parts.ts';

/**
 * Measures the camera of a folder of frames.
 *
 * @throws UsageError naming the manifest's field, or the file, at fault.
 */
export async function measureFolder(
  folder: string,
  settings: TwinSettings,
  tools: Omit<MeasuringTools, 'readParts'>,
): Promise<MeasuredTwin> {
  const { path, content } = await readManifestFile(folder);
  const opened: TwinFolder = {
    decode: decodePicture,
    open: async (file, place) => {
      await refuseLinks(folder, file, place);
      return storedFile(join(folder, file));
    },
  };
  return inFile(path, () =>
    measureTwin(content, opened, settings, { ...tools, readParts: twinParts }),
  );
}

/** @throws SimulationError for a file that is not there, or that is reached by a link. */
async function refuseLinks(folder: string, file: string, place: string): Promise<void> {
  const parts = file.split(/[\\/]/);
  for (let i = 1; i <= parts.length; i += 1) {
    const part = join(folder, parts.slice(0, i).join(sep));
    const found = await lstat(part).catch(() => undefined);
    if (!found) fail(place, `${place}: there is no file ${file}.`);
    if (found.isSymbolicLink())
      fail(place, `${place}: ${file} is a link: put the file itself into the folder.`);
    if (i === parts.length && !found.isFile()) fail(place, `${place}: ${file} is no file.`);
  }
}

function fail(place: string, sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, place);
}
