import type { Host } from '../../host.ts';
import { loadReadOut } from './load-read-out.ts';
import type { ReadOutSettings } from './read-out-plain.ts';

/** Pixels `from`..`to` to read out; `from` is a multiple of eight. */
export interface ReadOutPart {
  readonly settings: ReadOutSettings;
  /** Whole pictures in shared memory; only these pixels are written. */
  readonly light: Float32Array;
  readonly raw: Uint16Array;
  readonly volts: Float32Array | undefined;
  /** A bit per pixel, see `ReadOutPlanes`. */
  readonly full: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Reads some pixels out. */
export async function readOutPixels(
  { settings, light, raw, volts, full, from, to }: ReadOutPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { readOut } = await loadReadOut(host);
  readOut(settings, light.subarray(from, to), from, {
    raw: raw.subarray(from, to),
    volts: volts?.subarray(from, to),
    full: full.subarray(from / 8, Math.ceil(to / 8)),
  });
}
