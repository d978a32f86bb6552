import { z } from 'zod';
import { requiredText } from '../text-fields.ts';

const descriptor = z.record(
  z.string(),
  z.unknown(),
  'descriptor must be an object with keys of the descriptor of a network.',
);

/** The body of POST /api/library/<id>/trial. */
export const networkTrialSchema = z.strictObject({
  descriptor: descriptor
    .optional()
    .describe('Keys of the descriptor that win over what was read; default the stored ones.'),
  picture: z
    .string()
    .max(500)
    .optional()
    .describe('apple.jpg, or the name of a picture of the data set; without it nothing is run.'),
  dataset: z.string().max(100).optional().describe('Id of one of your data sets.'),
});
export type NetworkTrial = z.infer<typeof networkTrialSchema>;

/** The body of POST /api/library/<id>/settings. */
export const networkSettingsSchema = z.strictObject({
  name: requiredText('Name', 100),
  descriptor,
});

const portSchema = z.object({
  name: z.string(),
  type: z.string(),
  shape: z.array(z.number().nullable()).nullable().describe('null: any.'),
});

/** What a network takes and gives, and what it found in the picture. */
export const triedNetworkSchema = z.object({
  opset: z.number().nullable().describe('Version of the operators of ONNX.'),
  inputs: z.array(portSchema),
  outputs: z.array(portSchema),
  descriptor: z.record(z.string(), z.unknown()),
  problems: z.array(z.string()).describe('What had to be guessed.'),
  guessed: z.array(z.string()).describe('The keys of the descriptor that were guessed.'),
  found: z
    .object({
      image: z.string().describe('The picture with what was found, data URL of a PNG.'),
      milliseconds: z.number().describe('Of preparing, running and reading.'),
      count: z.number().describe('Boxes above the threshold of drawing; 1 of other tasks.'),
      results: z
        .array(z.object({ label: z.string(), score: z.number() }))
        .describe('The strongest boxes or classes, or the largest classes with their shares.'),
      tries: z
        .array(
          z.object({
            colour: z.enum(['rgb', 'bgr', 'grey']),
            range: z.tuple([z.number(), z.number()]),
            count: z.number(),
          }),
        )
        .describe('Where no box was found: orders and scales with which some are.'),
    })
    .nullable(),
});
export type TriedNetwork = z.infer<typeof triedNetworkSchema>;

/** The body of POST /api/library/trials, a form; the network is its part `file`. */
export const newTrialSchema = z.strictObject({
  name: z.string().optional(),
  descriptor: z
    .string()
    .optional()
    .describe('JSON with keys of the descriptor that win over what the file says.'),
});

/** A network that is tried before it is saved. */
export const arrivedTrialSchema = triedNetworkSchema.extend({
  id: z.string().describe('For /trial and /settings, in place of an id of the library.'),
  fileName: z.string(),
  bytes: z.number(),
});
export type ArrivedTrial = z.infer<typeof arrivedTrialSchema>;
