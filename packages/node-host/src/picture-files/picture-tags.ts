import type { TiffValue } from './write-tiff.ts';

/** Numbers of TIFF tags that several kinds of files have. */
export const PICTURE_TAG = {
  ImageWidth: 256,
  ImageLength: 257,
  BitsPerSample: 258,
  Compression: 259,
  PhotometricInterpretation: 262,
  ImageDescription: 270,
  SamplesPerPixel: 277,
  RowsPerStrip: 278,
  PlanarConfiguration: 284,
  Software: 305,
} as const;

export const short = (...values: readonly number[]): TiffValue => ({ type: 'short', values });
export const long = (...values: readonly number[]): TiffValue => ({ type: 'long', values });
export const ascii = (text: string): TiffValue => ({ type: 'ascii', text });

const UNCOMPRESSED = 1;

/** Tags of an uncompressed picture in one strip. */
export const pictureTags = (
  rows: number,
  columns: number,
  bits: readonly number[],
): readonly (readonly [number, TiffValue])[] => [
  [PICTURE_TAG.ImageWidth, long(columns)],
  [PICTURE_TAG.ImageLength, long(rows)],
  [PICTURE_TAG.BitsPerSample, short(...bits)],
  [PICTURE_TAG.Compression, short(UNCOMPRESSED)],
  [PICTURE_TAG.SamplesPerPixel, short(bits.length)],
  [PICTURE_TAG.RowsPerStrip, long(rows)],
  [PICTURE_TAG.PlanarConfiguration, short(1)],
];
