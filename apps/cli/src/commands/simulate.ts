import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  npyHeader,
  simulate as run,
  type SimulationPlan,
  type SimulationResult,
  type StageSink,
} from '@lumenloom/engine';
import { LARGEST_SEED, labels, logLineText, type LogLine } from '@lumenloom/contract';
import { algorithms } from '@lumenloom/engine/catalogue';
import {
  encodePng,
  ModelFetcher,
  nodeHost,
  npyFolder,
  peakRssBytes,
  readModelSettings,
} from '@lumenloom/node-host';
import { UsageError, numberOption, readArguments } from '@lumenloom/node-host/command-line';
import {
  choiceOption,
  exposureOption,
  noiseOption,
  readJson,
  seedOption,
  threadsOption,
} from '../arguments.ts';
import type { Command, Output } from './command.ts';
import { OWN_FILE_USAGE, ownFileOptions, readOwnFiles } from './own-files.ts';
import { PICTURE_OUTPUT_USAGE, pictureOutputOptions, pictureOutputs } from './picture-outputs.ts';
import { planOf } from './read-recipe.ts';
import { SENSOR_FILE_HELP } from './read-sensor.ts';

const MOST_FRAMES = 1000;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const options = {
  out: { type: 'string', default: 'out', output: 'folder' },
  stages: { type: 'boolean', default: false },
  frames: { type: 'string' },
  seed: { type: 'string' },
  'fpn-seed': { type: 'string' },
  exposure: { type: 'string' },
  algorithm: { type: 'string' },
  noise: { type: 'string' },
  quality: { type: 'string' },
  offset: { type: 'string' },
  threads: { type: 'string' },
  ...ownFileOptions,
  ...pictureOutputOptions,
} as const;

/** `lumenloom simulate`: runs a recipe and writes result.png, log.txt and report.json. */
export const simulate: Command = {
  name: 'simulate',
  usage: `simulate <recipe.json> [--out DIR] [--stages] [--frames N] [--seed N] [--fpn-seed N] [--exposure SECONDS] [--algorithm NAME] [--noise on|off] [--quality normal|high] [--offset COLUMNS,ROWS] [--threads N] ${OWN_FILE_USAGE} ${PICTURE_OUTPUT_USAGE}`,
  summary: `Runs a recipe (the body of POST /simulate; it needs a scene, all else is optional; examples/first.json) and writes result.png, log.txt and report.json to DIR (default: out). --algorithm runs ${labels(algorithms).join(' or ')} instead of the one in the recipe, with the files in MODELS_DIR (default: models; MODELS_FETCH=auto fetches them when they are absent); report.json then has its numbers under algorithm, and plain.png is the picture without what it drew. --stages adds scene, irradiance, electrons, volts and raw as .npy. --frames takes N pictures that differ only in their noise: frame i uses the seed plus i and gives result_000.png, raw_000.npy, report_000.json and so on (with --stages volts_000.npy too), and raw.npy holds all of them, uint16 [N, rows, cols]; log.txt is that of the first. --offset moves the sensor that many pixels right and down of the optical axis: it is then a window of a larger sensor. Files of your own take the place of the recipe's choices (docs/own-files.md): --lens-file a lens (.zmx, .seq, JSON), --scene-file a picture (PNG, JPEG, TIFF, OpenEXR) or a spectral cube (.npy with --wavelengths, ENVI, OpenEXR, ISETCam .mat), of reflectance unless --radiance says what it holds, --light-file a spectrum (CSV or TSV of nm and energy, or photons where the header says so), --qe-file the quantum efficiency of the sensor (CSV with the header nm,red,green,blue). ${SENSOR_FILE_HELP} --dng writes the raw codes as DNG 1.4 with colours, recipe and log, --raw16 as bare 16-bit numbers with a .json beside them, --tiff and --png16 the raw picture developed with 16 bits per sample (black level, white balance and matrix for the light, bilinear demosaicing; other patterns than Bayer as the mosaic in grey), --exr the irradiance on the sensor and --exr-scene the radiance of the scene with a channel per band; of several frames the first.`,
  run: async (args, { stdout, env }) => {
    const { values, words } = readArguments(args, options, {
      min: 1,
      max: 1,
      are: '<recipe.json>',
    });
    const seed = seedOption('seed', values.seed);
    const fpnSeed = seedOption('fpn-seed', values['fpn-seed']);
    const frames = numberOption('frames', values.frames, { whole: true, min: 1, max: MOST_FRAMES });
    const exposureSeconds = exposureOption(values.exposure);
    const noise = noiseOption(values.noise);
    const quality = choiceOption('quality', values.quality, ['normal', 'high'], 'normal');
    const offset = values.offset === undefined ? undefined : readOffset(values.offset);
    const threads = threadsOption(values.threads);
    const recipe = await readJson(words[0]!);
    const { own, notes: ownNotes } = await readOwnFiles(values);
    const { plan: accepted, notes } = planOf(
      values.algorithm === undefined || !isObject(recipe)
        ? recipe
        : { ...recipe, algorithm: values.algorithm },
      exposureSeconds,
      own,
    );
    const plan = offset ? { ...accepted, grid: { ...accepted.grid, offset } } : accepted;
    const seeds = {
      temporal: seed ?? plan.seeds.temporal,
      fixedPattern: fpnSeed ?? plan.seeds.fixedPattern,
    };
    const { out, stages } = values;
    const outputs = pictureOutputs(values, plan);
    await mkdir(out, { recursive: true });
    const log = createLog(stdout);
    for (const note of [...ownNotes, ...notes]) log.add({ content: note, topic: 'Recipe' });
    const models = readModelSettings(env);
    if (plan.algorithm)
      await new ModelFetcher(models).ensure(algorithms[plan.algorithm].label, {
        signal: new AbortController().signal,
        say: (content) => {
          log.add({ content, topic: 'Algorithm' });
        },
        progress: () => undefined,
      });
    const host = nodeHost(threads, models);
    let files: readonly string[] = [];
    for (let frame = 0; frame < (frames ?? 1); frame += 1) {
      const temporal = (seeds.temporal + frame) % (LARGEST_SEED + 1);
      const suffix = frames === undefined ? '' : suffixOf(frame);
      const arrays =
        stages || frames !== undefined ? arraysOf(out, stages, frame, suffix) : undefined;
      const sink = frame === 0 ? outputs.sink(arrays) : arrays;
      const result = await run({ ...plan, noise, quality, seeds: { ...seeds, temporal } }, host, {
        stopped: () => false,
        log: (content, topic) => {
          if (frame === 0) log.add({ content, topic });
        },
        progress: () => undefined,
        stage: () => undefined,
        ...(sink && { sink }),
      });
      if (frame > 0) log.add({ content: `Frame ${frame}: noise seed ${temporal}.` });
      if (frame === 0) await outputs.write(result, { recipe, log: log.text() });
      files = await writeFrame(out, suffix, result);
      if (frames !== undefined && plan.sensor) await addToStack(out, frame, frames, plan.grid);
    }
    await writeFile(join(out, 'log.txt'), log.text());
    stdout.write(
      frames === undefined
        ? `Wrote ${join(out, files.join(', '))} and log.txt${stages ? ', with the stages as .npy' : ''}.\n`
        : `Wrote ${frames} frames to ${out}.\n`,
    );
  },
};

