export {
  isPackedWorld,
  unpackWorld,
  type PackedWorld,
  type UnpackedWorld,
} from './worlds/unpack-world.ts';
export { photographSet } from './worlds/photograph-set.ts';
export { drawnWorld, type DrawnWorld } from './worlds/drawn-world.ts';
export {
  depthNpy,
  identifiersOfWorld,
  isMoving,
  isPhotographed,
  labelsOfWorld,
  viewOfScene,
} from './worlds/photographed-world.ts';
export type { Worldset } from './worlds/read-worldset.ts';
