import type { ComponentProps } from 'react';
import { captionOf, EnginePicture } from '../engine-picture/engine-picture.tsx';
import styles from './captioned-picture.module.css';

/** A picture of our engine with its facts as the caption. */
export function CaptionedPicture(picture: Omit<ComponentProps<typeof EnginePicture>, 'className'>) {
  return (
    <figure className={styles.figure}>
      <EnginePicture {...picture} className={styles.picture} />
      <figcaption>{captionOf(picture.name)}</figcaption>
    </figure>
  );
}
