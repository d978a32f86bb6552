import { z } from 'zod';
import { requiredText } from '../text-fields.ts';
import { lensFileFactsSchema, lensPositionSchema } from './lens-file-facts.ts';
import { LIBRARY_KINDS } from './own-names.ts';
import { lensFiguresSchema, networkFiguresSchema, sensorFiguresSchema } from './parts.ts';

const spectrum = z.array(z.number());
const curve = z.object({ name: z.string(), x: z.array(z.number()), y: z.array(z.number()) });
const plot = z.object({
  title: z.string(),
  xLabel: z.string(),
  yLabel: z.string(),
  curves: z.array(curve),
});
export type SheetPlot = z.infer<typeof plot>;

const lensSheetSchema = z.object({
  figures: z.array(z.object({ name: z.string(), value: z.string() })),
  spots: z.array(
    z.object({
      fieldDegrees: z.number(),
      rmsUm: z.number(),
      rays: z
        .array(z.object({ wavelengthNm: z.number(), x: spectrum, y: spectrum }))
        .describe('Where rays meet the sensor, µm from the chief ray at the middle wavelength.'),
    }),
  ),
  plots: z.array(plot),
  problems: z.array(z.string()).describe('What could not be computed, and why.'),
});
export type LensSheet = z.infer<typeof lensSheetSchema>;

const lensPreviewSchema = z.object({
  kind: z.literal('lens'),
  drawing: z.string().describe('SVG; empty where no ray gets through.'),
  sheet: lensSheetSchema,
  positions: z
    .array(lensPositionSchema)
    .optional()
    .describe('The configurations of the lens, the file itself first.'),
});

const sensorPreviewSchema = z.object({
  kind: z.literal('sensor'),
  channels: z.array(curve).describe('Electrons per photon over nm, per colour of the filters.'),
  figures: z.array(z.object({ name: z.string(), value: z.string() })),
  parameters: z
    .record(z.string(), z.number())
    .describe('Fields of sensorParams that the file gives; those of a recipe come first.'),
});

/** What was read from a file, to be looked at. */
const previewSchema = z.discriminatedUnion('kind', [
  lensPreviewSchema,
  z.object({
    kind: z.literal('scene'),
    thumbnail: z.string().describe('Data URL of a PNG.'),
    rows: z.number(),
    columns: z.number(),
    luminance: z
      .number()
      .nullable()
      .describe('Mean of a scene of radiance, cd/m²; null where the recipe says how bright it is.'),
  }),
  z.object({
    kind: z.literal('depth'),
    thumbnail: z.string().describe('Data URL of a PNG: what is nearer is brighter.'),
    rows: z.number(),
    columns: z.number(),
    nearM: z.number().nullable().describe('Nearest distance; null: infinity.'),
    farM: z.number().nullable(),
    unknownPercent: z.number(),
  }),
  z.object({
    kind: z.literal('light'),
    wavelengths: spectrum.describe('nm.'),
    energy: spectrum.describe('Relative, per nm.'),
  }),
  z.object({
    kind: z.literal('qe'),
    wavelengths: spectrum.describe('nm.'),
    red: spectrum.describe('Electrons per photon.'),
    green: spectrum,
    blue: spectrum,
  }),
  sensorPreviewSchema,
  z.object({ kind: z.literal('glass'), glasses: z.array(z.string()) }),
  z.object({
    kind: z.literal('network'),
    descriptor: z
      .record(z.string(), z.unknown())
      .describe('How the network is run and read, as lumenloom network inspect prints it.'),
    problems: z.array(z.string()).describe('What had to be guessed.'),
    sha256: z
      .string()
      .optional()
      .describe('Of the file; absent where it came to an earlier version.'),
  }),
  z.object({
    kind: z.literal('world'),
    thumbnail: z.string().describe('Data URL of a PNG: the view of its camera.'),
    document: z
      .looseObject({})
      .describe(
        'The world; of a .glb one object in even light of 500 lx, which a camera sees whole.',
      ),
    files: z
      .array(z.string())
      .describe('Names of its files as the document has them: GET /api/library/{id}/files?name=.'),
    objects: z.number(),
    lights: z.number(),
    triangles: z.number().describe('With every instance.'),
    ignored: z.array(z.string()).describe('What was not read, by name.'),
    warnings: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('twin'),
    figures: z.array(
      z.object({
        key: z.string(),
        value: z.number().nullable(),
        interval: z.tuple([z.number(), z.number()]).nullable(),
        unit: z.string(),
        status: z.string(),
      }),
    ),
    verdict: z.string().nullable().describe('Null where its frames were not compared.'),
  }),
]);
export type OwnFilePreview = z.infer<typeof previewSchema>;

