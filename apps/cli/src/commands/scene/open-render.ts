import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SimulationError } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { openFolder } from '@lumenloom/datasets';
import {
  readFrame,
  renderFolder,
  sceneDepthOf,
  type FrameReading,
  type Render,
} from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readBytes } from '../../arguments.ts';
import { besideFile } from '../read-lens.ts';

/** How the files of a scene are read, apart from the data beside an ENVI header. */
export type RenderReading = Omit<FrameReading, 'companion'>;

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/**
 * The scene of a file, or of a renderer's folder with one exposure.
 *
 * @throws UsageError naming the file.
 */
export async function openRender(path: string, reading: RenderReading): Promise<Render> {
  if (!(await isFolder(path))) return renderOf({ name: path, colour: path }, '', reading);
  const { frames } = renderFolder((await openFolder(path)).paths);
  const [frame] = frames;
  if (!frame) throw new UsageError(`${path} holds no scene: ${SCENES}.`);
  if (frames.length > 1)
    throw new UsageError(
      `${path} holds ${frames.length} exposures: --scene-folder ${path} simulates each of them.`,
    );
  return renderOf(frame, path, reading);
}

/** What a folder of scenes may hold. */
export const SCENES = 'PNG, JPEG, TIFF, OpenEXR, .npy, ENVI and .mat are read';

/** An exposure of a folder. @throws UsageError naming the file. */
export const renderOf = (
  frame: Parameters<typeof readFrame>[0],
  folder: string,
  reading: RenderReading,
): Promise<Render> =>
  readFrame(frame, (path) => readBytes(join(folder, path)), {
    ...reading,
    companion: async (names) => {
      for (const name of names) {
        const bytes = await besideFile(join(folder, frame.colour), basename(name));
        if (bytes) return bytes;
      }
      return undefined;
    },
  }).catch(asUsageError);

/** The distances of an exposure's scene. @throws UsageError naming the file. */
export const depthOfRender = (render: Render): ReturnType<typeof sceneDepthOf> =>
  sceneDepthOf(render).catch(asUsageError);

function asUsageError(error: unknown): never {
  throw error instanceof SimulationError ? new UsageError(error.message) : error;
}

/** A recipe with the field of view of a render's camera, where it names none. */
export function withFieldOfView(recipe: unknown, hfov: number | undefined): unknown {
  if (hfov === undefined || !isObject(recipe)) return recipe;
  const parameters = recipe['sceneFileParams'] ?? {};
  return isObject(parameters) ? { ...recipe, sceneFileParams: { hfov, ...parameters } } : recipe;
}
