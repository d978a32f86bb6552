import type { ExposureParams } from '../../model/recipe/recipe.ts';

/** All fields of the exposure as text; '' is blank. */
export type TypedExposure = Readonly<Required<ExposureParams>>;

/**
 * What a recipe holds of it: the fields of the chosen mode that are not blank; undefined where the
 * meter decides alone.
 */
export function exposureOf({
  mode,
  seconds,
  longest,
  compensation,
}: TypedExposure): ExposureParams | undefined {
  const texts =
    mode === 'fixed'
      ? { mode, seconds: seconds.trim() }
      : {
          longest: longest.trim(),
          compensation: Number(compensation) === 0 ? '' : compensation.trim(),
        };
  const entries = Object.entries(texts).filter(([, text]) => text !== '');
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** 'auto', 'fixed 0.02 s', 'auto, at most 0.033 s, +1 stops'. */
export function exposureInWords(exposure: ExposureParams = {}): string {
  const { mode = 'auto', seconds, longest, compensation } = exposure;
  if (mode === 'fixed') return seconds === undefined ? 'fixed' : `fixed ${seconds} s`;
  return [
    'auto',
    ...(longest === undefined ? [] : [`at most ${longest} s`]),
    ...(compensation === undefined
      ? []
      : [`${Number(compensation) > 0 ? '+' : ''}${compensation} stops`]),
  ].join(', ');
}
