import {
  estimateColour,
  estimateLens,
  estimateSensor,
  frameLayout,
  readTwinManifest,
  twinDocument,
} from '@lumenloom/engine/twin';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readManifestFile } from '../frames-manifest.ts';
import { inFile } from '../read-picture.ts';
import { readColourReferences } from './colour-files.ts';
import { openEntries, sensorStacks } from './open-stacks.ts';

/** °C for which dark current is stated. */
export const USUAL_CELSIUS = 25;

/**
 * Measures the camera of a folder of frames.
 *
 * @throws UsageError naming the manifest's field, or the file, at fault.
 */
export async function measureFolder(folder: string, celsius: number) {
  const { path, content } = await readManifestFile(folder);
  const manifest = await inFile(path, () => readTwinManifest(content));
  const { pattern, bits } = manifest;
  if (pattern === undefined)
    throw new UsageError(`${path}: pattern is missing: a DNG would say it.`);
  if (bits === undefined) throw new UsageError(`${path}: bits is missing: a DNG would say it.`);
  const opened = await openEntries(folder, path, manifest.frames);
  const layout = frameLayout(opened[0]!, pattern, bits);
  const sensor = await inFile(path, () =>
    estimateSensor(sensorStacks(opened, bits), layout, celsius),
  );
  const lens = await inFile(path, () => estimateLens(opened, sensor, manifest));
  const references = await readColourReferences(folder, path, manifest);
  const colour = await inFile(path, () => estimateColour(lens.charts, sensor, references));
  const documents = twinDocument({ sensor, lens, colour }, manifest, celsius);
  return { sensor, lens, documents };
}
