import '@lumenloom/contract/without-eval';
import {
  SimulationError,
  isTiff,
  readAnyLensFile,
  readTiff,
  shareParts,
  type MeasuredPicture,
} from '@lumenloom/engine';
import {
  USUAL_TWIN_SETTINGS,
  compareTwin,
  ispFields,
  mapFiles,
  measureTwin,
  recipeDocument,
  seedsOf,
  withComparison,
  withMaps,
  type MeasuringTools,
  type MeasuredTwin,
  type StoredFile,
  type TwinFile,
  type TwinFolder,
} from '@lumenloom/engine/twin';
import { inflated, isPng, readPng } from './read-png.ts';
import { planOf } from './sensor-answer.ts';
import type { MeasureQuestion, MeasuredAnswer, TwinFailure } from './twin-messages.ts';

/** It computes by itself, with the plain twins of the kernels, which have their bits. */
const TOOLS: Omit<MeasuringTools, 'seeds'> = {
  host: {
    parallel: shareParts({
      host: { loadKernel: () => Promise.resolve(undefined) },
      helpers: [],
      pause: () => Promise.resolve(),
    }),
  },
  readParts: async ({ sensor, lens }) => {
    const planned = await planOf(sensor);
    if (!planned.ok)
      throw new SimulationError(
        'bad-parameter',
        planned.problems.map(({ message }) => message).join(' '),
        'sensor',
      );
    return { sensor: planned.value.sensor, lens: lens && readAnyLensFile(lens) };
  },
};

/** Measures the camera whose frames a page has; nothing of them leaves the worker. */
export async function measureFrames({
  manifest,
  files,
  settings = USUAL_TWIN_SETTINGS,
}: MeasureQuestion): Promise<MeasuredAnswer | TwinFailure> {
  const known = new Map(files);
  const folder: TwinFolder = {
    decode,
    open: (path, place) => {
      const file = known.get(path.replaceAll('\\', '/'));
      return file
        ? Promise.resolve(storedFile(file))
        : Promise.reject(
            new SimulationError('bad-parameter', `${place}: there is no file ${path}.`, place),
          );
    },
  };
  try {
    const tools = { ...TOOLS, seeds: seedsOf(settings.draws.seed) };
    const found = await measureTwin(manifest, folder, settings, tools);
    const { estimate, documents, parts, references } = found;
    const { sensor, lens } = documents;
    const twin = withComparison(
      documents.twin,
      await compareTwin(estimate, parts, references, tools),
    );
    const black = twin.figures['sensor.blackLevel']?.value ?? 0;
    const isp = estimate.isp && ispFields(estimate.isp, estimate.sensor.layout, black);
    const recipe = await recipeDocument(estimate, parts);
    const files = twinFiles(estimate, { twin, sensor, lens, recipe });
    return { kind: 'twin', twin, sensor, lens, isp, files };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { kind: 'failed', message: error.message };
  }
}

/** The files of a twin, as the command line writes them with `--maps`. */
function twinFiles(
  { sensor: estimate, lens: ofLens }: MeasuredTwin['estimate'],
  {
    twin,
    sensor,
    lens,
    recipe,
  }: Readonly<Record<'twin' | 'sensor' | 'recipe', object>> & { readonly lens: object | undefined },
): readonly TwinFile[] {
  const documents = {
    'twin.json': twin,
    'sensor.json': withMaps(sensor as MeasuredAnswer['sensor'], estimate),
    ...(lens && { 'lens.json': lens }),
    'recipe.json': recipe,
  };
  return [
    ...Object.entries(documents).map(([name, content]) => ({
      name,
      bytes: new TextEncoder().encode(`${JSON.stringify(content, undefined, 2)}\n`),
    })),
    ...mapFiles(estimate, ofLens),
  ];
}

const storedFile = (file: File): StoredFile => ({
  size: file.size,
  bytes: async (from, length) =>
    new Uint8Array(await file.slice(from, from + length).arrayBuffer()),
});

/** Decodes a PNG with all of its bits, any other picture with those that a page has. */
async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<MeasuredPicture> {
  if (isPng(bytes)) return readPng(bytes);
  if (isTiff(bytes)) return readTiff(bytes, inflated);
  const bitmap = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    imageOrientation: 'none',
    premultiplyAlpha: 'none',
  }).catch(() => {
    throw new SimulationError(
      'bad-parameter',
      'This is neither an .npy file, a DNG nor a picture that a page can read: PNG and TIFF keep all bits.',
    );
  });
  const { width: columns, height: rows } = bitmap;
  const context = new OffscreenCanvas(columns, rows).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, columns, rows);
  const data = new Uint8Array(3 * rows * columns);
  for (let i = 0; i < data.length; i += 1) data[i] = pixels[4 * Math.floor(i / 3) + (i % 3)]!;
  return { rows, columns, channels: 3, data, largest: 255 };
}
