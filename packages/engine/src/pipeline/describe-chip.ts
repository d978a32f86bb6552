import { rowContrast, type FlickerPlan } from '../illuminants/flicker.ts';
import { meanOf } from '../quantities/statistics.ts';
import { linearBitsOf, mergeOf } from '../sensors/chip/captures.ts';
import { largestNoiseShare } from '../sensors/chip/companding.ts';
import type { ChipPicture } from '../sensors/chip/expose-chip.ts';
import { countDefects } from '../sensors/chip/fixed-pattern.ts';
import {
  darkVariance,
  highDynamicRange,
  linearCodes,
  type HighDynamicRange,
} from '../sensors/chip/merge.ts';
import { rowSeconds } from '../sensors/chip/windows.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import { fullShares } from '../sensors/read-out/read-out-sensor.ts';

/** What a report says of a sensor with a chip; each part is absent where the chip has none. */
export interface ChipReport {
  readonly shutter?: {
    readonly kind: string;
    readonly lineSeconds: number;
    readonly readOutSeconds: number;
    /** Light that the storage of the last row collects, over the light of its exposure. */
    readonly parasiticShareLastRow: number;
  };
  readonly captures?: readonly {
    readonly name: string;
    readonly exposureSeconds: number;
    readonly startSeconds: number;
    readonly electronsPerCode: number;
    readonly saturationElectrons: number;
    readonly readNoiseElectrons: number;
    /** Per channel. */
    readonly clippedPercent: readonly number[];
  }[];
  readonly hdr?: HighDynamicRange;
  /** Noise of rounded codes over shot and read noise, where that is largest. */
  readonly companding?: { readonly largestNoiseShare: number };
  /**
   * Longest path of the image during an exposure, pixels, and the images that stand for it;
   * `isLimited` where the path asks for more.
   */
  readonly motion?: {
    readonly pathPixels: number;
    readonly subFrames: number;
    readonly isLimited?: true;
  };
  /** Relative amplitude of the bands along the rows. */
  readonly flicker?: { readonly rowContrast: number };
  /** Pixels, and columns. */
  readonly defects?: ReturnType<typeof countDefects>;
  /** Codes. */
  readonly opticalBlack?: { readonly mean: number; readonly standardDeviation: number };
}

/** Describes what a chip did in numbers. */
export function describeChip(
  picture: ChipPicture,
  {
    sensor,
    size,
    flicker,
  }: {
    readonly sensor: SensorPlan;
    readonly size: { readonly rows: number; readonly columns: number };
    readonly flicker?: FlickerPlan | undefined;
  },
): ChipReport {
  const { timing, captures, opticalBlack } = picture;
  const { chip } = sensor;
  const mosaic = mosaicOf(sensor);
  const figures = captures.map((capture) => capture.figures);
  const exposureSeconds = timing.captures[0]!.exposureSeconds;
  return {
    ...(timing.shutter && { shutter: shutterOf(picture, timing.shutter) }),
    ...(chip?.captures && {
      captures: captures.map(({ figures: { name, pixel }, full }, k) => ({
        name,
        ...timing.captures[k]!,
        electronsPerCode: pixel.electronsPerCode,
        saturationElectrons: pixel.saturation,
        readNoiseElectrons: pixel.readNoise,
        clippedPercent: fullShares(full, size, mosaic).map((share) => 100 * share),
      })),
      hdr: highDynamicRange(figures, mergeOf(sensor)),
    }),
    ...(chip?.companding && {
      companding: { largestNoiseShare: compandingShare(picture, sensor) },
    }),
    ...(flicker && { flicker: { rowContrast: rowContrast(flicker, exposureSeconds) } }),
    ...(chip?.defects && { defects: countDefects(picture.marks, picture.badColumns) }),
    ...(opticalBlack && { opticalBlack: spreadOf(opticalBlack) }),
  };
}

function shutterOf(
  { timing }: ChipPicture,
  shutter: NonNullable<ChipPicture['timing']['shutter']>,
): NonNullable<ChipReport['shutter']> {
  const { kind, lineSeconds, direction, parasiticLightSensitivity: parasitic } = shutter;
  const last = direction === 'down' ? timing.rows - 1 : 0;
  const { exposureSeconds } = timing.captures[0]!;
  const collected = rowSeconds(timing, 0, { flicker: undefined, beginSeconds: 0 })[last]!;
  return {
    kind,
    lineSeconds,
    readOutSeconds: timing.readOutSeconds,
    parasiticShareLastRow: parasitic > 0 ? collected / exposureSeconds - 1 : 0,
  };
}

/** The largest share of the noise that companding adds, of the capture that is merged there. */
function compandingShare({ linear, captures }: ChipPicture, sensor: SensorPlan): number {
  const { companding } = sensor.chip!;
  const merge = mergeOf(sensor);
  const figures = captures.map((capture) => capture.figures);
  const scale = {
    bits: linearBitsOf(sensor),
    blackLevel: sensor.chip!.captures ? merge.blackLevel : figures[0]!.black,
    full: linear!.full,
  };
  return largestNoiseShare(companding!, linearCodes(scale).electronsOf, (electrons) => {
    const used =
      figures.find(
        ({ pixel, scale: ratio }) => electrons * ratio < merge.knee * pixel.saturation,
      ) ?? figures.at(-1)!;
    return (electrons * used.scale + darkVariance(used, 'reading')) / used.scale ** 2;
  });
}

function spreadOf(codes: Uint16Array): { mean: number; standardDeviation: number } {
  const mean = meanOf(codes);
  const variance = codes.reduce((sum, code) => sum + (code - mean) ** 2, 0) / codes.length;
  return { mean, standardDeviation: Math.sqrt(variance) };
}
