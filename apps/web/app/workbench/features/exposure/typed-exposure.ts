import { EXPOSURE_FIELDS, withHelp } from '@lumenloom/contract';
import { typedProblems } from '../../kit/dialog/tools.ts';
import type { ExposureParams } from '../../model/recipe/recipe.ts';
import type { TypedPart } from '../../shell/dialogs/typed-fold.tsx';

/** All fields of the exposure as text; '' is blank. */
type TypedExposure = Readonly<Required<ExposureParams>>;

/** The fields of the chosen mode that are not blank; undefined where the meter decides alone. */
function exposureOf({
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
function exposureInWords(exposure: ExposureParams = {}): string {
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

/** The exposure. @param lastSeconds of the last run: a fixed exposure begins with it. */
export const exposurePart = (lastSeconds: () => number | undefined): TypedPart<TypedExposure> => ({
  label: 'Exposure',
  in: 'sensor',
  parts: ['exposureParams'],
  opensFor: EXPOSURE_FIELDS.map(({ key }) => key),
  fields: ({ mode }) =>
    withHelp(EXPOSURE_FIELDS).filter(
      ({ key }) => key === 'mode' || (mode === 'fixed') === (key === 'seconds'),
    ),
  pathOf: (key) => `exposureParams.${key}`,
  read: ({ exposureParams = {} }) => ({
    mode: 'auto',
    seconds: '',
    longest: '',
    compensation: '0',
    ...exposureParams,
  }),
  write: (typed) => ({ exposureParams: exposureOf(typed) }),
  words: (typed) => exposureInWords(exposureOf(typed)),
  problems: ({ mode, seconds }, { exposureParams }) => ({
    ...typedProblems('exposureParams', exposureParams),
    ...(mode === 'fixed' &&
      seconds.trim() === '' && { seconds: 'A fixed exposure needs seconds.' }),
  }),
  changed: (typed, changes) => {
    const next = { ...typed, ...changes };
    const isFirst = next.mode === 'fixed' && typed.mode !== 'fixed' && next.seconds === '';
    return isFirst
      ? { ...next, seconds: String(lastSeconds() ?? EXPOSURE_FIELDS[1].default) }
      : next;
  },
});
