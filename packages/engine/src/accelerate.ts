/**
 * What compute devices need of the engine: the work that they may do in place of the threads, its
 * data, and the plain twins that decide what is right.
 */
export {
  deviceWork,
  DeviceError,
  type Device,
  type DeviceFacts,
  type DeviceWork,
} from './device.ts';
export { formTilesWork, type FormTilesTask } from './optics/form-image/form-on-device.ts';
export type { FormLayer } from './optics/form-image/form-tiles.ts';
export { cellsPerTile, gatherVeil } from './optics/form-image/gather-veil.ts';
export { lookUp } from './optics/form-image/radial-map.ts';
export { seenPart } from './optics/form-image/sample-tile.ts';
export { placeInBlock } from './optics/form-image/tiling.ts';
export { isUpright } from './scenes/patterns/cells-lattice.ts';
export { movePoints, standsOf } from './optics/scene-placement.ts';
export { planeCount } from './scenes/patterns/pattern.ts';
export { checkStopped } from './stage.ts';
