import type { Spectrum } from '../../api/get-illuminant.ts';

/** What the plot shows. */
export interface ShownSpectrum extends Spectrum {
  readonly label: string;
  /** cd/m² of a white surface; '' when it is not set. */
  readonly luminance: number | '';
}

/** Features of the window that shows the plot. */
export const WINDOW_FEATURES = 'popup,width=900,height=700';

const PATH = '/spectrum';

/**
 * The address of the plot contains the curve, so it can be reloaded and several plots can be open
 * at once.
 */
export const spectrumAddress = (spectrum: ShownSpectrum): string =>
  `${PATH}#${encodeURIComponent(JSON.stringify(spectrum))}`;

const areNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item));

/**
 * The curve in the part of an address after '#'; undefined when there is none that can be drawn.
 */
export function readSpectrum(hash: string): ShownSpectrum | undefined {
  try {
    const { label, luminance, wave, energy } = JSON.parse(
      decodeURIComponent(hash.replace(/^#/, '')),
    ) as Partial<Record<string, unknown>>;
    if (
      typeof label !== 'string' ||
      !areNumbers(wave) ||
      !areNumbers(energy) ||
      wave.length < 2 ||
      wave.length !== energy.length
    )
      return undefined;
    return { label, luminance: typeof luminance === 'number' ? luminance : '', wave, energy };
  } catch {
    return undefined;
  }
}
