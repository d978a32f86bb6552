import { readSensorFile } from '../sensors/read-sensor-file.ts';
import { writeSensorFile } from '../sensors/write-sensor-file.ts';
import { decodeText } from '../text/numbered-lines.ts';
import { fail } from '../text/json-fields.ts';
import { SimulationError } from '../simulation-error.ts';
import type { Draws } from './bootstrap.ts';
import { coloursBehindLens, type TwinParts, type TwinTools } from './compare/compare-twin.ts';
import { colorChecker, photonsOfFile, photonsOfName, readChartTable } from './colour-references.ts';
import { estimateColour, type ColourReferences } from './estimate-colour.ts';
import { estimateIsp } from './estimate-isp.ts';
import { estimateLens } from './estimate-lens.ts';
import { estimateSensor } from './estimate-sensor.ts';
import { frameLayout } from './frame-layout.ts';
import { KNOWN_CHART, readTwinManifest, type TwinManifest } from './manifest.ts';
import { openEntries, sensorStacks, type TwinFolder } from './open-entries.ts';
import { twinDocument, type TwinDocuments } from './twin-document.ts';
import type { TwinEstimate } from './twin-estimate.ts';

/** How a camera is measured. */
export interface TwinSettings {
  /** Temperature for which dark current is stated. */
  readonly celsius: number;
  readonly draws: Draws;
}

/** Where nothing else is asked for. */
export const USUAL_TWIN_SETTINGS: TwinSettings = { celsius: 25, draws: { count: 400, seed: 1 } };

/** What a camera is measured with. */
export interface MeasuringTools extends TwinTools {
  /** Reads the files of a twin as the parts that they describe. */
  readonly readParts: (documents: TwinDocuments) => Promise<Pick<TwinParts, 'sensor' | 'lens'>>;
}

/** Seeds of the noise of frames that a twin takes. */
export const seedsOf = (seed: number): TwinTools['seeds'] => ({
  temporal: seed,
  fixedPattern: seed,
});

/** A camera that its frames describe. */
export interface MeasuredTwin {
  readonly estimate: TwinEstimate;
  readonly documents: TwinDocuments;
  readonly references: ColourReferences;
  readonly parts: TwinParts;
}

/**
 * Measures the camera of a folder of frames.
 *
 * @param content of its manifest.
 * @throws SimulationError naming the field of the manifest, or the file, at fault.
 * @see docs/reference/twin.md
 */
export async function measureTwin(
  content: unknown,
  folder: TwinFolder,
  { celsius, draws }: TwinSettings,
  { readParts, ...tools }: MeasuringTools,
): Promise<MeasuredTwin> {
  const listed = readTwinManifest(content);
  const opened = await openEntries(folder, listed.frames);
  const facts = opened.find((entry) => entry.facts)?.facts;
  const pattern = listed.pattern ?? (facts?.pattern as TwinManifest['pattern']);
  const bits = listed.bits ?? facts?.bits;
  if (pattern === undefined) fail('pattern', 'pattern is missing: a DNG would say it.');
  if (bits === undefined) fail('bits', 'bits is missing: a DNG would say it.');
  const quantumEfficiency = await readEfficiency(folder, { ...listed, pattern });
  const manifest = { ...listed, pattern, bits, quantumEfficiency };
  const layout = frameLayout(opened[0]!, pattern, bits);
  const sensor = await estimateSensor(sensorStacks(opened, bits), layout, celsius);
  const lens = await estimateLens(opened, sensor, manifest);
  const references = await readColourReferences(folder, manifest);
  const colour = estimateColour(lens.charts, sensor, references);
  const isp = await estimateIsp(opened, sensor, lens, references, draws);
  const first = { sensor, lens, colour, isp };
  const partsOf = async (documents: TwinDocuments): Promise<TwinParts> => ({
    ...(await readParts(documents)),
    celsius,
  });
  const documents = twinDocument(first, manifest, celsius);
  const estimate = await coloursBehindLens(first, await partsOf(documents), references, tools);
  // The lens stays: colours change the light of its edges by less than its curves are known.
  const settled =
    estimate === first
      ? documents
      : { ...twinDocument(estimate, manifest, celsius), lens: documents.lens };
  return { estimate, documents: settled, references, parts: await partsOf(settled) };
}

/** Largest file of curves, bytes. */
const LARGEST_CURVES = 4e6;

/**
 * The quantum efficiency that a manifest gives, in place of an estimate: as in a sensor file, a
 * table, a value at one wavelength, or a CSV file of the folder.
 *
 * @returns what a sensor file takes, without a file beside it; undefined where it is estimated.
 * @throws SimulationError naming the place.
 */
async function readEfficiency(
  folder: TwinFolder,
  { quantumEfficiency: efficiency, pattern }: Pick<TwinManifest, 'quantumEfficiency' | 'pattern'>,
): Promise<unknown> {
  if (efficiency === undefined || efficiency === null) return undefined;
  const place = 'quantumEfficiency';
  const beside = async (name: string): Promise<Uint8Array> => {
    const file = await folder.open(name, place);
    if (file.size > LARGEST_CURVES)
      fail(place, `${place}: ${name} has more than ${LARGEST_CURVES / 1e6} MB.`);
    return file.bytes(0, file.size);
  };
  const text = JSON.stringify({ pattern, [place]: efficiency });
  try {
    const { sensor } = await readSensorFile(text, 'the manifest', { beside });
    return typeof efficiency === 'string' ? writeSensorFile(sensor)[place] : efficiency;
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const { field = place, message } = error;
    throw new SimulationError(
      error.code,
      message.startsWith(place)
        ? message
        : `${field.startsWith(place) ? field : place}: ${message}`,
      field,
    );
  }
}

/** Reads the charts and lights that a manifest names. */
async function readColourReferences(
  folder: TwinFolder,
  { charts, lights, frames }: TwinManifest,
): Promise<ColourReferences> {
  const textOf = async (file: string, place: string): Promise<string> => {
    const stored = await folder.open(file, place);
    return decodeText(await stored.bytes(0, stored.size));
  };
  const isUsed = (name: string): boolean => frames.some(({ light }) => light === name);
  const found: Record<string, ColourReferences['lights'][string]> = {};
  for (const [name, light] of Object.entries(lights)) {
    if (!isUsed(name)) continue;
    const place = `lights.${name}`;
    found[name] =
      'file' in light
        ? photonsOfFile(await textOf(light.file, `${place}.file`), light.file)
        : photonsOfName(light.illuminant, `${place}.illuminant`);
  }
  const known: Record<string, ColourReferences['charts'][string]> = { [KNOWN_CHART]: colorChecker };
  for (const [name, { file, ...grid }] of Object.entries(charts)) {
    const text = await textOf(file, `charts.${name}.file`);
    try {
      known[name] = readChartTable(text, grid);
    } catch (error) {
      if (error instanceof SimulationError)
        fail(`charts.${name}.file`, `${file}: ${error.message}`);
      throw error;
    }
  }
  return { charts: known, lights: found };
}
