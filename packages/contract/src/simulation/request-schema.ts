import {
  BANDS,
  EXAMPLE_NETWORK,
  algorithms,
  illuminants,
  isps,
  optics,
  scenes,
  sensors,
  type ChoiceField,
} from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { CORRECTION_CHOICES, LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from './correction-fields.ts';
import { EXPOSURE_FIELDS } from './exposure-fields.ts';
import { OPTICS_FIELDS } from './optics-fields.ts';
import { withHelp } from './wish-help.ts';
import { labels, parameterObjects } from './family.ts';
import { choiceSchema, numberSchema, parametersSchemas, tableSchema } from './field-schema.ts';
import { RECIPE_NUMBERS, type RecipeNumberName } from './recipe-numbers.ts';

/** Schemas of the numbers of a recipe that belong to no choice. */
const numberSchemas = Object.fromEntries(
  Object.entries(RECIPE_NUMBERS).map(([key, number]) => [
    key,
    numberSchema({ ...number, key, default: 0 }),
  ]),
) as Readonly<Record<RecipeNumberName, ReturnType<typeof numberSchema>>>;

const oneOf = ({ label, options, path }: ChoiceField) => choiceSchema(label, options, path);

/** The part of a recipe that is always read. */
const choices = {
  illuminant: choiceSchema('Illuminant', labels(illuminants)),
  scene: choiceSchema('Scene', labels(scenes)),
  sceneDepth: z.unknown().optional().meta({
    type: 'string',
    description: 'Distances of the scene: a depth map of your library, as mine:<id>.',
  }),
  optics: choiceSchema('Optics', labels(optics)),
  sensor: choiceSchema('Sensor', labels(sensors)),
  sensorFile: z.unknown().optional().meta({
    type: 'object',
    description: "Fields of a sensor file (docs/own-files.md) that stand in place of the sensor's.",
  }),
  isp: choiceSchema('ISP', labels(isps)),
  algorithm: choiceSchema('Algorithm', labels(algorithms), undefined, EXAMPLE_NETWORK.file),
  ...numberSchemas,
  flicker: z.unknown().optional().meta({
    type: 'object',
    description: 'How the light flickers: kind (sine, pwm), hertz, depth, duty, phaseDegrees.',
  }),
  motion: z.unknown().optional().meta({
    type: 'object',
    description:
      'How scene or camera move: one of pixelsPerSecond, degreesPerSecond and homographies; subFrames.',
  }),
  frame: z.unknown().optional().meta({
    type: 'object',
    description: 'Which picture of a series this is: index, rate in Hz. It begins at index/rate.',
  }),
  ...parametersSchemas({
    opticsParams: withHelp(OPTICS_FIELDS),
    exposureParams: withHelp(EXPOSURE_FIELDS),
    toneMap: TONE_MAP_FIELDS,
    lensShading: LENS_SHADING_FIELDS,
  }),
  whiteBalance: oneOf(CORRECTION_CHOICES.whiteBalance),
  colourMatrix: oneOf(CORRECTION_CHOICES.colourMatrix),
};

export const choicesSchema = z.looseObject(choices, 'The recipe must be a JSON object.');

/**
 * The complete body of POST /simulate, as it is documented. A run reads the part that its choices
 * need.
 */
export const simulationRequestSchema = z
  .object({
    ...choices,
    illuminantCustomPhotons: tableSchema('Custom illuminant photons', BANDS, 1e12).nullish(),
    sceneFile: z
      .unknown()
      .optional()
      .meta({ type: 'string', description: 'Ignored: built-in scenes are chosen by name.' }),
    ...parametersSchemas(parameterObjects(scenes)),
    sceneFileIlluminantData: z
      .array(
        tableSchema('Scene file illuminant rows', 2, 1e30),
        `Scene file illuminant data must be a list of ${BANDS} rows.`,
      )
      .length(BANDS, `Scene file illuminant data must have exactly ${BANDS} rows.`)
      .nullish(),
    ...parametersSchemas(parameterObjects(sensors)),
    ...parametersSchemas(parameterObjects(isps)),
  })
  .describe(
    'A recipe. Every field is optional; blank, null and missing mean the default. Numbers may be sent as text.',
  );
