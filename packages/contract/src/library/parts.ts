import type { LensOverview, SensorOverview } from '@lumenloom/engine';
import { z } from 'zod';
import { requiredText } from '../text-fields.ts';

const figure = (text: string) => z.number().nullable().describe(text);

export const lensFiguresSchema = z.object({
  focalLengthMm: z.number(),
  fNumber: z.number().describe('Of the cone behind the lens, on the axis.'),
  halfFieldDegrees: z.number(),
  imageCircleMm: figure('Diameter, at 550 nm.'),
  mtf50: figure('lp/mm at which the modulation on the axis falls to a half, at 587.6 nm.'),
  mtf50OffAxis: figure('The same at 0.7 of the half field, for the worse direction.'),
  mtf50BestFocus: figure('With the sensor at the best focus, at 30 lp/mm on the axis.'),
  mtf50OffAxisBestFocus: figure('The same at 0.7 of the half field.'),
  bestFocusShiftUm: figure('From the sensor of its file to there, away from the lens, µm.'),
  distortionPercent: figure('At the rim of the field, against f·tan(field), at 550 nm.'),
  chiefRayDegrees: figure('At the rim of the field, from the normal of the sensor, at 550 nm.'),
  lengthMm: figure('From the first vertex to the sensor; null of a measured lens.'),
}) satisfies z.ZodType<LensOverview>;

export const sensorFiguresSchema = z.object({
  pixelUm: figure('Pitch of the pixels, µm.'),
  columns: figure('Pixels.'),
  rows: figure('Pixels.'),
  diagonalMm: figure('Of all pixels.'),
  pattern: z.string().nullable().describe('Of the colour filters.'),
  bits: figure('Of the converter.'),
  quantumEfficiency525: figure(
    'Electrons per photon at 525 nm, of the colour that has most there.',
  ),
  wellElectrons: figure('Electrons that a pixel holds.'),
  readNoiseElectrons: figure('Standard deviation of one read, electrons.'),
  dynamicRangeDb: figure('After EMVA 1288.'),
  snrMaxDb: figure('After EMVA 1288.'),
}) satisfies z.ZodType<SensorOverview>;

export const networkFiguresSchema = z.object({
  task: z.string(),
  kind: z.string().describe('How its outputs are read.'),
  width: figure('Of its input, pixels; null takes any.'),
  height: figure('Of its input, pixels; null takes any.'),
  classes: figure('How many classes have names; null where nobody has named them.'),
  sha256: z.string().describe('Of its file.'),
});
export type NetworkFigures = z.infer<typeof networkFiguresSchema>;

const listed = <Figures extends z.ZodType>(figures: Figures) =>
  z.object({
    name: z.string().describe('As a recipe names it.'),
    label: z.string(),
    source: z.string().optional().describe('Where its numbers come from.'),
    group: z.string().describe('What it is for, such as machine vision.'),
    figures,
  });

/** A zoom lens has the figures of both ends. */
const zoomFigure = (text: string) =>
  z
    .union([z.number(), z.tuple([z.number(), z.number()])])
    .nullable()
    .describe(text);

/** A lens that its maker describes, without the prescription that a run needs. */
const catalogueLensSchema = z.object({
  name: z.string(),
  label: z.string(),
  source: z.string(),
  group: z.string(),
  figures: z.object({
    focalLengthMm: zoomFigure('Millimetres.'),
    fNumberMin: zoomFigure('Wide open.'),
    mount: z.string().nullable(),
    imageFormat: z.string().nullable().describe('A name, not a size.'),
    imageCircleMm: figure('Diameter.'),
    minimumObjectDistanceMm: figure('Millimetres.'),
  }),
});

/** The answer of GET /api/parts: what comes with the program, the built-in parts first. */
export const partsAnswerSchema = z.object({
  lenses: z.array(listed(lensFiguresSchema)),
  sensors: z
    .array(
      listed(sensorFiguresSchema).extend({
        shutter: z.string().nullable().describe('global, rolling, ...'),
      }),
    )
    .describe('null: its source does not give it.'),
  catalogueLenses: z.array(catalogueLensSchema).describe('No run can choose them yet.'),
});
export type PartsAnswer = z.infer<typeof partsAnswerSchema>;

/** The body of POST /api/parts/scaled: a lens at another focal length becomes a file of yours. */
export const scaledLensSchema = z.strictObject({
  lens: requiredText('Lens', 200).describe(
    'As a recipe names it: Double-Gauss, published:heliar, mine:<id>.',
  ),
  focalLengthMm: z
    .number('focalLengthMm must be a number of millimetres.')
    .min(1e-3, 'focalLengthMm must be from 0.001 to 100000 mm.')
    .max(1e5, 'focalLengthMm must be from 0.001 to 100000 mm.'),
});

/** The body of POST /api/library/read: published parts and files, as a recipe names them. */
export const namedPartsSchema = z.strictObject({
  optics: z.string().max(200).optional(),
  sensor: z.string().max(200).optional(),
  illuminant: z.string().max(200).optional(),
  sceneDepth: z.string().max(200).optional(),
  scene: z.string().max(200).optional(),
});
export type NamedParts = z.infer<typeof namedPartsSchema>;

const spectrum = z.array(z.number()).describe('One value per band of 10 nm from 400 to 700 nm.');

/** What those parts hold, for a program that computes pictures itself. */
export const readPartsSchema = z.object({
  choices: z
    .record(z.string(), z.string())
    .describe('What stands in the recipe in place of their names.'),
  optics: z.looseObject({}).optional().describe('A lens file.'),
  illuminant: z
    .object({ label: z.string(), energy: spectrum, absolute: z.boolean() })
    .optional()
    .describe('Energy in W/(sr·m²·nm) where it is absolute.'),
  sensor: z
    .looseObject({ quantumEfficiency: z.array(spectrum).optional() })
    .optional()
    .describe('What was read from a sensor file.'),
  quantumEfficiency: z.array(spectrum).optional(),
  depth: z.looseObject({}).optional().describe('A depth map without its distances.'),
  scene: z
    .object({
      label: z.string(),
      digest: z.string(),
      nativeIlluminant: z.enum(['d65', 'equal-photons', 'display-white']),
    })
    .optional()
    .describe('The light that a scene brings, without its picture.'),
});
export type ReadParts = z.infer<typeof readPartsSchema>;
