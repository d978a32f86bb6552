import type { ExperimentCalls } from '../../../api/experiments.ts';

/** What the server says of any experiment. */
export interface AnyStatus {
  readonly id: string;
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Why it failed or does not go on; else empty. */
  readonly message: string;
  /** While it waits: how many have their turn before it. */
  readonly ahead?: number | undefined;
}

interface AnyRun {
  readonly run: number;
  readonly status: string;
  readonly message: string;
}

/** The types of a goal. */
export interface Kind {
  /** As it is typed. */
  readonly draft: object;
  readonly status: AnyStatus;
  readonly document: object;
  readonly run: AnyRun;
}

/** An experiment with what has come of it. */
export interface Experiment<K extends Kind> {
  readonly status: K['status'];
  readonly document: K['document'];
  /** In their order, whichever ended first; empty where they do not come one by one. */
  readonly runs: readonly K['run'][];
  /** When the first of it came to this page, ms since 1970, and how much had ended then. */
  readonly since: { readonly at: number; readonly ended: number } | undefined;
  /** What its file of results holds, once it is done and where it has one. */
  readonly results: unknown;
}

/** In what the goals of the tabs Study and Measure differ, but for what they draw. */
export interface Goal<K extends Kind> {
  /** Of its tab and its view. */
  readonly id: string;
  /** Its tab; Study without it. */
  readonly tab?: 'Measure';
  /** Among the goals of the tab: 'Optimise'. */
  readonly title: string;
  /** What one is called: 'study'. */
  readonly noun: string;
  /** To whoever is not logged in. */
  readonly logIn: string;
  readonly emptyDraft: K['draft'];
  /** They come with their schemas, which a workbench without this goal does not load. */
  readonly calls: () => Promise<ExperimentCalls<K['status'], K['document'], K['run']>>;
  /** What its parts are called: 'runs'. */
  readonly unit: string;
  /** How many parts it has, and how many of them have ended. */
  readonly sizeOf: (experiment: Pick<Experiment<K>, 'status' | 'runs'>) => {
    readonly ended: number;
    /** 0 while it is not known. */
    readonly all: number;
  };
  /** 'Stopped'. */
  readonly stopped: string;
  /** What it does beside its parts while it runs; undefined for nothing. */
  readonly besides?: (size: { readonly ended: number; readonly all: number }) => string | undefined;
  /** Whether one that was stopped or has failed can go on. */
  readonly canGoOn: (experiment: Experiment<K>) => boolean;
  /** A run after another on the server: the same document again goes on with it. */
  readonly goesOnAnew?: true;
  /** Runs that one which is done can get beyond its budget. */
  readonly moreRuns?: (experiment: Experiment<K>) => number | undefined;
  /** Its results are read from this file; absent: it has none. */
  readonly resultsFile?: `${string}.json`;
  /** The button of its document, and the name of the file. */
  readonly document: { readonly label: string; readonly file: string };
  /** Whether one that has ended can be deleted. */
  readonly canDelete?: true;
}

export const isUnfinished = ({ state }: Pick<AnyStatus, 'state'>): boolean =>
  state === 'waiting' || state === 'running';
