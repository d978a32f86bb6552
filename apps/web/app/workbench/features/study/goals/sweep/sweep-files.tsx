import { csvOf } from '@lumenloom/experiment/page';
import type { ExperimentProps } from '../../contributions.tsx';
import { FileButton } from '../../progress.tsx';
import type { Sweep } from './sweep.ts';

/** The results that have come, as files. */
export function SweepFiles({ experiment: { status, document, runs } }: ExperimentProps<Sweep>) {
  const { version, node } = status;
  const isIdle = runs.length === 0;
  return (
    <>
      <FileButton
        label="CSV"
        name="results.csv"
        content={() => csvOf(document, runs)}
        isIdle={isIdle}
      />
      <FileButton
        label="JSON"
        name="results.json"
        content={{ version, node, document, runs }}
        isIdle={isIdle}
      />
    </>
  );
}
