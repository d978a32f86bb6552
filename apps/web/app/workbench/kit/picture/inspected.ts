import type { ReactNode } from 'react';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { RunState } from '../../model/run/run-store.ts';
import type { PictureView, PixelReading, Point, Size } from './picture-view.ts';

/** The picture of the result pane, for what is drawn over it or beside it. */
export interface LinkedPicture {
  readonly size: Size | undefined;
  readonly view: PictureView | undefined;
  readonly onZoom: (steps: number, point?: Point) => void;
  readonly onMove: (by: Point) => void;
  readonly onFit: () => void;
  readonly onToggle: () => void;
  readonly onRead: (reading: PixelReading | undefined) => void;
}

/** A picture in place of the result, over it or beside it. */
export interface InspectedPicture {
  /** Address of the picture in place of the result. */
  readonly image?: string | undefined;
  /** Address of the PNG file of that picture, where it can be downloaded. */
  readonly file?: string | undefined;
  /** What it is, where it is no result. */
  readonly name?: string;
  /** The recipe of that picture; absent where it is the recipe of the result. */
  readonly recipe?: Recipe | undefined;
  /** The run that made it, where it is no picture of the last one. */
  readonly run?: RunState | undefined;
  /** In place of the line about the recipe. */
  readonly line: ReactNode;
  readonly over?: (picture: LinkedPicture) => ReactNode;
  /** A picture of the same size at the left. */
  readonly left?: (picture: LinkedPicture) => ReactNode;
  /** A key that is held shows it: it counts before all others. */
  readonly isHeld?: true;
  /** The values of a pixel in words, in place of its colour. */
  readonly valuesAt?: (at: Point) => string;
}
