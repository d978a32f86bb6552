import {
  hiddenLevelRule,
  sharedFloat32,
  sharedUint16,
  spreadParts,
  type HiddenRule,
  type PartRunners,
  type WorldPaths,
} from '@lumenloom/engine';
import type { LitWorld } from '../light/lit-world.ts';
import { BAND_COUNT } from '../spectra/bands.ts';
import type { Camera } from './camera-rays.ts';
import {
  PartRenderer,
  materialNames,
  pathsAt,
  type PartTally,
  type PicturePart,
  type PicturePlanes,
  type PictureTask,
} from './picture-part.ts';
import type { PictureLens } from './picture-rays.ts';

/** A picture of a world: light, and what stands at the middle of each pixel. */
export interface WorldPicture extends PicturePlanes, PartTally {
  readonly columns: number;
  readonly rows: number;
  readonly groups: readonly string[];
  readonly materialNames: readonly string[];
}

export interface PictureSettings {
  /** Paths of each pixel. */
  readonly samples: WorldPaths;
  readonly seed: number;
  /** Pictures per second, for motion. */
  readonly rate: number;
  /** What is rendered behind the first surface; absent: nothing. */
  readonly hidden?: HiddenRule;
  /** The lens through whose surfaces it is seen; absent: the camera is a pinhole. */
  readonly lens?: PictureLens | undefined;
  /** False: the groups are one. */
  readonly groups?: boolean;
  /** The covariances of groups are wanted. */
  readonly isSpread?: boolean | undefined;
  /** Other threads, which have read the same world; absent: none. */
  readonly helpers?: PartRunners<PicturePart, PartTally>['helpers'] | undefined;
  readonly stopped: () => boolean;
  /** Lets others do what waits, between parts: a stop among them. */
  readonly pause: () => Promise<void>;
  /** @param share of the picture that is done. */
  readonly reach: (share: number) => void;
}

/** Without a lens, behind the first surface is what is farther by this share. */
export const BEHIND_WITHOUT_LENS: HiddenRule = { farther: 1.02 };
/** The first pass, which looks for what stands, has this share of the work. */
const LOOK_SHARE = 0.1;
/** Paths of a part: between two of them a thread looks whether it shall stop. */
export const PATHS_AT_ONCE = 4096;

/**
 * Renders a picture through the pinhole of a camera (docs/reference/world.md#w9); the same for any
 * number of threads.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function renderPicture(
  lit: LitWorld,
  camera: Camera,
  settings: PictureSettings,
): Promise<WorldPicture> {
  const { samples, seed, rate, reach } = settings;
  const { columns, rows } = camera;
  const groups = settings.groups === false ? ['all'] : lit.groups;
  const planes = newPlanes(columns * rows, groups.length, {
    isHidden: settings.hidden !== undefined,
    isSpread: settings.isSpread === true && groups.length > 1,
  });
  const renderer = new PartRenderer(lit.light, lit);
  const pass = async (
    task: PictureTask,
    kind: PicturePart['pass'],
    [paths, from, to]: readonly [WorldPaths, number, number],
  ): Promise<readonly PartTally[]> => {
    const parts = partsOf(task, kind, paths);
    reach(from);
    return spreadParts(
      parts,
      {
        here: (part) => renderer.render(part),
        helpers: settings.helpers ?? [],
        pause: settings.pause,
      },
      {
        stopped: settings.stopped,
        done: (count) => {
          reach(from + ((to - from) * count) / parts.length);
        },
      },
    );
  };
  const seconds = lit.posed.seconds;
  const { lens } = settings;
  const look = { seconds, camera, lens, samples, seed, rate, planes, hidden: undefined };
  await renderer.prepare(look);
  await pass(look, 'look', [1, 0, LOOK_SHARE]);
  const rule = settings.hidden;
  const hidden = rule && {
    rule,
    wanted: hiddenLevelRule(rule).wanted(planes.depth, { columns, rows }),
  };
  const tallies = await pass({ ...look, hidden }, 'light', [samples, LOOK_SHARE, 1]);
  return {
    ...planes,
    columns,
    rows,
    groups,
    materialNames: materialNames(lit),
    fireflies: tallies.reduce((sum, { fireflies }) => sum + fireflies, 0),
    cutPaths: tallies.reduce((sum, { cutPaths }) => sum + cutPaths, 0),
  };
}

const radianceOf = (pixels: number, groups: number): Float32Array[] =>
  Array.from({ length: groups }, () => sharedFloat32(BAND_COUNT * pixels));

/** The arrays of a picture of so many pixels, with nothing in them. */
export const newPlanes = (
  pixels: number,
  groups: number,
  { isHidden = false, isSpread = false } = {},
): PicturePlanes => ({
  radiance: radianceOf(pixels, groups),
  depth: sharedFloat32(pixels).fill(Infinity),
  ids: sharedUint16(pixels),
  materials: sharedUint16(pixels),
  normals: sharedFloat32(3 * pixels),
  motion: sharedFloat32(2 * pixels),
  luminance: sharedFloat32(pixels),
  error: sharedFloat32(pixels).fill(NaN),
  spread: isSpread
    ? Array.from({ length: (groups * (groups + 1)) / 2 }, () => sharedFloat32(pixels))
    : undefined,
  hidden: isHidden
    ? { radiance: radianceOf(pixels, groups), depth: sharedFloat32(pixels) }
    : undefined,
});

function partsOf(
  task: PictureTask,
  pass: PicturePart['pass'],
  paths: WorldPaths,
): readonly PicturePart[] {
  const pixels = task.camera.columns * task.camera.rows;
  const parts: PicturePart[] = [];
  for (let [first, at, sum] = [0, 0, 0]; at < pixels; at += 1) {
    sum += pathsAt(paths, at);
    if (sum < PATHS_AT_ONCE && at + 1 < pixels) continue;
    parts.push({ task, pass, first, last: at + 1 });
    [first, sum] = [at + 1, 0];
  }
  return parts;
}
