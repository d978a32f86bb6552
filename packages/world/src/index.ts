export type { WorldDocument, MaterialKeys, Vector } from './document/world-document.ts';
export { readWorld, type World } from './document/read-world.ts';
export type { Picture, WorldFiles } from './files/world-files.ts';
export { PosedWorld } from './geometry/posed-world.ts';
export { NAMED_MATERIALS } from './materials/named-materials.ts';
export { probeRay, readProbeRays, type ProbeRay } from './render/probe.ts';
export { worldReport } from './render/world-report.ts';
