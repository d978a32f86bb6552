import { multiply } from '../colour/adaptation.ts';
import type { Triple } from '../colour/xyz.ts';
import { nativeLight } from '../illuminants/light.ts';
import { channelAt } from '../optics/lens.ts';
import { exp, log } from '../quantities/elementary.ts';
import type { DeepImage } from '../images/deep-image.ts';
import type { ShownImage } from '../images/shown-image.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import { linearToSrgb } from '../colour/srgb.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import { sceneTraits } from '../scenes/paint-scene.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import { codeLevels } from './camera-colour.ts';
import { suitLight } from '../scenes/macbeth/chart-colours.ts';
import type { SimulationPlan } from './plan.ts';

const FULL = 65535;

/** Linear light to an sRGB share, IEC 61966-2-1; out of range is clipped. */
function encoded(linear: number): number {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 1;
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * exp(log(linear) / 2.4) - 0.055;
}

/** Energy per band of the light that the scene is under. */
export const lightEnergy = ({ illuminant, scene }: SimulationPlan): Spectrum =>
  illuminant.energy ?? nativeLight(sceneTraits(scene).nativeIlluminant).energy;

/** Takes the linear value of a sample, 1 for white. */
type TakeSample = (at: number, linear: number) => void;

/**
 * The raw picture with 16 bits per sample. The steps of the ISP work on 8 bits, so this is not its
 * picture: black level, white balance and colour matrix that suit the light of the run (see
 * `suitLight`), bilinear demosaicing and the sRGB curve, in floating point. For any other colour
 * filter array than Bayer it is the mosaic in linear grey, from the black level to white.
 */
export function developRaw(
  codes: Uint16Array | Float32Array,
  { rows, columns }: Pick<PixelGrid, 'rows' | 'columns'>,
  plan: SimulationPlan,
  sensor: SensorPlan,
): DeepImage {
  const channels = sensor.order ? 3 : 1;
  const data = new Uint16Array(channels * rows * columns);
  develop(codes, { rows, columns }, plan, sensor, (at, linear) => {
    data[at] = Math.round(FULL * (sensor.order ? encoded(linear) : linear));
  });
  return { rows, columns, channels, data };
}

/**
 * The same development in sRGB with 8 bits; of any other colour filter array than Bayer the mosaic
 * in grey, in sRGB too.
 */
export function developLinear(
  codes: Uint16Array | Float32Array,
  { rows, columns }: Pick<PixelGrid, 'rows' | 'columns'>,
  plan: SimulationPlan,
  sensor: SensorPlan,
): ShownImage {
  const channels = sensor.order ? 3 : 1;
  const data = new Uint8Array(channels * rows * columns);
  develop(codes, { rows, columns }, plan, sensor, (at, linear) => {
    data[at] = linearToSrgb(linear);
  });
  return { rows, columns, channels, data };
}

function develop(
  codes: Uint16Array | Float32Array,
  { rows, columns }: Pick<PixelGrid, 'rows' | 'columns'>,
  plan: SimulationPlan,
  sensor: SensorPlan,
  take: TakeSample,
): void {
  const { black, white } = codeLevels(sensor);
  const share = (code: number): number =>
    Math.min(1, Math.max(0, (code - black) / (white - black)));
  if (!sensor.order) {
    for (const [at, code] of codes.entries()) take(at, share(code));
    return;
  }
  const { gains, matrix } = suitLight(lightEnergy(plan), quantumEfficiencyOf(sensor));
  const { layout } = mosaicOf(sensor);
  const balance = [gains.red, 1, gains.blue];
  const sums = new Float64Array(3);
  const counts = new Float64Array(3);
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 3) {
      sums.fill(0);
      counts.fill(0);
      const own = channelAt(layout, row, column);
      for (let down = -1; down <= 1; down += 1)
        for (let right = -1; right <= 1; right += 1) {
          const y = row + down;
          const x = column + right;
          if (y < 0 || y >= rows || x < 0 || x >= columns) continue;
          const channel = channelAt(layout, y, x);
          // A pixel keeps its own value of its own colour.
          if (channel === own && (down !== 0 || right !== 0)) continue;
          sums[channel]! += codes[y * columns + x]!;
          counts[channel]! += 1;
        }
      for (let channel = 0; channel < 3; channel += 1)
        sums[channel] = balance[channel]! * share(sums[channel]! / Math.max(1, counts[channel]!));
      const linear = multiply(matrix, sums as unknown as Triple);
      for (let channel = 0; channel < 3; channel += 1) take(at + channel, linear[channel]!);
    }
}
