import { readOutPlain, readOutWork, type ReadOutSettings } from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-device.ts';
import type { GpuSession, GpuTask } from '../session.ts';
import { GAUSSIAN_CUBICS, POISSON_TABLE } from './random.ts';
import { PIXELS_PER_GROUP, READ_OUT_WGSL } from './shader.ts';

type Data = Parameters<NonNullable<(typeof readOutWork)['types']>>[0];

/** A multiple of eight; so many workgroups are allowed, and so many samples fit in any buffer. */
const MOST_PIXELS = 2 ** 23;
const WORDS = 22;

/** A number as word · 2^-shift with a word of 32 bits, the first of which is 1 unless it is 0. */
function scaled(value: number): { readonly word: number; readonly shift: number } {
  if (value === 0) return { word: 0, shift: 0 };
  const shift = 31 - Math.floor(Math.log2(value));
  const word = Math.round(value * 2 ** shift);
  return word < 2 ** 32 ? { word, shift } : { word: 2 ** 31, shift: shift - 1 };
}

/** Fraction and whole part of a number, for 32 + 32 bits. */
function fixedPoint(value: number): readonly [fraction: number, whole: number] {
  const whole = Math.floor(value);
  const fraction = Math.round((value - whole) * 2 ** 32);
  return fraction < 2 ** 32 ? [fraction, whole] : [0, whole + 1];
}

/** `Settings` of the shader. */
function settingsOf(settings: ReadOutSettings, firstPixel: number, pixels: number): Uint32Array {
  const { electronsPerUnit, darkElectrons, wellCapacity, conversionGain, levels, swing } = settings;
  const codesPerVolt = levels / swing / settings.gain;
  const unit = scaled(electronsPerUnit);
  const code = scaled(conversionGain * codesPerVolt);
  // In the order of the twin, so that a pixel without voltage is rounded alike.
  const zero = fixedPoint((settings.offset / settings.gain) * (levels / swing) + 0.5);
  const words = new Uint32Array(WORDS);
  words.set([pixels, firstPixel, settings.noise ? 1 : 0]);
  words.set([settings.temporalSeed, settings.fixedPatternSeed, levels], 3);
  // 118: a float is its mantissa · 2^(exponent - 150), and 32 bits are the fraction.
  words.set([unit.word, unit.shift + 118, code.word, code.shift], 6);
  words.set([...fixedPoint(darkElectrons), ...fixedPoint(wellCapacity), ...zero], 10);
  new Float32Array(words.buffer).set(
    [
      settings.prnu,
      settings.readNoise * codesPerVolt,
      settings.dsnu * codesPerVolt,
      swing / levels,
      swing,
    ],
    16,
  );
  return words;
}

/** Reads out pixels `from`..`to`. @returns a bit per pixel that the twin must decide. */
export async function readOutPart(
  task: GpuTask,
  { settings, light, raw, volts, full }: Data,
  from: number,
  to: number,
): Promise<Uint32Array> {
  const pixels = to - from;
  const unsure = new Uint32Array(Math.ceil(pixels / 32));
  const rawOut = task.empty(pixels * 2);
  const fullOut = task.empty(unsure.byteLength);
  const unsureOut = task.empty(unsure.byteLength);
  const voltsOut = task.empty(volts ? pixels * 4 : 4);
  task.dispatch(
    { code: READ_OUT_WGSL },
    {
      constants: { HAS_VOLTS: volts ? 1 : 0 },
      buffers: [
        task.upload(settingsOf(settings, from, pixels)),
        task.upload(light.subarray(from, to)),
        task.upload(GAUSSIAN_CUBICS),
        task.upload(POISSON_TABLE),
        ...[rawOut, fullOut, unsureOut, voltsOut],
      ],
      groups: [Math.ceil(pixels / PIXELS_PER_GROUP)],
    },
  );
  await task.read([
    { from: rawOut, to: raw.subarray(from, to) },
    { from: fullOut, to: full.subarray(from / 8, Math.ceil(to / 8)) },
    { from: unsureOut, to: unsure },
    ...(volts ? [{ from: voltsOut, to: volts.subarray(from, to) }] : []),
  ]);
  return unsure;
}

/** Reads one pixel out with the twin. */
function readOutPixel({ settings, light, raw, volts, full }: Data, pixel: number): void {
  const one = new Uint8Array(1);
  readOutPlain(settings, light.subarray(pixel, pixel + 1), pixel, {
    raw: raw.subarray(pixel, pixel + 1),
    volts: volts?.subarray(pixel, pixel + 1),
    full: one,
  });
  const bit = 1 << (pixel & 7);
  full[pixel >> 3] = (full[pixel >> 3]! & ~bit) | (one[0]! === 0 ? 0 : bit);
}

/** Reads out on the device, and with the twin where that must decide. */
async function readOut(task: GpuTask, data: Data): Promise<void> {
  const pixels = data.light.length;
  for (let from = 0; from < pixels; from += MOST_PIXELS) {
    const unsure = await readOutPart(task, data, from, Math.min(pixels, from + MOST_PIXELS));
    for (const [word, bits] of unsure.entries())
      for (let left = bits; left !== 0; left &= left - 1)
        readOutPixel(data, from + 32 * word + (31 - Math.clz32(left & -left)));
  }
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
