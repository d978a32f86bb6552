import { exp } from '../../../quantities/elementary.ts';
import type { Defects } from '../../chip/chip.ts';
import { pixelsWithin, type MarkedPixels } from '../../chip/marked-pixels.ts';
import { varies, type ChipStep, type NoiseLevel } from './step.ts';

/** Faulty pixels among some pixels of a picture. */
export interface DefectsPart {
  readonly marked: MarkedPixels | undefined;
  /** Codes of stuck pixels and of bad columns. */
  readonly stuckCode: number;
  readonly columnCode: number;
  readonly from: number;
  readonly to: number;
}

/** Codes of pixels that show the same whatever is there; hot and dead pixels differ in charge. */
export const defects = {
  name: 'defects',
  phase: 'replace',
  isNoise: true,
  numbers: [],
  settings: () => ({}),
  plain({ marked, stuckCode, columnCode, from, to }: DefectsPart, raw: Uint16Array) {
    if (!marked) return;
    for (const pixel of pixelsWithin(marked.stuck, from, to)) raw[pixel] = stuckCode;
    for (const pixel of pixelsWithin(marked.inBadColumns, from, to)) raw[pixel] = columnCode;
  },
  variance: (level) => {
    const faults = level.sensor.chip?.defects;
    return [varies('defects', 'fixed', faults ? faultVariance(faults, level) : 0)];
  },
} as const satisfies ChipStep<DefectsPart, Uint16Array, object>;

/** What pixels of some kinds differ by from the others, electrons: share, mean and mean square. */
type Difference = readonly [share: number, mean: number, square: number];

/** The variance over all pixels of what the faulty ones differ by. */
function faultVariance(faults: Defects, level: NoiseLevel): number {
  const { signal, dark, pixel, sensor, exposureSeconds } = level;
  const { analog_offset: offset, analog_gain: gain, voltage_swing: swing } = sensor.parameters;
  const black = (offset * 2 ** sensor.bits) / (gain * swing);
  const shareOf = (kind: { readonly perMillion: number } | undefined): number =>
    (kind?.perMillion ?? 0) / 1e6;
  const sameCode = (share: number, code = 0): Difference => {
    const apart = (code - black) * pixel.electronsPerCode - signal - dark;
    return [share, apart, apart ** 2];
  };
  const whole = 1 - shareOf(faults.columns);
  const room = Math.max(0, pixel.saturation - signal - dark);
  const hot = (faults.hot?.electronsPerSecond ?? 0) * exposureSeconds;
  // An exponential number that ends where the pixel is full.
  const left = hot > 0 ? exp(-room / hot) : 0;
  const hotMean = hot * (1 - left);
  const hotSquare = 2 * hot * (hot - left * (hot + room));
  const kinds: readonly Difference[] = [
    sameCode(shareOf(faults.columns), faults.columns?.code),
    sameCode(whole * shareOf(faults.stuck), faults.stuck?.code),
    [whole * shareOf(faults.dead), -signal, signal ** 2],
    // With the shot noise of what is collected.
    [whole * shareOf(faults.hot), hotMean, hotSquare + hotMean],
  ];
  const mean = kinds.reduce((sum, [share, apart]) => sum + share * apart, 0);
  return kinds.reduce((sum, [share, , square]) => sum + share * square, 0) - mean ** 2;
}
