import { cos, sin } from '../../../../quantities/elementary.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { hscFields } from './descriptor.ts';

export interface HscTables {
  /** 256 times sine and cosine of the hue offset, integers. */
  readonly sine: number;
  readonly cosine: number;
  /** x 256, whole. */
  readonly gain: number;
}
/** Some rows whose hue and saturation are changed. */
export type HscPart = StepPart<'cbcr', 'cbcr', HscTables>;

/** 256 times sine and cosine of an angle in radians. */
export const turnOf = (angle: number): { readonly sine: number; readonly cosine: number } => ({
  sine: Math.trunc(256 * sin(angle)),
  cosine: Math.trunc(256 * cos(angle)),
});

const toByte = (value: number): number => Math.min(Math.max(value, 0), 255);

/** Turns the hue and scales the saturation. @see docs/reference/isp.md#hsc. */
export function controlHue({
  source: { cbcr: source },
  target: { cbcr: target },
  tables: { sine, cosine, gain },
  columns,
  from,
  to,
}: HscPart): void {
  for (let at = from * columns * 2; at < to * columns * 2; at += 2) {
    const cb = source[at]! - 128,
      cr = source[at + 1]! - 128;
    target[at] = toByte(((gain * ((cosine * cb - sine * cr) >> 8)) >> 8) + 128);
    target[at + 1] = toByte(((gain * ((sine * cb + cosine * cr) >> 8)) >> 8) + 128);
  }
}

export const code = {
  prepare: ({ hscHueOffset: angle, hscSaturationGain }) => {
    const { sine, cosine } = turnOf(angle);
    const gain = Math.trunc(hscSaturationGain);
    return sine === 0 && cosine === 256 && gain === 256 ? undefined : { sine, cosine, gain };
  },
  apply: controlHue,
} satisfies ModuleCode<typeof hscFields, HscPart>;
