import { mixPixelsPlain, type MixPixels } from '../chip/crosstalk.ts';
import { gaussianOf } from '../../random/gaussian.ts';
import { philox } from '../../random/philox.ts';
import { POISSON_LIMIT, poissonOf } from '../../random/poisson.ts';

/** Shot noise of one exposure of a photodiode. */
export interface ChargeSettings {
  /** Mean electrons of the dark current, where all pixels have the same. */
  readonly darkElectrons: number;
  /** Seconds during which the dark current of each pixel is collected. */
  readonly darkSeconds: number;
  readonly noise: boolean;
  /** Stream of the generator, and unsigned 32-bit seed. */
  readonly stream: number;
  readonly seed: number;
}

/** From electrons to codes, in SI units; see ReadOutSettings. */
export interface ConvertSettings {
  readonly wellCapacity: number;
  readonly conversionGain: number;
  /** a₂ and a₃ of the response u + a₂u² + a₃u³; both 0 for a straight one. */
  readonly second: number;
  readonly third: number;
  readonly readNoise: number;
  readonly prnu: number;
  readonly dsnu: number;
  readonly offset: number;
  readonly gain: number;
  readonly swing: number;
  readonly levels: number;
  readonly noise: boolean;
  /** Streams of read noise, of PRNU, and of DSNU. */
  readonly temporalStream: number;
  readonly temporalSeed: number;
  readonly responseStream: number;
  readonly darkStream: number;
  readonly fixedPatternSeed: number;
}

/** The arrays that a conversion writes; see ReadOutPlanes. */
export interface ConvertedPlanes {
  readonly raw: Uint16Array;
  readonly volts: Float32Array | undefined;
  readonly full: Uint8Array;
}

/**
 * The steps of a read-out one by one, for a sensor whose pixels do more than `ReadOut` knows. The
 * words of a pixel are those that `ReadOut` has, so that the same streams mean the same noise.
 */
export interface ChipSteps {
  /**
   * Electrons that pixels collect: shot noise of their light and of their dark current.
   *
   * @param means electrons of light.
   * @param darkRates electrons per second of each pixel, in place of `darkElectrons`.
   * @param firstPixel index of means[0] in the whole picture; a multiple of eight.
   * @param out electrons; it may be `means`.
   */
  readonly charge: (
    settings: ChargeSettings,
    means: Float32Array,
    darkRates: Float32Array | undefined,
    firstPixel: number,
    out: Float32Array,
  ) => void;
  /**
   * Electrons to codes: well, response, read noise, PRNU, DSNU, (V + offset)/gain, clipping,
   * quantisation.
   *
   * @param added electrons that join after PRNU: rows, columns, telegraph, drift.
   */
  readonly convert: (
    settings: ConvertSettings,
    electrons: Float32Array,
    added: Float32Array | undefined,
    firstPixel: number,
    out: ConvertedPlanes,
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

/** Where the words of a pixel lie: its block, and the first of its two words there. */
const blockOf = (pixel: number): number => 4 * (pixel >>> 3) + (pixel & 3);
const wordOf = (pixel: number): number => (pixel >>> 1) & 2;

/** The plain twin of the kernel assembly/read-out.ts, with the same bits. */
export const chipStepsPlain: ChipSteps = {
  mix: mixPixelsPlain,

  charge({ darkElectrons, darkSeconds, noise, stream, seed }, means, darkRates, firstPixel, out) {
    const block = new Uint32Array(4);
    for (let i = 0; i < means.length; i += 1) {
      const dark = darkRates ? darkRates[i]! * darkSeconds : darkElectrons;
      const mean = means[i]! + dark;
      if (!noise) {
        out[i] = mean;
        continue;
      }
      const pixel = firstPixel + i;
      philox([blockOf(pixel), 0, stream, 0], [seed, 0], block);
      const word = block[wordOf(pixel)]!;
      out[i] =
        mean < POISSON_LIMIT
          ? poissonOf(mean, word)
          : Math.max(0, Math.floor(mean + Math.sqrt(mean) * gaussianOf(word) + 0.5));
    }
  },

  convert(settings, electrons, added, firstPixel, { raw, volts, full }) {
    const { wellCapacity, conversionGain, second, third, readNoise, prnu, dsnu } = settings;
    const { offset, gain, swing, levels, noise, temporalSeed, fixedPatternSeed } = settings;
    const [temporal, response, dark] = [0, 1, 2].map(() => new Uint32Array(4)) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    const codesPerVolt = levels / swing;
    const isCurved = second !== 0 || third !== 0;
    full.fill(0);
    for (let i = 0; i < electrons.length; i += 1) {
      const held = Math.min(electrons[i]!, wellCapacity);
      const u = held / wellCapacity;
      let voltage = isCurved ? u * (1 + u * (second + u * third)) * swing : held * conversionGain;
      if (noise) {
        const pixel = firstPixel + i;
        const [block, word] = [blockOf(pixel), wordOf(pixel)];
        philox([block, 0, settings.temporalStream, 0], [temporalSeed, 0], temporal);
        philox([block, 0, settings.responseStream, 0], [fixedPatternSeed, 0], response);
        philox([block, 0, settings.darkStream, 0], [fixedPatternSeed, 0], dark);
        voltage += readNoise * gaussianOf(temporal[word + 1]!);
        voltage =
          voltage * (1 + prnu * gaussianOf(response[word]!)) + dsnu * gaussianOf(dark[word + 1]!);
        if (added) voltage += added[i]! * conversionGain;
      }
      const driven = (voltage + offset) / gain;
      if (electrons[i]! >= wellCapacity || driven >= swing) full[i >> 3]! |= 1 << (i & 7);
      const shown = Math.min(Math.max(driven, 0), swing);
      if (volts) volts[i] = shown;
      raw[i] = Math.min(Math.floor(shown * codesPerVolt + 0.5), levels - 1);
    }
  },

  words(stream, seed, firstPixel, first, second) {
    const block = new Uint32Array(4);
    for (let i = 0; i < first.length; i += 1) {
      const pixel = firstPixel + i;
      philox([blockOf(pixel), 0, stream, 0], [seed, 0], block);
      first[i] = block[wordOf(pixel)]!;
      second[i] = block[wordOf(pixel) + 1]!;
    }
  },
};
