import { z } from 'zod';
import {
  PLACE,
  fileName,
  keysAt,
  level,
  metres,
  numeric,
  spectrum,
  texture,
  yes,
} from './world-fields.ts';

const share = numeric({ min: 0, max: 1 });
const roughness = z.union(
  [share, z.tuple([share, share])],
  `${PLACE} must be a number from 0 to 1, or two of them.`,
);
const ior = numeric({ min: 1, max: 5 });

const SURFACE = {
  normalMap: z
    .strictObject({ texture: fileName, scale: numeric().optional() }, keysAt('a normal map'))
    .optional(),
  alpha: z
    .strictObject({ texture: fileName, cutoff: share.optional() }, keysAt('an alpha'))
    .optional(),
  emission: z
    .strictObject({ spectrum: spectrum.optional(), luminance: level }, keysAt('an emission'))
    .optional(),
};

const material = <const Model extends string, Shape extends z.ZodRawShape>(
  model: Model,
  shape: Shape,
) =>
  z.strictObject(
    { model: z.literal(model), ...SURFACE, ...shape },
    keysAt(`a material of the model ${model}`),
  );

const angles = z
  .array(numeric({ min: 0, max: 90 }), `${PLACE} must be a list of angles.`)
  .min(1, `${PLACE} must be a list of angles.`)
  .max(100, `${PLACE} must have at most 100 angles.`);
const coefficient = z
  .strictObject(
    {
      observationDegrees: angles,
      entranceDegrees: angles,
      values: z.array(z.array(level), `${PLACE} must be a list of lists.`),
    },
    keysAt('a coefficient of retroreflection'),
  )
  .refine(
    ({ observationDegrees, entranceDegrees, values }) =>
      values.length === observationDegrees.length &&
      values.every((row) => row.length === entranceDegrees.length),
    `${PLACE}.values must have a list for each of observationDegrees, with a number for each of entranceDegrees.`,
  );

const named = z.string(`${PLACE} must be the name of a material.`).max(100);

const MODELS = [
  material('diffuse', { reflectance: spectrum }),
  material('conductor', {
    metal: named.optional(),
    n: spectrum.optional(),
    k: spectrum.optional(),
    reflectance: spectrum.optional(),
    roughness: roughness.optional(),
    energyCompensation: yes.optional(),
  }),
  material('coated', {
    reflectance: spectrum,
    ior: ior.optional(),
    roughness: share.optional(),
  }),
  material('glass', {
    ior: z.union([ior, named], `${PLACE} must be a number from 1 to 5 or a glass.`).optional(),
    roughness: share.optional(),
    absorptionPerMetre: spectrum.optional(),
    dispersion: yes.optional(),
    thin: yes.optional(),
    thicknessM: metres.optional(),
  }),
  material('translucent', { reflectance: spectrum, transmittance: spectrum }),
  material('retroreflector', {
    coefficient,
    colour: spectrum.optional(),
    reflectance: spectrum.optional(),
  }),
  material('pbr', {
    baseColour: spectrum.optional(),
    metallic: share.optional(),
    roughness: share.optional(),
    ior: ior.optional(),
    specular: share.optional(),
  }),
] as const;
type PlainMaterial = z.infer<(typeof MODELS)[number]>;
type MixedMaterial = z.infer<z.ZodObject<typeof SURFACE, z.core.$strict>> & {
  readonly model: 'mix';
  readonly a: string | WorldMaterial;
  readonly b: string | WorldMaterial;
  readonly share: number | z.infer<typeof texture>;
};
export type WorldMaterial = PlainMaterial | MixedMaterial;

/** A part of a mix may be a mix. */
const part = z.lazy((): z.ZodType<string | WorldMaterial> => materialOrName);
const mixed = z.strictObject(
  {
    model: z.literal('mix'),
    ...SURFACE,
    a: part,
    b: part,
    share: z.union([share, texture], `${PLACE} must be a number from 0 to 1 or a texture.`),
  },
  keysAt('a material of the model mix'),
);

const MODEL = `${PLACE} must be one of diffuse, conductor, coated, glass, translucent, retroreflector, mix and pbr.`;

/** A material (docs/reference/world.md#w4). */
export const worldMaterialSchema: z.ZodType<WorldMaterial> = z.discriminatedUnion(
  'model',
  [...MODELS, mixed],
  MODEL,
);

/** A material where it is used: by name, or as it is. */
export const materialOrName: z.ZodType<string | WorldMaterial> = z
  .unknown()
  .transform((value, context): string | WorldMaterial => {
    if (typeof value === 'string') return value;
    const read = worldMaterialSchema.safeParse(value);
    if (read.success) return read.data;
    for (const issue of read.error.issues)
      context.addIssue({
        code: 'custom',
        message: issue.message,
        path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? [issue.keys[0]!] : [])],
      });
    return z.NEVER;
  });
