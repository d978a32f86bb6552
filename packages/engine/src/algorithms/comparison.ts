import type { TaskComparison } from '../networks/tasks/list.ts';

/**
 * The findings of one network on the camera's picture and on the ideal one, compared in numbers. A
 * listed network whose findings are of no task has a form of its own here.
 */
export type Comparison = TaskComparison;
