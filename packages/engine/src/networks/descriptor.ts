import { SimulationError } from '../simulation-error.ts';
import { fail, isObject, refuseUnknown, tableOf } from '../text/json-fields.ts';
import {
  COLOURS,
  FURTHER,
  INTERPOLATIONS,
  LAYOUTS,
  RESIZES,
  TYPES,
  type NetworkInput,
} from './network-input.ts';
import {
  ACTIVATIONS,
  BOX_FORMS,
  BOX_UNITS,
  CORNERS,
  type OutputSettings,
} from './output-settings.ts';
import {
  COMMAND,
  OUTPUT_KINDS,
  TASK_NAMES,
  kindNamed,
  type OutputKind,
  type Task,
} from './tasks/list.ts';

const BACKGROUNDS = ['first', 'last', 'none'] as const;

/**
 * Everything that must be known to run a network on a picture and to read what it finds
 * (docs/reference/vision.md#networks).
 */
export interface NetworkDescriptor {
  readonly version: 1;
  readonly task: Task;
  /** Names of the classes, without the background; null where nobody has named them. */
  readonly labels: readonly string[] | null;
  readonly input: NetworkInput;
  readonly output: {
    /** With a command the task reads what the command answers. */
    readonly kind: OutputKind | typeof COMMAND;
    /** Of the kind `command`: a program and its arguments. */
    readonly command?: readonly string[];
    /** Names of the outputs, in the order in which the kind reads them. */
    readonly names: readonly string[];
  } & OutputSettings;
  readonly thresholds: {
    /** Results with a score up to this one are left out. */
    readonly score: number;
    /** A box that overlaps a stronger one of its class by more (as an IoU) is suppressed. */
    readonly overlap: number;
    /** Results that are kept of a picture. */
    readonly most: number;
  };
  /** Which class of the outputs means that there is nothing. */
  readonly background: (typeof BACKGROUNDS)[number];
  /** Of key points: the deviation of each, a share of the object's scale; absent: those of COCO. */
  readonly sigmas?: readonly number[];
}

export type { NetworkInput, OutputSettings };

/** A descriptor of which any part may be missing. */
export interface PartialDescriptor {
  readonly task?: Task;
  readonly labels?: readonly string[] | null;
  readonly input?: Partial<NetworkInput>;
  readonly output?: Partial<NetworkDescriptor['output']>;
  readonly thresholds?: Partial<NetworkDescriptor['thresholds']>;
  readonly background?: NetworkDescriptor['background'];
  readonly sigmas?: readonly number[];
}

/** Pixels of an input, whoever says them: descriptor, network, or the files beside it. */
export const LARGEST_SIDE = 8192;
const LARGEST_MULTIPLE = 1024;
const MOST_RESULTS = 100_000;
const MOST_POINTS = 10_000;
const LEAST_SIGMA = 1e-4;
export const MOST_LABELS = 100_000;

type Check = (value: unknown, path: string) => void;

