import { SimulationError } from '@lumenloom/engine';
import { openExr } from '../exr/read-exr.ts';
import { readCameraFile } from './read-camera-file.ts';
import { depthOfExr, readDepthFile, type DepthPlane } from './read-depth.ts';
import { identifiersOfExr, readIdentifiers, type IdentifierPlane } from './read-identifiers.ts';
import { readSceneFile, type SceneFile, type SceneReading } from './read-scene-file.ts';
import type { RenderFrame } from './render-folder.ts';

/** An exposure of a renderer's folder, or a file with several passes. */
export interface Render extends SceneFile {
  /** What the depth is measured from is not always known. */
  readonly depth: () => Promise<(DepthPlane & { readonly kind?: 'z' | 'range' }) | undefined>;
  readonly identifiers: () => Promise<IdentifierPlane | undefined>;
  /** Horizontal, degrees; undefined where no file says it. */
  readonly hfov: number | undefined;
}

/**
 * Reads the colour and the camera of an exposure; depth and identifiers when they are asked for.
 *
 * @param read reads a file of the folder by its path.
 * @throws SimulationError that names the file.
 */
export async function readFrame(
  frame: RenderFrame,
  read: (path: string) => Promise<Uint8Array>,
  reading: SceneReading,
): Promise<Render> {
  const { colour, depth, identifiers, legend, camera } = frame;
  const scene = await inPath(colour, async () =>
    readSceneFile(await read(colour), nameOf(colour), reading),
  );
  const hfov =
    camera === undefined
      ? undefined
      : await inPath(camera, async () => readCameraFile(await read(camera)));
  const ofColour = async <Value>(take: (file: ReturnType<typeof openExr>) => Value) =>
    /\.exr$/i.test(colour)
      ? inPath(colour, async () => take(openExr(await read(colour))))
      : undefined;
  return {
    ...scene,
    hfov,
    depth: async () =>
      depth
        ? inPath(depth.path, async () => ({
            ...(await readDepthFile(await read(depth.path), nameOf(depth.path))),
            kind: depth.kind,
          }))
        : ofColour(depthOfExr),
    identifiers: async () =>
      identifiers
        ? inPath(identifiers.path, async () =>
            readIdentifiers(
              await read(identifiers.path),
              nameOf(identifiers.path),
              identifiers.kind,
              legend === undefined ? undefined : await read(legend),
            ),
          )
        : ofColour(identifiersOfExr),
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Puts the path before the sentence of an error. */
async function inPath<Value>(path: string, take: () => Promise<Value>): Promise<Value> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const field = error.field ? `${error.field}: ` : '';
    throw new SimulationError(error.code, `${path}: ${field}${error.message}`);
  }
}
