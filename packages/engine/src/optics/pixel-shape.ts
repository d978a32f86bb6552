import { exp } from '../quantities/elementary.ts';
import { sinc } from '../quantities/sinc.ts';

/** Where inside a pixel light counts (docs/reference/sensor-depth.md#aperture-and-diffusion). */
export interface PixelShape {
  /** Width and height of the light-sensitive box, shares of the pitch; absent: all of it. */
  readonly aperture?: readonly [width: number, height: number];
  /** Standard deviation of the diffusion of charge, metres; absent: none. */
  readonly diffusion?: number;
}

/** A pixel along one direction. */
export interface PixelSide {
  /** Length of the light-sensitive box, a share of the pitch. */
  readonly share: number;
  /** Standard deviation of the diffusion, pixels. */
  readonly spread: number;
}

/** A pixel along the rows and along the columns. */
export type PixelSides = readonly [across: PixelSide, down: PixelSide];

/** @param pitch of the pixels, metres. */
export const sidesOf = (shape: PixelShape | undefined, pitch: number): PixelSides => {
  const { aperture = [1, 1], diffusion = 0 } = shape ?? {};
  const spread = diffusion / pitch;
  return [
    { share: aperture[0], spread },
    { share: aperture[1], spread },
  ];
};

/** Contrast that a pixel passes along one direction, at a frequency in cycles per pixel. */
export const pixelTransfer = ({ share, spread }: PixelSide, frequency: number): number =>
  spread === 0
    ? sinc(share * frequency)
    : sinc(share * frequency) * exp(-2 * (Math.PI * spread * frequency) ** 2);
