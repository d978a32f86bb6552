import type { LensState } from './lens-store.ts';
import styles from './optics-workspace.module.css';

/** The picture of the recipe through the lens, dimmed while it is of the lens before. */
export function LensPicture({ state: { now, picture } }: { readonly state: LensState }) {
  if (!picture) return <p className={styles.plain}>Computing the picture …</p>;
  const { image, ms, isPreview, lens, failure } = picture;
  const isOld = failure !== undefined || lens !== now!.draft.lens;
  return (
    <>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {image !== undefined && (
        <>
          <img
            className={styles.picture}
            src={image}
            alt={`Picture of the recipe through ${lens.name}`}
            data-old={isOld || undefined}
          />
          <p className={styles.plain}>
            {isPreview ? 'preview' : 'full picture'}, {ms!.toFixed(0)} ms after the change
          </p>
        </>
      )}
    </>
  );
}
