import type { Rectangle } from '@lumenloom/engine/measuring';
import { flushSync } from 'react-dom';
import type { PictureView, Point, Size } from '../../kit/picture/picture-view.ts';
import { writable, type Readable } from '../../model/store.ts';
import { regionBetween, regionInMiddle } from './region.ts';

const pixelAt = ({ x, y }: Point, { x: left, y: top, scale }: PictureView): Point => ({
  x: Math.floor((x - left) / scale),
  y: Math.floor((y - top) / scale),
});

/** The region that is measured, and what draws it on the picture. */
export function createRegionStore(size: Readable<Size | undefined>) {
  const region = writable<Rectangle | undefined>(undefined);
  let frame: HTMLDivElement | null = null;
  return {
    region,
    /** Takes the element of the region, which gets the focus. */
    setFrame: (element: HTMLDivElement | null): void => {
      frame = element;
    },
    /** A drag from a point of the picture's area, px. */
    draw: (from: Point, view: PictureView, picture: Size) => {
      const first = pixelAt(from, view);
      return (to: Point): void => {
        const drawn = regionBetween(first, pixelAt(to, view), picture);
        if (drawn) region.set(drawn);
      };
    },
    /** Moves the focus to the region; makes one where there is none. */
    focus: (): void => {
      const picture = size.current();
      if (!picture) return;
      // The frame must be there before it can have the focus.
      if (!region.current()) flushSync(() => region.set(regionInMiddle(picture)));
      frame?.focus();
    },
  };
}
