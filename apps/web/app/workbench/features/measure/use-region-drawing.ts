import type { Rectangle } from '@lumenloom/engine/measuring';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { PictureView, Point, Size } from '../../kit/picture/picture-view.ts';
import { regionBetween, regionInMiddle } from './region.ts';

/** The region that is measured, and how it is changed. */
export interface MeasuredRegion {
  readonly region: Rectangle | undefined;
  readonly onRegion: (region: Rectangle | undefined) => void;
}

/**
 * Draws a region on a picture with the pointer, and moves the focus to it. Points are those of the
 * picture's area, px.
 */
export function useRegionDrawing(
  measured: MeasuredRegion | undefined,
  view: PictureView | undefined,
  size: Size | undefined,
) {
  const frame = useRef<HTMLDivElement>(null);
  /** The pixel at which the drawing began. */
  const from = useRef<Point>(undefined);
  const pixelAt = ({ x, y }: Point, { x: left, y: top, scale }: PictureView): Point => ({
    x: Math.floor((x - left) / scale),
    y: Math.floor((y - top) / scale),
  });
  return {
    frame,
    /** Begins to draw; false where nothing can be drawn. */
    begin: (point: Point): boolean => {
      if (!measured || !view) return false;
      from.current = pixelAt(point, view);
      return true;
    },
    /** Draws on; false while nothing is being drawn. */
    draw: (point: Point): boolean => {
      if (!from.current || !measured || !view || !size) return false;
      const region = regionBetween(from.current, pixelAt(point, view), size);
      if (region) measured.onRegion(region);
      return true;
    },
    end: (): void => {
      from.current = undefined;
    },
    /** Moves the focus to the region; makes one where there is none. */
    focus: (): void => {
      if (!measured || !size) return;
      // The frame must be there before it can have the focus.
      if (!measured.region) flushSync(() => measured.onRegion(regionInMiddle(size)));
      frame.current?.focus();
    },
  };
}
