import { anomaly } from './anomaly/descriptor.ts';
import { classification } from './classification/descriptor.ts';
import { depth } from './depth/descriptor.ts';
import { detection } from './detection/descriptor.ts';
import { keypoints } from './keypoints/descriptor.ts';
import { oriented } from './oriented/descriptor.ts';
import { segmentation } from './segmentation/descriptor.ts';
import { text } from './text/descriptor.ts';
import type { FigureFacts, OutputKindFacts, TaskDescriptor } from './task-descriptor.ts';

/**
 * What networks are for, in the order of the sheet of a network. A new task needs a folder beside
 * this file and a line here (docs/adding-a-task.md).
 */
export const TASKS = {
  detection,
  classification,
  segmentation,
  depth,
  anomaly,
  keypoints,
  oriented,
  text,
} as const;

export type Task = keyof typeof TASKS;
export const TASK_NAMES = Object.keys(TASKS) as Task[];

/** How the outputs of a network are read. */
export type OutputKind = { [Name in Task]: keyof (typeof TASKS)[Name]['kinds'] }[Task];

type CodeOf<Name extends Task> = Awaited<ReturnType<(typeof TASKS)[Name]['load']>>['task'];

/** What a network of a task finds in one picture, in pixels of that picture. */
export type FindingOf<Name extends Task> = ReturnType<CodeOf<Name>['read']>;
export type Finding = FindingOf<Task>;

/** What a network finds on the camera's picture beside the ideal one, in numbers. */
export type TaskComparison = ReturnType<CodeOf<Task>['compare']>['comparison'];

const KINDS = new Map(
  TASK_NAMES.flatMap((task) =>
    Object.entries<OutputKindFacts>(TASKS[task].kinds).map(
      ([kind, facts]) => [kind as OutputKind, { ...facts, task }] as const,
    ),
  ),
);
export const OUTPUT_KINDS: readonly OutputKind[] = [...KINDS.keys()];

/** In place of a kind: a command of the user's own reads the outputs (docs/reference/vision.md). */
export const COMMAND = 'command';

/** A kind of outputs, and the task that it is for. */
export const kindNamed = (kind: OutputKind): OutputKindFacts & { readonly task: Task } =>
  KINDS.get(kind)!;

/** Figures of evaluations by their names, `dataset.map50`, those of a task together. */
export const DATASET_FIGURES: ReadonlyMap<string, FigureFacts> = new Map(
  TASK_NAMES.flatMap((task) =>
    Object.entries<FigureFacts>(TASKS[task].figures).map(
      ([name, facts]) => [`dataset.${name}`, facts] as const,
    ),
  ),
);

/** The least and the largest value of a figure, by its name with or without `dataset.`. */
export function figureRange(name: string): readonly [least: number, largest: number] {
  const { isError, isSigned } =
    DATASET_FIGURES.get(name) ?? DATASET_FIGURES.get(`dataset.${name}`) ?? {};
  return [isSigned ? -Infinity : 0, isSigned || isError ? Infinity : 1];
}

/** A task whose record is read as those of all. */
export const taskNamed = (name: Task): TaskDescriptor => TASKS[name];
