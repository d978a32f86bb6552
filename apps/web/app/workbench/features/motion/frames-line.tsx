import { useEffect, useState } from 'react';
import { pictureFileName } from '../../kit/picture/picture-file.ts';
import type { Size } from '../../kit/picture/picture-view.ts';
import { SaveButton } from '../../kit/picture/save-button.tsx';
import styles from '../../kit/strip.module.css';
import { useReadable } from '../../model/store.ts';
import { codecFor, gifOf, videoOf, zipOf, type VideoFormat } from './frames-files.ts';
import type { FramesView, Series } from './frames-store.ts';

interface FramesLineProps {
  readonly view: FramesView;
  readonly series: Series;
  /** Size of the picture; undefined until it is known. */
  readonly size: Size | undefined;
}

const VIDEOS = { mp4: 'MP4', webm: 'WebM' } as const;

/** Which frame is shown, what plays them, and their files. */
export function FramesLine({ view, series, size }: FramesLineProps) {
  const at = useReadable(view.at);
  const isPlaying = useReadable(view.isPlaying);
  const isRunning = useReadable(view.isRunning);
  const { frames, count, hertz, recipe } = series;
  const name = `${pictureFileName(recipe).replace('.png', '')}-${hertz}-per-s`;
  const there = frames.length;
  return (
    <div className={styles.line}>
      <p className={styles.name}>
        Frame {at + 1} of {there}
        <span className={styles.quiet}>
          {' '}
          begins at {Number((at / hertz).toPrecision(4))} s
          {there < count && `; ${isRunning ? 'computing' : 'stopped before'} ${count}`}
        </span>
      </p>
      <span className={styles.files}>
        <button
          type="button"
          className={styles.small}
          aria-pressed={isPlaying}
          title={`P: plays ${hertz} frames per second`}
          onClick={view.play}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </button>
        <SaveButton
          name={`${name}.zip`}
          hint="A PNG of each frame, and recipe.json"
          make={() => zipOf(series)}
        >
          ZIP
        </SaveButton>
        {(Object.keys(VIDEOS) as VideoFormat[]).map((format) => (
          <VideoButton key={format} format={format} name={name} series={series} size={size} />
        ))}
        <SaveButton
          name={`${name}.gif`}
          hint="256 colours per frame, at most 50 frames per second"
          make={() => gifOf(series)}
        >
          GIF
        </SaveButton>
      </span>
    </div>
  );
}

/** Saves a video where the browser encodes it. */
function VideoButton({
  format,
  name,
  series,
  size,
}: {
  readonly format: VideoFormat;
  readonly name: string;
  readonly series: Series;
  readonly size: Size | undefined;
}) {
  const [width, height] = [size?.width, size?.height];
  const [canEncode, setCanEncode] = useState<boolean>();
  useEffect(() => {
    if (width === undefined || height === undefined) return undefined;
    let isWanted = true;
    void codecFor(format, { width, height }).then((codec) => {
      if (isWanted) setCanEncode(codec !== undefined);
    });
    return () => {
      isWanted = false;
    };
  }, [format, width, height]);
  return (
    <SaveButton
      name={`${name}.${format}`}
      hint="Compressed with loss"
      reason={
        canEncode === false
          ? `This browser does not encode ${VIDEOS[format]} of ${width} × ${height} px.`
          : undefined
      }
      make={() => videoOf(series, format)}
    >
      {VIDEOS[format]}
    </SaveButton>
  );
}
