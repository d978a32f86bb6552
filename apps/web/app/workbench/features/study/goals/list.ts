import { contribute as choose } from './choose/goal.tsx';
import { contribute as lab } from './lab/goal.tsx';
import { contribute as study } from './optimise/goal.tsx';
import { contribute as score } from './score/goal.tsx';
import { contribute as sweep } from './sweep/goal.tsx';
import { contribute as yields } from './yield/goal.tsx';

/** What each goal adds to the workbench. */
export const goalsByName = { lab, sweep, study, score, choose, yield: yields } as const;

export type GoalName = keyof typeof goalsByName;
