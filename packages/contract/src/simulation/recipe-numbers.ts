import type { NumberField } from '@lumenloom/engine/catalogue';

/** Seeds are unsigned 32-bit integers. */
export const LARGEST_SEED = 2 ** 32 - 1;

/** A number of a recipe that belongs to no choice: its limits, and how recipes are compared. */
interface RecipeNumber extends Omit<NumberField, 'key' | 'default'> {
  /** The choice beside which it stands where recipes are compared. */
  readonly stage: 'illuminant' | 'scene' | 'optics' | 'sensor' | 'isp' | 'algorithm';
  /** Its name there. */
  readonly name: string;
  /** What stands there where it has no value. */
  readonly blank: string;
}

const luminance = {
  kind: 'number',
  unit: 'cd/m²',
  above: 0,
  max: 1e9,
  name: 'luminance',
  blank: 'not set',
} as const;
const seed = {
  kind: 'number',
  unit: '',
  whole: true,
  min: 0,
  max: LARGEST_SEED,
  stage: 'sensor',
  blank: 'automatic',
} as const;

/**
 * The numbers of a recipe that belong to no choice, by their names in the request. A new one needs
 * a line here, and `toPlan`, which puts it into the plan.
 */
export const RECIPE_NUMBERS = {
  illuminantLuminance: { ...luminance, label: 'Illuminant luminance', stage: 'illuminant' },
  illuminantLux: {
    kind: 'number',
    label: 'Illuminance of the object',
    unit: 'lx',
    above: 0,
    max: 1e6,
    stage: 'illuminant',
    name: 'illuminance',
    blank: 'not set',
  },
  sceneLuminance: { ...luminance, label: 'Scene luminance', stage: 'scene' },
  antiFlickerHertz: {
    kind: 'number',
    label: 'Anti-flicker',
    unit: 'Hz',
    min: 1,
    max: 1000,
    stage: 'sensor',
    name: 'anti-flicker',
    blank: 'off',
  },
  seed: { ...seed, label: 'Seed', name: 'noise seed' },
  fpnSeed: { ...seed, label: 'Fixed-pattern seed', name: 'fixed-pattern seed' },
} as const satisfies Readonly<Record<string, RecipeNumber>>;

export type RecipeNumberName = keyof typeof RECIPE_NUMBERS;
