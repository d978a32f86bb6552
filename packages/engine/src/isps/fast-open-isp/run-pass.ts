import type { Host } from '../../host.ts';
import { allocateShared } from '../../images/shared-array.ts';
import type { StageContext } from '../../stage.ts';
import { loadIsp } from './load-isp.ts';
import type { IspParameters } from './order.ts';
import { planesReadBy, planesReplacedBy, type Pass } from './passes.ts';
import type { Picture, Size } from './picture.ts';
import type { AnyPart, Counts, CountingPart, MosaicFacts } from './step-code.ts';

/**
 * Rows per part: few messages to a thread, yet little work after Stop, and an even share for every
 * thread.
 */
const ROWS_PER_PART = 64;
/**
 * From this effort on a pass has parts of fewer rows, so that threads finish at nearly the same
 * time.
 */
const [MUCH_EFFORT, FEWER_ROWS] = [5, 32];
/** Counters per part; the last one is padding. */
const COUNTERS = 4;

/** What all passes of a run share. */
export interface IspRun {
  readonly frame: MosaicFacts;
  readonly picture: Picture;
  readonly host: Pick<Host, 'parallel'>;
  readonly context: Pick<StageContext, 'stopped'>;
}

export const effortOf = ({ steps }: Pass): number =>
  steps.reduce((sum, { step }) => sum + (step.effort ?? 1), 0);

/** A pass, the tables of its steps, and the parameters that its steps name in their records. */
export interface PreparedPass {
  readonly pass: Pass;
  /** By the id of the step; undefined where the parameters change nothing. */
  readonly tables: Readonly<Record<string, object | undefined>>;
  readonly read: Readonly<Record<string, unknown>>;
}

/** Prepares the tables of a pass. */
export function preparePass(
  pass: Pass,
  parameters: IspParameters,
  frame: MosaicFacts,
): PreparedPass {
  const values: Readonly<Record<string, unknown>> = parameters;
  const keys = pass.steps.flatMap(({ step: { fields = [], alsoReads = [] } }) => [
    ...fields.map(({ key }) => key),
    ...alsoReads,
  ]);
  return {
    pass,
    tables: Object.fromEntries(
      pass.steps.map(({ step, code }) => [step.id, code.prepare(parameters, frame)]),
    ),
    read: Object.fromEntries(keys.map((key) => [key, values[key]])),
  };
}

/**
 * Runs one pass: completes the tables of its steps by surveys of the whole picture where steps need
 * that, computes all rows and puts the new planes into the picture.
 *
 * @param progress gets the fraction of the rows that is done.
 * @returns what the steps counted; undefined when the parameters change nothing and nothing was
 * run.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function runPass(
  { pass, tables }: PreparedPass,
  run: IspRun,
  progress: (fraction: number) => void,
): Promise<Counts | undefined> {
  const { picture } = run;
  const size = picture.size();
  for (const { step, code } of pass.steps) {
    const own = tables[step.id];
    if (!code.survey || !own) continue;
    await runRows(run, {
      step: step.id,
      walk: 'survey',
      part: { source: picture.planes(step.reads), target: {}, tables: own },
      size,
      units: code.surveyUnits?.(own) ?? 1,
      perPart: 1,
    });
  }
  const { step, code } = pass.steps[0];
  const isJoint = pass.steps.length > 1;
  const whole = isJoint ? tables : tables[step.id];
  if (!whole) return undefined;
  const isThere = (name: (typeof step.reads)[number]): boolean =>
    !step.whateverIsThere || picture.has(name);
  const reads = planesReadBy(pass).filter(isThere);
  const resultSize = code.resultSize?.(whole) ?? size;
  const overwrite = step.perPixel && !isJoint ? reads : [];
  const target = picture.targets(planesReplacedBy(pass).filter(isThere), resultSize, overwrite);
  const counts = await runRows(
    run,
    {
      step: pass.id,
      walk: 'apply',
      part: { source: picture.planes(reads), target, tables: whole },
      size,
      units: resultSize.rows,
      perPart: effortOf(pass) >= MUCH_EFFORT && !isJoint ? FEWER_ROWS : ROWS_PER_PART,
    },
    progress,
  );
  picture.replace(target, resultSize);
  return counts;
}

/** Rows of a pass, or units of a survey, to be shared among the threads. */
interface RowsOfPass extends Pick<IspRowsPart, 'step' | 'walk'> {
  /** Planes and tables; the same for all rows. */
  readonly part: Pick<AnyPart, 'source' | 'target' | 'tables'>;
  /** Size of the source. */
  readonly size: Size;
  /** Number of rows of the result, or of units. */
  readonly units: number;
  readonly perPart: number;
}

/** Computes all rows on all threads. @returns the sums of the counters of all parts. */
async function runRows(
  { host, context }: IspRun,
  { step, walk, part, size, units, perPart }: RowsOfPass,
  progress?: (fraction: number) => void,
): Promise<Counts> {
  const parts = Math.ceil(units / perPart);
  const counts = new Int32Array(allocateShared(parts * COUNTERS * 4));
  await host.parallel(
    ispRows,
    Array.from({ length: parts }, (_, index) => ({
      step,
      walk,
      part: {
        ...part,
        ...size,
        from: index * perPart,
        to: Math.min(units, (index + 1) * perPart),
        counts: counts.subarray(index * COUNTERS, (index + 1) * COUNTERS),
      },
    })),
    {
      stopped: () => context.stopped(),
      done: (done) => progress?.(done / parts),
    },
  );
  const total: [number, number, number] = [0, 0, 0];
  for (const [index, value] of counts.entries())
    if (index % COUNTERS < 3) total[index % COUNTERS]! += value;
  return total;
}

/**
 * Some rows of one pass, or some units of a survey: plain data, so that it can be sent to another
 * thread.
 */
export interface IspRowsPart {
  /** Id of the step or of the fusion. */
  readonly step: string;
  readonly walk: 'apply' | 'survey';
  readonly part: AnyPart & CountingPart;
}

/** Computes one part, with the step's kernel where it is loaded. */
export async function ispRows(
  { step, walk, part }: IspRowsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const functions = (await loadIsp(host)).walks.get(step);
  if (!functions?.[walk]) throw new Error(`The ISP has no ${walk} of ${step}.`);
  functions[walk](part);
}
