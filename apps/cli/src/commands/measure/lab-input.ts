import {
  ENCODINGS,
  MEASURED_CHANNELS,
  csvText,
  type Host,
  type MeasuredPicture,
  type SensorPlan,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import {
  VIEWS,
  measuredStack,
  pixelsPerDegree,
  regionsOf,
  viewSize,
  type Compared,
  type Stack,
} from '@lumenloom/engine/lab';
import { UsageError, numberOption, sayOn, writeFile } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, THREADS, choiceOption, noiseOption, threadsOption } from '../../arguments.ts';
import { columns } from '../columns.ts';
import type { CommandTerminal, Output } from '../command.ts';
import { jsonText, print, type Row } from '../print.ts';
import { cameraOptions, readCamera, refuseCameraOptions } from '../read-camera.ts';
import { RECIPE_OPTION } from '../read-recipe.ts';
import { ROI, readPictures, roiOption } from '../read-picture.ts';

/** Options of every figure of the lab. */
export const resultOptions = {
  out: { value: 'FILE', output: 'file', says: 'Writes the curves as CSV.' },
  json: JSON_OUTPUT,
} as const;

/** Options that say which values of a picture are measured. */
export const stackOptions = {
  roi: ROI,
  pattern: {
    value: 'PATTERN',
    says: 'The picture is a mosaic, such as grbg, of which one colour is measured as it is.',
  },
  channel: { value: MEASURED_CHANNELS.join('|'), says: 'That colour; green without it.' },
  encoding: {
    value: ENCODINGS.join('|'),
    says: 'Of the values; srgb in a picture without it, linear in an .npy file of more than 8 bits.',
  },
} as const;

/** Options that say how a picture is looked at. */
export const viewOptions = {
  rows: { value: 'N', says: 'Rows of the whole picture, over which a view has its height.' },
  view: { value: VIEWS.join('|'), says: 'How the picture is looked at; monitor without it.' },
  'pitch-mm': { value: 'MM', says: 'Pitch of the pixels as they are shown, mm.' },
  'height-mm': { value: 'MM', says: 'Height of the picture as it is shown, mm.' },
  'distance-mm': { value: 'MM', says: 'Distance of the eye, mm.' },
} as const;

type StackValues = Readonly<Record<keyof typeof stackOptions, string | undefined>>;
type ViewValues = Readonly<Record<keyof typeof viewOptions, string | undefined>>;

/** Options of the camera of a recipe that is measured. */
export const labCameraOptions = {
  recipe: RECIPE_OPTION,
  ...cameraOptions,
  noise: { value: 'on|off', says: "Of the recipe's camera." },
  threads: THREADS,
} as const;

/** Options of a figure that a file or the camera of a recipe is measured for. */
export const fileOrCameraOptions = {
  ...stackOptions,
  ...labCameraOptions,
  ...resultOptions,
} as const;

/** A camera whose pixels are measured. */
interface LabCamera {
  readonly plan: SimulationPlan & { readonly sensor: SensorPlan };
  readonly host: Host;
}

type CameraValues = Parameters<typeof readCamera>[1] &
  Readonly<Record<'recipe' | 'noise' | 'threads' | 'out', string | undefined>> & {
    readonly json: boolean;
  };

/**
 * The camera of --recipe, which takes its own chart; undefined where a file is measured.
 *
 * @param own options that a file needs and a recipe does not have.
 */
