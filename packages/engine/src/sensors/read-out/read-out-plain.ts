import { mixPixelsPlain, type MixPixels } from '../chip/crosstalk.ts';
import { stepsFor, type AnyPixelStep, type StepSettings } from './order.ts';
import { BATCH_PIXELS, batchOf, drawWords, type Batch, type BatchInput } from './steps/batch.ts';

/** What a sensor without a chip does not need to say. */
export const WITHOUT_CHIP = {
  darkSeconds: 0,
  second: 0,
  third: 0,
  /**
   * Streams of the generator. They are part of the counter, so that the streams differ even where
   * both seeds are equal.
   */
  temporalStream: 1,
  responseStream: 2,
  darkStream: 2,
} as const;

/** Parameters of the read-out for one exposure, in SI units. */
export type ReadOutSettings = Omit<StepSettings, keyof typeof WITHOUT_CHIP> &
  Partial<Pick<StepSettings, keyof typeof WITHOUT_CHIP>>;

/** The arrays that a read-out writes. */
export interface ReadOutPlanes {
  /** Codes. */
  readonly raw: Uint16Array;
  /** Clipped voltages, where they are wanted. */
  readonly volts?: Float32Array | undefined;
  /**
   * Where it is wanted, a bit per pixel, bit i & 7 of byte i >> 3: 1 where the electrons reached
   * the well, or the voltage before the converter reached the swing
   * (docs/reference/physics.md#p15). Codes do not show it, because noise that is added after the
   * well changes the code of a full pixel.
   */
  readonly full?: Uint8Array | undefined;
}

/**
 * Reads out pixels: all steps of order.ts. The plain version and the kernel assembly/read-out.ts
 * give the same bits. The noise of a pixel depends only on its index and the seeds.
 *
 * @param light electrons/(s·m²) per pixel.
 * @param firstPixel index of light[0] in the whole picture; a multiple of eight.
 * @see docs/reference/radiometry.md#sensor; docs/reference/physics.md#p7,
 *   docs/reference/physics.md#p8. EMVA 1288 names the same components.
 */
export type ReadOut = (
  settings: ReadOutSettings,
  light: Float32Array,
  firstPixel: number,
  out: ReadOutPlanes,
) => void;

/** What is known of each pixel when its electrons are read. */
export interface BesideElectrons {
  /** Electrons that join after PRNU: rows, columns, telegraph, drift. */
  readonly joining: Float32Array | undefined;
  /** Response over the mean pixel's, minus 1, in place of what PRNU draws. */
  readonly response?: Float32Array | undefined;
}

/** The two parts of the order, between which charge is fixed. */
export interface ChipSteps {
  /**
   * Electrons that pixels collect: shot noise of their light and of their dark current.
   *
   * @param light electrons of light.
   * @param darkRates electrons per second of each pixel, in place of `darkElectrons`.
   * @param out electrons; it may be `light`.
   */
  readonly charge: (
    settings: StepSettings,
    light: Float32Array,
    darkRates: Float32Array | undefined,
    firstPixel: number,
    out: Float32Array,
  ) => void;
  /**
   * Electrons to codes.
   *
   * @param beside what is known of each pixel beside its electrons.
   */
  readonly convert: (
    settings: StepSettings,
    electrons: Float32Array,
    beside: BesideElectrons,
    firstPixel: number,
    out: ReadOutPlanes,
  ) => void;
  readonly mix: MixPixels;
  /** The two random words of each pixel from a stream. */
  readonly words: (
    stream: number,
    seed: number,
    firstPixel: number,
    first: Uint32Array,
    second: Uint32Array,
  ) => void;
}

/** Takes pixels through steps, a batch at a time. */
function inBatches(
  { light, darkRates, joining, response }: BatchInput,
  firstPixel: number,
  run: (batch: Batch, from: number, to: number) => void,
): void {
  for (let from = 0; from < light.length; from += BATCH_PIXELS) {
    const to = Math.min(light.length, from + BATCH_PIXELS);
    const input = {
      light: light.subarray(from, to),
      darkRates: darkRates?.subarray(from, to),
      joining: joining?.subarray(from, to),
      response: response?.subarray(from, to),
    };
    run(batchOf(input, firstPixel + from), from, to);
  }
}

/** Writes what the steps have made of a batch. */
function write(
  { pixels, volts, codes, full }: Batch,
  from: number,
  { raw, ...out }: ReadOutPlanes,
): void {
  raw.set(codes.subarray(0, pixels), from);
  out.volts?.set(volts.subarray(0, pixels), from);
  if (!out.full) return;
  for (let i = 0; i < pixels; i += 1)
    if (full[i] === 1) out.full[(from + i) >> 3]! |= 1 << ((from + i) & 7);
}

const runSteps = (steps: readonly AnyPixelStep[], batch: Batch, settings: StepSettings): void => {
  for (const step of steps) step.plain(batch, settings);
};

export const readOutPlain: ReadOut = (ofSensor, light, firstPixel, out) => {
  const settings: StepSettings = { ...WITHOUT_CHIP, ...ofSensor };
  const steps = stepsFor(['charge', 'convert'], settings);
  out.full?.fill(0);
  inBatches({ light, darkRates: undefined, joining: undefined }, firstPixel, (batch, from) => {
    runSteps(steps, batch, settings);
    write(batch, from, out);
  });
};

/** The plain twin of the kernel assembly/read-out.ts, with the same bits. */
export const chipStepsPlain: ChipSteps = {
  mix: mixPixelsPlain,

  charge(settings, light, darkRates, firstPixel, out) {
    const steps = stepsFor(['charge'], settings);
    inBatches({ light, darkRates, joining: undefined }, firstPixel, (batch, from) => {
      runSteps(steps, batch, settings);
      out.set(batch.electrons.subarray(0, batch.pixels), from);
    });
  },

  convert(settings, electrons, { joining, response }, firstPixel, out) {
    const steps = stepsFor(['convert'], settings);
    const joined = settings.noise ? joining : undefined;
    out.full?.fill(0);
    inBatches(
      { light: electrons, darkRates: undefined, joining: joined, response },
      firstPixel,
      (batch, from) => {
        batch.electrons.set(batch.light);
        runSteps(steps, batch, settings);
        write(batch, from, out);
      },
    );
  },

  words(stream, seed, firstPixel, first, second) {
    drawWords(stream, seed, firstPixel, { first, second });
  },
};