/** A file of a library. */
export const ownFileSchema = z.object({
  id: z.string().describe('A recipe names the file as mine:<id>.'),
  kind: z.enum(LIBRARY_KINDS),
  name: z.string(),
  fileName: z.string(),
  bytes: z.number().describe('What it counts against the quota.'),
  createdAt: z.string().describe('ISO 8601.'),
  summary: z.string().describe('What was read, in a line.'),
  figures: z
    .union([lensFiguresSchema, sensorFiguresSchema, networkFiguresSchema])
    .nullable()
    .describe(
      'Of a lens or a sensor, as GET /api/parts has them, or of a network; null until they are computed.',
    ),
});
export type OwnFile = z.infer<typeof ownFileSchema>;

/** A file with what its reader decided and what was read. */
export const wholeOwnFileSchema = ownFileSchema.extend({
  notes: z.array(z.string()),
  preview: previewSchema,
  file: lensFileFactsSchema
    .optional()
    .describe('Of a lens: what its file has besides; absent of one of an earlier version.'),
  ids: z
    .object({ twin: z.string(), lens: z.string(), sensor: z.string() })
    .optional()
    .describe('In the answer to a twin that was sent: the three files that it became.'),
});
export type WholeOwnFile = z.infer<typeof wholeOwnFileSchema>;

const listedPart = {
  name: z.string(),
  summary: z.string().describe('What it is, in a line.'),
  notes: z.array(z.string()).describe('Its source, and what its reader decided.'),
};

/** A lens that comes with the program, with its sheet. */
export const listedLensSchema = z.object({ ...listedPart, preview: lensPreviewSchema });
export type ListedLens = z.infer<typeof listedLensSchema>;

/** A published sensor, with its sheet. */
export const listedSensorSchema = z.object({ ...listedPart, preview: sensorPreviewSchema });
export type ListedSensor = z.infer<typeof listedSensorSchema>;

export const libraryAnswerSchema = z.object({
  files: z.array(ownFileSchema),
  bytes: z.number().describe('Of all files together.'),
  quota: z.number().describe('Bytes.'),
});

const nameOfFile = requiredText('Name', 100);

/** The text fields of POST /api/library; `file`, and `data` beside an ENVI header, are files. */
export const newOwnFileSchema = z.strictObject({
  kind: z.enum(LIBRARY_KINDS, `Kind must be ${LIBRARY_KINDS.join(', ')}.`),
  name: nameOfFile,
  wavelengths: z
    .string()
    .max(20_000, 'Wavelengths must be at most 20000 characters.')
    .optional()
    .describe('Of an .npy cube, nm: first:step:last, or a list with commas.'),
  radiance: z
    .enum(['energy', 'photons'], 'Radiance must be energy or photons.')
    .optional()
    .describe('A cube holds radiance in these quantities; without it, reflectance.'),
  depthKind: z
    .enum(['z', 'range'], 'Depth kind must be z or range.')
    .optional()
    .describe('Of a depth map: along the axis (z), or from the middle of the entrance pupil.'),
  depthScale: z
    .string()
    .regex(/^\d*\.?\d+$/, 'Depth scale must be a number of metres.')
    .max(30, 'Depth scale must be a number of metres.')
    .optional()
    .describe('Of a depth map in PNG: metres per code; 0.001 without it.'),
  keepFocus: z
    .enum(['true', 'false'], 'keepFocus must be true or false.')
    .optional()
    .describe('A lens file that is focused at a finite distance stays so.'),
  configuration: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'configuration must be a whole number from 1.')
    .optional()
    .describe('Of a lens file: the one configuration that is read; without it, all of them.'),
  ignoreKeys: z
    .string()
    .max(1000, 'ignoreKeys must be at most 1000 characters.')
    .optional()
    .describe('Of a lens file: keys of surfaces that are passed over, with commas between them.'),
  labels: z
    .string()
    .max(20_000, 'Labels must be at most 20000 characters.')
    .optional()
    .describe('Of a network: names of the classes with commas between them.'),
  descriptor: z
    .string()
    .max(30_000, 'The descriptor must be at most 30000 characters.')
    .optional()
    .describe('Of a network: JSON with any keys of its descriptor, which win over its file.'),
});
export type NewOwnFile = z.infer<typeof newOwnFileSchema>;

/** The query of GET /api/library/<id>/files. */
export const worldFileQuerySchema = z.strictObject({
  name: z.string('name must be that of a file of the world.').min(1).max(1000),
});

/** The body of PATCH /api/library/<id>. */
export const renamedFileSchema = z.strictObject({ name: nameOfFile });
