export { Live, type Frame, type LiveEvents } from './live.ts';
export type { Answer, Computed, EngineFiles, Question } from './messages.ts';
export {
  canShare,
  pageThreads,
  startEngine,
  type EngineOptions,
  type PageEngine,
} from './page-engine.ts';
