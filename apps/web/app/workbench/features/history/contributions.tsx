import { derived } from '../../model/store.ts';
import type { ActionBody } from '../../shell/actions/action.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { Moved } from './moved.tsx';

/** Goes to the recipe before or after this one. Picture and log stay. */
const stepBy = (
  { steps, move }: Pick<Bench, 'steps' | 'move'>,
  by: -1 | 1,
  none: string,
): ActionBody => ({
  now: derived([steps], () => {
    const { back, forward } = steps.current();
    const hint = by < 0 ? back : forward;
    return { hint, reason: hint === undefined ? none : undefined };
  }),
  perform: () => move(by),
});

export const contribute = (bench: Pick<Bench, 'steps' | 'move' | 'moved'>): Contributions => ({
  actions: {
    Back: stepBy(bench, -1, 'Nothing to undo.'),
    Forward: stepBy(bench, 1, 'Nothing to do again.'),
  },
  header: [{ id: 'moved', label: 'The last step', Content: () => <Moved moved={bench.moved} /> }],
});
