import type { DocumentField } from '../field-descriptor.ts';
import { readDocument, type DocumentValue } from '../read-document.ts';
import { fail } from '../text/json-fields.ts';

/** A rule of thumb: the pixels that a feature needs, across its smaller side, and who says so. */
interface Rule {
  readonly pixels: number;
  /** What is to be done with the feature: 'enough to ...'. */
  readonly to: string;
  /** What the pixels are counted per. */
  readonly per: string;
  readonly source: string;
}

const JOHNSON = 'Johnson 1958, for half of the people at screens';

/** Tasks by their names in the recipe (docs/reference/depth.md#object-space). */
export const TASKS = {
  detect: { pixels: 2, to: 'detect it', per: 'feature', source: JOHNSON },
  orient: { pixels: 2.8, to: 'see how it is turned', per: 'feature', source: JOHNSON },
  recognise: { pixels: 8, to: 'recognise it', per: 'feature', source: JOHNSON },
  identify: { pixels: 12.8, to: 'identify it', per: 'feature', source: JOHNSON },
  defect: { pixels: 4, to: 'detect a defect', per: 'defect', source: 'Stemmer Imaging' },
  code1d: {
    pixels: 3,
    to: 'read a bar code',
    per: 'narrowest bar',
    source: 'SICK Lector 620, Inlite ClearImage',
  },
  code2d: {
    pixels: 4,
    to: 'read a 2-D code',
    per: 'module',
    source: 'LEADTOOLS, Inlite ClearImage',
  },
} as const satisfies Readonly<Record<string, Rule>>;
export type TaskKind = keyof typeof TASKS;

/** Kinds of task, in the order in which they are offered. */
export const TASK_KINDS = Object.keys(TASKS) as readonly TaskKind[];

const LARGEST = 1e6;
/** Path during an exposure that counts as sharp, pixels, unless a task says another. */
export const BLUR_PIXELS = 0.5;

/** The object `task` of a recipe. */
export const TASK = {
  kind: 'object',
  key: 'task',
  label: 'Task',
  help: 'What the picture is for; it changes no picture.',
  fields: [
    {
      kind: 'number',
      key: 'featureMm',
      label: 'Feature',
      unit: 'mm',
      above: 0,
      max: LARGEST,
      help: 'Smaller side of what is to be seen.',
    },
    {
      kind: 'choice',
      key: 'kind',
      label: 'Kind of Task',
      options: TASK_KINDS,
      help: 'Whose rule of thumb says how many pixels the feature needs.',
    },
    {
      kind: 'number',
      key: 'pixels',
      label: 'Pixels on the Feature',
      unit: 'px',
      above: 0,
      max: LARGEST,
      help: 'How many pixels the feature needs, in place of a kind.',
    },
    {
      kind: 'number',
      key: 'blurPixels',
      label: 'Largest Blur of Motion',
      unit: 'px',
      above: 0,
      max: LARGEST,
      default: BLUR_PIXELS,
      help: 'Path during the exposure that is still sharp.',
    },
  ],
} as const satisfies DocumentField;

/** What a picture is for. */
export type TaskPlan = DocumentValue<typeof TASK>;

/**
 * What the picture of a recipe is for.
 *
 * @param isAtDistance whether the recipe says how far the object is.
 * @throws SimulationError naming the field.
 */
export function readTask(sent: unknown, isAtDistance: boolean): TaskPlan {
  const task = readDocument(TASK, sent, 'task');
  const { featureMm, kind, pixels } = task;
  if (kind !== undefined && pixels !== undefined)
    fail('task.pixels', 'task must have at most one of kind and pixels.');
  if (featureMm === undefined && (kind ?? pixels) !== undefined)
    fail('task.featureMm', 'task: featureMm is missing, the size of what is to be seen.');
  if (featureMm !== undefined && !isAtDistance)
    fail('task.featureMm', `A feature of ${featureMm} mm needs a distance.`);
  return task;
}
