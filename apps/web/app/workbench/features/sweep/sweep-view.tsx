import { SweepPlots } from '@lumenloom/report';
import { figureLabels, labelsOf } from '@lumenloom/sweep/page';
import type { ReactNode } from 'react';
import styles from '../../kit/study/study-view.module.css';
import type { OpenSweep, PickedRunNumbers } from './sweep-store.ts';

interface SweepViewProps {
  readonly sweep: OpenSweep | undefined;
  readonly picked: PickedRunNumbers | undefined;
  readonly onPick: (run: number) => void;
  /** The switch between the views of the picture area. */
  readonly views: ReactNode;
}

/** Plots and table of a sweep in place of the picture; they fill while results come. */
export function SweepView({ sweep, picked, onPick, views }: SweepViewProps) {
  return (
    <section className={styles.pane} aria-label="Results of the sweep">
      <header className={styles.header}>{views}</header>
      {sweep ? (
        <Plots key={sweep.status.id} sweep={sweep} picked={picked} onPick={onPick} />
      ) : (
        <p className={styles.empty}>
          Start a sweep in the tab Study, or show an earlier one there.
        </p>
      )}
    </section>
  );
}

function Plots({
  sweep: { status, document, runs },
  picked,
  onPick,
}: Omit<SweepViewProps, 'sweep' | 'views'> & { readonly sweep: OpenSweep }) {
  const results = {
    ...{ name: status.name, madeBy: '', labels: labelsOf(document) },
    ...{ figureLabels: figureLabels(document.measure), measure: document.measure },
    ...{ runs, thumbnails: {}, pictures: undefined },
  };
  return (
    <div className={styles.plots} tabIndex={0} role="group" aria-label={`Plots of ${status.name}`}>
      <SweepPlots results={results} picking={{ onRun: onPick, picked }} />
    </div>
  );
}
