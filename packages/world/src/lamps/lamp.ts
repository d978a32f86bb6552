import type { Vector } from '../document/world-document.ts';
import type { Bands } from '../spectra/bands.ts';

/** Light that a source sends to a point. */
export interface LampSample {
  /** From the point to the source. */
  direction: Vector;
  /** m; Infinity for a source at infinity. */
  distance: number;
  /** W/(m² sr nm) of an area; of a source without one W/(m² nm) square to the ray. */
  readonly light: Bands;
  /** Per steradian; Infinity of a source without an area. */
  pdf: number;
}

/** A source of light: a lamp, the surroundings or a shining surface. */
export interface Source {
  readonly group: string;
  /** About how much it gives to a point: it is chosen by this. */
  weight(at: Vector): number;
  /** @returns false where nothing comes. */
  sample(at: Vector, one: number, two: number, out: LampSample): boolean;
}

/** Where a ray meets a lamp with an area. */
export interface LampMeeting {
  readonly distance: number;
  /** cd/m² towards the ray; 0 on the dark side. */
  readonly luminance: number;
  /** Of the lamp's own sampling from the origin of the ray, per steradian. */
  readonly pdf: number;
}

/** The figures of a lamp that reports show; null where it has none. */
export interface LampFigures {
  readonly lumens: number | null;
  /** On the axis. */
  readonly candela: number | null;
  readonly watts: number | null;
  readonly luminance: number | null;
}

/** A lamp of a document or a file. */
export interface Lamp extends Source {
  readonly name: string;
  readonly type: string;
  readonly figures: LampFigures;
  /** W/(m² sr nm) for 1 cd/m². */
  readonly spectrum: Bands;
  /** Seen by the camera. */
  readonly isSeen: boolean;
  /** Of a splitter: the share of light that goes on through it. */
  readonly passes?: number;
  /** Lamps with an area hide what is behind them. */
  meet?(origin: Vector, towards: Vector, from: number, to: number): LampMeeting | undefined;
}

export const newLampSample = (): LampSample => ({
  direction: [0, 0, 1],
  distance: 0,
  light: new Float64Array(31),
  pdf: 0,
});

/** Fills a spectrum times a number. */
export function fillLight(out: Bands, spectrum: Bands, by: number): void {
  for (let band = 0; band < out.length; band += 1) out[band] = spectrum[band]! * by;
}
