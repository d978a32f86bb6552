import type { Finding } from '@lumenloom/engine';
import type { Task } from '@lumenloom/engine/catalogue';
import type { FoundObject } from '../objects.ts';
import * as TASKS from './every-task.ts';
import type { EvaluatedTask, FoundAbout } from './task.ts';

type KeptOf<Name extends Task> = ReturnType<(typeof TASKS)[Name]['keep']>;

/** What was found in one picture, by the task. */
export type Found = { [Name in Task]: { readonly task: Name } & KeptOf<Name> }[Task];

/** The records of all tasks, for findings and pictures of that task only. */
export const EVALUATED: Readonly<Record<Task, EvaluatedTask<Finding, KeptOf<Task>>>> = TASKS;

/** What is kept of a finding. */
export const keptOf = (task: Task, finding: Finding, about: FoundAbout): Found =>
  ({ task, ...EVALUATED[task].keep(finding, about) }) as Found;

/** The objects among what was found; none of tasks that find others. */
export const objectsIn = (found: Found | undefined): readonly FoundObject[] =>
  found && 'objects' in found ? found.objects : [];

export type { Scored, ScoreFiles } from './task.ts';
