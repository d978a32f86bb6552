export type { MaterialKeys, Vector, WorldDocument } from './document/world-document.ts';
export { readWorld, type NamedMaterial, type World } from './document/read-world.ts';
export type { Geometry, Mesh } from './geometry/mesh.ts';
export { MeshTree, loadMeshKernel } from './geometry/mesh-tree.ts';
export type { Picture, WorldFiles } from './files/world-files.ts';
export { LitWorld, readWorldLight, type WorldLight } from './light/lit-world.ts';
export { Tracer } from './light/trace.ts';
export { NAMED_ENTRIES, NAMED_MATERIALS } from './materials/named-materials.ts';
export { materialReport, viewColour } from './render/material-report.ts';
export { cameraOf, cameraRay } from './render/camera-rays.ts';
export { cameraBefore } from './render/camera-before.ts';
export { firstSolid } from './render/first-solid.ts';
export { labelledPicture, worldLabels, type LabelledPicture } from './render/labels.ts';
export { luxOfPixels } from './render/lux-map.ts';
export {
  BEHIND_WITHOUT_LENS,
  newPlanes,
  renderPicture,
  type PictureSettings,
  type WorldPicture,
} from './render/picture.ts';
export {
  PartRenderer,
  type PartTally,
  type PicturePart,
  type PicturePlanes,
} from './render/picture-part.ts';
export { linearRgb, shownPicture } from './render/shown.ts';
export {
  pathsOf,
  photograph,
  surveyed,
  worldInFront,
  type WorldInFront,
} from './render/photograph.ts';
export { times } from './pose/matrix.ts';
export { rayInWorld } from './render/picture-rays.ts';
export { checkProbePixels, probeRay, readProbeRays, type ProbeRay } from './render/probe.ts';
export { Draws, drawnValues, type Varied } from './sets/draw.ts';
export { placedObjects, type PlacedObject, type Placement } from './sets/place.ts';
export { withWorldValue } from './sets/world-value.ts';
export { illuminanceAt, warningsOf, worldReport } from './render/world-report.ts';
