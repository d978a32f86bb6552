import { z } from 'zod';

export const LAB_PROFILES = ['general', 'automotive', 'machine-vision', 'mobile'] as const;
export type LabProfile = (typeof LAB_PROFILES)[number];

/** What a figure is read from. */
const LAB_SOURCES = ['recipe', 'model', 'raw', 'developed', 'frames'] as const;

const number = z.number().nullable();

const figureSchema = z.strictObject({
  /** Section and key, such as `steps.dynamicRangeDb`; conditions stand in brackets. */
  id: z.string().min(1),
  label: z.string().min(1),
  /** Null where it was not reached. */
  value: z.union([z.number(), z.string(), z.null()]),
  unit: z.string(),
  standardError: number.describe('Null where it is not known: method says why.'),
  n: z.int().min(1).describe('Readings of which the value is the mean.'),
  method: z
    .string()
    .regex(/^(seeds|frames|blocks|formula|none: .+)$/)
    .describe('Where the standard error comes from, or why there is none.'),
  true: number.describe('By the model of the camera; null where the model does not have it.'),
  condition: z.string(),
  source: z.enum(LAB_SOURCES),
});

const curveSchema = z.strictObject({
  id: z.string().min(1),
  label: z.string().min(1),
  x: z.array(z.number()),
  y: z.array(number),
  xUnit: z.string(),
  yUnit: z.string(),
  true: z.array(number).nullable(),
});

const sectionSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  after: z.string().describe('The method that public material describes; nothing is certified.'),
  figures: z.array(figureSchema),
  curves: z.array(curveSchema),
});

const cameraSchema = z.strictObject({
  name: z.string().min(1),
  /** What its figures come from: one of them is null. */
  recipe: z.record(z.string(), z.unknown()).nullable(),
  manifest: z.record(z.string(), z.unknown()).nullable(),
  sections: z.array(sectionSchema),
});

/** lab.json: what a lab reads of one camera, or of two side by side. */
export const labReportSchema = z
  .strictObject({
    version: z.literal(1),
    software: z.strictObject({
      name: z.string(),
      version: z.string(),
      commit: z.string().optional().describe('Where the version knows it.'),
    }),
    profile: z.enum(LAB_PROFILES),
    seed: z.int().min(0),
    seeds: z.int().min(1),
    draft: z.boolean(),
    date: z.string().nullable().describe('As it was said; the clock is not asked.'),
    cameras: z.array(cameraSchema).min(1).max(2),
    differences: z.array(
      z.strictObject({ id: z.string(), value: z.number(), standardError: number }),
    ),
    missing: z.array(z.strictObject({ id: z.string().min(1), reason: z.string().min(1) })),
  })
  .meta({ title: 'Lumenloom lab report' });

export type LabReport = z.infer<typeof labReportSchema>;
export type LabCameraReport = LabReport['cameras'][number];
export type LabSectionReport = LabCameraReport['sections'][number];
export type LabFigure = LabSectionReport['figures'][number];
export type LabCurve = LabSectionReport['curves'][number];

/** The JSON Schema of lab.json. */
export const labJsonSchema = (): object => z.toJSONSchema(labReportSchema);
