import { inspection } from './inspection.ts';
import type { LabelledStill } from './labelled-still.ts';
import { street } from './street.ts';

export const PICTURES = 24;

/** The tray of examples/tray.exr. */
export const TRAY_OF_PASSES = 14;

/** Streets first, then trays. */
export const sceneOf = (picture: number): LabelledStill =>
  picture < PICTURES / 2 ? street(picture) : inspection(picture);