async function labCamera(
  words: readonly string[],
  values: CameraValues,
  terminal: CommandTerminal,
  own: readonly string[],
  usual: 'on' | 'off',
): Promise<LabCamera | undefined> {
  const [path] = words;
  if (values.recipe === undefined) {
    refuseCameraOptions(values);
    if (path === undefined)
      throw new UsageError('Name a file to measure, or a recipe with --recipe recipe.json.');
    for (const option of ['noise', 'threads'] as const)
      if (values[option] !== undefined)
        throw new UsageError(`--${option} goes with --recipe, not with a file.`);
    return undefined;
  }
  if (path !== undefined)
    throw new UsageError(`Measure ${path} or the camera of a recipe, not both.`);
  for (const option of [...own, ...Object.keys(stackOptions), 'out'])
    if ((values as Readonly<Record<string, unknown>>)[option] !== undefined)
      throw new UsageError(`--${option} goes with a file, not with --recipe.`);
  const { stdout, stderr } = terminal;
  const { plan, notes } = await readCamera(values.recipe, values, terminal, () => undefined);
  for (const note of notes) sayOn(values.json ? stderr : stdout)(note);
  const { sensor } = plan;
  if (!sensor)
    throw new UsageError('sensor: the recipe has no sensor, whose pixels would be measured.');
  const noise = noiseOption(values.noise ?? usual);
  return { plan: { ...plan, sensor, noise }, host: nodeHost(threadsOption(values.threads)) };
}

type Figure = number | null | undefined;
type ComparedRow = readonly [name: string, ...Figure[]];

/** A line of what a camera shows: true, raw and developed. */
export const comparedRow = <Model, Shown extends object>(
  name: string,
  found: { readonly true: Model; readonly raw: Shown | null; readonly developed: Shown | null },
  figureOf: (figures: Model | Shown) => Figure,
): ComparedRow => [
  name,
  figureOf(found.true),
  ...[found.raw, found.developed].map((one) => one && figureOf(one)),
];

/** Prints what a camera shows in columns of true, raw and developed. */
function printCompared(
  compared: object,
  rows: readonly ComparedRow[],
  asJson: boolean,
  stdout: Output,
): void {
  if (asJson) {
    stdout.write(jsonText(compared));
    return;
  }
  const shown = (value: Figure): string =>
    value === undefined || value === null ? '-' : String(Number(value.toPrecision(4)));
  const cells = [['true', 'raw', 'developed'], ...rows.map(([, ...values]) => values.map(shown))];
  const names = ['', ...rows.map(([name]) => name)];
  const widest = Math.max(...names.map((name) => name.length));
  const lines = columns(cells.map((row, i) => [names[i]!.padEnd(widest), ...row]));
  stdout.write(`${lines.join('\n')}\n`);
}

/**
 * Measures a file, or the camera of --recipe with its own chart.
 *
 * @param own options that a file needs and a recipe does not have.
 */
export async function measureFileOrCamera(
  { words, values }: { readonly words: readonly string[]; readonly values: CameraValues },
  terminal: CommandTerminal,
  {
    own,
    noise,
    ofCamera,
    ofFile,
  }: {
    readonly own: readonly string[];
    /** Whether a camera has noise where --noise is absent. */
    readonly noise: 'on' | 'off';
    readonly ofCamera: (
      camera: LabCamera,
    ) => Promise<readonly [compared: object, rows: readonly ComparedRow[]]>;
    readonly ofFile: (path: string) => Promise<LabResult>;
  },
): Promise<void> {
  const camera = await labCamera(words, values, terminal, own, noise);
  if (camera) printCompared(...(await ofCamera(camera)), values.json, terminal.stdout);
  else await finish(await ofFile(words[0]!), values, terminal.stdout);
}

/** What a camera shows, with a row of each number. */
export function allRows(
  found: Compared<object, object>,
): readonly [compared: object, rows: readonly ComparedRow[]] {
  const keys = [found.true, found.raw, found.developed].flatMap((one) => Object.keys(one ?? {}));
  const rows = [...new Set(keys)].map((key) =>
    comparedRow(key, found, (figures) => {
      const value = (figures as Readonly<Record<string, unknown>>)[key];
      return typeof value === 'number' ? value : undefined;
    }),
  );
  return [found, rows.filter(([, ...values]) => values.some((value) => value !== undefined))];
}

/** Options of a view, whose picture has the rows of a camera unless they are said. */
export const withRows = <Values extends ViewValues>(
  values: Values,
  { grid }: Pick<SimulationPlan, 'grid'>,
): Values => ({ ...values, rows: values.rows ?? String(grid.rows) });

