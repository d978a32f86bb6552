import {
  estimateColour,
  estimateIsp,
  estimateLens,
  estimateSensor,
  frameLayout,
  readTwinManifest,
  twinDocument,
  type ColourReferences,
  type Draws,
  type TwinDocuments,
  type TwinEstimate,
  type TwinManifest,
} from '@lumenloom/engine/twin';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readManifestFile } from '../frames-manifest.ts';
import { inFile } from '../read-picture.ts';
import { readColourReferences } from './colour-files.ts';
import { openEntries, sensorStacks } from './open-stacks.ts';

/** °C for which dark current is stated. */
export const USUAL_CELSIUS = 25;

/** How intervals of colours, lens and ISP are drawn where nothing else is asked for. */
export const USUAL_DRAWS: Draws = { count: 400, seed: 1 };

/** A camera that its frames describe. */
export interface MeasuredFolder {
  readonly estimate: TwinEstimate;
  readonly documents: TwinDocuments;
  readonly references: ColourReferences;
}

/**
 * Measures the camera of a folder of frames.
 *
 * @throws UsageError naming the manifest's field, or the file, at fault.
 */
export async function measureFolder(
  folder: string,
  celsius: number,
  draws: Draws,
): Promise<MeasuredFolder> {
  const { path, content } = await readManifestFile(folder);
  const listed = await inFile(path, () => readTwinManifest(content));
  const opened = await openEntries(folder, path, listed.frames);
  const facts = opened.find((entry) => entry.facts)?.facts;
  const pattern = listed.pattern ?? (facts?.pattern as TwinManifest['pattern']);
  const bits = listed.bits ?? facts?.bits;
  if (pattern === undefined)
    throw new UsageError(`${path}: pattern is missing: a DNG would say it.`);
  if (bits === undefined) throw new UsageError(`${path}: bits is missing: a DNG would say it.`);
  const manifest = { ...listed, pattern, bits };
  const layout = frameLayout(opened[0]!, pattern, bits);
  const sensor = await inFile(path, () =>
    estimateSensor(sensorStacks(opened, bits), layout, celsius),
  );
  const lens = await inFile(path, () => estimateLens(opened, sensor, manifest));
  const references = await readColourReferences(folder, path, manifest);
  const colour = await inFile(path, () => estimateColour(lens.charts, sensor, references));
  const isp = await inFile(path, () => estimateIsp(opened, sensor, lens, references, draws));
  const estimate = { sensor, lens, colour, isp };
  return { estimate, documents: twinDocument(estimate, manifest, celsius), references };
}
