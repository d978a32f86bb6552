import { z } from 'zod';
import { requiredText, storableText } from '../text-fields.ts';

/** Labels that a class map can have. */
const MOST_MAPPED = 2000;

const name = requiredText('Name', 100);
const source = storableText('Source', 1000).describe('Where the pictures come from.');
const licence = storableText('Licence', 1000).describe('What they may be used for.');

const WIDTH = 'Width must be a number of degrees from 0.1 to 170.';
const LUMINANCE = 'Luminance must be a number above 0, in cd/m².';
/** What only a person knows of the pictures, and evaluations ask for. */
const settings = {
  hfov: z
    .number(WIDTH)
    .min(0.1, WIDTH)
    .max(170, WIDTH)
    .nullable()
    .describe('Width of a picture in degrees; null where nobody has said it.'),
  luminance: z
    .number(LUMINANCE)
    .positive(LUMINANCE)
    .nullable()
    .describe('Mean of the scenes, cd/m²; null where nobody has said it.'),
  classMap: z
    .record(z.string().max(200), z.string().max(200), 'classMap must lead to names of categories.')
    .refine(
      (map) => Object.keys(map).length <= MOST_MAPPED,
      `classMap must have at most ${MOST_MAPPED} names.`,
    )
    .describe('From labels of networks to categories; equal names need no line.'),
};

/** What a list shows of the check of a data set. */
const countsSchema = z.object({
  format: z.string().describe('coco, yolo, voc, kitti, classes, masks, depth or pictures.'),
  task: z
    .string()
    .describe('detection, segmentation, classification, anomaly, depth, or none without labels.'),
  images: z.number(),
  annotations: z.number(),
  categories: z.number(),
  problems: z.number().describe('How many problems its check has listed.'),
});

/** A data set of an account. */
export const datasetSchema = countsSchema.extend({
  id: z.string(),
  name: z.string(),
  fileName: z.string(),
  bytes: z.number().describe('What it counts against the quota.'),
  createdAt: z.string().describe('ISO 8601.'),
  source: z.string(),
  licence: z.string(),
  ...settings,
  sha256: z
    .string()
    .optional()
    .describe('Of the zip file; absent where it came to an earlier version.'),
});
export type DatasetFile = z.infer<typeof datasetSchema>;

const pictureSchema = z.object({
  name: z.string(),
  width: z.number().describe('Of the picture, pixels.'),
  height: z.number(),
  thumbnail: z.string().describe('Data URL of a PNG.'),
  boxes: z
    .array(z.object({ category: z.string(), bbox: z.array(z.number()).length(4) }))
    .describe('x, y, width, height in pixels of the picture.'),
});

/** A data set with its check, as `lumenloom dataset check` answers, and its first pictures. */
export const wholeDatasetSchema = datasetSchema.extend({
  check: z.object({
    format: z.string(),
    images: z.number(),
    annotations: z.number(),
    categories: z.number(),
    crowd: z.number(),
    sizes: z.object({
      small: z.number(),
      medium: z.number(),
      large: z.number(),
      pictures: z.record(z.string(), z.number()),
    }),
    split: z
      .string()
      .optional()
      .describe('The part that was read, or all; absent where there are none.'),
    splits: z.array(z.string()).readonly().optional().describe('All parts, such as train and val.'),
    conditions: z
      .record(z.string(), z.number())
      .optional()
      .describe('Pictures by their condition in conditions.csv; absent without it.'),
    problems: z.array(z.string()),
  }),
  classes: z.array(z.string()).describe('Names of its categories.'),
  folders: z
    .record(z.string(), z.number())
    .describe('Pictures in each folder, such as day and night; at most a hundred folders.'),
  pictures: z.array(pictureSchema).describe('The first twelve that can be read.'),
});
export type WholeDataset = z.infer<typeof wholeDatasetSchema>;

export const datasetsAnswerSchema = z.object({
  datasets: z.array(datasetSchema),
  bytes: z.number().describe('Of all data sets together.'),
  quota: z.number().describe('Bytes.'),
});
export type DatasetsAnswer = z.infer<typeof datasetsAnswerSchema>;

/** The text fields of POST /api/datasets; `file` is a zip file. */
export const newDatasetSchema = z.strictObject({
  name,
  source: source.optional(),
  licence: licence.optional(),
});

const arrivingKey = z
  .string('Say the key of the file.')
  .min(1, 'Say the key of the file.')
  .max(500, 'The key must be at most 500 characters.')
  .describe('Chosen by the sender: the same for all pieces of a file.');

/** The query of GET /api/datasets/arriving. */
export const arrivingQuerySchema = z.strictObject({ key: arrivingKey });

const AT = 'at must be a whole number from 0: the bytes that the server has.';
const OF = 'of must be the bytes of the whole file.';
/** The query of PUT /api/datasets/arriving. */
export const pieceQuerySchema = z.strictObject({
  key: arrivingKey,
  at: z.coerce.number(AT).int(AT).min(0, AT).describe('Where the piece belongs, bytes.'),
  of: z.coerce
    .number(OF)
    .min(0, OF)
    .default(0)
    .describe('Bytes of the whole file: one without room is refused with its first piece.'),
});

export const arrivingAnswerSchema = z.object({ bytes: z.number().describe('That are there.') });

/** The body of POST /api/datasets/arriving. */
export const arrivedDatasetSchema = newDatasetSchema.extend({
  key: arrivingKey,
  fileName: requiredText('File name', 200),
});

/** The body of PATCH /api/datasets/<id>. */
export const changedDatasetSchema = z
  .strictObject({ name, source, licence, ...settings })
  .partial()
  .refine(
    (change) => Object.keys(change).length > 0,
    'Say at least one of name, source, licence, hfov, luminance and classMap.',
  );
export type ChangedDataset = z.infer<typeof changedDatasetSchema>;
