import { TASKS, type Finding, type OutputKind, type Task, type TaskComparison } from './list.ts';
import type { TaskCode } from './task-code.ts';

/** The code of a task, for findings of that task only. */
export async function loadTask(name: Task): Promise<TaskCode<OutputKind, Finding, TaskComparison>> {
  const { task } = await TASKS[name].load();
  return task;
}
