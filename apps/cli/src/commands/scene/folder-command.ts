import { basename } from 'node:path';
import type { OwnParts } from '@lumenloom/contract';
import { UsageError, progressOn, sayOn } from '@lumenloom/node-host/command-line';
import { jobsOf, jobsOption } from '../../arguments.ts';
import { STATUS, statusOf, type CommandTerminal } from '../command.ts';
import { jsonText } from '../print.ts';
import { NO_PICTURE, planOf } from '../read-recipe.ts';
import { recordFolder } from '../recording.ts';
import type { FolderRun } from './folder-run.ts';
import { mapOutputOptions, type MapOption } from './map-outputs.ts';
import { simulateFolder } from './simulate-folder.ts';

/** Options of simulate for a folder of scenes. */
export const sceneFolderOptions = {
  'scene-folder': {
    value: 'DIR',
    says: 'Simulates every picture, cube or exposure of a renderer in the folder: NAME.png and NAME.json of each, with a seed of the recipe and the name of its file.',
  },
  jobs: jobsOf('Exposures of --scene-folder at the same time'),
  resume: { says: 'Goes on with a --scene-folder where it stopped.' },
} as const;

/** Options of single exposures. */
const SINGLE = [
  'scene-file',
  'scene-frames',
  'depth-file',
  'stages',
  'frames',
  'seed',
  'algorithm',
  'network-file',
  'threads',
  'dng',
  'raw16',
  'tiff',
  'png16',
  'exr',
  'exr-scene',
  'mat',
] as const;

type Values = Readonly<Record<string, unknown>> & {
  readonly json: boolean;
  readonly resume: boolean;
  readonly jobs: string | undefined;
  readonly mcap: string | undefined;
} & Readonly<Record<MapOption, string | undefined>>;

/** @throws UsageError for options that belong to one of both kinds of runs only. */
export function checkFolderOptions(values: Values): void {
  const isFolder = values['scene-folder'] !== undefined;
  for (const option of SINGLE)
    if (isFolder && values[option] !== undefined && values[option] !== false)
      throw new UsageError(`--${option} is not for --scene-folder: leave one of them out.`);
  for (const option of ['jobs', 'resume'] as const)
    if (!isFolder && values[option] !== undefined && values[option] !== false)
      throw new UsageError(`--${option} belongs to --scene-folder.`);
  if (isFolder && values.mcap !== undefined && values['frame-rate'] === undefined)
    throw new UsageError('--mcap of a --scene-folder needs --frame-rate, the pictures per second.');
}

/** Simulates a folder of scenes and says how it ended. @returns the exit status. */
export async function runFolder(
  run: Omit<FolderRun, 'maps' | 'keepsRaw'>,
  values: Values,
  { stdout, stderr, signal, goingOn }: CommandTerminal,
): Promise<number> {
  const say = sayOn(values.json ? stderr : stdout);
  const jobs = jobsOption(values.jobs);
  // What is wrong with the recipe is wrong with every exposure.
  const own: OwnParts = { ...run.own, scene: NO_PICTURE };
  const { plan, notes } = planOf(run.recipe, run.exposureSeconds, own, run.changes);
  for (const note of notes) say(note);
  if (plan.algorithm) say("The recipe's network is not run on a folder of scenes.");
  const progress = progressOn(stderr, 'Simulating');
  const { names, ...outcome } = await simulateFolder(
    { ...run, maps: mapEnds(values), keepsRaw: values.mcap !== undefined },
    { jobs, resume: values.resume, signal, ended: progress.reach },
  );
  progress.end();
  const { written, failed, isStopped } = outcome;
  if (values.mcap !== undefined && written === names.length) {
    const { noise, quality, offset, out, hertz } = run;
    const camera = { ...plan, noise, quality, grid: offset ? { ...plan.grid, offset } : plan.grid };
    say(await recordFolder(values.mcap, camera, { folder: out, names, hertz: hertz! }));
  }
  for (const { problem } of failed) say(`Failed: ${problem}`);
  say(
    isStopped
      ? `Stopped. To go on: ${goingOn}`
      : `Wrote ${written} ${written === 1 ? 'exposure' : 'exposures'} to ${run.out}${failed.length > 0 ? `; ${failed.length} failed. --resume tries them again` : ''}.`,
  );
  if (values.json) stdout.write(jsonText({ folder: run.out, ...outcome }));
  return isStopped
    ? STATUS.interrupted
    : statusOf(failed.length, stderr, `${failed.length} of ${names.length} exposures failed.`);
}

/** Ends of the names of maps, from the options that name one file elsewhere. */
function mapEnds(values: Values): FolderRun['maps'] {
  const ends: Partial<Record<MapOption, string>> = {};
  for (const option of Object.keys(mapOutputOptions) as MapOption[]) {
    const end = values[option];
    if (end === undefined) continue;
    if (basename(end) !== end)
      throw new UsageError(
        `With --scene-folder, --${option} is the end of the names of files, such as ${option === 'ids-out' ? 'ids.png' : 'depth.npy'}, not "${end.slice(0, 60)}".`,
      );
    ends[option] = end;
  }
  return ends;
}
