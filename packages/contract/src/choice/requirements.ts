import { didYouMean } from '@lumenloom/engine/catalogue';
import { z } from 'zod';

/** Largest distance, speed and price that is read: beyond it a number is a slip. */
const LARGEST = 1e12;

const above0 = z.number('Above 0.').refine((value) => value > 0 && value <= LARGEST, 'Above 0.');
const from0 = z.number('From 0.').refine((value) => value >= 0 && value <= LARGEST, 'From 0.');
const asked = z.literal(true, 'true, or leave it out.');

/**
 * What a camera must do before it is raced, in the order in which it is asked; columns of the table
 * are at most so much (docs/reference/choose.md#requirements).
 */
const requirementShape = {
  mount: asked,
  flangeMm: from0,
  imageCircle: asked,
  fieldWidthMm: above0,
  fieldHeightMm: above0,
  fieldDegrees: above0,
  objectPixelsPerMm: above0,
  objectLinePairsPerMm: above0,
  longestExposureSeconds: above0,
  snrDb: z.number('A number of decibels.'),
  depthOfFieldMm: above0,
  cost: from0,
  price: from0,
  sizeMm: from0,
  massG: from0,
  powerW: from0,
  leadDays: from0,
} as const;

/** What requirements are read with. */
const conditionShape = {
  workingDistanceM: above0,
  motionMmPerSecond: above0,
  blurPixels: above0,
  reflectance: z
    .number('Above 0, at most 1.')
    .refine((share) => share > 0 && share <= 1, 'Above 0, at most 1.'),
  circleUm: above0,
} as const;

/** Names of requirements; `recipe` is asked before them. */
export type Requirement = keyof typeof requirementShape;

const shape = { ...conditionShape, ...requirementShape };
const KNOWN = Object.keys(shape);

/** Requirements that need the distance of the object. */
const AT_A_DISTANCE = [
  ...['fieldWidthMm', 'fieldHeightMm', 'objectPixelsPerMm', 'objectLinePairsPerMm'],
  ...['motionMmPerSecond', 'depthOfFieldMm'],
] as const;
/** A field, and what it means nothing without. */
const PAIRS = [
  ['blurPixels', ['motionMmPerSecond']],
  ['motionMmPerSecond', ['blurPixels']],
  ['snrDb', ['longestExposureSeconds', 'motionMmPerSecond']],
  ['reflectance', ['snrDb']],
  ['circleUm', ['depthOfFieldMm']],
] as const;

const optional = Object.fromEntries(
  Object.entries(shape).map(([key, schema]) => [key, schema.optional()]),
) as { readonly [Key in keyof typeof shape]: z.ZodOptional<(typeof shape)[Key]> };

export const requirementsSchema = z
  .strictObject(optional, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return 'requirements must be an object.';
      return `There is no requirement of this name${didYouMean(issue.keys[0]!, KNOWN).replace(':', ';') || `; there are ${KNOWN.join(', ')}.`}`;
    },
  })
  .superRefine((wanted, context) => {
    const has = (key: string): boolean => wanted[key as keyof typeof wanted] !== undefined;
    const refuse = (key: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [key], message });
    for (const [key, others] of PAIRS)
      if (has(key) && !others.some(has)) refuse(key, `Give ${others.join(' or ')} too.`);
    if (!has('workingDistanceM'))
      for (const key of AT_A_DISTANCE) if (has(key)) refuse(key, 'Give workingDistanceM too.');
    if (has('longestExposureSeconds') && has('motionMmPerSecond'))
      refuse('longestExposureSeconds', 'Give it, or motionMmPerSecond with blurPixels, not both.');
  });

export type Requirements = z.output<typeof requirementsSchema>;
