import type { ExposurePlan } from '@lumenloom/engine';
import type { ChoiceField, NumberField } from '@lumenloom/engine/catalogue';
import type { Findings } from './decoded.ts';
import type { GivenParameters } from './given-parameters.ts';

/** The fields of `exposureParams`, which belong to no choice: a run without them is metered. */
export const EXPOSURE_FIELDS = [
  {
    kind: 'choice',
    key: 'mode',
    label: 'Exposure',
    options: ['auto', 'fixed'],
    default: 'auto',
    help: 'auto: the meter decides; fixed: the exposure seconds.',
  },
  {
    kind: 'number',
    key: 'seconds',
    label: 'Exposure Seconds',
    unit: 's',
    above: 0,
    max: 1e6,
    default: 1 / 50,
    proposed: true,
    span: [1e-4, 10],
    help: 'Of a fixed exposure, which needs them.',
  },
  {
    kind: 'number',
    key: 'longest',
    label: 'Longest Exposure',
    unit: 's',
    above: 0,
    max: 1e6,
    default: 10,
    proposed: true,
    span: [1e-3, 100],
    help: 'The meter chooses no longer one; blank: the longest of the sensor, or 10 s.',
  },
  {
    kind: 'number',
    key: 'compensation',
    label: 'Exposure Compensation',
    unit: 'stops',
    min: -10,
    max: 10,
    default: 0,
    span: [-5, 5],
    help: 'Added to what the meter chooses: +1 doubles the time, before the longest one limits it.',
  },
] as const satisfies readonly (NumberField | ChoiceField)[];

/** What is said where a field of the one mode is given with the other. */
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
