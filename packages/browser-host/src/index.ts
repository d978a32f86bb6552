export type { LensFile, NpyArray, PrintedGlass, SensorModel } from '@lumenloom/engine';
export { Live, type Frame, type LiveEvents } from './live.ts';
export { bitmapOf } from './bitmap.ts';
export type {
  Answer,
  Computed,
  EngineFiles,
  Focus,
  FrameProgress,
  LensResultName,
  LensResults,
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
