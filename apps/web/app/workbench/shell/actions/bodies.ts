import { useMemo } from 'react';
import { useReadable, type Readable } from '../../model/store.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import type { ActionBody, ActionName } from './action.ts';
import { newAction } from './new.ts';
import { runAction } from './run.ts';

/** What is behind the buttons; a button without a body is dimmed. */
export type Bodies = Readonly<Partial<Record<ActionName, ActionBody>>>;

/** What is behind the buttons now. */
export function useBodies(workbench: Workbench): {
  readonly bodies: Bodies;
  /** Brings back what New has cleared; undefined where there is nothing. */
  readonly undoNew: Readable<(() => void) | undefined>;
} {
  const features = useReadable(workbench.features);
  const own = useMemo(
    () => ({ New: newAction(workbench, workbench.features), Run: runAction(workbench) }),
    [workbench],
  );
  const bodies = useMemo(
    (): Bodies => Object.assign({}, own, ...allOf(features, 'actions')) as Bodies,
    [own, features],
  );
  return { bodies, undoNew: own.New.undo };
}
