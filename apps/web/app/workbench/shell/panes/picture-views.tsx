import styles from './picture-views.module.css';

interface PictureViewsProps {
  readonly views: readonly { readonly id: string; readonly label: string }[];
  /** Id of the view that is shown. */
  readonly view: string;
  readonly onView: (view: string) => void;
}

/** The switch between the picture and what features show in its area. */
export function PictureViews({ views, view, onView }: PictureViewsProps) {
  return (
    <div className={styles.views} role="group" aria-labelledby="result-heading">
      <h2 className="unseen" id="result-heading">
        {views.find(({ id }) => id === view)?.label}
      </h2>
      {views.map(({ id, label }) => (
        <button key={id} type="button" aria-pressed={id === view} onClick={() => onView(id)}>
          {label}
        </button>
      ))}
    </div>
  );
}
