import type { RunOutcome } from '@lumenloom/experiment';
import { CLEAR_LINE, sayOn, type Output } from '@lumenloom/node-host/command-line';

/** Milliseconds between two changes of the line on a terminal, and between two lines elsewhere. */
const REWRITE_INTERVAL_MS = 200;
const LINE_INTERVAL_MS = 60_000;
/** Lines elsewhere come at each of so many shares of the runs. */
const SHARES = 10;
/** The estimate is of about so many runs, the last ones. */
const RECENT_RUNS = 20;
export type Say = (line: string) => void;

/** A run of a sweep, or a picture of an evaluation. */
type Outcome = Pick<RunOutcome, 'status' | 'message'> & { readonly run: number | string };

/**
 * Says how far a sweep or an evaluation is, in one line of a terminal, elsewhere in about ten
 * lines, and when a run fails.
 *
 * @param jobs how many runs are computed at once.
 * @param now a clock, in milliseconds.
 * @param thing what ends.
 */
export function progressOf(
  total: number,
  jobs: number,
  stdout: Output,
  now: () => number = () => performance.now(),
  thing = 'run',
): (outcome: Outcome) => void {
  const say = sayOn(stdout);
  const began = now();
  const ends: number[] = [];
  let failed = 0;
  const tell = tellerOf(total, stdout, began, LINE_INTERVAL_MS);
  return ({ run, status, message }) => {
    const at = now();
    ends.push(at);
    if (status === 'failed') {
      failed += 1;
      say(`${thing[0]!.toUpperCase()}${thing.slice(1)} ${run} failed: ${message}`);
    }
    const ended = ends.length;
    const text = `${ended} of ${total} ${thing}s${failed > 0 ? `, ${failed} failed` : ''}`;
    if (ended === total) {
      stdout.reach?.(1);
      say(`${text} in ${duration((at - began) / 1000)}.`);
      return;
    }
    tell(ended, at, () => {
      const seconds = secondsLeft(ends, total, jobs);
      return `${text}${seconds === undefined ? '' : `, about ${duration(seconds)} left`}.`;
    });
  };
}

/**
 * Says how many of at most so many runs have ended: in one line of a terminal, elsewhere in about
 * ten lines.
 */
export function shareOf(
  total: number,
  stdout: Output,
  now: () => number = () => performance.now(),
): (ended: number) => void {
  const tell = tellerOf(total, stdout, now(), Infinity);
  return (ended) => {
    tell(ended, now(), () => `${ended} of at most ${total} runs.`);
  };
}

/** Writes a line where one is due. @param longestMs without a line, where there is no terminal. */
function tellerOf(
  total: number,
  stdout: Output,
  began: number,
  longestMs: number,
): (ended: number, at: number, line: () => string) => void {
  const say = sayOn(stdout);
  let [toldRuns, toldAt] = [0, began];
  return (ended, at, line) => {
    stdout.reach?.(ended / total);
    const isDue = stdout.isTTY
      ? ended > toldRuns && at - toldAt >= REWRITE_INTERVAL_MS
      : at - toldAt >= longestMs || ended - toldRuns >= total / SHARES;
    if (!isDue) return;
    [toldRuns, toldAt] = [ended, at];
    if (stdout.isTTY) stdout.write(`${CLEAR_LINE}${line()}`);
    else say(line());
  };
}

/**
 * Seconds that the rest takes at the pace of the last runs; undefined until enough have ended.
 * The first runs of all jobs do not count: they make the tables of the lens, which the others find.
 * Jobs end in waves, so the pace is of whole waves.
 */
function secondsLeft(ends: readonly number[], total: number, jobs: number): number | undefined {
  const waves = Math.min(
    Math.floor((ends.length - jobs) / jobs),
    Math.max(1, Math.round(RECENT_RUNS / jobs)),
  );
  if (waves < 1) return undefined;
  const runs = waves * jobs;
  const perRun = (ends.at(-1)! - ends.at(-1 - runs)!) / runs;
  return (perRun * (total - ends.length)) / 1000;
}

/** Seconds in words, rounded as one says them. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
