import { readOutPlain, readOutWork } from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';
import type { GpuSession, GpuTask } from '../session.ts';
import { convertPart, decideByTwin, inParts } from './convert.ts';
import { POISSON_TABLE } from './random.ts';
import { READ_OUT_WGSL } from './shader.ts';

type Data = Parameters<NonNullable<(typeof readOutWork)['types']>>[0];

/** Streams of the generator, as in read-out-plain.ts of the engine. */
const STREAMS = { temporalStream: 1, responseStream: 2, darkStream: 2 } as const;

/** Reads out pixels `from`..`to`. @returns a bit per pixel that the twin must decide. */
export const readOutPart = (
  task: GpuTask,
  { settings, ...planes }: Data,
  from: number,
  to: number,
): Promise<Uint32Array> =>
  convertPart(
    task,
    {
      ...planes,
      code: READ_OUT_WGSL,
      settings: { ...settings, ...STREAMS, amplifier: settings },
      firstPixel: 0,
      beside: () => POISSON_TABLE,
    },
    from,
    to,
  );

/** Reads out on the device, and with the twin where that must decide. */
async function readOut(task: GpuTask, data: Data): Promise<void> {
  const { settings, light } = data;
  await inParts(
    light.length,
    (from, to) => readOutPart(task, data, from, to),
    (pixel) => {
      decideByTwin(data, pixel, (planes) => {
        readOutPlain(settings, light.subarray(pixel, pixel + 1), pixel, planes);
      });
    },
  );
}

/** Whether some pixels with all means up to a full well get the codes of the twin. */
async function isRight(session: GpuSession): Promise<boolean> {
  const settings = {
    ...{ electronsPerUnit: 1, darkElectrons: 0.3, wellCapacity: 9000, conversionGain: 1.1e-4 },
    ...{ readNoise: 1e-3, prnu: 0.01, dsnu: 1e-3, offset: 2e-3, gain: 1, swing: 1, levels: 4096 },
    ...{ noise: true, temporalSeed: 1, fixedPatternSeed: 2 },
  };
  const light = Float32Array.from({ length: 2048 }, (_, pixel) => 9500 * (pixel / 2048) ** 3);
  const [raw, twin] = [new Uint16Array(light.length), new Uint16Array(light.length)];
  const full = new Uint8Array(light.length / 8);
  await session.run((task) => readOut(task, { settings, light, raw, volts: undefined, full }));
  readOutPlain(settings, light, 0, { raw: twin });
  return raw.every((code, pixel) => code === twin[pixel]);
}

/** The read-out of the sensor; it gives the codes and full pixels of its twin. */
export const readOutOnGpu: GpuWork<Data, void> = {
  work: readOutWork,
  compute: readOut,
  check: isRight,
};
