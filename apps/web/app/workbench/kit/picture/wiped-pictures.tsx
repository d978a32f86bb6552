import { useElementSize } from '@mantine/hooks';
import { Picture } from './picture.tsx';
import { usePictureView } from './use-picture-view.ts';
import { Wipe, type NamedPicture } from './wipe.tsx';
import styles from './wiped-pictures.module.css';

const nothing = (): void => undefined;

/** Picture A over picture B up to a line that can be dragged, with their zoom. */
export function WipedPictures({
  a,
  b,
  alt,
}: {
  readonly a: NamedPicture;
  readonly b: NamedPicture;
  /** Description of picture B. */
  readonly alt: string;
}) {
  const { ref, width, height } = useElementSize();
  const { address } = b;
  const { picture, view, load, zoom, move, fit, toggle } = usePictureView(
    address,
    { width, height },
    true,
  );
  return (
    <div ref={ref} className={styles.pictures}>
      <Picture
        image={address}
        alt={alt}
        size={picture}
        view={view}
        onLoad={(size) => load(size, address)}
        onZoom={zoom}
        onMove={move}
        onFit={fit}
        onToggle={toggle}
        onRead={nothing}
        overlays={[]}
        over={<Wipe a={a} b={b} picture={{ size: picture, view }} />}
      />
    </div>
  );
}
