import { basename } from 'node:path';
import type { OwnParts } from '@lumenloom/contract';
import { openFolder } from '@lumenloom/datasets';
import { renderFolder, type Render } from '@lumenloom/node-host';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { depthOfRender, isFolder, renderOf, SCENES, type RenderReading } from './open-render.ts';

/** Scenes per second. */
const HIGHEST_RATE = 1e6;
/** All of them are in memory. */
const MOST_SCENES = 1000;

/** Options of scenes that follow each other in time. */
export const sceneFrameOptions = {
  'scene-frames': {
    value: 'DIR',
    says: 'Scenes of one size in the order of their names, as --scene-file reads them: the sensor sees one after the other while it exposes and reads out.',
  },
  'scene-rate': { value: 'HERTZ', says: 'Scenes of --scene-frames per second.' },
} as const;

export type SceneFrameValues = Readonly<
  Record<
    keyof typeof sceneFrameOptions | 'scene-file' | 'depth-file' | 'radiance',
    string | undefined
  >
>;

type Frames = NonNullable<OwnParts['sceneFrames']>;
type Frame = Frames['scenes'][number] & { readonly notes: readonly string[] };

/**
 * Reads the scenes that follow each other.
 *
 * @returns undefined where the options name none.
 * @throws UsageError naming the option or the file.
 */
export async function readSceneFrames(
  values: SceneFrameValues,
  reading: RenderReading,
): Promise<
  { readonly hertz: number; readonly first: Render; readonly scenes: readonly Frame[] } | undefined
> {
  const { 'scene-frames': folder, 'scene-rate': rate } = values;
  if (folder === undefined) {
    if (rate !== undefined) throw new UsageError('--scene-rate belongs to --scene-frames.');
    return undefined;
  }
  for (const option of ['scene-file', 'depth-file', 'radiance'] as const)
    if (values[option] !== undefined)
      throw new UsageError(`--${option} is not for --scene-frames: leave one of them out.`);
  const hertz = numberOption('scene-rate', rate, { above: 0, max: HIGHEST_RATE });
  if (hertz === undefined)
    throw new UsageError('--scene-frames needs --scene-rate, the scenes per second.');
  if (!(await isFolder(folder))) throw new UsageError(`There is no folder ${folder}.`);
  const { frames } = renderFolder((await openFolder(folder)).paths);
  if (frames.length < 2 || frames.length > MOST_SCENES)
    throw new UsageError(
      `${folder} holds ${frames.length} scenes: --scene-frames needs 2 to ${MOST_SCENES}; ${SCENES}.`,
    );
  const ordered = frames.toSorted((one, other) => (one.colour < other.colour ? -1 : 1));
  const renders: Render[] = [];
  const scenes: Frame[] = [];
  for (const frame of ordered) {
    const render = await renderOf(frame, folder, reading);
    const depth = await depthOfRender(render);
    renders.push(render);
    scenes.push({ scene: render.scene, ...depth });
    checkLike(render, scenes.at(-1)!, renders[0]!, scenes[0]!);
  }
  return { hertz, first: renders[0]!, scenes };
}

/** @throws UsageError for a scene that is not of the kind of the first one. */
function checkLike(render: Render, { scene, depth }: Frame, first: Render, start: Frame): void {
  const [file, other] = [basename(scene.label), basename(first.scene.label)];
  const { rows, columns } = scene.data;
  const size = first.scene.data;
  if (rows !== size.rows || columns !== size.columns)
    throw new UsageError(
      `${file} has ${columns} × ${rows} samples and ${other} ${size.columns} × ${size.rows}: scenes of --scene-frames must have one size.`,
    );
  if (render.illuminant)
    throw new UsageError(
      `${file} holds radiance, with a light of its own: --scene-frames takes pictures and reflectance.`,
    );
  if ((depth === undefined) !== (start.depth === undefined))
    throw new UsageError(
      `Of ${file} and ${other} one alone has distances: all scenes of --scene-frames must have them, or none.`,
    );
}
