import { z } from 'zod';

/**
 * Features that an operator may switch on in the workbench; in the documented build they are
 * disabled (docs/reference/protocol.md#a3).
 */
export const WORKBENCH_FEATURES = [
  'stop',
  'share',
  'plan-popup',
  'save',
  'history',
  'charts',
  'measure',
  'sfr',
  'sweep',
  'live',
  'upload',
  'stages',
  'compare',
  'demo-camera',
  'exposure',
  'parts',
  'networks',
  'depth',
  'glare',
  'hdr',
  'motion',
  'reference-isp',
  'study',
  'optics-design',
  'sensor-design',
  'object',
  'compare-parts',
  'lens-files',
  'lab',
  'environment',
  'world',
  'choose',
  'twin',
] as const;

export type WorkbenchFeature = (typeof WORKBENCH_FEATURES)[number];

/** What only operators turn on. */
const OPERATORS: readonly WorkbenchFeature[] = ['plan-popup', 'demo-camera'];

/** What a person may turn on with All tools unless the operator decides otherwise. */
export const DEFAULT_OFFERS: readonly WorkbenchFeature[] = WORKBENCH_FEATURES.filter(
  (feature) => !OPERATORS.includes(feature),
);

const featuresSchema = z
  .array(z.string())
  .transform((names) => WORKBENCH_FEATURES.filter((feature) => names.includes(feature)));

/**
 * The answer of GET /config.json: the settings that differ from one deployment to the next. A
 * feature that this build does not know is no feature.
 */
export const deploymentSchema = z.object({
  /** Origin of the compute calls, without a slash at the end; '' is the origin of the page. */
  computeBase: z.string(),
  /** Same-origin path of a web-analytics script; '' loads none. */
  analyticsSrc: z.string().default(''),
  /** On for everybody. */
  workbenchFeatures: featuresSchema,
  /** What a person may turn on with All tools. */
  workbenchOffers: featuresSchema.default([]),
  /** Networks of the list Algorithms whose files are not there, and are not fetched by a run. */
  absentNetworks: z.array(z.string()).optional(),
});

export type Deployment = z.infer<typeof deploymentSchema>;
