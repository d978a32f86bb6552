import { z } from 'zod';
import { messages } from '../messages.ts';
import { requiredText, storableText } from '../text-fields.ts';

const name = requiredText('Name', 100);
const source = storableText('Source', 1000).describe('Where the pictures come from.');
const licence = storableText('Licence', 1000).describe('What they may be used for.');

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
    problems: z.array(z.string()),
  }),
  classes: z.array(z.string()).describe('Names of its categories.'),
  pictures: z.array(pictureSchema).describe('The first twelve that can be read.'),
});
export type WholeDataset = z.infer<typeof wholeDatasetSchema>;

export const datasetsAnswerSchema = z.object({
  datasets: z.array(datasetSchema),
  bytes: z.number().describe('Of all data sets together.'),
  quota: z.number().describe('Bytes.'),
});

/** The text fields of POST /api/datasets; `file` is a zip file. */
export const newDatasetSchema = z.strictObject({
  name,
  source: source.optional(),
  licence: licence.optional(),
});

/** The body of PATCH /api/datasets/<id>. */
export const changedDatasetSchema = z
  .strictObject({ name: name.optional(), source: source.optional(), licence: licence.optional() })
  .refine((change) => Object.keys(change).length > 0, messages.nothingChanged);
export type ChangedDataset = z.infer<typeof changedDatasetSchema>;