/** Largest offset of the sensor, pixels. */
const FARTHEST = 100_000;

/** Offset of the sensor from the axis: columns, rows. */
function readOffset(text: string): readonly [number, number] {
  const [columns = NaN, rows = NaN] = text
    .split(',')
    .map((part) => (/^-?\d+$/.test(part) ? Number(part) : NaN));
  if (
    text.split(',').length !== 2 ||
    !(Math.abs(columns) <= FARTHEST && Math.abs(rows) <= FARTHEST)
  )
    throw new UsageError(
      `--offset must be two whole numbers of pixels such as 300,-20, each at most ${FARTHEST}, not "${text.slice(0, 40)}".`,
    );
  return [columns, rows];
}

/** Collects the log and prints each line as it arrives. */
function createLog(stdout: Output) {
  const lines: string[] = [];
  let before: LogLine | undefined;
  return {
    add: (line: LogLine): void => {
      const text = logLineText(line, before);
      before = line;
      lines.push(text);
      stdout.write(`${text}\n`);
    },
    text: (): string => `${lines.join('\n')}\n`,
  };
}

/** Arrays that differ between frames are written for each frame; the others once, and only when the stages are wanted. */
const arraysOf = (folder: string, stages: boolean, frame: number, suffix: string): StageSink =>
  npyFolder(folder, (array) => {
    if (array === 'raw' || (array === 'volts' && stages)) return `${array}${suffix}`;
    return stages && frame === 0 ? array : undefined;
  });

/** Adds the raw codes of a frame, which were written to a file of their own, to raw.npy [frames, rows, cols]. */
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
  const text = JSON.stringify({ ...report, peakRssBytes: peakRssBytes() }, undefined, 2);
  const files: [name: string, bytes: Uint8Array | string][] = [
    [`result${suffix}.png`, await encodePng(image)],
    ...(plain ? [[`plain${suffix}.png`, await encodePng(plain)] as [string, Uint8Array]] : []),
    [`report${suffix}.json`, `${text}\n`],
  ];
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  return files.map(([name]) => name);
}
