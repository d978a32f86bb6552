import { useState } from 'react';
import {
  fittedView,
  movedView,
  scaledTo,
  steppedScale,
  type PictureView,
  type Point,
  type Size,
} from './picture-view.ts';

/**
 * The view of a picture in its area: fitted until the user zooms. A new picture of the same size
 * keeps the view, so that two can be compared.
 *
 * @param image its address; undefined without a picture.
 * @param keepsLast the picture before stays visible until the browser has decoded a new one.
 */
export function usePictureView(image: string | undefined, area: Size, keepsLast = false) {
  /** Size of the picture that the browser has decoded last, and which one that was. */
  const [loaded, setLoaded] = useState<Size & { readonly image: string }>();
  /** Undefined while the picture is fitted. */
  const [chosen, setChosen] = useState<PictureView>();
  const picture =
    image !== undefined &&
    loaded &&
    (keepsLast || loaded.image === image) &&
    area.width > 0 &&
    area.height > 0
      ? loaded
      : undefined;
  const view =
    picture &&
    (chosen ? movedView(chosen, area, picture, { x: 0, y: 0 }) : fittedView(area, picture));
  const middle: Point = { x: area.width / 2, y: area.height / 2 };
  return {
    /** Size of the picture and its view; undefined until both are known. */
    picture,
    view,
    load: (size: Size, source: string): void => {
      if (size.width !== loaded?.width || size.height !== loaded.height) setChosen(undefined);
      setLoaded({ ...size, image: source });
    },
    /**
     * Enlarges by a number of steps, or reduces by a negative one; the pixel under the point stays
     * there.
     */
    zoom: (steps: number, point = middle): void => {
      if (!picture || !view) return;
      let { scale } = view;
      for (let step = 0; step < Math.abs(steps); step += 1)
        scale = steppedScale(scale, steps > 0 ? 1 : -1, area, picture);
      setChosen(scaledTo(view, area, picture, scale, point));
    },
    move: (by: Point): void => {
      if (picture && view) setChosen(movedView(view, area, picture, by));
    },
    fit: (): void => setChosen(undefined),
    /** From the fitted picture to 1:1, and back. */
    toggle: (): void => {
      if (picture && view) setChosen(chosen ? undefined : scaledTo(view, area, picture, 1, middle));
    },
  };
}
