import { meritFunction, SimulationError, type LensStudy } from '@lumenloom/engine';
import { readStudyDocument } from '@lumenloom/contract';
import { compileStudy, failed, type CompiledStudy } from '../../propose/compile.ts';
import { StudySearch } from '../../propose/search-study.ts';

/** A search over all of the room between bounds. The keys are published, but for `begin`. */
export interface WideSearch {
  readonly runs: number;
  /** Runs in which a ray did not arrive. */
  readonly lost: number;
  /** The best run and its merit, before the least squares. */
  readonly run: number;
  readonly merit: number;
  /** Every run that was better than all before it. */
  readonly trail: readonly { readonly run: number; readonly merit: number }[];
  readonly restarts: readonly number[];
  readonly stopped: string;
  /** The numbers of the best run: the least squares begin there. */
  readonly begin: Float64Array;
}

const MERIT = 'merit';
/** Lenses between two looks at the signal. */
const RUNS_AT_ONCE = 100;

/**
 * Searches the numbers of a lens between their bounds with cma-es or de, as studies of cameras do.
 * It ends with the best so far where it is stopped.
 *
 * @returns undefined for a study with another algorithm.
 * @throws SimulationError when a ray of the start does not arrive, or a number starts outside its
 *   bounds.
 */
export async function searchLens(
  study: LensStudy,
  stopped: () => boolean,
): Promise<WideSearch | undefined> {
  const { algorithm } = study;
  if (algorithm.name !== 'cma-es' && algorithm.name !== 'de') return undefined;
  const { start, meritAt } = meritFunction(study);
  const search = new StudySearch(
    searchedStudy(study, algorithm),
    Object.fromEntries(
      study.vary.map(({ path }, at) => [path, startWithin(study, at, start[at]!)]),
    ),
  );
  const trail: { run: number; merit: number }[] = [];
  let [begin, lost] = [start, 0];
  do {
    for (let at = 0; at < RUNS_AT_ONCE; at += 1) {
      const proposal = search.ask();
      if (!proposal) break;
      const values = Float64Array.from(study.vary, ({ path }) => proposal.values[path] as number);
      const merit = meritAt(values);
      if (merit === undefined) lost += 1;
      else if (merit < (trail.at(-1)?.merit ?? Infinity)) {
        trail.push({ run: proposal.run, merit });
        begin = values;
      }
      search.tell(
        proposal,
        merit === undefined
          ? failed('A ray does not arrive.')
          : { status: 'done', message: '', figures: { [MERIT]: merit }, feasible: true },
      );
    }
    // A signal is heard while nothing is computed.
    await new Promise((resolve) => setImmediate(resolve));
  } while (!search.stopped && !stopped());
  const runs = search.results.length;
  return {
    runs,
    lost,
    ...trail.at(-1)!,
    trail,
    restarts: search.restarts,
    begin,
    stopped: search.stopped?.message ?? `It was interrupted after ${runs} runs.`,
  };
}

/** The value at which a number starts. @throws SimulationError where it is outside its bounds. */
function startWithin({ vary }: LensStudy, at: number, value: number): number {
  const { path, from, to } = vary[at]!;
  if (value >= from && value <= to) return value;
  throw new SimulationError(
    'bad-parameter',
    `${path} is ${value} in the lens, and not from ${from} to ${to}: give it a start.`,
    'vary',
  );
}

/** The study of the merit as a number that is minimised. */
function searchedStudy(
  { vary, seed }: LensStudy,
  {
    name,
    runs,
    population,
  }: { name: 'cma-es' | 'de'; runs: number; population: number | undefined },
): CompiledStudy {
  const document = readStudyDocument({
    name: 'A lens',
    vary: vary.map(({ path, from, to }) => ({ path, from, to })),
    objectives: [{ figure: MERIT, goal: 'minimise' }],
    algorithm: { name, ...(population !== undefined && { population }) },
    budget: { runs },
    seed,
  });
  const compiled = document.ok
    ? compileStudy(document.value, { isFigure: (figure) => figure === MERIT })
    : document;
  if (compiled.ok) return compiled.value;
  const { field, message } = compiled.problems[0]!;
  throw new SimulationError('bad-parameter', message, field);
}
