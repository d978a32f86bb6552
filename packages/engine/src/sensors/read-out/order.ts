import { collect } from './steps/collect.ts';
import { convert } from './steps/convert.ts';
import { defects } from './steps/defects.ts';
import { dsnu } from './steps/dsnu.ts';
import { lines } from './steps/lines.ts';
import { ownDark } from './steps/own-dark.ts';
import { ownResponse } from './steps/own-response.ts';
import { prnu } from './steps/prnu.ts';
import { read } from './steps/read.ts';
import { response } from './steps/response.ts';
import { shot } from './steps/shot.ts';
import type { Exposed, PixelStep } from './steps/step.ts';
import { telegraph } from './steps/telegraph.ts';
import { well } from './steps/well.ts';

/**
 * The steps of a read-out, in the order in which they happen: until the charge is fixed, from there
 * to codes, and what a chip adds between and after. A new one needs a file in `steps/` and a line
 * here; a kernel or a shader without it leaves sensors that have it to the plain version.
 *
 * @see docs/reference/sensor-depth.md#order
 */
export const ORDER = [
  collect,
  shot,
  well,
  response,
  read,
  prnu,
  ownResponse,
  dsnu,
  lines,
  ownDark,
  telegraph,
  convert,
  defects,
] as const;

type Step = (typeof ORDER)[number];

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** What the sensor gives the steps. */
type OfSensor = Together<ReturnType<Step['settings']>>;

/** Every number of the steps, in SI units, for one exposure. */
export type StepSettings = OfSensor &
  Together<Parameters<Extract<Step, { readonly phase: 'charge' | 'convert' }>['plain']>[1]> & {
    readonly noise: boolean;
  };

/** The numbers that a sensor, or a capture of it, gives the steps. */
export const settingsOf = (exposed: Exposed): OfSensor =>
  Object.assign({}, ...ORDER.map((step) => step.settings(exposed))) as OfSensor;

/** A step of each pixel, whatever it takes. */
export type AnyPixelStep = PixelStep<StepSettings>;

/** The steps of each pixel, in their order. */
export const PIXEL_STEPS = ORDER.filter(
  ({ phase }) => phase === 'charge' || phase === 'convert',
) as readonly AnyPixelStep[];

/** Whether a step changes anything with these numbers. */
const isIdle = ({ isNoise, isOff }: AnyPixelStep, settings: Partial<StepSettings>): boolean =>
  (isNoise && settings.noise === false) || isOff?.(settings as StepSettings) === true;

/** The steps of a part of the order that change something. */
export const stepsFor = (
  phases: readonly AnyPixelStep['phase'][],
  settings: Partial<StepSettings>,
): readonly AnyPixelStep[] =>
  PIXEL_STEPS.filter((step) => phases.includes(step.phase) && !isIdle(step, settings));

/**
 * Whether a device with these steps may compute pixels: it declines where it lacks one that changes
 * something.
 */
export const hasSteps = (
  names: readonly string[],
  phases: readonly AnyPixelStep['phase'][],
  settings: Partial<StepSettings>,
): boolean => stepsFor(phases, settings).every(({ name }) => names.includes(name));
