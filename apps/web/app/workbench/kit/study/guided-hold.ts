import { sensors } from '@lumenloom/engine/catalogue';
import type { Hold } from '@lumenloom/contract';
import { isFromFile } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** What a study can keep equal, with what it says of it. */
export interface HoldOffer {
  readonly key: keyof Hold;
  readonly value: Exclude<Hold[keyof Hold], undefined>;
  readonly name: string;
  /** How much it is, as far as it is known: '20 ms'. */
  readonly size: string;
  /** Held unless it is released; else it is held once it is pressed. */
  readonly isUsual: boolean;
}

/** What was pressed: undefined releases what is held usually. */
export type TypedHold = Readonly<Partial<Record<keyof Hold, Hold[keyof Hold] | 'released'>>>;

const PITCH = 'sensorParams.pixel_size';
const COUNTS = ['sensorParams.rows', 'sensorParams.cols'];
const F_NUMBER = 'opticsParams.fNumber';
const DISTANCES = ['opticsParams.objectDistance', 'opticsParams.focusDistance'];
/** What changes the light on a pixel, so that a meter would undo it. */
const LIGHT = [PITCH, F_NUMBER, 'optics', 'sensor', 'illuminant'];

const UM_PER_MM = 1e3;
const MS = 1e3;
const figure = (value: number): string => String(Number(value.toPrecision(3)));

/** A number of the sensor as it is typed, or its default. */
function numberOf({ sensorParams }: Recipe, key: string): number {
  const typed = sensorParams[key];
  const value = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : NaN;
  return value > 0 ? value : sensors.bayerGrbg.fields.find((field) => field.key === key)!.default;
}

/** '5.6 × 4.2 mm'; '' of a sensor whose file has its pixels. */
function dieOf(recipe: Recipe): string {
  if (isFromFile(recipe.sensor)) return '';
  const [pitch, rows, columns] = ['pixel_size', 'rows', 'cols'].map((key) => numberOf(recipe, key));
  return `${[columns!, rows!].map((pixels) => figure((pixels * pitch!) / UM_PER_MM)).join(' × ')} mm`;
}

/** '20 ms'; '' where it is not known before the first run. */
function exposureOf({ exposureParams }: Recipe, shown: number | undefined): string {
  const fixed = exposureParams?.mode === 'fixed' ? Number(exposureParams.seconds) : NaN;
  const seconds = fixed > 0 ? fixed : shown;
  return seconds === undefined ? '' : `${figure(seconds * MS)} ms`;
}

const BLUR_PIXELS = 0.5;

/** The blur that the task of a recipe allows, where its object moves. */
function blurOf({ task, motion, opticsParams }: Recipe): number | undefined {
  if (!Array.isArray(motion?.['millimetresPerSecond'])) return undefined;
  if (!opticsParams?.objectDistance && motion['atMetres'] === undefined) return undefined;
  const asked = task?.['blurPixels'];
  return typeof asked === 'number' ? asked : BLUR_PIXELS;
}

/**
 * What runs can keep equal while these fields vary, so that they can be compared.
 *
 * @param shownSeconds exposure of the picture that is shown, if it is of this recipe.
 */
export function holdOffers(
  recipe: Recipe,
  paths: readonly string[],
  shownSeconds?: number,
): readonly HoldOffer[] {
  const varies = (...fields: readonly string[]): boolean =>
    paths.some((path) => fields.includes(path));
  const changesLight = varies(...LIGHT);
  const canHoldExposure =
    recipe.sensor !== '' && !paths.some((path) => path.startsWith('exposureParams.'));
  const blur = blurOf(recipe);
  const canHoldField =
    varies('sensor', 'optics') &&
    !varies(...DISTANCES) &&
    !recipe.sceneDepth &&
    Boolean(recipe.opticsParams?.objectDistance);
  const offers: readonly (HoldOffer | false)[] = [
    changesLight &&
      canHoldExposure && {
        key: 'exposure',
        value: 'first',
        name: 'Exposure',
        size: exposureOf(recipe, shownSeconds),
        isUsual: true,
      },
    changesLight &&
      canHoldExposure &&
      blur !== undefined && {
        key: 'exposure',
        value: { blurPixels: blur },
        name: 'Blur',
        size: `${figure(blur)} px`,
        isUsual: false,
      },
    varies(PITCH) &&
      !varies(...COUNTS) && {
        key: 'sensor',
        value: 'die',
        name: 'Die',
        size: dieOf(recipe),
        isUsual: true,
      },
    varies(PITCH) && {
      key: 'well',
      value: 'density',
      name: 'Electrons per µm²',
      size: '',
      isUsual: true,
    },
    varies(F_NUMBER) && {
      key: 'light',
      value: 'sensor',
      name: 'Light on the sensor',
      size: '',
      isUsual: false,
    },
    canHoldField && {
      key: 'field',
      value: 'distance',
      name: 'Field on the object',
      size: '',
      isUsual: false,
    },
  ];
  return offers.filter((offer) => offer !== false);
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether an offer is held. */
export const isHeld = ({ key, value, isUsual }: HoldOffer, typed: TypedHold): boolean =>
  typed[key] === undefined ? isUsual : isSame(typed[key], value);

/** What is typed after a press of an offer. */
export const pressed = (offer: HoldOffer, typed: TypedHold): TypedHold => ({
  ...typed,
  [offer.key]: isHeld(offer, typed) ? 'released' : offer.value,
});

/** The `hold` of a document; undefined where nothing is held. */
export function holdOf(offers: readonly HoldOffer[], typed: TypedHold): Hold | undefined {
  const held = offers.filter((offer) => isHeld(offer, typed));
  return held.length > 0
    ? Object.fromEntries(held.map(({ key, value }) => [key, value]))
    : undefined;
}

/** 'Exposure held 20 ms', or 'Exposure not held'. */
export const offerInWords = (offer: HoldOffer, typed: TypedHold): string =>
  isHeld(offer, typed)
    ? [offer.name, 'held', offer.size].filter(Boolean).join(' ')
    : `${offer.name} not held`;
