import { SimulationError } from '@lumenloom/engine';
import { endTogether } from '@lumenloom/node-host';
import { piecesOf } from '../evaluate/pieces.ts';
import { openPool, runSweep, type SweepOptions } from '../evaluate/run/run-sweep.ts';
import type { RunSettings } from '../evaluate/run/run-worker.ts';
import type { YieldFolder, YieldLine } from '../folder/yield-folder.ts';
import type { PlannedYield } from './plan-yield.ts';
import { findYield, type YieldFindings, type YieldRun } from './run-yield.ts';

/** Cameras of a yield that another process computes: as JSON they may travel. */
export interface YieldOrder {
  readonly runs: readonly YieldRun[];
}

/** Where the cameras of a yield are computed instead of here. */
export interface YieldElsewhere {
  /** Orders at once. */
  readonly most: number;
  /** @throws SimulationError 'cancelled' where it is given up. */
  readonly compute: (order: YieldOrder) => Promise<readonly YieldLine[]>;
  /** Gives up the orders that nobody has begun. */
  readonly withdraw: () => void;
}

/** How the cameras of a yield are computed. */
export interface YieldOptions extends Pick<SweepOptions, 'signal'> {
  readonly cameras:
    | Pick<SweepOptions, 'jobs' | 'models' | 'device' | 'folder' | 'evaluate'>
    | YieldElsewhere;
  /** Takes each camera as it ends. */
  readonly ended: (line: YieldLine, step: { readonly done: number; readonly all: number }) => void;
}

/** Cameras that a yield runs, the sensitivities and those of the loosest tolerances among them. */
export const yieldRuns = ({ spread, runs, loosen }: PlannedYield['document']): number =>
  2 * spread.length + 1 + (loosen ? 2 : 1) * runs;

/** What stops the runs of a yield; those that ended are kept. */
class Interrupted extends Error {}

/**
 * Runs a yield; cameras that the folder has are not computed again.
 *
 * @returns undefined where it was stopped.
 * @throws SimulationError where the nominal camera or the end of a tolerance has no score.
 */
export async function computeYield(
  planned: PlannedYield,
  folder: YieldFolder,
  options: YieldOptions,
): Promise<
  (Awaited<ReturnType<YieldFolder['finish']>> & { readonly findings: YieldFindings }) | undefined
> {
  const { document, camera, scoreOf } = planned;
  const { signal, cameras, ended } = options;
  const computed = async (runs: readonly YieldRun[]): Promise<readonly (number | null)[]> => {
    const left = runs.filter(({ run }) => folder.valueOf(run) === undefined);
    let done = 0;
    const keep = async (line: YieldLine): Promise<void> => {
      await folder.add(line);
      done += 1;
      ended(line, { done, all: left.length });
    };
    await ('most' in cameras
      ? elsewhere(cameras, left, signal, keep)
      : computeCameras(planned, left, { ...cameras, signal }, keep));
    if (signal.aborted) throw new Interrupted();
    return runs.map(({ run }) => folder.valueOf(run) ?? null);
  };
  try {
    const findings = await findYield(
      document,
      camera ? computed : async (runs) => runs.map((one) => scoreOf(one, {})),
      () => folder.picturedOf(NOMINAL),
    );
    if ('problem' in findings) throw new SimulationError('bad-parameter', findings.problem);
    return { ...(await folder.finish(findings)), findings };
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return undefined;
  }
}

/** The first camera, without any deviation. */
const NOMINAL = 0;

/** Computes cameras with threads of this program. */
async function computeCameras(
  { camera, scoreOf, picturedOf }: PlannedYield,
  runs: readonly YieldRun[],
  options: Omit<SweepOptions, 'ended'>,
  ended: (line: YieldLine) => Promise<void>,
): Promise<void> {
  if (runs.length === 0) return;
  const sweep = camera!.runsOf(runs);
  if (!sweep.ok) {
    const { field, message } = sweep.problems[0]!;
    throw new SimulationError('bad-parameter', message, field);
  }
  await runSweep(sweep.value, [...runs.keys()], {
    ...options,
    isSampled: (at) => runs[at]!.run === NOMINAL,
    ended: (outcome) => {
      const { run: at, figures, status, message } = outcome;
      const one = runs[at]!;
      const pictured = picturedOf(one, outcome);
      const value = status === 'done' ? scoreOf(one, figures) : null;
      return ended({ ...one, value, message, ...(pictured && { pictured }) });
    },
  });
}

/** Has other processes compute, piece by piece; what is given up is left for the next time. */
async function elsewhere(
  { most, compute, withdraw }: YieldElsewhere,
  runs: readonly YieldRun[],
  pause: AbortSignal,
  ended: (line: YieldLine) => Promise<void>,
): Promise<void> {
  pause.addEventListener('abort', withdraw, { once: true });
  const left = [...piecesOf(runs.length)];
  const work = async (): Promise<void> => {
    for (let piece = left.shift(); piece && !pause.aborted; piece = left.shift()) {
      const lines = await compute({ runs: runs.slice(...piece) }).catch((error: unknown) => {
        if (error instanceof SimulationError && error.code === 'cancelled') return [];
        throw error;
      });
      for (const line of lines) await ended(line);
    }
  };
  await endTogether(Array.from({ length: most }, work), withdraw);
}

/** Starts threads that compute cameras of a yield which other processes ask for. */
export function openYieldRuns(
  planned: PlannedYield,
  options: Omit<SweepOptions, 'ended' | 'pool' | 'signal'> & Pick<RunSettings, 'maximumSeconds'>,
): YieldElsewhere['compute'] {
  const { jobs, models, device, maximumSeconds } = options;
  const pool = openPool(jobs, { models, device, maximumSeconds });
  const { signal } = new AbortController();
  return async ({ runs }) => {
    const lines: YieldLine[] = [];
    await computeCameras(planned, runs, { ...options, signal, pool }, async (line) => {
      lines.push(line);
    });
    return lines.toSorted((one, other) => one.run - other.run);
  };
}
