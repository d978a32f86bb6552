import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { renderStill } from '../worlds/render-still.ts';
import type { Still } from '../worlds/still.ts';
import { develop } from '../worlds/tone-curve.ts';
import { writeWorld } from '../worlds/world-folder.ts';

/**
 * Scenes that are rendered once as worlds and kept, with width, height and samples per pixel: the
 * engine photographs them.
 */
export const STILLS = {
  road: [720, 540, 16],
  parts: [800, 600, 24],
  room: [720, 540, 64],
  'code-tray': [800, 600, 32],
  square: [1920, 1280, 16],
  'square-near': [1620, 1080, 16],
} as const;
export type StillName = keyof typeof STILLS;

export const sourceFile = (name: StillName): string =>
  fileURLToPath(new URL(`./sources/${name}.jpg`, import.meta.url));
/** Where the build leaves the world of a scene: a document with its meshes and textures. */
const worldFolder = (name: StillName): string =>
  fileURLToPath(new URL(`../../../out/worlds/${name}`, import.meta.url));

/** The kept picture of a scene. */
export const readSource = (name: StillName): Promise<Buffer> => readFile(sourceFile(name));

/** Builds the world of a scene and renders it to its source picture. */
export async function traceStill(name: StillName): Promise<void> {
  const module = new URL(`../worlds/stills/${name}.ts`, import.meta.url).href;
  const { still } = (await import(module)) as { readonly still: Still };
  const [width, height, samples] = STILLS[name];
  const folder = worldFolder(name);
  const bodies = await writeWorld(still, folder);
  console.log(`${name}: ${folder}/world.json`);
  const film = await renderStill(still, folder, bodies, { width, height, samples });
  await sharp(develop(film), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(sourceFile(name));
}
