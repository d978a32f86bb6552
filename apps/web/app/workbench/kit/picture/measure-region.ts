import {
  edgeSfr,
  measuredRegion,
  SimulationError,
  statisticsOf,
  type EdgeSfr,
  type MeasuredPicture,
  type Rectangle,
  type Statistics,
} from '@lumenloom/engine/measuring';

export const CHANNELS = ['red', 'green', 'blue'] as const;

/** What a region of the picture says. */
export interface RegionFigures {
  /** Statistics of the codes, 0 to 255, per channel. */
  readonly statistics: readonly Statistics[];
  /** SFR of luminance, or why there is no edge. */
  readonly sfr: EdgeSfr | { readonly problem: string };
}

/** A decoded picture: 8-bit red, green and blue in turn. */
export type DecodedPicture = MeasuredPicture & { readonly data: Uint8Array };

/** Decodes the picture at an address to its codes as they are in the file. */
export async function decodePicture(address: string): Promise<DecodedPicture> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const bitmap = await createImageBitmap(picture, {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  });
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data: rgba } = context.getImageData(0, 0, width, height);
  const data = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1)
      data[3 * pixel + channel] = rgba[4 * pixel + channel]!;
  return { rows: height, columns: width, channels: 3, data, largest: 255 };
}

/** Measures a region that lies inside the picture. */
export function measureRegion(picture: MeasuredPicture, region: Rectangle): RegionFigures {
  return {
    statistics: CHANNELS.map((_, channel) => statisticsOf(codesOf(picture, region, channel))),
    sfr: sfrOf(picture, region),
  };
}

function codesOf(
  { columns, data }: MeasuredPicture,
  { x, y, width, height }: Rectangle,
  channel: number,
): Float64Array {
  return Float64Array.from(
    { length: width * height },
    (_, i) => data[3 * ((y + Math.floor(i / width)) * columns + x + (i % width)) + channel]!,
  );
}

function sfrOf(picture: MeasuredPicture, rectangle: Rectangle): RegionFigures['sfr'] {
  try {
    return edgeSfr(
      measuredRegion(picture, {
        rectangle,
        channel: 'luminance',
        encoding: 'srgb',
        isBlackTrue: true,
      }),
    );
  } catch (error) {
    if (error instanceof SimulationError) return { problem: error.message };
    throw error;
  }
}