/** What is measured of the pictures in a file. */
export async function readStack(
  path: string,
  values: StackValues,
  clipping: { readonly isClipMeasured?: boolean } = {},
): Promise<Stack> {
  const rectangle = roiOption(values.roi);
  const channel =
    values.channel === undefined
      ? undefined
      : choiceOption('channel', values.channel, MEASURED_CHANNELS, 'green');
  const { pictures, isSrgb } = await readPictures(path);
  const encoding = encodingOf(pictures[0]!, values.encoding, isSrgb);
  return measuredStack(pictures, {
    rectangle,
    pattern: values.pattern,
    channel,
    encoding,
    ...clipping,
  });
}

/** How the values of a file are encoded. @throws UsageError where that is not known. */
export function encodingOf(
  { largest }: MeasuredPicture,
  text: string | undefined,
  isSrgb: boolean,
): (typeof ENCODINGS)[number] {
  if (text === undefined && !isSrgb && largest === 255)
    throw new UsageError(
      'encoding: codes of 8 bits may be sRGB or linear: say --encoding srgb or --encoding linear.',
      'encoding',
    );
  return choiceOption('encoding', text, ENCODINGS, isSrgb ? 'srgb' : 'linear');
}

/** The pixels per degree of a view. */
export function viewOption(values: ViewValues): number {
  const limits = { above: 0, max: 1e6 } as const;
  const rows = numberOption('rows', values.rows, { whole: true, min: 1, max: 1e6 });
  const [pitchMm, heightMm, distanceMm] = (['pitch-mm', 'height-mm', 'distance-mm'] as const).map(
    (name) => numberOption(name, values[name], limits),
  );
  if (pitchMm === undefined && heightMm === undefined) {
    if (distanceMm !== undefined)
      throw new UsageError('--distance-mm goes with --pitch-mm or --height-mm.');
    return pixelsPerDegree(viewSize(values.view ?? 'monitor'), rows);
  }
  if (values.view !== undefined || distanceMm === undefined)
    throw new UsageError('--pitch-mm or --height-mm needs --distance-mm, and no --view.');
  if (pitchMm !== undefined && heightMm !== undefined)
    throw new UsageError('Say --pitch-mm or --height-mm, not both.');
  return pixelsPerDegree({ pitchMm, heightMm, distanceMm }, rows);
}

/** @throws UsageError where places of the whole picture are named beside a region. */
export function refuseRoi(roi: string | undefined): void {
  if (roi !== undefined)
    throw new UsageError('--roi: the file names places of the whole picture: leave it out.');
}

/** Columns of curves by their names. */
export type Curves = Readonly<Record<string, readonly (number | null)[]>>;

/** Curves of one length as CSV. */
export function curveText(curves: Curves): string {
  const columns = Object.values(curves);
  return csvText([
    Object.keys(curves),
    ...columns[0]!.map((_, row) => columns.map((column) => column[row])),
  ]);
}

/** What a figure of the lab comes to. */
export interface LabResult {
  readonly result: object;
  readonly rows: readonly Row[];
  readonly curves?: Curves;
}

/** Prints a result, and writes its curves. */
async function finish(
  { result, rows, curves }: LabResult,
  values: { readonly out: string | undefined; readonly json: boolean },
  stdout: Output,
): Promise<void> {
  if (values.out !== undefined) {
    if (!curves) throw new UsageError('--out: there is no curve to be written.');
    await writeFile(values.out, curveText(curves));
  }
  print(stdout, values.json, result, rows);
}

/** The region of a stack, the mean of its frames. */
export function meanFrame(stack: Stack): ReturnType<typeof regionsOf>[number] {
  const regions = regionsOf(stack);
  if (regions.length === 1) return regions[0]!;
  const values = regions[0]!.values.map(
    (_, i) => regions.reduce((sum, region) => sum + region.values[i]!, 0) / regions.length,
  );
  return { ...regions[0]!, values };
}
