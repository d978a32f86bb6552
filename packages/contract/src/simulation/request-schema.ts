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
  type Field,
} from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { CORRECTION_CHOICES } from './correction-fields.ts';
import { withHelp } from './wish-help.ts';
import { labels, parameterObjects } from './family.ts';
import {
  choiceSchema,
  documentSchema,
  numberSchema,
  parametersSchemas,
  tableSchema,
} from './field-schema.ts';
import { RECIPE_NUMBERS, type RecipeNumberName } from './recipe-numbers.ts';
import { RECIPE_DOCUMENTS, RECIPE_PARAMETERS } from './recipe-objects.ts';

/** Schemas of the numbers of a recipe that belong to no choice. */
const numberSchemas = Object.fromEntries(
  Object.entries(RECIPE_NUMBERS).map(([key, number]) => [
    key,
    numberSchema({ ...number, key, default: 0 }),
  ]),
) as Readonly<Record<RecipeNumberName, ReturnType<typeof numberSchema>>>;

const documentSchemas = Object.fromEntries(
  Object.entries(RECIPE_DOCUMENTS).map(([key, { field }]) => [key, documentSchema(field)]),
) as Readonly<Record<keyof typeof RECIPE_DOCUMENTS, ReturnType<typeof documentSchema>>>;

const parameterFields = Object.fromEntries(
  Object.entries(RECIPE_PARAMETERS).map(([key, { fields }]) => [key, withHelp<Field>(fields)]),
);

const oneOf = ({ label, options, path }: ChoiceField) => choiceSchema(label, options, path);

/** The part of a recipe that is always read. */
const choices = {
  illuminant: choiceSchema('Illuminant', labels(illuminants)),
  scene: choiceSchema('Scene', labels(scenes)),
  sceneDepth: documentSchema({
    kind: 'text',
    key: 'sceneDepth',
    label: 'Scene Depth',
    help: 'Distances of the scene: a depth map of your library, as mine:<id>.',
  }),
  world: documentSchema({
    kind: 'one-of',
    key: 'world',
    label: 'World',
    help: 'Things and lamps in front of the camera, in place of a scene: the document of a world, example:NAME, mine:<id> of your library, or with a command a file beside the recipe.',
    options: [
      { kind: 'text', key: '', label: 'World' },
      { kind: 'object', key: '', label: 'World', fields: [] },
    ],
  }),
  optics: choiceSchema('Optics', labels(optics)),
  sensor: choiceSchema('Sensor', labels(sensors)),
  isp: choiceSchema('ISP', labels(isps)),
  algorithm: choiceSchema('Algorithm', labels(algorithms), undefined, EXAMPLE_NETWORK.file),
  ...numberSchemas,
  ...documentSchemas,
  ...parametersSchemas(parameterFields),
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
    sceneFile: documentSchema({
      kind: 'text',
      key: 'sceneFile',
      label: 'Scene File',
      help: 'Ignored: built-in scenes are chosen by name.',
    }),
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
