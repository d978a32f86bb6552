import { SimulationError } from '@lumenloom/engine';
import type { Picture, WorldFiles } from '@lumenloom/world';
import type { WorldBytes } from './world-messages.ts';

/** Pixels of the textures of a world together. */
const MOST_PIXELS = 64_000_000;

const refuse = (place: string, sentence: string): never => {
  throw new SimulationError('bad-parameter', `${place}: ${sentence}`, place);
};

/** Files of a world that are in memory, and pictures as the browser decodes them. */
export function worldBytes(files: WorldBytes): WorldFiles {
  let pixels = 0;
  return {
    read: (name, place) => {
      const bytes = Object.hasOwn(files, name) ? files[name] : undefined;
      return bytes
        ? Promise.resolve(bytes)
        : Promise.reject(
            new SimulationError('bad-parameter', `${place}: ${name} was not found.`, place),
          );
    },
    picture: async (bytes, name, place) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]), {
        premultiplyAlpha: 'none',
        colorSpaceConversion: 'none',
      }).catch(() => refuse(place, `${name} is no picture that can be read.`));
      pixels += bitmap.width * bitmap.height;
      if (pixels > MOST_PIXELS)
        return refuse(place, `the textures of a world have at most ${MOST_PIXELS / 1e6} MPx.`);
      return pixelsOf(bitmap);
    },
  };
}

function pixelsOf(bitmap: ImageBitmap): Picture {
  const { width: columns, height: rows } = bitmap;
  const context = new OffscreenCanvas(columns, rows).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, columns, rows);
  return { columns, rows, channels: 4, data: Uint8Array.from(data), largest: 255 };
}
