export type { LensFile, NpyArray, PrintedGlass } from '@lumenloom/engine';
export { Live, type Frame, type LiveEvents } from './live.ts';
export { bitmapOf } from './bitmap.ts';
export type {
  Answer,
  Computed,
  EngineFiles,
  Focus,
  LensResultName,
  LensResults,
  NoResult,
  OpenedStages,
  PictureAt,
  Question,
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
