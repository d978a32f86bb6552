import type { Rectangle } from '@lumenloom/engine/measuring';
import type { KeyboardEvent, RefCallback } from 'react';
import type { PictureView, Point, Size } from '../../kit/picture/picture-view.ts';
import styles from './region-frame.module.css';
import { isInside, movedRegion, resizedRegion } from './region.ts';

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface RegionFrameProps {
  readonly frame: RefCallback<HTMLDivElement>;
  readonly region: Rectangle;
  readonly view: PictureView;
  readonly picture: Size;
  readonly onRegion: (region: Rectangle | undefined) => void;
  /** Gives the focus back to the picture. */
  readonly onLeave: () => void;
}

/** The region on the picture: arrow keys move it by a pixel, with Shift they resize it. */
export function RegionFrame({ frame, region, view, picture, onRegion, onLeave }: RegionFrameProps) {
  if (!isInside(region, picture)) return undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = arrows[event.key];
    if (step) onRegion((event.shiftKey ? resizedRegion : movedRegion)(region, step, picture));
    else if (event.key === 'Delete') onRegion(undefined);
    if (event.key === 'Escape' || event.key === 'Delete') onLeave();
    else if (!step) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={frame}
      className={styles.frame}
      role="group"
      aria-label={`Region x ${region.x}, y ${region.y}, ${region.width} by ${region.height}: arrow keys move, with Shift they resize, Delete removes, Escape leaves`}
      tabIndex={0}
      style={{
        left: view.x + region.x * view.scale,
        top: view.y + region.y * view.scale,
        width: region.width * view.scale,
        height: region.height * view.scale,
      }}
      onKeyDown={onKeyDown}
    />
  );
}
