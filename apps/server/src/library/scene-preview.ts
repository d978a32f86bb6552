import {
  XYZ_TO_LINEAR_SRGB,
  linearToSrgb,
  luminanceOf,
  meanOf,
  nativeLight,
  xyzOf,
  type IlluminantPlan,
  type OwnSceneData,
} from '@lumenloom/engine';
import { encodePng } from '@lumenloom/node-host';

/** Longest side of a thumbnail, px. */
const LARGEST_SIDE = 320;
/** Share of the pixels that may be brighter than the thumbnail's white. */
const CLIPPED = 0.01;

/**
 * Mean luminance of a scene of radiance, cd/m²; undefined for others, whose brightness the recipe
 * says.
 */
export const meanLuminance = (
  { planes, spectra }: OwnSceneData,
  light: IlluminantPlan | undefined,
): number | undefined =>
  light?.energy &&
  spectra?.reduce(
    (sum, spectrum, plane) =>
      sum +
      luminanceOf(spectrum.map((value, band) => value * light.energy![band]!)) *
        meanOf(planes[plane]!),
    0,
  );

/** Small planes: means over blocks. */
function reduced({ rows, columns, planes }: OwnSceneData) {
  const factor = Math.max(1, Math.ceil(Math.max(rows, columns) / LARGEST_SIDE));
  const [height, width] = [
    Math.max(1, Math.floor(rows / factor)),
    Math.max(1, Math.floor(columns / factor)),
  ];
  const [across, down] = [Math.min(factor, columns), Math.min(factor, rows)];
  const small = planes.map((plane) =>
    Float64Array.from({ length: height * width }, (_, at) => {
      const [top, left] = [Math.floor(at / width) * down, (at % width) * across];
      let sum = 0;
      for (let row = top; row < top + down; row += 1)
        for (let column = left; column < left + across; column += 1)
          sum += plane[row * columns + column]!;
      return sum / (down * across);
    }),
  );
  return { height, width, small };
}

const primariesOf = (xyz: readonly number[]): number[] =>
  XYZ_TO_LINEAR_SRGB.map((row) => row.reduce((sum, factor, k) => sum + factor * xyz[k]!, 0));

/**
 * A small picture of a scene, as a data URL: pictures as they are, cubes under their own light, or
 * under D65, brighter ones scaled down.
 */
export async function thumbnailOf(
  data: OwnSceneData,
  light: IlluminantPlan | undefined,
): Promise<string> {
  const { height, width, small } = reduced(data);
  const energy = light?.energy ?? nativeLight('d65').energy;
  const { spectra } = data;
  // CIE XYZ of each plane, white having the luminance 1; those of a picture are the primaries
  // themselves.
  const white = luminanceOf(energy);
  const colours = spectra?.map((spectrum) =>
    xyzOf(spectrum.map((value, band) => (value * energy[band]!) / white)),
  );
  const linear = Array.from({ length: height * width }, (_, at): readonly number[] =>
    colours
      ? primariesOf(
          [0, 1, 2].map((k) =>
            colours.reduce((sum, colour, plane) => sum + colour[k]! * small[plane]![at]!, 0),
          ),
        )
      : small.length === 1
        ? [small[0]![at]!, small[0]![at]!, small[0]![at]!]
        : small.map((plane) => plane[at]!),
  );
  const brightest = linear.map((colour) => Math.max(...colour)).toSorted((a, b) => a - b);
  const scale = Math.max(1, brightest[Math.floor((1 - CLIPPED) * (brightest.length - 1))]!);
  const codes = Uint8Array.from(
    linear.flatMap((colour) => colour.map((value) => linearToSrgb(value / scale))),
  );
  return pngUrl(await encodePng({ rows: height, columns: width, channels: 3, data: codes }));
}

/** A PNG as a data URL. */
export const pngUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;
