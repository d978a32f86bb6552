import { labelsOf, ReportPage } from '@lumenloom/sweep/page';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { PickedRunNumbers } from './picked-runs.tsx';
import styles from './sweep-view.module.css';
import type { OpenSweep } from './use-sweep.ts';

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
          Start a sweep in the Sweep tab, or show an earlier one there.
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
  const box = useRef<HTMLDivElement>(null);
  const report = useRef<ReportPage>(undefined);
  const onRun = useEffectEvent(onPick);
  useEffect(() => {
    const page = new ReportPage(
      {
        name: status.name,
        madeBy: '',
        labels: labelsOf(document),
        measure: document.measure,
        runs: [],
        thumbnails: {},
        pictures: undefined,
      },
      { onRun: (run) => onRun(run) },
    );
    report.current = page;
    box.current!.replaceChildren(...page.parts());
  }, [status.name, document]);
  useEffect(() => report.current?.update(runs), [runs, document]);
  useEffect(() => {
    for (const mark of box.current!.querySelectorAll<SVGElement>('[data-run]')) {
      const run = Number(mark.dataset['run']);
      if (run === picked?.last) mark.dataset['picked'] = 'B';
      else if (run === picked?.before) mark.dataset['picked'] = 'A';
      else delete mark.dataset['picked'];
    }
  }, [picked, runs]);
  return (
    <div
      ref={box}
      className={styles.plots}
      tabIndex={0}
      role="group"
      aria-label={`Plots of ${status.name}`}
    />
  );
}
