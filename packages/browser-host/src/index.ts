export type {
  LensFile,
  LensMerit,
  NpyArray,
  PrintedGlass,
  SensorModel,
  ToleranceResult,
} from '@lumenloom/engine';
export { Live, type LiveFrame, type LiveEvents } from './live.ts';
export { bitmapOf } from './bitmap.ts';
export type {
  EngineAnswer,
  Computed,
  EngineFiles,
  EngineProgress,
  Focus,
  FoundLens,
  LensFormat,
  LensResult,
  LensResultName,
  LensResults,
  LensSettings,
  LightOfCamera,
  MeasuredSensor,
  ModelledSensor,
  NoResult,
  ObjectSeen,
  OpenedStages,
  PictureAt,
  Question,
  SensorTable,
  SpectraName,
} from './messages.ts';
export { npyFile } from './npy-file.ts';
export {
  canShare,
  pageThreads,
  startEngine,
  type EngineOptions,
  type PageEngine,
} from './page-engine.ts';
export { startWorlds, type PageWorlds } from './worlds/page-worlds.ts';
export type {
  FromWorlds,
  LuxMap,
  Rendered,
  ShownWorld,
  WorldBytes,
  WorldFacts,
  WorldReading,
  WorldSolid,
} from './worlds/world-messages.ts';
export { askTwin } from './twin.ts';
export type { MeasuredAnswer, PlanAnswer, PractiseAnswer } from './twin-messages.ts';
export { draftManifest } from '@lumenloom/engine/twin';
