import {
  VERSION,
  characteriseArray,
  characteriseMerged,
  characteriseSensor,
  sensorsOfCaptures,
  type ArrayPlan,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { numberOption, progressOn } from '@lumenloom/node-host/command-line';
import type { Output } from '../command.ts';
import { reportSensor, type ReportOutput } from './sensor-report.ts';

/** Frames of which a mean is taken (EMVA 1288 release 4.0, section 8: at least 16). */
const DEFAULT_FRAMES = 16;
const MOST_FRAMES = 1000;

export const FRAMES = {
  value: 'N',
  says: `Frames of which a mean is taken; ${DEFAULT_FRAMES} without it.`,
} as const;

export const framesOption = (text: string | undefined): number =>
  numberOption('frames', text, { whole: true, min: 2, max: MOST_FRAMES }) ?? DEFAULT_FRAMES;

/** A sensor of ours, and how it is to be measured. */
export interface Subject {
  readonly sensor: NonNullable<SimulationPlan['sensor']>;
  /** What was decided when it was read. */
  readonly notes: readonly string[];
  /** Photons per band, on any scale. */
  readonly light: { readonly name: string; readonly photons: Float64Array };
  readonly frames: number;
  readonly seeds: SimulationPlan['seeds'];
  readonly threads: number | undefined;
  /** The lens and the flicker that its pixel array is measured with; absent: it is not measured. */
  readonly array?: Pick<ArrayPlan, 'lens' | 'flicker'>;
}

/** More seeds than one characterisation takes. */
const CAPTURE_SEEDS = 100_000;

/** Measures a sensor and reports its figures. */
export async function characteriseAndReport(
  { sensor, notes: decided, light, frames, seeds, threads, array: measuredWith }: Subject,
  output: ReportOutput,
  stderr: Output,
): Promise<void> {
  const progress = progressOn(stderr, 'Measuring');
  const host = nodeHost(threads);
  const plan = { light: light.photons, frames, seeds };
  const { first, channels, rows, columns, exposureSeconds, offset, notes } =
    await characteriseSensor(sensor, plan, host, progress.reach).finally(progress.end);
  const captures = [];
  for (const [k, { name, sensor: capture }] of sensorsOfCaptures(sensor).entries()) {
    // Each has noise of its own.
    const temporal = (seeds.temporal + (k + 1) * CAPTURE_SEEDS) >>> 0;
    const measured = await characteriseSensor(
      capture,
      { ...plan, seeds: { ...seeds, temporal } },
      host,
    );
    const leader = measured.channels.find((channel) => channel.name === measured.first)!;
    captures.push({ name, channel: leader });
  }
  const merged = sensor.chip?.captures && (await characteriseMerged(sensor, seeds, host));
  const array =
    measuredWith && (await characteriseArray(sensor, { ...plan, ...measuredWith }, host));
  const { pixel_size: pitch, analog_gain: gain } = sensor.parameters;
  const leading = channels.filter(({ name }) => name === first);
  await reportSensor(
    {
      title: sensor.label,
      conditions: [
        ['Light', light.name],
        ['Frames', `${columns} x ${rows} pixels of ${Number((pitch * 1e6).toPrecision(4))} µm`],
        ['Converter', `${sensor.bits} bits, analog gain ${gain}, offset ${offset} V`],
        [
          'Exposures',
          `${leading[0]!.series.bright.length} pairs, ${exposureSeconds} s, the light is varied`,
        ],
        ['Means', `of ${frames} frames in the dark and at half of saturation`],
        ['Seeds', `${seeds.temporal} (noise), ${seeds.fixedPattern} (fixed pattern)`],
        ['Made by', `Lumenloom ${VERSION}`],
      ],
      channels: [...leading, ...channels.filter(({ name }) => name !== first)],
      notes: [...decided, ...notes],
      isCalibrated: true,
      ...(merged && { captures, merged }),
      ...(array && array.length > 0 && { array }),
    },
    output,
  );
}
