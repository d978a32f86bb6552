import type { ExposurePlan } from '@lumenloom/engine';
import type { Findings } from './decoded.ts';
import type { GivenParameters } from './given-parameters.ts';

/** Refusals of a field of one mode that comes with the other mode. */
const MISPLACED = {
  auto: { seconds: 'Exposure seconds belong to fixed.' },
  fixed: {
    longest: 'A longest exposure belongs to auto.',
    compensation: 'Exposure compensation belongs to auto.',
  },
} as const;

/**
 * The exposure that a request asks for; undefined where the meter decides alone.
 *
 * @param requested the checked `exposureParams`.
 * @param exposureSeconds that stand in its place.
 */
export function planExposure(
  requested: GivenParameters | undefined,
  exposureSeconds: number | undefined,
  { notes, problems }: Findings,
): ExposurePlan | undefined {
  if (!requested) return undefined;
  const { seconds, longest, compensation } = requested as Readonly<
    Record<'seconds' | 'longest' | 'compensation', number | undefined>
  >;
  const mode = requested['mode'] === 'fixed' ? 'fixed' : 'auto';
  for (const [key, message] of Object.entries(MISPLACED[mode]))
    if (requested[key] !== undefined) problems.push({ field: `exposureParams.${key}`, message });
  if (mode === 'fixed' && seconds === undefined)
    problems.push({ field: 'exposureParams.seconds', message: 'A fixed exposure needs seconds.' });
  const plan: ExposurePlan | undefined =
    mode === 'fixed'
      ? { mode, seconds: seconds ?? NaN }
      : longest === undefined && !compensation
        ? undefined
        : { mode, longestSeconds: longest, compensationStops: compensation ?? 0 };
  if (!plan || exposureSeconds === undefined) return plan;
  notes.push('exposureParams is not used, because another exposure is given.');
  return undefined;
}
