import {
  pageMessages,
  type LogLine,
  type Problem,
  type SimulationEvent,
} from '@lumenloom/contract';
import { initialRecipe, type Recipe } from '../recipe/recipe.ts';

type ContentOf<Type> = Extract<SimulationEvent, { readonly type: Type }>['content'];
export type Measurement = ContentOf<'measurement'>;
export type Report = ContentOf<'report'>;

/** A finished stage and the time it took. */
export interface StageTime {
  readonly name: string;
  readonly ms: number;
}

/** A line of the log as the pane shows it. */
export interface LogEntry extends LogLine {
  /** When it arrived, ms since 1970. */
  readonly at: number;
  /** The field that a refused run has to have changed. */
  readonly field?: string;
  /** The line of a failure. */
  readonly isFailure?: true;
  /** The first line of a run. */
  readonly startsRun?: true;
  /** It came while no simulation was running: it belongs to none. */
  readonly isAside?: true;
}

export interface RunState {
  /** 'fresh' until the first run since New. */
  readonly phase: 'fresh' | 'running' | 'ended';
  readonly log: readonly LogEntry[];
  /** Data URL of the picture. */
  readonly image: string | undefined;
  /** The picture without an algorithm's drawing, where there is one. */
  readonly plain: string | undefined;
  /** What the picture is made with. */
  readonly inputs: Recipe;
  /** Share of the run that is done, 0 to 1. */
  readonly fraction: number;
  readonly stages: readonly StageTime[];
  /**
   * The network whose files are being fetched before the run, and the share that has come, 0 to 1.
   */
  readonly download: { readonly label: string; readonly fraction: number } | undefined;
  /** The last run was refused because nobody is logged in. */
  readonly needsLogin: boolean;
  /** Why the last run was refused; empty when it was not. */
  readonly problems: readonly Problem[];
  /** The chosen algorithm could not run: the picture is without it. */
  readonly isWithoutAlgorithm: boolean;
  /** What was measured on the picture. */
  readonly measurements: readonly Measurement[];
  readonly report: Report | undefined;
  /** A run has begun and the log has no line of it yet. */
  readonly isAwaitingLine: boolean;
}

/** Events from the server, and events of this page. */
export type RunEvent =
  | SimulationEvent
  | { readonly type: 'started'; readonly inputs: Recipe }
  | { readonly type: 'ended' }
  | {
      readonly type: 'failed';
      readonly reason: string;
      readonly needsLogin?: boolean;
      /** All that is wrong; the first has the reason as its message. */
      readonly problems?: readonly Problem[];
    }
  /** The user has stopped the run: no more events follow. */
  | { readonly type: 'stopped' }
  | { readonly type: 'reset' }
  /**
   * An earlier state comes back, unless a run has begun since; lines that have been written since
   * follow its own.
   */
  | { readonly type: 'restored'; readonly run: RunState };

export const initialRun: RunState = {
  phase: 'fresh',
  log: [],
  image: undefined,
  plain: undefined,
  inputs: initialRecipe,
  fraction: 0,
  stages: [],
  download: undefined,
  needsLogin: false,
  problems: [],
  isWithoutAlgorithm: false,
  measurements: [],
  report: undefined,
  isAwaitingLine: false,
};

/** The sentence in which the log sums the last run up; undefined where it has none. */
export const verdictOf = ({ log }: RunState): string | undefined =>
  log
    .slice(
      Math.max(
        0,
        log.findLastIndex(({ startsRun }) => startsRun),
      ),
    )
    .find(({ topic }) => topic === 'Verdict')?.content;

/** Lines of the page itself that tell of a failure. */
const failureStarts = [pageMessages.simulationFailed(''), pageMessages.stopFailed('')].map(
  (start) => start.trimEnd(),
);
const tellsFailure = (line: string): boolean =>
  line === pageMessages.noComputeResource || failureStarts.some((start) => line.startsWith(start));

