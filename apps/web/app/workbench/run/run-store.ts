import { messages, type SimulationEvent } from '@lumenloom/contract';

/** A finished part of the run and the time it took. */
export interface StageTime { readonly name: string; readonly ms: number }

export interface RunState {
  /** 'fresh' until the first run since New. */
  readonly phase: 'fresh' | 'running' | 'ended';
  readonly log: readonly string[];
  /** Data URL of the picture. */
  readonly image: string | undefined;
  /** What the picture was made with. */
  readonly caption: string;
  /** Share of the run that is done, 0 to 1. */
  readonly fraction: number;
  readonly stages: readonly StageTime[];
}

/** What the server sends, and what happens on this side. */
export type RunEvent =
  | SimulationEvent
  | { readonly type: 'started'; readonly caption: string }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'reset' };

export const initialRun: RunState = { phase: 'fresh', log: [], image: undefined, caption: '', fraction: 0, stages: [] };

/** The whole run machine: one pure function, so the panes only draw what it says. Types it does not know change nothing. */
export function reduceRun(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'started': return { ...state, phase: 'running', image: undefined, caption: event.caption, fraction: 0, stages: [] };
    case 'log': return { ...state, log: [...state.log, event.content] };
    case 'progress': return { ...state, fraction: Math.max(state.fraction, Math.min(event.content, 1)) };
    case 'stage': return { ...state, stages: [...state.stages, event.content] };
    case 'result': return { ...state, image: event.content };
    case 'ended': return { ...state, phase: 'ended', log: [...state.log, ''] };
    case 'failed': return { ...state, phase: 'ended', log: [...state.log, messages.simulationFailed(event.reason)] };
    case 'reset': return initialRun;
    default: return state;
  }
}
