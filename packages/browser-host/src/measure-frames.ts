import { SimulationError, type MeasuredPicture } from '@lumenloom/engine';
import {
  USUAL_TWIN_SETTINGS,
  ispFields,
  measureTwin,
  type StoredFile,
  type TwinFolder,
} from '@lumenloom/engine/twin';
import { isPng, readPng } from './read-png.ts';
import type { TwinAnswer, TwinQuestion } from './twin-messages.ts';

/** Measures the camera whose frames a page has; nothing of them leaves the worker. */
export async function measureFrames({
  manifest,
  files,
  settings = USUAL_TWIN_SETTINGS,
}: TwinQuestion): Promise<TwinAnswer> {
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
    const { estimate, documents } = await measureTwin(manifest, folder, settings);
    const { twin, sensor, lens } = documents;
    const black = twin.figures['sensor.blackLevel']?.value ?? 0;
    const isp = estimate.isp && ispFields(estimate.isp, estimate.sensor.layout, black);
    return { kind: 'twin', twin, sensor, lens, isp };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { kind: 'failed', message: error.message };
  }
}

const storedFile = (file: File): StoredFile => ({
  size: file.size,
  bytes: async (from, length) =>
    new Uint8Array(await file.slice(from, from + length).arrayBuffer()),
});

/** Decodes a PNG with all of its bits, any other picture with those that a page has. */
async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<MeasuredPicture> {
  if (isPng(bytes)) return readPng(bytes);
  const bitmap = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    imageOrientation: 'none',
    premultiplyAlpha: 'none',
  }).catch(() => {
    throw new SimulationError(
      'bad-parameter',
      'This is neither an .npy file, a DNG nor a picture that a page can read: PNG keeps all bits.',
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
