import { hasSteps, readOutPlain, readOutWork, WITHOUT_CHIP } from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';
import type { GpuSession, GpuTask } from '../session.ts';
import { convertPart, decideByTwin, inParts } from './convert.ts';
import { POISSON_TABLE } from './random.ts';
import { READ_OUT_WGSL, SHADER_STEPS } from './shader.ts';

type Data = Parameters<NonNullable<(typeof readOutWork)['types']>>[0];

/** Room for the light of unsure pixels: for so many pixels of the picture one is unsure. */
const PIXELS_PER_UNSURE = 256;
const LEAST_UNSURE = 1024;

/** Lists each unsure pixel with its light, after their number, as far as there is room. */
const LIST_WGSL = /* wgsl */ `
struct List { count: atomic<u32>, pixels: array<u32> }
@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read> unsure: array<u32>;
@group(0) @binding(2) var<storage, read> light: array<u32>;
@group(0) @binding(3) var<storage, read_write> list: List;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (32u * id.x >= pixels[0]) { return; }
  for (var left = unsure[id.x]; left != 0u; left &= left - 1u) {
    let pixel = 32u * id.x + countTrailingZeros(left);
    let at = 2u * atomicAdd(&list.count, 1u);
    if (at + 1u < arrayLength(&list.pixels)) {
      list.pixels[at] = pixel;
      list.pixels[at + 1u] = light[pixel];
    }
  }
}
`;

/** Pixels that the twin must decide: a bit per pixel, and their light. */
interface Unsure {
  readonly bits: Uint32Array;
  /** Undefined where there was no room for all. */
  readonly light: ReadonlyMap<number, number> | undefined;
}

/** Reads out pixels `from`..`to`, whose light may be left on the device. */
export async function readOutPart(
  task: GpuTask,
  { settings, light, ...planes }: Data,
  from: number,
  to: number,
): Promise<Unsure> {
  const pixels = to - from;
  const room = Math.max(LEAST_UNSURE, Math.ceil(pixels / PIXELS_PER_UNSURE));
  const list = new Uint32Array(1 + 2 * room);
  const bits = await convertPart(
    task,
    {
      ...planes,
      code: READ_OUT_WGSL,
      settings: { ...WITHOUT_CHIP, ...settings, amplifier: settings },
      firstPixel: 0,
      light: () => task.part(task.held(light), 4 * from, 4 * pixels),
      beside: () => POISSON_TABLE,
    },
    [from, to],
    (lightIn, unsure) => {
      const listOut = task.zeros(list.byteLength);
      task.dispatch(
        { code: LIST_WGSL },
        {
          buffers: [task.upload(Uint32Array.of(pixels)), unsure, lightIn, listOut],
          groups: [Math.ceil(pixels / 32 / 64)],
        },
      );
      return [{ from: listOut, to: list }];
    },
  );
  if (list[0]! > room) return { bits, light: undefined };
  const floats = new Float32Array(list.buffer);
  const values = new Map<number, number>();
  for (let at = 1; at < 1 + 2 * list[0]!; at += 2) values.set(from + list[at]!, floats[at + 1]!);
  return { bits, light: values };
}

/** Reads out on the device, and with the twin where that must decide. */
async function readOut(task: GpuTask, data: Data): Promise<void> {
  const { settings, light } = data;
  let known: Unsure['light'];
  await inParts(
    light.length,
    async (from, to) => {
      const unsure = await readOutPart(task, data, from, to);
      known = unsure.light;
      if (!known) await task.fetch([light]);
      return unsure.bits;
    },
    (pixel) => {
      const own = Float32Array.of(known?.get(pixel) ?? light[pixel]!);
      decideByTwin(data, pixel, (planes) => {
        readOutPlain(settings, own, pixel, planes);
      });
    },
  );
}

/** Whether some pixels with all means up to a full well get the codes of the twin. */
async function isRight(session: GpuSession): Promise<boolean> {
  const settings = {
    electronsPerUnit: 1,
    darkElectrons: 0.3,
    wellCapacity: 9000,
    conversionGain: 1.1e-4,
    readNoise: 1e-3,
    prnu: 0.01,
    dsnu: 1e-3,
    offset: 2e-3,
    gain: 1,
    swing: 1,
    levels: 4096,
    noise: true,
    temporalSeed: 1,
    fixedPatternSeed: 2,
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
  isPossible: ({ settings }) => hasSteps(SHADER_STEPS, ['charge', 'convert'], settings),
  compute: readOut,
  check: isRight,
};
