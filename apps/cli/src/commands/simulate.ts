import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  npyHeader,
  simulate as run,
  withWorld,
  type Host,
  type SimulationPlan,
  type SimulationResult,
  type StageSink,
} from '@lumenloom/engine';
import { laterSeed, exampleFigure, logLineText, type LogLine } from '@lumenloom/contract';
import {
  encodePng,
  findDevice,
  npyFolder,
  openDevice,
  peakRssBytes,
  appendFile,
  writeFile,
} from '@lumenloom/node-host';
import {
  UsageError,
  makeFolder,
  numberOption,
  progressOn,
  sayOn,
} from '@lumenloom/node-host/command-line';
import { deviceOption, threadsOption } from '../arguments.ts';
import { command, type Output } from './command.ts';
import {
  checkHeat,
  environmentChanges,
  environmentOptions,
  type EnvironmentValues,
} from './environment-options.ts';
import { namedParts } from './named-parts.ts';
import { ownFileOptions, readOwnFiles, readingOf } from './own-files.ts';
import { checkFolderOptions, runFolder, sceneFolderOptions } from './scene/folder-command.ts';
import { mapFiles, mapOutputOptions, type MapOption, type MapSource } from './scene/map-outputs.ts';
import { isMoving, isPhotographed, labelsOfWorld } from '@lumenloom/experiment/worlds';
import { pictureOutputOptions, pictureOutputs } from './picture-outputs.ts';
import {
  fetchNetwork,
  pictureHost,
  pictureOptions,
  planPicture,
  readShot,
} from './picture-plan.ts';
import { jsonText } from './print.ts';
import { recordPlan, recordingOptions } from './recording.ts';
import { changesOf, readExample, RECIPE_HELP, recipeOptions } from './read-recipe.ts';

const MOST_FRAMES = 1000;
/** Frames per second. */
const HIGHEST_RATE = 1e5;

/** `lumenloom simulate`: runs a recipe and writes result.png, log.txt and report.json. */
export const simulate = command(
  {
    usage: ['[recipe.json] [options]'],
    says: `Runs a recipe and writes result.png, log.txt and report.json. ${RECIPE_HELP}`,
    words: { min: 0, max: 1, are: 'at most one recipe' },
    options: {
      out: { value: 'DIR', default: 'out', output: 'folder', says: 'Where the files go.' },
      ...recipeOptions,
      ...environmentOptions,
      stages: { says: 'Adds scene, irradiance, electrons, volts and raw as .npy.' },
      frames: {
        value: 'N',
        says: 'Takes N pictures: frame i has the seed plus i and gives result_000.png, raw_000.npy and so on; raw.npy is all of them, uint16 [N, rows, cols].',
      },
      'frame-rate': {
        value: 'HERTZ',
        says: 'Frame i of --frames, or picture i of --scene-folder, begins i/HERTZ seconds after the first, while motion and flicker run on; without it all begin at once.',
      },
      ...pictureOptions,
      ...ownFileOptions,
      ...sceneFolderOptions,
      ...pictureOutputOptions,
      ...recordingOptions,
      ...mapOutputOptions,
      world: {
        value: 'FILE',
        says: 'A world in front of the camera, in place of a scene (docs/worlds.md), or example:NAME.',
      },
      'labels-out': {
        value: 'F.json',
        output: 'file',
        says: 'Labels of the objects of a world as COCO has them, where the lens images them.',
      },
      json: { says: 'Prints files and reports for programs; the log goes to stderr.' },
    },
    examples: [
      'simulate --out out --stages',
      'simulate example:first --set sensorParams.pixel_size=3.45 --lens-file example:triplet.zmx',
    ],
    document: 'docs/own-files.md',
  },
  async ({ values, words: [file] }, terminal) => {
    const { stdout, stderr, env, signal } = terminal;
    const log = createLog(values.json ? stderr : stdout);
    const shot = readShot(values);
    const { frames, hertz, threads, choice } = readSeries(values, env);
    checkFolderOptions(values);
    const asked = askedOf(values);
    const read = await readExample(file, asked, terminal, log.say, values.world);
    const { recipe, values: named, changes: before } = await namedParts(read.recipe, values, file);
    const changes = [...before, ...asked];
    const { own: parts, render, notes: ownNotes } = await readOwnFiles(named, terminal);
    const own = { ...parts, ...read.own };
    const { out, stages, 'scene-folder': folder } = values;
    if (folder !== undefined) {
      const { exposureSeconds, fpnSeed, noise, quality, offset } = shot;
      const camera = { recipe, own, exposureSeconds, fixedPatternSeed: fpnSeed, noise, quality };
      const device = (await findDevice(choice, log.say))?.name;
      const series = { reading: readingOf(values), offset, hertz, device, changes };
      return runFolder({ folder, out, ...series, ...camera }, values, terminal);
    }
    const { plan, notes } = planPicture(recipe, shot, { own, render, changes });
    await checkHeat(plan);
    const outputs = pictureOutputs(values, plan);
    await mkdir(out, { recursive: true });
    for (const note of [...ownNotes, ...notes]) log.add({ content: note, topic: 'Recipe' });
    await fetchNetwork(
      plan,
      env,
      (content) => {
        log.add({ content, topic: 'Algorithm' });
      },
      signal,
    );
    const host = { ...pictureHost(threads, env), device: await openDevice(choice, log.warn) };
    const progress = progressOn(stderr, 'Simulating');
    const rendered = await withWorld(inSeries(plan, 0, hertz), host, {
      stopped: () => signal.aborted,
      progress: progress.reach,
    });
    await writeMaps(values, { render, plan: rendered }, { host, log });
    await writeLabels(values['labels-out'], rendered);
    const written = await takeFrames(
      { plan, rendered, frames, hertz, recipe },
      { values, outputs, host, log, progress, signal },
    );
    await writeFile(join(out, 'log.txt'), log.text());
    log.say(
      frames === undefined
        ? `Wrote ${join(out, written[0]!.files.join(', '))} and log.txt${stages ? ', with the stages as .npy' : ''}.`
        : `Wrote ${frames} frames to ${out}.`,
    );
    const figure = read.example && exampleFigure(read.example, written[0]!.report);
    if (figure) log.say(`${figure}.`);
    if (values.json) stdout.write(jsonText({ folder: out, frames: written }));
    return undefined;
  },
);

