import { pow } from '../../../../quantities/elementary.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { gacFields } from './descriptor.ts';

export interface GacTables {
  /** x 256, whole. */
  readonly gain: number;
  /** 8-bit values by code, 0..saturation. */
  readonly curve: Uint8Array;
}
/** Some rows to encode. */
export type GacPart = StepPart<'codes', 'rgb', GacTables>;

/** The gamma curve: 8-bit values by code, 0..saturation. */
export const gammaCurve = (saturation: number, gamma: number): Uint8Array =>
  Uint8Array.from({ length: saturation + 1 }, (_, code) =>
    Math.trunc(pow(code / saturation, gamma) * 255),
  );

/** Applies gain and gamma, to 8 bit. @see docs/reference/isp.md#gac. */
export function encodeGamma({
  source: { codes },
  target: { rgb },
  tables: { gain, curve },
  columns,
  from,
  to,
}: GacPart): void {
  const saturation = curve.length - 1;
  for (let at = from * columns * 3; at < to * columns * 3; at += 1)
    rgb[at] = curve[Math.min(Math.imul(gain, codes[at]!) >>> 8, saturation)]!;
}

export const code = {
  prepare: ({ gacGain: gain, gacOffset: gamma }, { saturation }) => ({
    gain: Math.trunc(gain),
    curve: gammaCurve(saturation, gamma),
  }),
  apply: encodeGamma,
} satisfies ModuleCode<typeof gacFields, GacPart>;
