import { messages, type SimulationEvent } from '@lumenloom/contract';
import { initialRecipe, type Recipe } from '../recipe/recipe.ts';

/** A finished stage and the time it took. */
export interface StageTime {
  readonly name: string;
  readonly ms: number;
}

export interface RunState {
  /** 'fresh' until the first run since New. */
  readonly phase: 'fresh' | 'running' | 'ended';
  readonly log: readonly string[];
  /** When each line arrived, ms since 1970, and its heading, if any. */
  readonly logTimes: readonly number[];
  readonly logTopics: readonly (string | undefined)[];
  /** Data URL of the picture. */
  readonly image: string | undefined;
  /** The picture without an algorithm's drawing, where there is one. */
  readonly plain: string | undefined;
  /** What the picture is made with. */
  readonly inputs: Recipe;
  /** Share of the run that is done, 0 to 1. */
  readonly fraction: number;
  readonly stages: readonly StageTime[];
  /** The network whose files are being fetched before the run, and the share that has come, 0 to 1. */
  readonly download: { readonly label: string; readonly fraction: number } | undefined;
  /** The last run was refused because nobody is logged in. */
  readonly needsLogin: boolean;
}

/** Events from the server, and events of this page. */
export type RunEvent =
  | SimulationEvent
  | { readonly type: 'started'; readonly inputs: Recipe }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly reason: string; readonly needsLogin?: boolean }
  /** The user has stopped the run: no more events follow. */
  | { readonly type: 'stopped' }
  | { readonly type: 'reset' };

export const initialRun: RunState = {
  phase: 'fresh',
  log: [],
  logTimes: [],
  logTopics: [],
  image: undefined,
  plain: undefined,
  inputs: initialRecipe,
  fraction: 0,
  stages: [],
  download: undefined,
  needsLogin: false,
};

/**
 * The state machine of a run: a pure function, so that the panes only draw its state. Unknown event types change nothing.
 *
 * @param at when it happened, in ms since 1970.
 */
export function reduceRun(state: RunState, event: RunEvent, at = 0): RunState {
  const withLine = (line: string, topic?: string) => ({
    ...state,
    log: [...state.log, line],
    logTimes: [...state.logTimes, at],
    logTopics: [...state.logTopics, topic],
  });
  switch (event.type) {
    case 'started':
      return {
        ...state,
        phase: 'running',
        image: undefined,
        plain: undefined,
        inputs: event.inputs,
        fraction: 0,
        stages: [],
        download: undefined,
        needsLogin: false,
      };
    case 'log':
      return withLine(event.content, event.topic);
    case 'download': {
      const { label, bytes, totalBytes } = event.content;
      return { ...state, download: { label, fraction: totalBytes ? bytes / totalBytes : 0 } };
    }
    case 'progress':
      return {
        ...state,
        download: undefined,
        fraction: Math.max(state.fraction, Math.min(event.content, 1)),
      };
    case 'stage':
      return { ...state, stages: [...state.stages, event.content] };
    case 'plain':
      return { ...state, plain: event.content };
    case 'result':
      return { ...state, image: event.content };
    case 'ended':
      return { ...withLine(''), phase: 'ended' };
    case 'failed':
      return {
        ...withLine(messages.simulationFailed(event.reason)),
        phase: 'ended',
        needsLogin: event.needsLogin ?? false,
      };
    case 'stopped':
      return { ...state, phase: 'ended' };
    case 'reset':
      return initialRun;
    default:
      return state;
  }
}
