import type { Action } from './action.ts';
import { newAction } from './new.ts';
import { runAction } from './run.ts';

/** Every action, in the order of the toolbar. */
export const actions: readonly Action[] = [newAction, runAction];
