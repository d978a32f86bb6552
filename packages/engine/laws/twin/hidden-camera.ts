import { gaussianOf } from '../../src/random/gaussian.ts';
import { philox } from '../../src/random/philox.ts';
import { frameLayout, type FrameLayout, type RawStack } from '../../src/twin/frame-layout.ts';

/** Figures of a hidden camera. */
export interface HiddenFigures {
  readonly seed: number;
  readonly pattern?: 'mono' | 'rggb';
  readonly gain: number;
  readonly black: number;
  readonly read: number;
  readonly dsnu: number;
  readonly prnu: number;
  readonly dark: number;
  readonly doubling: number;
  readonly rowNoise: number;
  readonly rowOffset: number;
  readonly columnOffset: number;
  readonly well: number;
  /** Electrons per second of a flat at the middle. */
  readonly rate: number;
}

/** A stack to be taken. */
export interface Shot {
  readonly kind: 'dark' | 'flat';
  readonly exposure: number;
  readonly celsius?: number;
  readonly turned?: number;
  readonly frames: number;
}

const BITS = 12;
const [ROWS, COLUMNS] = [96, 128];
/** Faulty pixels: hot, dead, stuck. */
const FAULTS = [6, 3, 2] as const;
const HOT_ELECTRONS_PER_SECOND = 400;
const TILT = 0.05;
const FALLOFF = 0.8;

/**
 * A camera whose figures the estimators do not know: an arithmetic of its own, electron by
 * electron.
 */
export function hiddenCamera(figures: HiddenFigures) {
  const { seed, pattern = 'mono' } = figures;
  const pixels = ROWS * COLUMNS;
  const layout: FrameLayout = frameLayout({ rows: ROWS, columns: COLUMNS }, pattern, BITS);
  const words = new Uint32Array(4);
  let counter = 0;
  const normal = (): number => {
    if (counter % 4 === 0) philox([counter, seed, 77, 0], [seed, 1], words);
    counter += 1;
    return gaussianOf(words[(counter - 1) % 4]!);
  };
  const drawn = (count: number, deviation: number): Float64Array =>
    Float64Array.from({ length: count }, () => deviation * normal());
  const prnu = drawn(pixels, figures.prnu);
  const fixed = drawn(pixels, figures.dsnu);
  const [rows, columns] = [drawn(ROWS, figures.rowOffset), drawn(COLUMNS, figures.columnOffset)];
  fixed.forEach((_, i) => {
    fixed[i]! += rows[Math.floor(i / COLUMNS)]! + columns[i % COLUMNS]!;
  });
  const kinds = faultsOf(seed, pixels);
  const frame = (shot: Shot, even: Float64Array | undefined): Uint16Array => {
    const growth = 2 ** (((shot.celsius ?? 25) - 25) / figures.doubling);
    const ofRow = drawn(ROWS, figures.rowNoise);
    return Uint16Array.from({ length: pixels }, (_, i) => {
      const kind = kinds[i];
      if (kind === 3) return 2 ** BITS - 1;
      const lit = kind === 2 || !even ? 0 : even[i]! * (1 + prnu[i]!) * shot.exposure;
      const dark = figures.dark + (kind === 1 ? HOT_ELECTRONS_PER_SECOND : 0);
      const mean = lit + dark * growth * shot.exposure;
      const electrons = Math.min(Math.max(mean + Math.sqrt(mean) * normal(), 0), figures.well);
      const signal =
        electrons + figures.read * normal() + ofRow[Math.floor(i / COLUMNS)]! + fixed[i]!;
      const code = Math.floor(figures.black + figures.gain * signal + 0.5);
      return Math.min(Math.max(code, 0), 2 ** BITS - 1);
    });
  };
  const good = Array.from(kinds.keys()).filter((i) => kinds[i] === 0);
  const deviation = (values: Float64Array): number => {
    const mean = good.reduce((sum, i) => sum + values[i]!, 0) / good.length;
    return Math.sqrt(good.reduce((sum, i) => sum + (values[i]! - mean) ** 2, 0) / good.length);
  };
  const middle = good.reduce((sum, i) => sum + fixed[i]!, 0) / good.length;
  return {
    layout,
    kinds,
    prnu,
    good,
    /** Of these pixels, by the names of a twin. */
    truth: {
      'sensor.systemGain': figures.gain,
      'sensor.blackLevel': figures.black + figures.gain * middle,
      'sensor.readNoise': figures.read,
      'sensor.dsnu': deviation(fixed),
      'sensor.prnu': 100 * deviation(prnu),
      'sensor.darkCurrent': figures.dark,
      'sensor.saturation': Math.min(figures.well, (2 ** BITS - 1 - figures.black) / figures.gain),
      'sensor.darkCurrentDoubling': figures.doubling,
    },
    stacks: (shots: readonly Shot[]): readonly RawStack[] =>
      shots.map((shot, at) => {
        const even =
          shot.kind === 'flat' ? evenLight(figures, layout, shot.turned ?? 0) : undefined;
        const taken = Array.from({ length: shot.frames }, () => frame(shot, even));
        return {
          kind: shot.kind,
          exposure: shot.exposure,
          celsius: shot.celsius,
          light: shot.kind === 'flat' ? 'day' : '',
          turned: shot.turned ?? 0,
          photons: undefined,
          files: [`${shot.kind}-${at}.npy`],
          frames: async function* () {
            yield* taken;
          },
        };
      }),
  };
}

function faultsOf(seed: number, pixels: number): Uint8Array {
  const kinds = new Uint8Array(pixels);
  FAULTS.forEach((count, kind) => {
    for (let k = 0; k < count; k += 1)
      kinds[(k * 997 + kind * 4001 + seed * 13) % pixels] = kind + 1;
  });
  return kinds;
}

/** Electrons per second and pixel of an even surface in a light with a gradient. */
function evenLight({ rate }: HiddenFigures, layout: FrameLayout, turned: number): Float64Array {
  const response = layout.channels.length === 1 ? [1] : [0.6, 1, 0.7];
  return Float64Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
    const [x, y] = [(column - 63.5) / COLUMNS, (row - 47.5) / COLUMNS];
    const colour = layout.tile[2 * (row & 1) + (column & 1)]!;
    const tilt = 1 + TILT * (turned === 90 ? -y : x);
    return rate * response[colour]! * (1 - FALLOFF * (x * x + y * y)) * tilt;
  });
}

/** A full session of a small camera. */
export const SESSION: readonly Shot[] = [
  { kind: 'dark', exposure: 0.001, celsius: 25, frames: 16 },
  { kind: 'dark', exposure: 8, celsius: 25, frames: 6 },
  { kind: 'dark', exposure: 8, celsius: 38, frames: 6 },
  ...[0.004, 0.01, 0.016, 0.022, 0.028, 0.034, 0.04].map(
    (exposure) => ({ kind: 'flat', exposure, frames: 6 }) as const,
  ),
  { kind: 'flat', exposure: 0.1, frames: 4 },
];