const oneOf =
  (choices: readonly (string | number)[]): Check =>
  (value, path) => {
    if (!choices.includes(value as string))
      fail(path, `${path} must be ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
  };
const numberFrom =
  (least: number, most: number, isWhole = false): Check =>
  (value, path) => {
    const fits = typeof value === 'number' && value >= least && value <= most;
    if (!fits || (isWhole && !Number.isInteger(value)))
      fail(path, `${path} must be a${isWhole ? ' whole' : ''} number from ${least} to ${most}.`);
  };
const text: Check = (value, path) => {
  if (typeof value !== 'string' || value === '') fail(path, `${path} must be a text.`);
};
const yesOrNo: Check = (value, path) => {
  if (typeof value !== 'boolean') fail(path, `${path} must be true or false.`);
};
const orNull =
  (check: Check): Check =>
  (value, path) => {
    if (value !== null) check(value, path);
  };
const listOf =
  (check: Check, lengths: (length: number) => boolean, what: string): Check =>
  (value, path) => {
    if (!Array.isArray(value) || !lengths(value.length)) fail(path, `${path} must be ${what}.`);
    for (const [at, one] of (value as unknown[]).entries()) check(one, `${path}[${at}]`);
  };
const finite = numberFrom(-1e6, 1e6);
const channels = (check: Check): Check =>
  listOf(check, (length) => length === 1 || length === 3, 'a list of one or three numbers');
const notZero: Check = (value, path) => {
  finite(value, path);
  if (value === 0) fail(path, `${path} must not be 0.`);
};
const tableWith =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    const table = tableOf(value, path, path === '' ? 'The descriptor' : path);
    refuseUnknown(table, Object.keys(checks), path, 'The descriptor');
    for (const [key, one] of Object.entries(table))
      checks[key]!(one, path === '' ? key : `${path}.${key}`);
  };

const descriptorCheck = tableWith({
  version: oneOf([1]),
  task: oneOf(TASK_NAMES),
  labels: orNull(
    listOf(text, (length) => length >= 1 && length <= MOST_LABELS, 'a list of names, or null'),
  ),
  input: tableWith({
    name: text,
    layout: oneOf(LAYOUTS),
    type: oneOf(TYPES),
    width: orNull(numberFrom(1, LARGEST_SIDE, true)),
    height: orNull(numberFrom(1, LARGEST_SIDE, true)),
    resize: oneOf(RESIZES),
    pad: numberFrom(0, 255, true),
    corner: yesOrNo,
    shortSide: numberFrom(1, 4),
    multiple: numberFrom(1, LARGEST_MULTIPLE, true),
    further: (value, path) => {
      for (const [name, one] of Object.entries(tableOf(value, path, path)))
        oneOf(FURTHER)(one, `${path}.${name}`);
    },
    interpolation: oneOf(INTERPOLATIONS),
    antialias: yesOrNo,
    colour: oneOf(COLOURS),
    range: listOf(finite, (length) => length === 2, 'a list of two numbers'),
    mean: channels(finite),
    deviation: channels(notZero),
    second: orNull(text),
    preprocessor: (value, path) => {
      if (!isObject(value)) fail(path, `${path} must be a JSON object.`);
    },
  }),
  output: tableWith({
    kind: oneOf([...OUTPUT_KINDS, COMMAND]),
    command: listOf(text, (length) => length >= 1 && length <= 100, 'a program and its arguments'),
    names: listOf(text, (length) => length >= 1 && length <= 20, 'a list of names of outputs'),
    inverse: yesOrNo,
    corners: oneOf(CORNERS),
    unit: oneOf(BOX_UNITS),
    boxes: oneOf(BOX_FORMS),
    activation: oneOf(ACTIVATIONS),
    level: numberFrom(0, 1),
    growth: numberFrom(0, 10),
    points: (value, path) => {
      listOf(
        numberFrom(1, MOST_POINTS, true),
        (length) => length === 2,
        'two numbers',
      )(value, path);
      oneOf([2, 3])((value as readonly number[])[1], `${path}[1]`);
    },
  }),
  thresholds: tableWith({
    score: numberFrom(0, 1),
    overlap: numberFrom(0, 1),
    most: numberFrom(1, MOST_RESULTS, true),
  }),
  background: oneOf(BACKGROUNDS),
  sigmas: listOf(
    numberFrom(LEAST_SIGMA, 10),
    (length) => length >= 1 && length <= MOST_POINTS,
    'a list of numbers, one for each key point',
  ),
});

/** Tasks whose findings a command can give. */
const OF_COMMANDS: readonly (Task | undefined)[] = ['detection', 'classification'];

/**
 * Checks the JSON of a descriptor, of which every key is optional.
 *
 * @param allowsCommand whether a command of its maker's may run here.
 * @throws SimulationError 'bad-parameter' that names the first key which is not known or whose
 * value does not fit.
 */
export function readDescriptor(json: unknown, allowsCommand = false): PartialDescriptor {
  descriptorCheck(json, '');
  const read = json as PartialDescriptor;
  const kind = read.output?.kind;
  if (kind === COMMAND) return readCommand(read, allowsCommand);
  const task = kind && kindNamed(kind).task;
  if (read.task !== undefined && task !== undefined && task !== read.task)
    throw new SimulationError(
      'bad-parameter',
      `The task of the output kind ${kind!} is ${task}, not ${read.task}.`,
      'task',
    );
  return read;
}

function readCommand(read: PartialDescriptor, allowsCommand: boolean): PartialDescriptor {
  const refused = (field: string, sentence: string): SimulationError =>
    new SimulationError('bad-parameter', sentence, field);
  if (!allowsCommand) throw refused('output.kind', 'command is for the command line.');
  if (!read.output?.command)
    throw refused('output.command', 'output.command must be a program and its arguments.');
  if (!OF_COMMANDS.includes(read.task))
    throw refused('task', 'With output.kind command the task must be detection or classification.');
  return read;
}
