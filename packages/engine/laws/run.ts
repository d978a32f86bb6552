import {
  simulate,
  type NpyType,
  type SimulationPlan,
  type SimulationResult,
  type SinkArray,
  type StageArray,
  type Host,
} from '../src/index.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { illuminants } from '../src/illuminants/list.ts';
import { scenes, type SceneId } from '../src/scenes/list.ts';
import { bayer, sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { testHost } from './test-host.ts';

interface Choices {
  readonly scene?: SceneId;
  readonly sceneParameters?: Readonly<Record<string, number>>;
  readonly sensorParameters?: Readonly<Record<string, number>>;
  readonly hasSensor?: boolean;
}

/**
 * A plan as `toPlan` makes it, from values in display units; missing values have their defaults.
 */
export function planOf(
  {
    scene = 'macbeth',
    sceneParameters = {},
    sensorParameters = {},
    hasSensor = true,
  }: Choices = {},
  rest: Partial<SimulationPlan> = {},
): SimulationPlan {
  const parameters = toEngineUnits(sensorFields, {
    rows: 90,
    cols: 130,
    pixel_size: 11,
    ...sensorParameters,
  });
  return {
    scene: { id: scene, parameters: toEngineUnits(scenes[scene].fields, { ...sceneParameters }) },
    illuminant: {
      label: 'D65',
      energy: Float64Array.from(illuminants.d65.energy),
      absolute: false,
    },
    luminance: { of: 'scene mean', value: 100 },
    imageWhite: undefined,
    grid: { rows: parameters.rows, columns: parameters.cols, pitch: parameters.pixel_size },
    sensor: hasSensor
      ? { label: 'Bayer-grbg', order: bayer('grbg').order, parameters, bits: 10 }
      : undefined,
    isp: undefined,
    algorithm: undefined,
    optics: undefined,
    quality: 'normal',
    exposureSeconds: undefined,
    noise: true,
    seeds: { temporal: 1, fixedPattern: 2 },
    maximumSceneSamples: 16e6,
    ...rest,
  };
}

/** The result of a run, with every array between its stages. */
export interface RunWithArrays extends SimulationResult {
  readonly arrays: Readonly<
    Record<
      StageArray,
      {
        readonly type: NpyType;
        readonly shape: readonly number[];
        readonly data: number[] | Float64Array;
      }
    >
  >;
  readonly log: readonly string[];
}

/** Runs a plan and keeps all stages. */
export async function runWatched(
  plan: SimulationPlan,
  host: Host = testHost(),
): Promise<RunWithArrays> {
  const arrays = {} as Record<
    SinkArray,
    { type: NpyType; shape: readonly number[]; data: Float64Array }
  >;
  const log: string[] = [];
  const result = await simulate(plan, host, {
    stopped: () => false,
    log: (line) => log.push(line),
    progress: () => undefined,
    stage: () => undefined,
    sink: {
      write: async (name, type, shape, pieces) => {
        const data = new Float64Array(shape.reduce((product, size) => product * size, 1));
        let at = 0;
        for await (const piece of pieces) {
          data.set(piece, at);
          at += piece.length;
        }
        arrays[name] = { type, shape, data };
      },
    },
  });
  return { ...result, arrays, log };
}

/** Runs a plan without a sink, as the server does: picture, report and log only. */
export async function run(
  plan: SimulationPlan,
  host: Host = testHost(),
): Promise<
  SimulationResult & { readonly log: readonly string[]; readonly progress: readonly number[] }
> {
  const log: string[] = [];
  const progress: number[] = [];
  const result = await simulate(plan, host, {
    stopped: () => false,
    log: (line) => log.push(line),
    progress: (fraction) => progress.push(fraction),
    stage: () => undefined,
  });
  return { ...result, log, progress };
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]!;
  return sum / values.length;
}

export function variance(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += (values[i]! - centre) ** 2;
  return sum / (values.length - 1);
}
