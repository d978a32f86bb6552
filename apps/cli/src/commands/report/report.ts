import { basename, join } from 'node:path';
import {
  LAB_PROFILES,
  LAB_SEEDS,
  messages,
  type LabProfile,
  type LabReport,
} from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/catalogue';
import {
  framesReport,
  labReport,
  realReport,
  reportFiles,
  requestsOf,
  type RealCamera,
  type ReportCamera,
} from '@lumenloom/experiment/lab';
import { nodeHost } from '@lumenloom/node-host';
import {
  UsageError,
  makeFolder,
  numberOption,
  progressOn,
  sayOn,
  writeFile,
} from '@lumenloom/node-host/command-line';
import {
  JSON_OUTPUT,
  SEED,
  THREADS,
  choiceOption,
  seedOption,
  threadsOption,
} from '../../arguments.ts';
import { command, type CommandTerminal, type Output } from '../command.ts';
import { jsonText } from '../print.ts';
import { cameraOptions, readCamera } from '../read-camera.ts';
import { readRealCamera } from './real-camera.ts';

/** Results of stages that readings of one chart share. */
const MEMORY_BYTES = 256 * 2 ** 20;

/** `lumenloom report`: what a lab reads of a camera, as one document. */
export const report = command(
  {
    usage: [
      '[recipe.json] [recipe2.json] --out DIR [options]',
      '[recipe.json] --frames-dir FOLDER --out DIR [options]',
    ],
    says: 'Measures the camera of a recipe, or two cameras side by side, as a lab would: simulates the charts of a profile, reads each with several seeds of noise, and writes report.html, report.pdf, lab.json and lab.csv, each figure with its standard error, its method and what the model says. "After" a standard is the method that public material describes; nothing is certified. Without a recipe it is examples/first.json.',
    words: { min: 0, max: 2, are: 'one or two recipes' },
    options: {
      out: { value: 'DIR', output: 'folder', says: 'Writes the files there.' },
      profile: {
        value: LAB_PROFILES.join('|'),
        default: LAB_PROFILES[0],
        says: 'Which sections it has.',
      },
      draft: { says: 'One seed, one field, charts of at most 240 × 320 pixels, few frames.' },
      seeds: { value: 'N', says: `Readings of each section; ${LAB_SEEDS.usual} without it.` },
      seed: SEED,
      'frames-dir': {
        value: 'FOLDER',
        says: 'Frames of a real camera, listed in FOLDER/manifest.json; a recipe beside it is its twin.',
      },
      manifest: { value: 'FILE', says: 'Another list of them.' },
      requests: { says: 'Prints which frames are missing for the profile, and measures nothing.' },
      date: { value: 'TEXT', says: 'A date that stands in the report; the clock is not asked.' },
      ...cameraOptions,
      threads: THREADS,
      json: JSON_OUTPUT,
    },
    examples: [
      'report example:first --draft --out lab',
      'report phone.json tablet.json --profile mobile --date 2026-11-30 --out lab',
    ],
    document: 'docs/the-lab.md',
  },
  async ({ values, words }, terminal) => {
    const { stdout, stderr } = terminal;
    const profile = choiceOption('profile', values.profile, LAB_PROFILES, LAB_PROFILES[0]);
    const real = await realCameraOf(words, values);
    if (values.requests) {
      stdout.write(requestText(profile, real));
      return;
    }
    if (values.out === undefined && !values.json)
      throw new UsageError('Name a folder for the report with --out DIR.', 'out');
    const seeds = seedsOption(values.seeds, values.draft);
    const host = nodeHost(threadsOption(values.threads), undefined, MEMORY_BYTES);
    const cameras: ReportCamera[] = [];
    for (const path of words.length === 0 && !real ? [undefined] : words) {
      const say = sayOn(values.json ? stderr : stdout);
      cameras.push(await cameraOf(path, cameras, values, terminal, { host, say }));
    }
    const settings = {
      ...{ profile, seeds, isDraft: values.draft, date: values.date ?? null },
      seed: seedOption('seed', values.seed) ?? cameras[0]?.plan.seeds.temporal ?? 0,
    };
    const found = real && framesReport(profile, real);
    const progress = progressOn(stderr, 'Measuring');
    const watch = { progress: progress.reach, check: () => undefined };
    const simulated =
      cameras.length === 0
        ? undefined
        : await labReport(cameras, settings, watch).finally(progress.end);
    const lab = found ? realReport(found, simulated, settings) : simulated!;
    if (values.out !== undefined) await writeReport(values.out, lab, terminal);
    if (values.json) stdout.write(jsonText(lab));
    else tell(lab, values.out!, stdout);
  },
);

