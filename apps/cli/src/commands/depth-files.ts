import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { DepthPlan } from '@lumenloom/engine';
import { readDepthFile, readDepthMap, readSceneFile, type DepthMap } from '@lumenloom/node-host';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { choiceOption, readBytes } from '../arguments.ts';
import { inFileLater } from './read-lens.ts';

/** Options that give the samples of a scene their distances. */
export const depthFileOptions = {
  'depth-file': {
    value: 'FILE',
    says: "Distances of the scene's samples: .npy of floating point in metres, a PNG of 16 bits, or channel Z or Y of OpenEXR.",
  },
  'depth-scale': {
    value: 'METRES',
    says: "Metres per code of a depth map as PNG, this one or a renderer's; 0.001 without it.",
  },
  'depth-kind': {
    value: 'z|range',
    says: 'Distances along the axis from the first lens surface (z, as without it), or from the middle of the entrance pupil.',
  },
  'hidden-file': {
    value: 'FILE',
    says: 'A picture of what stands behind the objects, in place of a guess.',
  },
  'hidden-depth-file': { value: 'FILE', says: 'Its distances; unknown where nothing is behind.' },
} as const;

export type DepthFileValues = Readonly<
  Record<
    keyof typeof depthFileOptions | 'scene-file' | 'scene-folder' | 'scene-frames',
    string | undefined
  >
>;

/**
 * Reads the files of distances that the options name.
 *
 * @throws UsageError naming the file.
 */
export async function readDepthFiles(values: DepthFileValues): Promise<DepthMap | undefined> {
  const path = values['depth-file'];
  const { 'scene-file': scene, 'scene-folder': folder, 'scene-frames': frames } = values;
  const belonging = ['hidden-file', 'hidden-depth-file', 'depth-scale', 'depth-kind'] as const;
  // A render may have a depth map of its own.
  for (const option of belonging.slice(0, (scene ?? folder ?? frames) === undefined ? 4 : 2))
    if (path === undefined && values[option] !== undefined)
      throw new UsageError(`--${option} belongs to --depth-file.`);
  if (path === undefined) return undefined;
  const { scale, kind = 'z' } = depthReadingOf(values);
  const reading = { scale, kind };
  const bytes = await readBytes(path);
  const { depth, notes } = await inFileLater(path, () =>
    readDepthMap(bytes, basename(path), reading),
  );
  const hidden = await readHidden(values, reading.scale, depth);
  if (!hidden) return { depth, notes };
  const digest = createHash('sha256').update(depth.digest);
  for (const values of [hidden.distances, ...hidden.planes]) digest.update(values);
  return { depth: { ...depth, hidden, digest: digest.digest('hex') }, notes };
}

/** How depth maps are read, as options say. */
export const depthReadingOf = (
  values: Pick<DepthFileValues, 'depth-scale' | 'depth-kind'>,
): { readonly scale: number | undefined; readonly kind: 'z' | 'range' | undefined } => ({
  scale: numberOption('depth-scale', values['depth-scale'], { above: 0, max: 1e6 }),
  kind:
    values['depth-kind'] === undefined
      ? undefined
      : choiceOption('depth-kind', values['depth-kind'], ['z', 'range'], 'z'),
});

async function readHidden(
  values: DepthFileValues,
  scale: number | undefined,
  { rows, columns }: DepthPlan,
): Promise<DepthPlan['hidden']> {
  const [picture, distances] = [values['hidden-file'], values['hidden-depth-file']];
  if (picture === undefined && distances === undefined) return undefined;
  if (picture === undefined || distances === undefined)
    throw new UsageError('--hidden-file and --hidden-depth-file go together: give both.');
  const [pictureBytes, depthBytes] = [await readBytes(picture), await readBytes(distances)];
  const { data } = (
    await inFileLater(picture, () => readSceneFile(pictureBytes, basename(picture), {}))
  ).scene;
  const behind = await inFileLater(distances, () =>
    readDepthFile(depthBytes, basename(distances), { scale }),
  );
  for (const [path, size] of [
    [picture, data],
    [distances, behind],
  ] as const)
    if (size.rows !== rows || size.columns !== columns)
      throw new UsageError(
        `${path} has ${size.rows} × ${size.columns} values for a scene of ${rows} × ${columns}.`,
      );
  return {
    planes: data.planes,
    // 0 and negative values: nothing is known to stand behind.
    distances: behind.metres.map((metres) => (metres > 0 ? metres : NaN)),
  };
}
