import { gaussianOf } from '../../random/gaussian.ts';
import { philox } from '../../random/philox.ts';
import { POISSON_LIMIT, poissonOf } from '../../random/poisson.ts';

/** Parameters of the read-out for one exposure, in SI units. */
export interface ReadOutSettings {
  /** Signal electrons per unit of the light plane: area of the photodiode x exposure. */
  readonly electronsPerUnit: number;
  /** Electrons of the dark current during the exposure. */
  readonly darkElectrons: number;
  readonly wellCapacity: number;
  /** Volts per electron. */
  readonly conversionGain: number;
  /** Standard deviations: volts, fraction, volts. */
  readonly readNoise: number;
  readonly prnu: number;
  readonly dsnu: number;
  readonly offset: number;
  readonly gain: number;
  readonly swing: number;
  /** Number of codes, 2^bits. */
  readonly levels: number;
  readonly noise: boolean;
  /** Unsigned 32-bit. */
  readonly temporalSeed: number;
  readonly fixedPatternSeed: number;
}

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
 * Reads out pixels: shot noise, well, read noise, PRNU, DSNU, (V + offset)/gain, clipping,
 * quantisation. `readOutPlain` and the kernel assembly/read-out.ts give the same bits.
 *
 * The noise of a pixel depends only on its index and the seeds. Eight pixels share four blocks of
 * each random stream, one per SIMD lane: pixel i uses block 4(i >> 3) + (i & 3), words 0 and 1 for
 * the first four of the eight, words 2 and 3 for the others.
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

/**
 * Streams of the generator. They are part of the counter, so that the streams differ even where
 * both seeds are equal.
 */
const TEMPORAL_STREAM = 1;
const FIXED_PATTERN_STREAM = 2;

export const readOutPlain: ReadOut = (settings, light, firstPixel, { raw, volts, full }) => {
  const {
    electronsPerUnit,
    darkElectrons,
    wellCapacity,
    conversionGain,
    readNoise,
    prnu,
    dsnu,
    offset,
    gain,
    swing,
    levels,
    noise,
  } = settings;
  const temporal = new Uint32Array(4);
  const fixed = new Uint32Array(4);
  const codesPerVolt = levels / swing;
  full?.fill(0);
  for (let i = 0; i < light.length; i += 1) {
    const mean = light[i]! * electronsPerUnit + darkElectrons;
    let [counted, voltage] = [mean, 0];
    if (noise) {
      const pixel = firstPixel + i;
      const block = 4 * (pixel >>> 3) + (pixel & 3);
      const half = (pixel >>> 1) & 2;
      philox([block, 0, TEMPORAL_STREAM, 0], [settings.temporalSeed, 0], temporal);
      philox([block, 0, FIXED_PATTERN_STREAM, 0], [settings.fixedPatternSeed, 0], fixed);
      const shot = temporal[half]!;
      counted =
        mean < POISSON_LIMIT
          ? poissonOf(mean, shot)
          : Math.max(0, Math.floor(mean + Math.sqrt(mean) * gaussianOf(shot) + 0.5));
      voltage =
        Math.min(counted, wellCapacity) * conversionGain +
        readNoise * gaussianOf(temporal[half + 1]!);
      voltage =
        voltage * (1 + prnu * gaussianOf(fixed[half]!)) + dsnu * gaussianOf(fixed[half + 1]!);
    } else voltage = Math.min(mean, wellCapacity) * conversionGain;
    const driven = (voltage + offset) / gain;
    if (full && (counted >= wellCapacity || driven >= swing)) full[i >> 3]! |= 1 << (i & 7);
    const shown = Math.min(Math.max(driven, 0), swing);
    if (volts) volts[i] = shown;
    raw[i] = Math.min(Math.floor(shown * codesPerVolt + 0.5), levels - 1);
  }
};