/** The camera whose frames are in --frames-dir. */
async function realCameraOf(
  words: readonly string[],
  {
    'frames-dir': folder,
    manifest,
  }: Readonly<Record<'frames-dir' | 'manifest', string | undefined>>,
): Promise<RealCamera | undefined> {
  if (folder === undefined) {
    if (manifest !== undefined) throw new UsageError('--manifest goes with --frames-dir.');
    return undefined;
  }
  if (words.length > 1)
    throw new UsageError('--frames-dir has one recipe beside it at most, the twin of the camera.');
  return readRealCamera(folder, manifest);
}

/** What to photograph, a line each. */
function requestText(profile: LabProfile, real: RealCamera | undefined): string {
  const lines = requestsOf(profile, real ?? { frames: [] });
  return lines.length === 0 ? 'Nothing is missing.\n' : `${lines.join('\n')}\n`;
}

function seedsOption(text: string | undefined, isDraft: boolean): number {
  const seeds = numberOption('seeds', text, { whole: true, min: 1, max: LAB_SEEDS.most });
  if (isDraft && seeds !== undefined && seeds > 1)
    throw new UsageError('--draft has one seed: leave out --seeds.', 'seeds');
  return isDraft ? 1 : (seeds ?? LAB_SEEDS.usual);
}

/** The camera of a recipe, with a name that no other camera of the report has. */
async function cameraOf(
  path: string | undefined,
  others: readonly ReportCamera[],
  values: Parameters<typeof readCamera>[1],
  terminal: CommandTerminal,
  { host, say }: Pick<ReportCamera, 'host'> & { readonly say: (line: string) => void },
): Promise<ReportCamera> {
  const { plan, notes, recipe } = await readCamera(path, values, terminal, () => undefined);
  for (const note of notes) say(note);
  const { sensor } = plan;
  if (!sensor) throw new UsageError(`sensor: ${messages.reportWithoutSensor}`);
  const file =
    path === undefined || path === '-' ? 'camera' : basename(path).replace(/\.json$/, '');
  const isTaken = others.some(({ name }) => name === file);
  return {
    name: isTaken ? `${file} (2)` : file,
    recipe: isObject(recipe) ? recipe : {},
    plan: { ...plan, sensor },
    host,
  };
}

/** Writes all files at once, after everything is computed. */
async function writeReport(
  folder: string,
  lab: LabReport,
  terminal: CommandTerminal,
): Promise<void> {
  const files = await reportFiles(lab);
  // From here on the first Ctrl+C does not end the program: no file stays half written.
  void terminal.signal;
  makeFolder(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

function tell({ cameras, missing }: LabReport, folder: string, stdout: Output): void {
  const lines = [
    ...cameras.map(
      ({ name, sections }) =>
        `${name}: ${sections.reduce((sum, { figures }) => sum + figures.length, 0)} figures in ${sections.length} sections.`,
    ),
    ...missing.map(({ id, reason }) => `Not measured: ${id}. ${reason}`),
    `Wrote report.html, report.pdf, lab.json and lab.csv to ${folder}.`,
  ];
  stdout.write(`${lines.join('\n')}\n`);
}
