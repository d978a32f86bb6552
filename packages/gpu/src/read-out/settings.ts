import type { ReadOutSettings } from '@lumenloom/engine/accelerate';

/** What a shader of the read-out reads, in SI units; what it does not use may be left out. */
export interface ShaderSettings {
  readonly noise: boolean;
  readonly temporalSeed: number;
  readonly temporalStream: number;
  readonly fixedPatternSeed?: number;
  readonly responseStream?: number;
  readonly darkStream?: number;
  readonly electronsPerUnit?: number;
  readonly darkElectrons?: number;
  readonly darkSeconds?: number;
  readonly amplifier?: Amplifier;
}

/** From electrons to codes; `second` and `third` of a curved response. */
export interface Amplifier extends Pick<
  ReadOutSettings,
  | 'wellCapacity'
  | 'conversionGain'
  | 'readNoise'
  | 'prnu'
  | 'dsnu'
  | 'offset'
  | 'gain'
  | 'swing'
  | 'levels'
> {
  readonly second?: number;
  readonly third?: number;
}

const WORDS = 30;
/** A float is its mantissa · 2^(exponent - 150); a fixed-point number has 32 bits of fraction. */
const SHIFT_OF_FLOATS = 150 - 32;

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

/**
 * `Settings` of the shaders.
 *
 * @param firstPixel index of the first of so many pixels in the whole picture.
 */
export function settingsWords(
  {
    noise,
    temporalSeed,
    temporalStream,
    fixedPatternSeed = 0,
    responseStream = 0,
    darkStream = 0,
    electronsPerUnit = 1,
    darkElectrons = 0,
    darkSeconds = 0,
    amplifier,
  }: ShaderSettings,
  firstPixel: number,
  pixels: number,
): Uint32Array {
  const words = new Uint32Array(WORDS);
  const [unit, seconds] = [scaled(electronsPerUnit), scaled(darkSeconds)];
  words.set([pixels, firstPixel, noise ? 1 : 0, amplifier?.levels ?? 0]);
  words.set([temporalSeed, fixedPatternSeed, temporalStream, responseStream, darkStream], 4);
  words.set([unit.word, unit.shift + SHIFT_OF_FLOATS], 9);
  words.set([seconds.word, seconds.shift + SHIFT_OF_FLOATS], 13);
  words.set(fixedPoint(darkElectrons), 16);
  if (amplifier) setAmplifier(words, amplifier);
  return words;
}

function setAmplifier(words: Uint32Array, amplifier: Amplifier): void {
  const { wellCapacity, conversionGain, second = 0, third = 0 } = amplifier;
  const { offset, gain, swing, levels } = amplifier;
  const codesPerVolt = levels / swing / gain;
  const isCurved = second !== 0 || third !== 0;
  const code = scaled((isCurved ? swing / wellCapacity : conversionGain) * codesPerVolt);
  words.set([code.word, code.shift], 11);
  // In the order of the twin, so that a pixel without voltage is rounded alike.
  const zero = fixedPoint((offset / gain) * (levels / swing) + 0.5);
  words.set([...fixedPoint(wellCapacity), ...zero], 18);
  const floats = new Float32Array(words.buffer);
  floats[15] = 1 / wellCapacity;
  floats.set(
    [
      amplifier.prnu,
      amplifier.readNoise * codesPerVolt,
      amplifier.dsnu * codesPerVolt,
      swing / levels,
      swing,
      conversionGain * codesPerVolt,
      second,
      third,
    ],
    22,
  );
}
