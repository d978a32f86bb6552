import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { meanOf } from '../quantities/statistics.ts';
import { capturesOf, fullElectrons, mergeOf } from '../sensors/chip/captures.ts';
import { darkVariance, highDynamicRange, type Knee } from '../sensors/chip/merge.ts';
import { frameTiming } from '../sensors/chip/windows.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import type { NoisePlan } from '../sensors/read-out/noise-plan.ts';
import { exposeSensor } from './expose-sensor.ts';

/** Captures of a sensor, measured as one. Signals in electrons of the first capture. */
export interface MergedFigures {
  /** From the dark to full, ascending, on geometric steps. */
  readonly points: readonly {
    readonly signalElectrons: number;
    readonly meanElectrons: number;
    /** Referred to the input: signal x slope of the mean, over the temporal noise. */
    readonly snrDb: number;
  }[];
  readonly measured: { readonly dynamicRangeDb: number; readonly linearityErrorPercent: number };
  readonly model: { readonly dynamicRangeDb: number; readonly linearityErrorPercent: number };
  /** By formula. */
  readonly knees: readonly Knee[];
}

/** Exposures from threshold to full (release 4.0 General). */
const EXPOSURES = 50;
/** The darkest signal, over the one of which the noise is as large. */
const DARKEST = 0.5;
/** Light at which all captures are full, over full. */
const BEYOND_FULL = 1.5;
/** Shares of the range within which the mean is compared with a line. */
const LINEAR = [10, 0.95] as const;
const EXPOSURE_SECONDS = 0.01;
const SIDE = 256;

/** The captures of a sensor as sensors of their own; none where it has no list. */
export function sensorsOfCaptures(
  sensor: SensorPlan,
): readonly { readonly name: string; readonly sensor: SensorPlan }[] {
  return (sensor.chip?.captures ?? []).map(({ name, parameters }) => ({
    name,
    sensor: measurable({ ...sensor, parameters }),
  }));
}

/** A sensor without what happens after its converter, and without rows that nobody measures. */
export function measurable(sensor: SensorPlan): SensorPlan {
  const { chip, ...plain } = sensor;
  if (!chip) return sensor;
  const { captures: _, merge: __, companding: ___, opticalBlackRows: ____, ...measured } = chip;
  return Object.keys(measured).length === 0 ? plain : { ...plain, chip: measured };
}

/**
 * Measures the merged captures of a sensor under even light: pairs of frames from threshold to
 * full, and one beyond it.
 *
 * @see EMVA 1288 release 4.0 General; docs/reference/sensor-depth.md#measuring
 */
export async function characteriseMerged(
  sensor: SensorPlan,
  seeds: NoisePlan['seeds'],
  host: Pick<Host, 'parallel'>,
): Promise<MergedFigures> {
  const { companding: _, maps: __, ...chip } = sensor.chip!;
  const captures = capturesOf(sensor);
  const full = fullElectrons(captures);
  const threshold = Math.sqrt(darkVariance(captures[0]!, 'dynamicRange')) + 0.5;
  const size = { rows: SIDE, columns: SIDE };
  const light = sharedFloat32(SIDE * SIDE);
  const exposureSeconds = fittingExposure(sensor);
  let taken = 0;
  const shoot = async (electrons: number): Promise<Float32Array> => {
    light.fill(electrons);
    const temporal = (seeds.temporal + taken) >>> 0;
    taken += 1;
    const picture = await exposeSensor(
      {
        sensor: { ...sensor, chip },
        size,
        light,
        lightUnit: 'electrons',
        exposureSeconds,
        noise: true,
        seeds: { ...seeds, temporal },
      },
      host,
    );
    return picture.chip!.merged!;
  };
  const darkest = DARKEST * threshold;
  const signals: { electrons: number; mean: number; deviation: number }[] = [];
  for (let i = 0; i < EXPOSURES; i += 1) {
    const electrons = darkest * (full / darkest) ** (i / (EXPOSURES - 1));
    const [one, other] = [await shoot(electrons), await shoot(electrons)];
    const difference = one.map((value, pixel) => value - other[pixel]!);
    const offset = meanOf(difference);
    const variance = meanOf(difference.map((value) => (value - offset) ** 2)) / 2;
    signals.push({
      electrons,
      mean: (meanOf(one) + meanOf(other)) / 2,
      deviation: Math.sqrt(variance),
    });
  }
  const saturated = meanOf(await shoot(BEYOND_FULL * full));
  const points = signals.map(({ electrons, mean, deviation }, i) => {
    const [before, after] = [
      signals[Math.max(0, i - 1)]!,
      signals[Math.min(EXPOSURES - 1, i + 1)]!,
    ];
    const slope = (after.mean - before.mean) / (after.electrons - before.electrons);
    const snrDb = 20 * Math.log10((electrons * slope) / deviation);
    return { signalElectrons: electrons, meanElectrons: mean, snrDb };
  });
  const { knees } = highDynamicRange(captures, mergeOf(sensor));
  return {
    points,
    measured: {
      dynamicRangeDb: 20 * Math.log10(saturated / thresholdOf(points)),
      linearityErrorPercent: linearityError(points, LINEAR[0] * threshold, LINEAR[1] * full),
    },
    model: { dynamicRangeDb: 20 * Math.log10(full / threshold), linearityErrorPercent: 0 },
    knees,
  };
}

/** An exposure that leaves time for all captures of a photodiode. */
function fittingExposure(sensor: SensorPlan): number {
  let seconds = EXPOSURE_SECONDS;
  const fits = (): boolean => {
    try {
      frameTiming(sensor, SIDE, seconds);
      return true;
    } catch {
      // The captures would overlap: half of it may do.
      return false;
    }
  };
  while (!fits()) seconds /= 2;
  return seconds;
}

/** The signal at which the signal-to-noise ratio is 1, between two points. */
function thresholdOf(points: MergedFigures['points']): number {
  const above = Math.max(
    1,
    points.findIndex(({ snrDb }) => snrDb >= 0),
  );
  const [low, high] = [points[above - 1]!, points[above]!];
  const share = (0 - low.snrDb) / (high.snrDb - low.snrDb);
  return low.signalElectrons * (high.signalElectrons / low.signalElectrons) ** share;
}

/** Mean deviation from a line of relative least squares through the dark, percent. */
function linearityError(points: MergedFigures['points'], from: number, to: number): number {
  const used = points.filter(
    ({ signalElectrons }) => signalElectrons >= from && signalElectrons <= to,
  );
  const ratios = used.map(({ signalElectrons, meanElectrons }) => meanElectrons / signalElectrons);
  const slope = meanOf(ratios);
  return 100 * meanOf(ratios.map((ratio) => Math.abs(ratio / slope - 1)));
}
