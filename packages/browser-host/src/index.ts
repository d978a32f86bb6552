export type {
  LensFile,
  LensMerit,
  NpyArray,
  PrintedGlass,
  SensorModel,
  ToleranceResult,
} from '@lumenloom/engine';
export { Live, type Frame, type LiveEvents } from './live.ts';
export { bitmapOf } from './bitmap.ts';
export type {
  Answer,
  Computed,
  EngineFiles,
  EngineProgress,
  Focus,
  FoundLens,
  LensResult,
  LensResultName,
  LensResults,
  LightOfCamera,
  MeasuredSensor,
  ModelledSensor,
  NoResult,
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