/** A picture, or a series of them. */
interface Series {
  readonly plan: SimulationPlan;
  /** The first picture, its world rendered. */
  readonly rendered: SimulationPlan;
  /** Undefined: one picture, whose files have no number. */
  readonly frames: number | undefined;
  readonly hertz: number | undefined;
  readonly recipe: unknown;
}

/** Where the pictures of a series go, and what computes them. */
interface Taking {
  readonly values: {
    readonly out: string;
    readonly stages: boolean;
    readonly mcap: string | undefined;
  };
  readonly outputs: ReturnType<typeof pictureOutputs>;
  readonly host: Host;
  readonly log: ReturnType<typeof createLog>;
  readonly progress: ReturnType<typeof progressOn>;
  readonly signal: AbortSignal;
}

/** Takes the pictures and writes their files. */
async function takeFrames(
  { plan, rendered, frames, hertz, recipe }: Series,
  { values: { out, stages, mcap }, outputs, host, log, progress, signal }: Taking,
) {
  const written: { files: readonly string[]; report: SimulationResult['report'] }[] = [];
  const recording = mcap === undefined ? undefined : await recordPlan(mcap, plan);
  if (recording) log.add({ content: recording.note, topic: 'Recipe' });
  // What moves is rendered again for each picture.
  const later = isMoving(plan) ? plan : rendered;
  for (let frame = 0; frame < (frames ?? 1); frame += 1) {
    const temporal = laterSeed(plan.seeds.temporal, frame);
    const suffix = frames === undefined ? '' : suffixOf(frame);
    const arrays =
      stages || frames !== undefined ? arraysOf(out, stages, frame, suffix) : undefined;
    const sink = frame === 0 ? outputs.sink(arrays) : arrays;
    const begun = frame === 0 ? rendered : later;
    const seeded = { ...begun, seeds: { ...plan.seeds, temporal } };
    const picture = inSeries(seeded, frame, hertz);
    const result = await run(picture, host, {
      stopped: () => signal.aborted,
      log: (content, topic) => {
        progress.end();
        if (frame === 0) log.add({ content, topic });
      },
      progress: (share) => {
        progress.reach((frame + share) / (frames ?? 1));
      },
      stage: () => undefined,
      ...(sink && { sink }),
      deep: outputs.deep && frame === 0,
    });
    progress.end();
    await recording?.add(result, picture.frame);
    if (frame > 0) log.add({ content: `Frame ${frame}: noise seed ${temporal}.` });
    if (frame === 0) await outputs.write(result, { recipe, log: log.text() });
    written.push({ files: await writeFrame(out, suffix, result), report: result.report });
    if (frames !== undefined && plan.sensor) await addToStack(out, frame, frames, plan.grid);
  }
  await recording?.end();
  return written;
}

