import {
  coloursBehindLens,
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
  type TwinParts,
  type TwinTools,
} from '@lumenloom/engine/twin';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readManifestFile } from '../frames-manifest.ts';
import { inFile } from '../read-picture.ts';
import { readColourReferences } from './colour-files.ts';
import { openEntries, sensorStacks } from './open-stacks.ts';
import { twinParts } from './twin-parts.ts';

/** °C for which dark current is stated. */
export const USUAL_CELSIUS = 25;

/** How intervals of colours, lens and ISP are drawn where nothing else is asked for. */
export const USUAL_DRAWS: Draws = { count: 400, seed: 1 };

/** What a folder is measured with. */
export interface FolderTools extends TwinTools {
  readonly draws: Draws;
}

/** The same where nothing else is asked for. */
export const usualTools = (): FolderTools => ({
  host: nodeHost(),
  seeds: seedsOf(USUAL_DRAWS.seed),
  draws: USUAL_DRAWS,
});

/** Of the noise of frames that a twin takes. */
export const seedsOf = (seed: number): TwinTools['seeds'] => ({
  temporal: seed,
  fixedPattern: seed,
});

/** A camera that its frames describe. */
export interface MeasuredFolder {
  readonly estimate: TwinEstimate;
  readonly documents: TwinDocuments;
  readonly references: ColourReferences;
  readonly parts: TwinParts;
}

/**
 * Measures the camera of a folder of frames.
 *
 * @throws UsageError naming the manifest's field, or the file, at fault.
 */
export async function measureFolder(
  folder: string,
  celsius: number,
  { draws, ...tools }: FolderTools,
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
  const first = { sensor, lens, colour, isp };
  const parts = async (documents: TwinDocuments): Promise<TwinParts> => ({
    ...(await twinParts(documents)),
    celsius,
  });
  const documents = twinDocument(first, manifest, celsius);
  const estimate = await coloursBehindLens(first, await parts(documents), references, tools);
  // The lens stays: colours change the light of its edges by less than its curves are known.
  const settled =
    estimate === first
      ? documents
      : { ...twinDocument(estimate, manifest, celsius), lens: documents.lens };
  return { estimate, documents: settled, references, parts: await parts(settled) };
}
