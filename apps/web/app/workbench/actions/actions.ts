import type { Action } from './action.ts';
import { backAction } from './back.ts';
import { forwardAction } from './forward.ts';
import { newAction } from './new.ts';
import { runAction } from './run.ts';
import { saveAction } from './save.ts';
import { sfrAction } from './sfr.ts';
import { shareAction } from './share.ts';
import { stopAction } from './stop.ts';

/** Every action, in the order of the toolbar. */
export const actions: readonly Action[] = [
  newAction,
  saveAction,
  backAction,
  forwardAction,
  runAction,
  stopAction,
  sfrAction,
  shareAction,
];
