import type { Field, Pair } from '@lumenloom/engine/catalogue';
import type { EXPOSURE_FIELDS } from './exposure-fields.ts';
import type { OPTICS_FIELDS } from './optics-fields.ts';

type Key = (typeof EXPOSURE_FIELDS)[number]['key'] | (typeof OPTICS_FIELDS)[number]['key'];

/** The line under each field of `exposureParams` and `opticsParams`, and what its slider spans. */
const SHOWN: Readonly<Record<Key, { readonly help: string; readonly span?: Pair }>> = {
  mode: { help: 'auto: the meter decides; fixed: the exposure seconds.' },
  seconds: { help: 'Of a fixed exposure, which needs them.', span: [1e-4, 10] },
  longest: {
    help: 'The meter chooses no longer one; blank: the longest of the sensor, or 10 s.',
    span: [1e-3, 100],
  },
  compensation: {
    help: 'Added to what the meter chooses: +1 doubles the time, before the longest one limits it.',
    span: [-5, 5],
  },
  objectDistance: {
    help: 'From the first lens surface to the scene; blank: infinity.',
    span: [0.1, 100],
  },
  focusDistance: {
    help: 'From the first lens surface to the plane that is in focus; blank: infinity.',
    span: [0.1, 100],
  },
  focusShift: { help: 'Moves the sensor further away from the lens.', span: [-100, 100] },
  fNumber: { help: 'Stops the lens down; blank: that of the lens wide open.', span: [2.8, 22] },
  autofocus: {
    help: 'Puts the sensor where the object is sharpest, in place of a focus distance.',
  },
  autofocusFrequency: {
    help: 'The detail that is to be sharpest; blank: half of the Nyquist frequency.',
    span: [10, 300],
  },
  autofocusField: {
    help: 'Where it looks: share of the half field, to the right of the axis.',
    span: [0, 1],
  },
  autofocusWhen: {
    help: 'now: at the temperature of the picture; cold: before, where the sensor was set.',
  },
  scatter: {
    help: 'Share of the light that the lens scatters, at every wavelength.',
    span: [0, 5],
  },
  scatterShoulder: {
    help: 'Angle at which the scattered light begins to thin out; blank: 0.5.',
    span: [0.1, 5],
  },
  scatterSlope: {
    help: 'Power by which it thins out beyond the shoulder; blank: 1.5.',
    span: [1, 3],
  },
  coating: { help: 'What the surfaces between air and glass bear; blank: they reflect nothing.' },
  coatingReflectance: {
    help: 'What each of them reflects at every angle, in place of a coating.',
    span: [0, 5],
  },
  ghostPairs: {
    help: 'The strongest so many ghosts are in the picture; blank: 20 with a coating.',
    span: [0, 50],
  },
  configuration: { help: 'Position of a lens file that has several, from 1.' },
  orientation: {
    help: 'How the picture lies on the sensor, an EXIF number; blank: it stands like the scene.',
  },
  sensorReflectance: { help: 'What the sensor reflects like a mirror.', span: [0, 10] },
};

/**
 * Fields of `exposureParams` or `opticsParams` with their lines and sliders, which pages load with
 * what shows them.
 */
export const withHelp = <Shown extends Field>(
  fields: readonly Shown[],
): readonly (Shown & { readonly help: string; readonly span?: Pair })[] =>
  fields.map((field) => ({ ...field, ...SHOWN[field.key as Key] }));
