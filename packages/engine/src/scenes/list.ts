import { contrastPairs } from './contrast-pairs/descriptor.ts';
import { deadLeaves } from './dead-leaves/descriptor.ts';
import { depthSteps } from './depth-steps/descriptor.ts';
import { greySteps } from './grey-steps/descriptor.ts';
import { gridlines } from './gridlines/descriptor.ts';
import { appleJpg } from './image-file/descriptor.ts';
import { macbeth } from './macbeth/descriptor.ts';
import { pointArray } from './point-array/descriptor.ts';
import { ringsRays } from './rings-rays/descriptor.ts';
import { sfrField } from './sfr-field/descriptor.ts';
import { sineStar } from './sine-star/descriptor.ts';
import { slantedEdge } from './slanted-edge/descriptor.ts';
import { tiltedPlane } from './tilted-plane/descriptor.ts';
import { uniformField } from './uniform-field/descriptor.ts';

/**
 * Every scene, in the order of the choice list. A new one needs a folder beside this file and a
 * line here.
 */
export const scenes = {
  macbeth,
  pointArray,
  gridlines,
  slantedEdge,
  ringsRays,
  appleJpg,
  sfrField,
  uniformField,
  greySteps,
  tiltedPlane,
  depthSteps,
  sineStar,
  deadLeaves,
  contrastPairs,
} as const;

export type SceneId = keyof typeof scenes;