/** The changes of the recipe that the options ask for. */
const askedOf = (
  values: Parameters<typeof changesOf>[0] & EnvironmentValues,
): readonly string[] => [...changesOf(values), ...environmentChanges(values)];

/** The plan of one picture of a series; without a rate all of them begin at once. */
const inSeries = (plan: SimulationPlan, index: number, hertz: number | undefined): SimulationPlan =>
  hertz === undefined ? plan : { ...plan, frame: { index, hertz } };

/** How many pictures are taken and what computes them, from the options. */
const readSeries = (
  values: Readonly<Record<'frames' | 'frame-rate' | 'threads' | 'device', string | undefined>>,
  env: NodeJS.ProcessEnv,
) => ({
  frames: numberOption('frames', values.frames, { whole: true, min: 1, max: MOST_FRAMES }),
  hertz: numberOption('frame-rate', values['frame-rate'], { above: 0, max: HIGHEST_RATE }),
  threads: threadsOption(values.threads),
  choice: deviceOption(values.device, env),
});

/** Writes identifiers and depth of the scene. @throws UsageError where it has none. */
async function writeMaps(
  values: Readonly<Record<MapOption | 'depth-file', string | undefined>>,
  scene: Pick<MapSource, 'render' | 'plan'>,
  {
    host,
    log,
  }: { host: Parameters<typeof mapFiles>[1]; log: Pick<ReturnType<typeof createLog>, 'add'> },
): Promise<void> {
  const wanted = (Object.keys(mapOutputOptions) as MapOption[]).filter(
    (option) => values[option] !== undefined,
  );
  const source = {
    ...scene,
    isPlanned: values['depth-file'] !== undefined,
    tell: (content: string) => {
      log.add({ content, topic: 'Recipe' });
    },
  };
  for (const [option, content] of await mapFiles(source, host, wanted))
    await writeFile(values[option]!, content);
}

/** Writes the labels of a world. @throws UsageError where there is none. */
async function writeLabels(path: string | undefined, plan: SimulationPlan): Promise<void> {
  if (path === undefined) return;
  if (!isPhotographed(plan))
    throw new UsageError('--labels-out is for worlds: give --world, or a recipe with one.');
  makeFolder(dirname(path));
  await writeFile(path, jsonText(await labelsOfWorld(plan, 'result.png')));
}

/** Collects the log and prints each line as it arrives. */
function createLog(output: Output) {
  const lines: string[] = [];
  const say = sayOn(output);
  let before: LogLine | undefined;
  const add = (line: LogLine): void => {
    const text = logLineText(line, before);
    before = line;
    lines.push(text);
    say(text);
  };
  return {
    /** Prints a line that is not of the log. */
    say,
    add,
    /** Adds what makes the computation another one than was asked for. */
    warn: (content: string): void => {
      add({ content, topic: 'How it was computed' });
    },
    text: (): string => `${lines.join('\n')}\n`,
  };
}

/**
 * Arrays that differ between frames are written for each frame; the others once, and only when the
 * stages are wanted.
 */
const arraysOf = (folder: string, stages: boolean, frame: number, suffix: string): StageSink =>
  npyFolder(folder, (array) => {
    if (array === 'raw' || (array === 'volts' && stages)) return `${array}${suffix}`;
    return stages && frame === 0 ? array : undefined;
  });

/**
 * Adds the raw codes of a frame, which were written to a file of their own, to raw.npy [frames,
 * rows, cols].
 */
async function addToStack(
  folder: string,
  frame: number,
  frames: number,
  { rows, columns }: SimulationPlan['grid'],
): Promise<void> {
  const stack = join(folder, 'raw.npy');
  if (frame === 0) await writeFile(stack, npyHeader('uint16', [frames, rows, columns]));
  const single = await readFile(join(folder, `raw${suffixOf(frame)}.npy`));
  await appendFile(stack, single.subarray(npyHeader('uint16', [rows, columns]).length));
}

const suffixOf = (frame: number): string => `_${String(frame).padStart(3, '0')}`;

/** Writes the picture and the report of a frame. @returns the names of the files. */
async function writeFrame(
  folder: string,
  suffix: string,
  { image, plain, report }: SimulationResult,
): Promise<string[]> {
  const files: [name: string, bytes: Uint8Array | string][] = [
    [`result${suffix}.png`, await encodePng(image)],
    ...(plain ? [[`plain${suffix}.png`, await encodePng(plain)] as [string, Uint8Array]] : []),
    [`report${suffix}.json`, jsonText({ ...report, peakRssBytes: peakRssBytes() })],
  ];
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  return files.map(([name]) => name);
}
