import {
  ENVIRONMENT,
  FRAME,
  MOTION,
  SENSOR_FIELDS,
  TASK,
  type Field,
  type ObjectField,
} from '@lumenloom/engine/catalogue';
import { LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from './correction-fields.ts';
import { EXPOSURE_FIELDS } from './exposure-fields.ts';
import { LAB_FIELDS } from './lab-fields.ts';
import { FLICKER } from './flicker-fields.ts';
import { OPTICS_FIELDS } from './optics-fields.ts';
import { WORLD_PARAMS } from './world-fields.ts';

/** Stages by which people name the fields of an object. */
type Stage = 'Scene' | 'Optics' | 'Sensor' | 'ISP';

/**
 * Objects of the recipe that belong to no choice. Request schema, OpenAPI, Python types, `--set`,
 * sweeps and their labels follow from a line here.
 */
export const RECIPE_PARAMETERS = {
  opticsParams: { stage: 'Optics', fields: OPTICS_FIELDS },
  exposureParams: { stage: 'Sensor', fields: EXPOSURE_FIELDS },
  toneMap: { stage: 'ISP', fields: TONE_MAP_FIELDS },
  labParams: { stage: 'Sensor', fields: LAB_FIELDS },
  lensShading: { stage: 'ISP', fields: LENS_SHADING_FIELDS },
} as const satisfies Readonly<Record<string, { stage: Stage; fields: readonly Field[] }>>;

/** Objects that are read by their descriptor alone, and may hold objects and lists. */
export const RECIPE_DOCUMENTS = {
  sensorFile: { stage: 'Sensor', field: SENSOR_FIELDS },
  flicker: { stage: 'Scene', field: FLICKER },
  motion: { stage: 'Scene', field: MOTION },
  frame: { stage: 'Scene', field: FRAME },
  task: { stage: 'Scene', field: TASK },
  environment: { stage: 'Optics', field: ENVIRONMENT },
  worldParams: { stage: 'Scene', field: WORLD_PARAMS },
} as const satisfies Readonly<Record<string, { stage: Stage; field: ObjectField }>>;
