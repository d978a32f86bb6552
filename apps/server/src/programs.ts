import { BITS, VERSION } from '@lumenloom/engine';

/** Versions of what computes, or has computed. */
export interface Programs {
  readonly version: string;
  readonly node: string;
}

/** What runs here. */
export const PROGRAMS = { version: VERSION, node: process.version } as const satisfies Programs;

/** The same, as rows keep it. */
export const OUR_PROGRAMS = { ...PROGRAMS, bits: BITS } as const;

/** Whether results of these programs and ours have the same bits. */
export const haveOurBits = ({
  version,
  bits,
}: {
  readonly version: string | null;
  readonly bits: string | null;
}): boolean => version === VERSION || bits === BITS;

export const isSame = (one: Programs, other: Programs): boolean =>
  one.version === other.version && one.node === other.node;
