import { createHash } from 'node:crypto';
import { SimulationError, type DepthPlan } from '@lumenloom/engine';
import { openExr } from '../exr/read-exr.ts';
import { readCameraFile } from './read-camera-file.ts';
import { depthOfExr, readDepthFile, type DepthPlane } from './read-depth.ts';
import { depthMapOf } from './read-depth-map.ts';
import { identifiersOfExr, readIdentifiers, type IdentifierPlane } from './read-identifiers.ts';
import { readSceneFile, type SceneFile, type SceneReading } from './read-scene-file.ts';
import type { RenderFrame } from './render-folder.ts';

/** An exposure of a renderer's folder, or a file with several passes. */
export interface Render extends SceneFile {
  /** As its file has it, with the path of the file. */
  readonly depth: () => Promise<RenderDepth | undefined>;
  readonly identifiers: () => Promise<IdentifierPlane | undefined>;
  /** Horizontal, degrees; undefined where no file says it. */
  readonly hfov: number | undefined;
}

/** The depth of an exposure. */
export interface RenderDepth extends DepthPlane {
  readonly path: string;
  readonly kind: 'z' | 'range';
  /** Whether it is a file of its own, not a channel of the colour's. */
  readonly isFile: boolean;
}

/** How an exposure is read. */
export interface FrameReading extends SceneReading {
  /** Metres per code of a depth map as PNG. */
  readonly depthScale?: number | undefined;
  /** In place of what the names of files say. */
  readonly depthKind?: 'z' | 'range' | undefined;
}

/**
 * The depth of an exposure as the distances of its scene. Distances of the colour's own file that
 * cannot be used are left out, with a sentence.
 *
 * @throws SimulationError where a depth map cannot be used.
 */
export async function sceneDepthOf(
  render: Render,
): Promise<{ readonly depth?: DepthPlan; readonly notes: readonly string[] }> {
  const plane = await render.depth();
  if (!plane) return { notes: [] };
  const { kind, path, isFile, metres } = plane;
  const digest = createHash('sha256').update(kind).update(metres).digest('hex');
  try {
    return depthMapOf(plane, { label: nameOf(path), kind, digest });
  } catch (error) {
    if (isFile || !(error instanceof SimulationError)) throw error;
    return { notes: [`The depth of ${nameOf(path)} is not used. ${error.message}`] };
  }
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
  reading: FrameReading,
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
    depth: async () => {
      const path = depth?.path ?? colour;
      const plane = depth
        ? await inPath(path, async () => ({
            ...(await readDepthFile(await read(path), nameOf(path), { scale: reading.depthScale })),
            kind: depth.kind,
          }))
        : await ofColour(depthOfExr);
      if (!plane) return undefined;
      const kind = reading.depthKind ?? plane.kind;
      return { ...plane, path, kind, isFile: depth !== undefined };
    },
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
