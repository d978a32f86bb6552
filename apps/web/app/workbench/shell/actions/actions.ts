import type { Action } from './action.ts';
import { backAction } from '../../features/history/back.ts';
import { forwardAction } from '../../features/history/forward.ts';
import { newAction } from './new.ts';
import { runAction } from './run.ts';
import { saveAction } from '../../features/save/save.ts';
import { sfrAction } from '../../features/sfr/sfr.ts';
import { shareAction } from '../../features/share/share.ts';
import { stopAction } from '../../features/stop/stop.ts';

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
