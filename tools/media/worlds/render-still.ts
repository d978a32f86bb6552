import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readWorldDocument } from '@lumenloom/contract';
import { defaultThreads, openedWorld, renderHelpers } from '@lumenloom/node-host';
import {
  LitWorld,
  cameraOf,
  cameraRay,
  firstSolid,
  linearRgb,
  medianError,
  renderPicture,
  type WorldDocument,
  type WorldPicture,
} from '@lumenloom/world';
import { calmed, denoise } from './denoise.ts';
import { CHANNELS, createFilm, type Film } from './film.ts';
import type { Still } from './still.ts';
import type { BodyColour } from './world-folder.ts';

interface Size {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
}

/**
 * Renders the world of a still, which stands in `folder`, and takes away what noise is left.
 *
 * @param bodies the colours of its bodies by material.
 */
export async function renderStill(
  { camera, white }: Still,
  folder: string,
  bodies: ReadonlyMap<string, BodyColour>,
  { width, height, samples }: Size,
): Promise<Film> {
  const content = JSON.parse(await readFile(join(folder, 'world.json'), 'utf8')) as unknown;
  const decoded = readWorldDocument(content);
  if (!decoded.ok) throw new Error(`The world cannot be read: ${JSON.stringify(decoded.problems)}`);
  const document = decoded.value as WorldDocument;
  const lit = new LitWorld(await openedWorld({ document, folder }));
  const halfWidth = (camera.frameHeight / 2) * (width / height);
  const pinhole = cameraOf(lit.light.world, lit.posed.poses, {
    columns: width,
    rows: height,
    hfovDegrees: (360 / Math.PI) * Math.atan(halfWidth),
  });
  const light = await renderPicture(lit, pinhole, {
    samples,
    seed: 1,
    rate: 1,
    groups: false,
    helpers: renderHelpers({ document, folder }, defaultThreads()),
    stopped: () => false,
    pause: () => setImmediate(),
    reach: () => undefined,
  });
  console.log(
    `Error ${medianError(light)} %, ${light.fireflies} fireflies, ${light.cutPaths} paths cut`,
  );
  const film = createFilm(width, height);
  addLight(film, light, white);
  addGuides(film, lit, pinhole, bodies);
  return denoise(calmed(film));
}

/** Radiance and its error. */
function addLight({ data }: Film, { radiance, error, luminance }: WorldPicture, white: number) {
  const rgb = linearRgb(radiance[0]!, luminance.length);
  for (const [pixel, level] of luminance.entries()) {
    const share = error[pixel]! / level;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = Math.max(0, rgb[3 * pixel + channel]!) / white;
      data[pixel * CHANNELS + channel] = value;
      data[pixel * CHANNELS + 3 + channel] = Number.isFinite(share) ? share * value : 0;
    }
  }
}

/** Rays across a pixel, for the means of body colour and normal. */
const ACROSS = 2;

/** Body colour and normal of what is seen first. */
function addGuides(
  { width, height, data }: Film,
  lit: LitWorld,
  camera: ReturnType<typeof cameraOf>,
  bodies: ReadonlyMap<string, BodyColour>,
): void {
  for (let row = 0; row < height * ACROSS; row += 1)
    for (let column = 0; column < width * ACROSS; column += 1) {
      const ray = cameraRay(camera, (column + 0.5) / ACROSS, (row + 0.5) / ACROSS);
      const solid = firstSolid(lit, ray.origin, ray.direction);
      if (!solid) continue;
      const body = bodies.get(lit.posed.placed[solid.placed]!.material.name)!(solid.uv);
      const at = (Math.floor(row / ACROSS) * width + Math.floor(column / ACROSS)) * CHANNELS + 6;
      for (let channel = 0; channel < 3; channel += 1) {
        data[at + channel]! += body[channel]! / ACROSS ** 2;
        data[at + 3 + channel]! += solid.normal[channel]! / ACROSS ** 2;
      }
    }
}
