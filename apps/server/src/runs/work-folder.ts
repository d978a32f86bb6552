import { join } from 'node:path';
import type { ConductedGoal } from './run-order.ts';

/** Folders of work in DATA_DIR, which servers share, by their goals. */
export const WORK_FOLDERS = [
  'evaluations',
  'studies',
  'reports',
] as const satisfies readonly ConductedGoal[];

/** The folder of one piece of work. */
export const workFolder = (dataFolder: string, goal: ConductedGoal, id: string): string =>
  join(dataFolder, goal, id);
