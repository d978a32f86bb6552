import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { denoise } from '../apple/denoise.ts';
import { renderFilm } from '../apple/render-film.ts';
import type { Still } from '../apple/still.ts';
import { develop } from '../apple/tone-curve.ts';

/**
 * Scenes that are path-traced once and kept, with width, height and samples per pixel: the engine
 * photographs them.
 */
export const STILLS = {
  road: [960, 720, 64],
  parts: [960, 720, 64],
  room: [880, 660, 64],
  'code-tray': [800, 600, 32],
  square: [1920, 1280, 32],
  'square-near': [1620, 1080, 32],
} as const;
export type StillName = keyof typeof STILLS;

export const sourceFile = (name: StillName): string =>
  fileURLToPath(new URL(`./sources/${name}.jpg`, import.meta.url));

/** The kept picture of a scene. */
export const readSource = (name: StillName): Promise<Buffer> => readFile(sourceFile(name));

/** Path-traces a scene to its source picture. */
export async function traceStill(name: StillName): Promise<void> {
  const stillModule = new URL(`./stills/${name}.ts`, import.meta.url).href;
  const { still } = (await import(stillModule)) as { readonly still: Still };
  const [width, height, samples] = STILLS[name];
  const film = await renderFilm(
    { width, height, samples, seed: 1, stillModule },
    2,
    () => undefined,
  );
  await sharp(develop(denoise(film), still.exposure), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(sourceFile(name));
}
