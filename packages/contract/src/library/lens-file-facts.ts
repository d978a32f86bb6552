import type { LensFileFacts } from '@lumenloom/engine';
import { z } from 'zod';

/** What a lens file has besides its lens, and what its reader made of it. */
export const lensFileFactsSchema = z.object({
  format: z.enum(['zmx', 'seq', 'oslo', 'optiland', 'ray-optics', 'json']),
  aperture: z
    .object({ kind: z.string(), value: z.number().nullable(), objectSide: z.boolean() })
    .nullable(),
  fields: z
    .array(
      z.object({
        x: z.number(),
        y: z.number(),
        kind: z.enum(['angle', 'object height', 'paraxial image height', 'real image height']),
        weight: z.number(),
        vignetting: z.record(z.string(), z.number()).describe('Shown, and not used.'),
      }),
    )
    .readonly(),
  wavelengths: z.array(z.object({ nm: z.number(), weight: z.number() })).readonly(),
  primaryNm: z.number().nullable(),
  configurations: z.number().describe('How many the file has.'),
  configuration: z.number().describe('The one that was read, from 1.'),
  configurationNames: z.array(z.string()).readonly(),
  glasses: z
    .array(
      z.object({
        surface: z.number(),
        name: z.string(),
        as: z.string().nullable(),
        maker: z.string().nullable(),
        nd: z.number().nullable(),
        why: z.string(),
      }),
    )
    .readonly(),
  passedOver: z
    .array(z.string())
    .readonly()
    .describe('Keys of the file that have no effect on rays.'),
  notes: z.array(z.string()).readonly(),
  stated: z.object({
    eflMm: z.number().nullable(),
    epdMm: z.number().nullable(),
    fNumber: z.number().nullable(),
  }),
}) satisfies z.ZodType<LensFileFacts>;

/** A position of a lens. */
export const lensPositionSchema = z.object({
  name: z.string(),
  figures: z
    .object({
      focalLengthMm: z.number(),
      workingFNumber: z.number(),
      entrancePupilDiameterMm: z.number(),
      halfFieldDegrees: z.number(),
      lengthMm: z.number().describe('From the first vertex to the sensor, along the axis.'),
    })
    .optional()
    .describe('At 587.6 nm.'),
  refused: z.string().optional().describe('Why it is not traced.'),
});

/** A position of a lens, from 1, in a query. */
export const configurationQuerySchema = z.strictObject({
  configuration: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'configuration must be a whole number from 1.')
    .transform(Number)
    .optional()
    .describe('Of a lens with several positions: the one that is shown, from 1.'),
});

export const EXPORT_FORMATS = ['zmx', 'seq', 'json'] as const;

/** The query of GET /api/library/<id>/export. */
export const exportQuerySchema = configurationQuerySchema.extend({
  format: z.enum(EXPORT_FORMATS, 'format must be zmx, seq or json.'),
});
export type ExportQuery = z.infer<typeof exportQuerySchema>;
