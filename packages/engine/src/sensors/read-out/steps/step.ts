import type { Pixel, SensorPlan } from '../../pixel.ts';
import type { Batch } from './batch.ts';

/** One exposure of a sensor, or of one of its captures. */
export interface Exposed {
  readonly sensor: Pick<SensorPlan, 'parameters' | 'bits' | 'chip'>;
  readonly pixel: Pixel;
  readonly exposureSeconds: number;
}

/** A pixel in even light. */
export interface NoiseLevel extends Exposed {
  /** Mean electrons of light and of the dark current. */
  readonly signal: number;
  readonly dark: number;
}

/** A source of noise: what it adds to the variance of a pixel, in electrons of the pixel. */
export interface NoiseTerm {
  /** In words, as the log names it. */
  readonly name: string;
  readonly variance: number;
  readonly deviation: number;
  /** A pattern that stays, or new in each frame. */
  readonly kind: 'temporal' | 'fixed';
}

/** A term with a standard deviation in electrons. */
export const deviates = (name: string, kind: NoiseTerm['kind'], deviation: number): NoiseTerm => ({
  name,
  kind,
  deviation,
  variance: deviation ** 2,
});

/** A term with a variance in electrons². */
export const varies = (name: string, kind: NoiseTerm['kind'], variance: number): NoiseTerm => ({
  name,
  kind,
  variance,
  deviation: Math.sqrt(variance),
});

/** What every step is. */
interface StepFields<Settings extends object> {
  /** As the kernel and the shader mark it. */
  readonly name: string;
  /** Without noise it is left out. */
  readonly isNoise: boolean;
  /** The numbers that the sensor gives it, in SI units. */
  readonly settings: (exposed: Exposed) => Partial<Settings>;
  /** The numbers that a kernel takes for it, in their order. */
  readonly numbers: readonly (keyof Settings & string)[];
  /** Whether numbers leave everything as it is; absent: never. */
  readonly isOff?: (settings: Settings) => boolean;
  readonly variance: (level: NoiseLevel) => readonly NoiseTerm[];
}

/** A step of each pixel: until its charge is fixed, or from there to its code. */
export interface PixelStep<Settings extends object> extends StepFields<Settings> {
  readonly phase: 'charge' | 'convert';
  readonly plain: (batch: Batch, settings: Settings) => void;
}

/** A step of a chip beside those of each pixel: electrons that join, or codes that are replaced. */
export interface ChipStep<Part, Target, Settings extends object> extends StepFields<Settings> {
  readonly phase: 'join' | 'replace';
  /** Computes the step for some pixels and writes into the target. */
  readonly plain: (part: Part, target: Target) => void;
}
