import { variableKey } from '@lumenloom/contract';
import { StudyPlots, type StudyShown } from '@lumenloom/report';
import { describeStudy, labelOfPath } from '@lumenloom/sweep/page';
import type { ReactNode } from 'react';
import styles from '../../kit/study/study-view.module.css';
import { StartAndBest } from './start-and-best.tsx';
import { bestOf } from './study-runs.ts';
import type { OpenStudy } from './study-store.ts';

interface StudyViewProps {
  readonly study: OpenStudy | undefined;
  readonly picked: number | undefined;
  readonly onPick: (run: number) => void;
  /** The switch between the views of the picture area. */
  readonly views: ReactNode;
}

/** Plots and table of a study in place of the picture; they fill while runs end. */
export function StudyView({ study, picked, onPick, views }: StudyViewProps) {
  const best = study && bestOf(study);
  const results = study && shownOf(study);
  return (
    <section className={styles.pane} aria-label="Results of the study">
      <header className={styles.header}>{views}</header>
      {study && results ? (
        <div
          key={study.status.id}
          className={styles.plots}
          tabIndex={0}
          role="group"
          aria-label={`Plots of ${study.status.name}`}
        >
          {best !== undefined && best.run > 0 && results.hasStart && hasPictures(study) && (
            <StartAndBest study={study} best={best} />
          )}
          <StudyPlots
            results={results}
            picking={{
              onRun: onPick,
              picked: picked === undefined ? undefined : { before: undefined, last: picked },
            }}
          />
        </div>
      ) : (
        <p className={styles.empty}>
          Start a study in the tab Study, or show an earlier one there.
        </p>
      )}
    </section>
  );
}

/** Whether recipes of the workbench can hold what a study varies: not the surfaces of a lens. */
const hasPictures = ({ document: { recipe, vary } }: OpenStudy): boolean =>
  recipe !== undefined && !vary.some(({ path }) => path?.startsWith('lens.'));

/** What only the whole study says, from its results.json. */
type Found = Pick<
  StudyShown,
  'front' | 'hypervolume' | 'importance' | 'restarts' | 'notes' | 'validation' | 'hasStart'
>;

/** Of a study that runs. */
const NOT_YET = {
  ...{ front: [], hypervolume: [], importance: null, restarts: [], notes: [], validation: null },
  hasStart: true,
} as const satisfies Found;

/** A study as its plots show it, while it runs and when it has ended. */
function shownOf(study: OpenStudy): StudyShown {
  const { document, runs, results } = study;
  const found = results as Found | undefined;
  const { front, hypervolume, importance, restarts, notes, validation, hasStart } =
    found ?? NOT_YET;
  return {
    ...describeStudy(document),
    // Names are for expressions; the fields of the page have labels.
    labels: Object.fromEntries(
      document.vary.map((variable): [string, string] => [
        variableKey(variable),
        variable.path === undefined ? variableKey(variable) : labelOfPath(variable.path),
      ]),
    ),
    ...{ madeBy: '', stopped: '', baseline: [], thumbnails: {}, pictures: undefined },
    ...{ front, hypervolume, importance, restarts, notes, validation, hasStart, runs },
    best: bestOf(study)?.run,
  };
}
