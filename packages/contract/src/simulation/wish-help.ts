import type { Field } from '@lumenloom/engine/catalogue';
import type { EXPOSURE_FIELDS } from './exposure-fields.ts';
import type { OPTICS_FIELDS } from './optics-fields.ts';

type Key = (typeof EXPOSURE_FIELDS)[number]['key'] | (typeof OPTICS_FIELDS)[number]['key'];

/** The line under each field of `exposureParams` and `opticsParams`. */
const HELP: Readonly<Record<Key, string>> = {
  mode: 'auto: the meter decides; fixed: the exposure seconds.',
  seconds: 'Of a fixed exposure, which needs them.',
  longest: 'The meter chooses no longer one; blank: the longest of the sensor, or 10 s.',
  compensation:
    'Added to what the meter chooses: +1 doubles the time, before the longest one limits it.',
  objectDistance: 'From the first lens surface to the scene; blank: infinity.',
  focusDistance: 'From the first lens surface to the plane that is in focus; blank: infinity.',
  focusShift: 'Moves the sensor further away from the lens.',
  fNumber: 'Stops the lens down; blank: that of the lens wide open.',
  autofocus: 'Puts the sensor where the object is sharpest, in place of a focus distance.',
  autofocusFrequency: 'The detail that is to be sharpest; blank: half of the Nyquist frequency.',
  autofocusField: 'Where it looks: share of the half field, to the right of the axis.',
  scatter: 'Share of the light that the lens scatters, at every wavelength.',
  scatterShoulder: 'Angle at which the scattered light begins to thin out; blank: 0.5.',
  scatterSlope: 'Power by which it thins out beyond the shoulder; blank: 1.5.',
  coating: 'What the surfaces between air and glass bear; blank: they reflect nothing.',
  coatingReflectance: 'What each of them reflects at every angle, in place of a coating.',
  ghostPairs: 'The strongest so many ghosts are in the picture; blank: 20 with a coating.',
  sensorReflectance: 'What the sensor reflects like a mirror.',
};

/**
 * Fields of `exposureParams` or `opticsParams` with their lines, which pages load with what shows
 * them.
 */
export const withHelp = <Shown extends Field>(
  fields: readonly Shown[],
): readonly (Shown & { readonly help: string })[] =>
  fields.map((field) => ({ ...field, help: HELP[field.key as Key] }));
