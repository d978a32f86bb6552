import { z } from 'zod';

const known = (text: string) => z.number().nullable().describe(text);

/** Under which conditions a run was computed; the keys are published (J6). */
export const runConditionsSchema = z.object({
  exposureSeconds: known('null without a sensor.'),
  exposureBy: z
    .enum(['meter', 'first', 'fixed', 'blur'])
    .nullable()
    .describe('The meter, the meter before anything varied, a number, or a blur.'),
  gainTimes: known('null without a sensor.'),
  columns: z.number(),
  rows: z.number(),
  whiteLuminance: z.number().describe('cd/m².'),
  illuminanceLux: known('On the object; null for radiance.'),
  whiteIlluminanceLux: z.number().describe('On the sensor, from white.'),
  objectDistanceM: known('null without a distance.'),
  fieldMm: z.tuple([z.number(), z.number()]).readonly().nullable().describe('On the object.'),
  clippedPercent: known('Of the pixels of the channel that has most.'),
  verdict: z.string().optional().describe('Whether the feature of the task is found, and by what.'),
  isWhiteClipped: z.literal(true).optional().describe('White fills a channel.'),
  assumed: z
    .array(z.string())
    .readonly()
    .optional()
    .describe('Figures of the sensor that no source gives.'),
  floor: z
    .string()
    .optional()
    .describe('Why the figures of the data set are those of a network that sees nothing.'),
});
export type RunConditions = z.infer<typeof runConditionsSchema>;