/** Lines of the log that are kept at most, and as many as remain when there are more. */
const MOST_LINES = 2000;
const REMAINING_LINES = 1800;

/**
 * The log without its oldest lines where there are too many; many at once, because the place of all
 * others changes then.
 */
const shortened = (log: readonly LogEntry[]): readonly LogEntry[] =>
  log.length > MOST_LINES ? log.slice(-REMAINING_LINES) : log;

/** The sentence of the line of a failure without its beginning. */
const reasonIn = (line: string): string =>
  line.replace(pageMessages.simulationFailed('').trimEnd(), '').trim();

/** Why a run failed, and each further problem in a line of its own. */
const failureLines = (
  reason: string,
  [first, ...others]: readonly Problem[],
): readonly Omit<LogEntry, 'at'>[] => [
  { content: pageMessages.simulationFailed(reason), ...(first && { field: first.field }) },
  ...others.map(({ field, message }) => ({ content: message, field, isFailure: true as const })),
];

/** The state with these lines at the end of its log. */
const written = (
  state: RunState,
  lines: readonly Omit<LogEntry, 'at'>[],
  at: number,
): RunState => ({
  ...state,
  log: shortened([
    ...state.log,
    ...lines.map((line, index) => ({
      ...line,
      at,
      ...(tellsFailure(line.content) && { isFailure: true as const }),
      ...(index === 0 && state.isAwaitingLine && { startsRun: true as const }),
      ...(state.phase !== 'running' && { isAside: true as const }),
    })),
  ]),
  isAwaitingLine: false,
});

/**
 * The state machine of a run: a pure function, so that the panes only draw its state. Unknown event
 * types change nothing.
 *
 * @param at when it happened, in ms since 1970.
 */
export function reduceRun(state: RunState, event: RunEvent, at = 0): RunState {
  const withLines = (...lines: readonly Omit<LogEntry, 'at'>[]): RunState =>
    written(state, lines, at);
  switch (event.type) {
    case 'started':
      return {
        ...initialRun,
        log: state.log,
        phase: 'running',
        inputs: event.inputs,
        isAwaitingLine: true,
      };
    case 'log':
      return {
        ...withLines({
          content: event.content,
          topic: event.topic,
          ...(event.warning && { warning: true }),
          ...(event.field !== undefined && { field: event.field }),
        }),
        ...(event.field !== undefined && {
          problems: [...state.problems, { field: event.field, message: reasonIn(event.content) }],
        }),
      };
    case 'analysis':
      return event.content.status === 'done' ? state : { ...state, isWithoutAlgorithm: true };
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
    case 'measurement':
      return { ...state, measurements: [...state.measurements, event.content] };
    case 'report':
      return { ...state, report: event.content };
    case 'result':
      return { ...state, image: event.content };
    case 'ended':
      return { ...withLines({ content: '' }), phase: 'ended' };
    case 'failed': {
      const { reason, needsLogin = false, problems = [] } = event;
      return {
        ...withLines(...failureLines(reason, problems)),
        phase: 'ended',
        needsLogin,
        problems,
      };
    }
    case 'stopped':
      return { ...state, phase: 'ended' };
    case 'reset':
      return initialRun;
    case 'restored':
      return state.phase === 'fresh'
        ? { ...event.run, log: shortened([...event.run.log, ...state.log]) }
        : state;
    default:
      return state;
  }
}

/** The inputs of the shown picture, except an algorithm that could not run. */
export const madeWith = ({ inputs, isWithoutAlgorithm }: RunState): Recipe =>
  isWithoutAlgorithm ? { ...inputs, algorithm: '' } : inputs;

/** The stages that have done something, with their times. */
export const stagesDone = ({ stages, isWithoutAlgorithm }: RunState): readonly StageTime[] =>
  isWithoutAlgorithm ? stages.filter(({ name }) => name !== 'algorithm') : stages;
