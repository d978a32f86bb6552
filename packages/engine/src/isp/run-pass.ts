import type { IspParameters } from './order.ts';
import { readsOf, replacesOf, type Pass } from './passes.ts';
import type { Picture } from './picture.ts';
import type { Counts, WalkRows } from './row-walker.ts';
import type { Frame } from './step-code.ts';

/** Rows per part: few messages to a thread, yet short enough to stop at once and to share evenly. */
const ROWS_PER_PART = 64;
/** Of steps that take this much longer than others: more parts share it better. */
const [MUCH_EFFORT, FEWER_ROWS] = [5, 32];

/** What every pass of a run gets. */
export interface IspRun {
  readonly parameters: IspParameters;
  readonly frame: Frame;
  readonly picture: Picture;
  readonly walkRows: WalkRows;
}

export const effortOf = ({ steps }: Pass): number =>
  steps.reduce((sum, { step }) => sum + (step.effort ?? 1), 0);

/**
 * Takes the picture through a pass: prepares the tables of its steps, lets them look at the whole picture where they want to, runs the
 * rows and puts the new planes in place.
 *
 * @returns what was counted; undefined when its parameters change nothing, and nothing was run.
 */
export async function runPass(
  pass: Pass,
  { parameters, frame, picture, walkRows }: IspRun,
  progress: (fraction: number) => void,
): Promise<Counts | undefined> {
  const size = picture.size();
  const tables: Record<string, object | undefined> = {};
  for (const { step, code } of pass.steps) {
    // A step is paired with its own parameters, tables and planes here and nowhere else; its types say so to itself only.
    const own = code.prepare(parameters as never, frame);
    tables[step.id] = own;
    if (!code.survey || !own) continue;
    await walkRows({
      step: step.id,
      walk: 'survey',
      part: { source: picture.planes(step.reads), tables: own },
      size,
      units: code.survey.units(own as never),
      perPart: 1,
    });
  }
  const { step, code } = pass.steps[0];
  const isJoint = pass.steps.length > 1;
  const whole = isJoint ? tables : tables[step.id];
  if (!whole) return undefined;
  const isThere = (name: (typeof step.reads)[number]): boolean =>
    !step.whateverIsThere || picture.has(name);
  const reads = readsOf(pass).filter(isThere);
  const resultSize = code.resultSize?.(whole as never) ?? size;
  const overwrite = step.perPixel && !isJoint ? reads : [];
  const target = picture.targets(replacesOf(pass).filter(isThere), resultSize, overwrite);
  const counts = await walkRows(
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
