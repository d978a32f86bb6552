import {
  BANDS,
  algorithms,
  illuminants,
  isps,
  optics,
  scenes,
  sensors,
  type NumberField,
} from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { labels, parameterObjects } from './family.ts';
import { choiceSchema, numberSchema, parametersSchemas, tableSchema } from './field-schema.ts';

/** Seeds are unsigned 32-bit integers. */
export const LARGEST_SEED = 2 ** 32 - 1;

const luminanceField = (key: string, label: string): NumberField => ({
  kind: 'number',
  key,
  label,
  unit: 'cd/m²',
  default: 0,
  above: 0,
  max: 1e9,
});
const seedField = (key: string, label: string): NumberField => ({
  kind: 'number',
  key,
  label,
  unit: '',
  default: 0,
  whole: true,
  min: 0,
  max: LARGEST_SEED,
});

/**
 * The complete body of POST /simulate, as it is documented. A run reads the part that its choices
 * need.
 */
export const simulationRequestSchema = z
  .object({
    illuminant: choiceSchema('Illuminant', labels(illuminants)),
    illuminantLuminance: numberSchema(
      luminanceField('illuminantLuminance', 'Illuminant luminance'),
    ),
    illuminantCustomPhotons: tableSchema('Custom illuminant photons', BANDS, 1e12).nullish(),
    scene: choiceSchema('Scene', labels(scenes)),
    sceneFile: z
      .unknown()
      .meta({ type: 'string', description: 'Ignored: built-in scenes are chosen by name.' }),
    sceneLuminance: numberSchema(luminanceField('sceneLuminance', 'Scene luminance')),
    ...parametersSchemas(parameterObjects(scenes)),
    sceneFileIlluminantData: z
      .array(
        tableSchema('Scene file illuminant rows', 2, 1e30),
        `Scene file illuminant data must be a list of ${BANDS} rows.`,
      )
      .length(BANDS, `Scene file illuminant data must have exactly ${BANDS} rows.`)
      .nullish(),
    optics: choiceSchema('Optics', labels(optics)),
    sensor: choiceSchema('Sensor', labels(sensors)),
    ...parametersSchemas(parameterObjects(sensors)),
    isp: choiceSchema('ISP', labels(isps)),
    ...parametersSchemas(parameterObjects(isps)),
    algorithm: choiceSchema('Algorithm', labels(algorithms)),
    seed: numberSchema(seedField('seed', 'Seed')),
    fpnSeed: numberSchema(seedField('fpnSeed', 'Fixed-pattern seed')),
  })
  .describe(
    'A recipe. Every field is optional; blank, null and missing mean the default. Numbers may be sent as text.',
  );

/** The part of a recipe that is always read. */
export const choicesSchema = z.looseObject(
  simulationRequestSchema.pick({
    illuminant: true,
    illuminantLuminance: true,
    scene: true,
    sceneLuminance: true,
    optics: true,
    sensor: true,
    isp: true,
    algorithm: true,
    seed: true,
    fpnSeed: true,
  }).shape,
  'The recipe must be a JSON object.',
);
