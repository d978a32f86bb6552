import { z } from 'zod';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';

const MOST_PICTURES = 100_000;
const MOST_ENTRIES = 1000;
const MOST_TRIES = 1_000_000;

const number = z.number('it must be a number.');
const pair = z.tuple([number, number], 'it must be two numbers.');
const rising = pair.refine(([from, to]) => from <= to, 'the first number must not be the larger.');
const path = z.string('it must be a path such as lights.ring.lumens.').min(1).max(300);
const FORMS = ['uniform', 'logUniform', 'normal', 'choice', 'grid', 'same'] as const;

const entry = z
  .strictObject({
    path,
    uniform: rising.optional(),
    logUniform: rising.refine(([from]) => from > 0, 'logUniform needs numbers above 0.').optional(),
    normal: z
      .strictObject({
        mean: number,
        deviation: number.min(0, 'deviation must be 0 or more.'),
        limits: rising.optional(),
      })
      .optional(),
    choice: z.array(z.unknown(), 'choice must be a list.').min(1).max(MOST_ENTRIES).optional(),
    weights: z.array(number.min(0, 'weights must be 0 or more.')).optional(),
    grid: z
      .strictObject({ from: number, to: number, steps: z.int().min(1).max(MOST_PICTURES) })
      .optional(),
    same: path.optional(),
  })
  .refine((keys) => FORMS.filter((form) => keys[form] !== undefined).length === 1, {
    message: `it needs one of ${FORMS.join(', ')}.`,
  })
  .refine(
    ({ choice, weights }) =>
      weights === undefined ||
      (weights.length === choice?.length && weights.some((weight) => weight > 0)),
    { message: 'weights must be as many as choice, and one above 0.', path: ['weights'] },
  );

const place = z.strictObject({
  objects: z.array(z.string()).min(1).max(MOST_ENTRIES),
  count: z
    .union(
      [z.int().min(0), z.tuple([z.int().min(0), z.int().min(0)])],
      'count must be n or [min, max].',
    )
    .optional(),
  on: z.string('on must be the name of an object.'),
  inside: pair.optional(),
  gap: number.min(0, 'gap must be 0 or more.').default(0),
  turn: z.enum(['none', 'up', 'free'], 'turn must be none, up or free.').default('none'),
  tries: z.int().min(1).max(MOST_TRIES).default(1000),
});

/** A set of drawn worlds (docs/reference/world.md#w10). */
export const worldSetSchema = z.strictObject({
  version: z.literal(1, 'version must be 1.'),
  name: z.string('name must be a text.').min(1).max(200),
  world: z.union([z.string(), z.looseObject({})], 'world must be a document or its name.'),
  recipe: z
    .union([z.string(), z.looseObject({})], 'recipe must be a recipe or its name.')
    .optional(),
  count: z.int('count must be a whole number.').min(1).max(MOST_PICTURES),
  seed: z.int('seed must be a whole number.').min(0).default(0),
  vary: z.array(entry).max(MOST_ENTRIES).default([]),
  place: z.array(place).max(MOST_ENTRIES).default([]),
  labels: z.strictObject({ minVisible: number.min(0).max(1).optional() }).optional(),
});

export type WorldSet = z.output<typeof worldSetSchema>;

/** Reads a set. @returns its problems by their places. */
export function readWorldSet(content: unknown): Decoded<WorldSet> {
  const read = worldSetSchema.safeParse(content);
  return read.success
    ? { ok: true, value: read.data }
    : { ok: false, problems: problemsOf(read.error) };
}
