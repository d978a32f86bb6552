import { z } from 'zod';

/** Charts that frames of a real camera may show, by the names of the scenes. */
export const LAB_CHARTS = [
  'Slanted Edge',
  'Sine Star',
  'Dead Leaves',
  'Uniform Field',
  'Grey Steps',
  'Contrast Pairs',
  'Flicker',
  'Macbeth',
  'Gridlines',
] as const;
export type LabChart = (typeof LAB_CHARTS)[number];

const rectangle = z
  .tuple([z.int().min(0), z.int().min(0), z.int().min(1), z.int().min(1)])
  .describe('x, y, width, height in whole pixels');

/** An entry of the manifest that names a chart. */
export const labFrameSchema = z.strictObject({
  chart: z.enum(LAB_CHARTS),
  file: z.string().min(1).optional(),
  roi: rectangle.optional(),
  encoding: z.enum(['linear', 'srgb']).optional(),
  params: z.record(z.string(), z.unknown()).default({}),
});

export type LabFrameEntry = z.infer<typeof labFrameSchema>;
