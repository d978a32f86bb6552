import { z } from 'zod';

/** Stands for the place of a value in sentences; `readWorldDocument` puts the place in. */
export const PLACE = '{place}';

/** Names of things are parts of paths. */
const NAME = `${PLACE} must be a name of 1 to 100 characters without ., [ and ].`;
export const worldName = z
  .string(NAME)
  .min(1, NAME)
  .max(100, NAME)
  .regex(/^[^.[\]\p{Cc}]+$/u, NAME);

interface Limits {
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

/** A number, with one sentence for all that can be wrong with it. */
export function numeric({ above, min, max, whole }: Limits = {}) {
  const lowest = above !== undefined ? ` above ${above}` : min !== undefined ? ` from ${min}` : '';
  const highest = max === undefined ? '' : lowest === '' ? ` up to ${max}` : ` to ${max}`;
  const sentence = `${PLACE} must be a ${whole ? 'whole ' : ''}number${lowest}${highest}.`;
  let schema = z.number(sentence);
  if (whole) schema = schema.int(sentence);
  if (above !== undefined) schema = schema.gt(above, sentence);
  if (min !== undefined) schema = schema.min(min, sentence);
  if (max !== undefined) schema = schema.max(max, sentence);
  return schema;
}

/** Metres that the arithmetic of a world can carry. */
const FARTHEST = 1e7;
export const metres = numeric({ above: 0, max: FARTHEST });
const coordinate = numeric({ min: -FARTHEST, max: FARTHEST });
const list = (count: number): string => `${PLACE} must be a list of ${count} numbers.`;
export const vector = z.tuple([coordinate, coordinate, coordinate], list(3));
export const size = z.tuple([metres, metres], list(2));
export const level = numeric({ min: 0, max: 1e12 });
export const fileName = z
  .string(`${PLACE} must be the name of a file.`)
  .min(1, `${PLACE} must be the name of a file.`)
  .max(400, `${PLACE} must be the name of a file.`);
export const choice = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  z.enum(options, `${PLACE} must be one of ${options.join(', ')}.`);
export const yes = z.boolean(`${PLACE} must be true or false.`);

/** What an object must be, and the sentence about a key that it does not have. */
export const keysAt = (what: string) => ({
  error: (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys'
      ? `${PLACE} means nothing in ${what}.`
      : `${PLACE} must be ${what}, as a JSON object.`,
});

const LONGEST_TABLE = 10_000;
const table = z
  .array(numeric(), `${PLACE} must be a list of numbers.`)
  .min(1, `${PLACE} must be a list of numbers.`)
  .max(LONGEST_TABLE, `${PLACE} must have at most ${LONGEST_TABLE} numbers.`);

export const texture = z.strictObject(
  {
    texture: fileName,
    encoding: choice(['srgb', 'linear']).optional(),
    channel: choice(['r', 'g', 'b', 'a']).optional(),
  },
  keysAt('a texture'),
);

const wavelength = numeric({ min: 100, max: 20_000 });
const spectrumTable = z
  .strictObject({ nm: table, value: table }, keysAt('a spectrum of nm and value'))
  .refine(({ nm, value }) => nm.length === value.length, {
    message: `${PLACE}: nm and value must have as many numbers as each other.`,
  })
  .refine(({ nm }) => nm.every((at, i) => i === 0 || at > nm[i - 1]!), {
    message: `${PLACE}.nm must rise from number to number.`,
  })
  .refine(({ value }) => value.every((one) => one >= 0), {
    message: `${PLACE}.value must not be negative.`,
  });
const HEX = `${PLACE}.srgb must be a colour such as #b43c28.`;

/** The forms of a spectrum by the key that each of them has. */
const SPECTRUM_FORMS = {
  nm: spectrumTable,
  srgb: z.strictObject(
    { srgb: z.string(HEX).regex(/^#[0-9a-f]{6}$/i, HEX) },
    keysAt('a spectrum of srgb'),
  ),
  rgb: z.strictObject({ rgb: vector }, keysAt('a spectrum of rgb')),
  led: z.strictObject(
    {
      led: z.strictObject(
        { kelvin: numeric({ min: 2700, max: 6500 }) },
        keysAt('an LED of kelvin'),
      ),
    },
    keysAt('a spectrum of an LED'),
  ),
  gaussian: z.strictObject(
    {
      gaussian: z.strictObject(
        { nm: wavelength, fwhm: numeric({ min: 1, max: 1000 }) },
        keysAt('a Gaussian of nm and fwhm'),
      ),
    },
    keysAt('a spectrum of a Gaussian'),
  ),
  macbeth: z.strictObject(
    { macbeth: z.string(`${PLACE} must be the name of a patch.`) },
    keysAt('a spectrum of a patch'),
  ),
  texture,
};
type SpectrumForm = z.infer<(typeof SPECTRUM_FORMS)[keyof typeof SPECTRUM_FORMS]>;

/**
 * A spectrum: a number, a name, or one of the forms. Each form refuses with its own sentence, which
 * a union would hide.
 */
export const spectrum = z.unknown().transform((value, context): number | string | SpectrumForm => {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  if (typeof value === 'string' && value.length <= 100) return value;
  const key =
    typeof value === 'object' && value !== null
      ? Object.keys(SPECTRUM_FORMS).find((name) => Object.hasOwn(value, name))
      : undefined;
  if (key === undefined) {
    context.addIssue({
      code: 'custom',
      message: `${PLACE} must be a number from 0, a name, or have one of nm, srgb, rgb, led, gaussian, macbeth and texture.`,
    });
    return z.NEVER;
  }
  const read = SPECTRUM_FORMS[key as keyof typeof SPECTRUM_FORMS].safeParse(value);
  if (read.success) return read.data;
  for (const issue of read.error.issues)
    context.addIssue({
      code: 'custom',
      message: issue.message,
      path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? [issue.keys[0]!] : [])],
    });
  return z.NEVER;
});

/** The keys that say where something stands. */
export const POSE = {
  position: vector.optional(),
  rotation: z.tuple([numeric(), numeric(), numeric(), numeric()], list(4)).optional(),
  degrees: vector.optional(),
  lookAt: z.strictObject({ target: vector, up: vector.optional() }, keysAt('a lookAt')).optional(),
};
export const SCALED_POSE = {
  ...POSE,
  scale: z
    .union([coordinate, vector], `${PLACE} must be a number or a list of 3 numbers.`)
    .optional(),
  matrix: z.array(coordinate, list(16)).length(16, list(16)).optional(),
};

const MOST_KEYS = 10_000;
export const motion = z
  .strictObject(
    {
      velocity: vector.optional(),
      degreesPerSecond: vector.optional(),
      keys: z
        .array(
          z.strictObject(
            {
              seconds: numeric(),
              position: POSE.position,
              rotation: POSE.rotation,
            },
            keysAt('a key of a motion'),
          ),
          `${PLACE} must be a list.`,
        )
        .max(MOST_KEYS, `${PLACE} must have at most ${MOST_KEYS} keys.`)
        .optional(),
    },
    keysAt('a motion'),
  )
  .optional();

/** At most one way to say how something is turned; a matrix stands alone. */
export function oneTurn(keys: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const turns = ['rotation', 'degrees', 'lookAt'].filter((key) => keys[key] !== undefined);
  const others = ['position', 'scale', ...turns].filter((key) => keys[key] !== undefined);
  const both = keys['matrix'] === undefined ? turns : ['matrix', ...others];
  if (both.length < 2) return;
  context.addIssue({
    code: 'custom',
    message: `${PLACE}.${both[0]!} and ${PLACE}.${both[1]!} are both given: give one.`,
  });
}
