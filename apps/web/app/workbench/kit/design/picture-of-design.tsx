import { Button } from '@mantine/core';
import { useReadable } from '../../model/store.ts';
import { WipedPictures } from '../picture/wiped-pictures.tsx';
import type { DesignPicture } from './design-picture.ts';
import styles from './design.module.css';

/** The picture of the recipe with a design, dimmed while it is of the one before. */
export function PictureOfDesign<Design>({
  picture,
  design,
  saved,
  name,
}: {
  readonly picture: DesignPicture<Design>;
  readonly design: Design;
  readonly saved: Design;
  readonly name: string;
}) {
  const { shown, failure, isWiped, saved: before } = useReadable(picture);
  if (!shown && failure === undefined) return <p>Computing the picture …</p>;
  const isOld = failure !== undefined || shown?.design !== design;
  const alt = `Picture of the recipe with ${name}`;
  const other = isWiped && design !== saved ? before : undefined;
  return (
    <>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {shown && (
        <div data-old={isOld || undefined}>
          {other ? (
            <WipedPictures
              a={{ name: 'saved', address: other.image }}
              b={{ name: 'now', address: shown.image }}
              alt={alt}
            />
          ) : (
            <img className={styles.picture} src={shown.image} alt={alt} />
          )}
        </div>
      )}
      {shown && (
        <div className={styles.line}>
          <Button
            size="compact-xs"
            variant="default"
            aria-pressed={isWiped}
            aria-keyshortcuts="W"
            disabled={design === saved}
            onClick={picture.wipe}
          >
            Wipe to the saved one (W)
          </Button>
          <span>
            {shown.isPreview ? 'preview' : 'full picture'}, {shown.ms.toFixed(0)} ms after the
            change
          </span>
        </div>
      )}
    </>
  );
}
