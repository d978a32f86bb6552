import { VisuallyHidden } from '@mantine/core';
import styles from './picture-views.module.css';

/** What the picture area shows. */
export type PictureAreaView = 'result' | 'sweep';

const labels: Readonly<Record<PictureAreaView, string>> = { result: 'Result', sweep: 'Sweep' };

/** The switch between the picture and the results of a sweep. */
export function PictureViews({
  view,
  onView,
}: {
  readonly view: PictureAreaView;
  readonly onView: (view: PictureAreaView) => void;
}) {
  return (
    <div className={styles.views} role="group" aria-labelledby="result-heading">
      <VisuallyHidden component="h2" id="result-heading">
        {labels[view]}
      </VisuallyHidden>
      {(['result', 'sweep'] as const).map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => onView(name)}>
          {labels[name]}
        </button>
      ))}
    </div>
  );
}
