import { readFile, realpath, stat } from 'node:fs/promises';
import { relative, isAbsolute, resolve } from 'node:path';
import { SimulationError } from '@lumenloom/engine';
import type { Picture, WorldFiles } from '@lumenloom/world';

/** A file of geometry or a texture. */
const LARGEST_FILE = 500_000_000;
/** Pixels of the textures of a world together. */
const MOST_PIXELS = 64_000_000;

const refuse = (field: string, sentence: string): never => {
  throw new SimulationError('bad-parameter', `${field}: ${sentence}`, field);
};

/**
 * The files beside the document of a world: in its folder and below, nowhere else.
 *
 * @param folder of the document; undefined for a document that stands alone.
 */
export function worldFiles(folder: string | undefined): WorldFiles {
  let pixels = 0;
  return {
    read: async (name, place) => {
      if (folder === undefined) return refuse(place, `this world has no files, ${name} neither.`);
      const root = await realpath(folder).catch(() =>
        refuse(place, `${name} was not found: the folder of the world is gone.`),
      );
      const path = resolve(root, name);
      const isOutside = (at: string): boolean => {
        const way = relative(root, at);
        return way.startsWith('..') || isAbsolute(way) || way === '';
      };
      if (isAbsolute(name) || name.includes('\0') || isOutside(path))
        return refuse(place, `${name} leads out of the folder of the document.`);
      const real = await realpath(path).catch(() => undefined);
      const facts = real === undefined ? undefined : await stat(real);
      if (real === undefined || !facts?.isFile()) return refuse(place, `${name} was not found.`);
      if (isOutside(real)) return refuse(place, `${name} leads out of the folder of the document.`);
      if (facts.size > LARGEST_FILE)
        return refuse(place, `${name} has more than ${LARGEST_FILE / 1e6} MB.`);
      return readFile(real);
    },
    picture: async (bytes, name, place) => {
      const picture = await decode(bytes, name, place);
      pixels += picture.columns * picture.rows;
      if (pixels > MOST_PIXELS)
        return refuse(place, `the textures of a world have at most ${MOST_PIXELS / 1e6} MPx.`);
      return picture;
    },
  };
}

async function decode(bytes: Uint8Array, name: string, place: string): Promise<Picture> {
  const fails = (error: unknown): never =>
    refuse(place, `${name} is no picture that can be read: ${(error as Error).message.trim()}.`);
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS });
    const { depth } = await picture.metadata();
    const isWide = depth === 'ushort';
    const { data, info } = await picture
      .raw({ depth: isWide ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      columns: info.width,
      rows: info.height,
      channels: info.channels,
      data: isWide ? new Uint16Array(Uint8Array.from(data).buffer) : data,
      largest: isWide ? 65_535 : 255,
    };
  } catch (error) {
    return fails(error);
  }
}
