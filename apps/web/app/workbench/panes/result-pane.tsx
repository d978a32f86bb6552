import { useElementSize } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconDownload,
  IconLayersSubtract,
  IconPhotoDown,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import { captionOf } from '../recipe/caption.ts';
import type { Recipe } from '../recipe/recipe.ts';
import type { RunState } from '../run/run-store.ts';
import { downloadPicture, pictureFileName } from './picture-file.ts';
import {
  fitted,
  moved,
  scaledTo,
  type PictureView,
  type Point,
  type Size,
} from './picture-view.ts';
import { Picture, type PixelReading } from './picture.tsx';
import styles from './result-pane.module.css';

const emptySentences = {
  fresh: 'Choose a scene, then Run (Ctrl+Enter).',
  running: 'Simulating…',
  ended: 'No picture: the log says why.',
} as const;

/** Factor of a zoom button. */
const ZOOM_STEP = 2;

const percent = (scale: number): string =>
  `${100 * scale < 10 ? (100 * scale).toFixed(1) : Math.round(100 * scale)} %`;
const three = (value: number): string => String(value).padStart(3);

/** The picture, fitted to its area until the user zooms, with the choices behind it and the pixel under the cursor. */
export function ResultPane({ run }: { readonly run: RunState }) {
  const { inputs, phase, plain } = run;
  const { ref, width, height } = useElementSize();
  const [hasOverlay, setHasOverlay] = useState(true);
  const image = run.image !== undefined && plain !== undefined && !hasOverlay ? plain : run.image;
  /** Size of the picture that the browser has decoded last, and which one that was. */
  const [loaded, setLoaded] = useState<Size & { readonly image: string }>();
  /** Undefined while the picture is fitted to its area. A new picture of the same size keeps the view, so that two can be compared. */
  const [chosenView, setChosenView] = useState<PictureView>();
  const [reading, setReading] = useState<PixelReading>();

  const area: Size = { width, height };
  const picture =
    image !== undefined && loaded?.image === image && width > 0 && height > 0 ? loaded : undefined;
  const view =
    picture &&
    (chosenView ? moved(chosenView, area, picture, { x: 0, y: 0 }) : fitted(area, picture));
  const zoom = (factor: number, point: Point = { x: width / 2, y: height / 2 }): void => {
    if (picture && view) setChosenView(scaledTo(view, area, picture, view.scale * factor, point));
  };
  const caption = captionOf(inputs);

  return (
    <section className={styles.pane} aria-labelledby="result-heading">
      <header className={styles.header}>
        <h2 id="result-heading">Result</h2>
        {image && (
          <span className={styles.caption} title={caption}>
            {caption}
          </span>
        )}
        {image && (
          <span className={styles.tools}>
            <IconButton label="Zoom out" icon={IconZoomOut} onClick={() => zoom(1 / ZOOM_STEP)} />
            <span className={styles.percent}>{view && percent(view.scale)}</span>
            <IconButton label="Zoom in" icon={IconZoomIn} onClick={() => zoom(ZOOM_STEP)} />
            <IconButton
              label="Fit"
              hint="Fit (double click)"
              icon={IconArrowsMaximize}
              onClick={() => setChosenView(undefined)}
            />
            <Downloads
              run={run}
              hasOverlay={hasOverlay}
              onOverlay={() => setHasOverlay(!hasOverlay)}
            />
          </span>
        )}
      </header>
      <div className={styles.surround}>
        <div ref={ref} className={styles.area}>
          {image ? (
            <Picture
              image={image}
              view={view}
              onLoad={(size) => {
                if (size.width !== loaded?.width || size.height !== loaded.height)
                  setChosenView(undefined);
                setLoaded({ ...size, image });
              }}
              onZoom={zoom}
              onMove={(by) => {
                if (picture && view) setChosenView(moved(view, area, picture, by));
              }}
              onFit={() => setChosenView(undefined)}
              onRead={setReading}
            />
          ) : (
            <p>{emptySentences[phase]}</p>
          )}
        </div>
      </div>
      <footer className={styles.footer}>
        <span>{picture && `${picture.width} × ${picture.height} px`}</span>
        {image && reading && <ReadingOutput {...reading} />}
      </footer>
    </section>
  );
}

/** Download buttons: of the picture or, when an algorithm drew on it, with and without its drawing. */
function Downloads({
  run: { image, plain, inputs },
  hasOverlay,
  onOverlay,
}: {
  readonly run: RunState;
  readonly hasOverlay: boolean;
  readonly onOverlay: () => void;
}) {
  const download = (picture: string, of: Recipe = inputs): void =>
    downloadPicture(picture, pictureFileName(of));
  if (image === undefined) return undefined;
  if (plain === undefined)
    return <IconButton label="Download PNG" icon={IconDownload} onClick={() => download(image)} />;
  return (
    <>
      <IconButton
        label="Overlay"
        hint={hasOverlay ? 'Hide the overlay' : 'Show the overlay'}
        icon={IconLayersSubtract}
        isPressed={hasOverlay}
        onClick={onOverlay}
      />
      <IconButton
        label="Download PNG with overlay"
        icon={IconDownload}
        onClick={() => download(image)}
      />
      <IconButton
        label="Download PNG without overlay"
        icon={IconPhotoDown}
        onClick={() => download(plain, { ...inputs, algorithm: '' })}
      />
    </>
  );
}

/** Position and colour of the pixel under the cursor. */
function ReadingOutput({ x, y, colour }: PixelReading) {
  return (
    <output className={styles.reading} aria-label="Pixel under the cursor">
      <span>
        x {x} y {y}
      </span>
      <span className={styles.colour} style={{ background: `rgb(${colour.join(' ')})` }} />
      <span>
        R {three(colour[0])} G {three(colour[1])} B {three(colour[2])}
      </span>
    </output>
  );
}
