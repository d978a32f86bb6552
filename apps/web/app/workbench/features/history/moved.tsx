import { useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';

/** The change by the last Back or Forward, for screen readers. */
export const Moved = ({ moved }: Pick<Bench, 'moved'>) => (
  <div className="unseen" role="status">
    {useReadable(moved)}
  </div>
);
