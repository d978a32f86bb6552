import { bayer } from './bayer/descriptor.ts';

/** Every sensor, in the order of the choice list; the blank choice shows the optical image. */
export const sensors = {
  bayerGrbg: bayer('grbg'),
  bayerRggb: bayer('rggb'),
  bayerBggr: bayer('bggr'),
  bayerGbrg: bayer('gbrg'),
} as const;

export type SensorId = keyof typeof sensors;
