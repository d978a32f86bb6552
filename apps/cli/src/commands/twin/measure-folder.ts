import {
  measureTwin,
  type MeasuredTwin,
  type MeasuringTools,
  type TwinFolder,
  type TwinSettings,
} from '@lumenloom/engine/twin';
import { decodePicture, fileBelow } from '@lumenloom/node-host';
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
    open: (file, place) => fileBelow(folder, file, place),
  };
  return inFile(path, () =>
    measureTwin(content, opened, settings, { ...tools, readParts: twinParts }),
  );
}
