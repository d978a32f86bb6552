import { z } from 'zod';
import { fieldPath, stepsOfIssue, type Decoded } from '../simulation/decoded.ts';
import {
  PLACE,
  POSE,
  SCALED_POSE,
  choice,
  fileName,
  keysAt,
  level,
  metres,
  motion,
  numeric,
  oneTurn,
  size,
  spectrum,
  vector,
  worldName,
  yes,
} from './world-fields.ts';
import { worldLightSchema } from './world-lights.ts';
import { materialOrName, worldMaterialSchema } from './world-materials.ts';

/** Limits of a world (docs/reference/world.md#w13). */
const MOST = {
  documentBytes: 4_000_000,
  names: 65_535,
  lights: 1000,
  places: 10_000,
  numbers: 3_000_000,
  pixels: 100_000,
};

const numbers = z
  .array(z.number(`${PLACE} must be a number.`), `${PLACE} must be a list of numbers.`)
  .max(MOST.numbers, `${PLACE} must have at most ${MOST.numbers} numbers.`);
const SHAPES = {
  plane: z.strictObject({ size }, keysAt('a plane')),
  box: z.strictObject({ size: z.tuple([metres, metres, metres]) }, keysAt('a box')),
  sphere: z.strictObject({ radius: metres }, keysAt('a sphere')),
  cylinder: z.strictObject(
    { radius: metres, height: metres, caps: yes.optional() },
    keysAt('a cylinder'),
  ),
  disc: z
    .strictObject(
      { radius: metres, inner: numeric({ min: 0, max: 1e7 }).optional() },
      keysAt('a disc'),
    )
    .refine(({ radius, inner = 0 }) => inner < radius, {
      message: `${PLACE} must be below radius.`,
      path: ['inner'],
    }),
  torus: z
    .strictObject({ radius: metres, tube: metres }, keysAt('a torus'))
    .refine(({ radius, tube }) => tube < radius, {
      message: `${PLACE} must be below radius.`,
      path: ['tube'],
    }),
  mesh: z.strictObject(
    {
      positions: numbers,
      indices: numbers,
      normals: numbers.optional(),
      uvs: numbers.optional(),
    },
    keysAt('a mesh'),
  ),
};
const SHAPE = `${PLACE} must have one of plane, box, sphere, cylinder, disc, torus and mesh.`;
const shape = z
  .strictObject(
    {
      plane: SHAPES.plane.optional(),
      box: SHAPES.box.optional(),
      sphere: SHAPES.sphere.optional(),
      cylinder: SHAPES.cylinder.optional(),
      disc: SHAPES.disc.optional(),
      torus: SHAPES.torus.optional(),
      mesh: SHAPES.mesh.optional(),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `${PLACE} is no shape: choose plane, box, sphere, cylinder, disc, torus or mesh.`
          : SHAPE,
    },
  )
  .refine((keys) => Object.values(keys).filter((one) => one !== undefined).length === 1, SHAPE);

const pose = z.strictObject(SCALED_POSE, keysAt('a pose')).superRefine(oneTurn);
const label = z.string(`${PLACE} must be a text.`).min(1).max(100).optional();

const object = z
  .strictObject(
    {
      name: worldName,
      asset: worldName.optional(),
      shape: shape.optional(),
      ...SCALED_POSE,
      parent: worldName.optional(),
      material: materialOrName.optional(),
      materials: z.record(z.string(), materialOrName).optional(),
      instances: z
        .array(pose, `${PLACE} must be a list of poses.`)
        .min(1, `${PLACE} must have a pose at least.`)
        .max(MOST.names, `${PLACE} must have at most ${MOST.names} poses.`)
        .optional(),
      label,
      visible: yes.optional(),
      castsShadow: yes.optional(),
      motion,
    },
    keysAt('an object of a world'),
  )
  .superRefine((keys, context) => {
    oneTurn(keys, context);
    if ((keys.asset === undefined) === (keys.shape === undefined))
      context.addIssue({ code: 'custom', message: `${PLACE} needs one of asset and shape.` });
  });

const shining = z.strictObject(
  { spectrum: spectrum.optional(), luminance: level },
  keysAt('an even light of spectrum and luminance'),
);
const oneOf = (keys: readonly string[], what: string) => ({
  check: (value: Readonly<Record<string, unknown>>): boolean =>
    keys.filter((key) => value[key] !== undefined).length === 1,
  message: `${PLACE} needs one of ${what}.`,
});

const levelOfSky = oneOf(['zenithLuminance', 'horizontalLux'], 'zenithLuminance and horizontalLux');
const SKY_TYPE = `${PLACE} must be 1 to 15.`;
const sky = z
  .strictObject(
    {
      type: z.number(SKY_TYPE).int(SKY_TYPE).min(1, SKY_TYPE).max(15, SKY_TYPE),
      sunElevationDegrees: numeric({ min: 0, max: 90 }),
      sunAzimuthDegrees: numeric({ min: -360, max: 360 }).optional(),
      spectrum: spectrum.optional(),
      zenithLuminance: level.optional(),
      horizontalLux: level.optional(),
      groundReflectance: numeric({ min: 0, max: 1 }).optional(),
    },
    keysAt('a sky'),
  )
  .refine(levelOfSky.check, levelOfSky.message);
const levelOfMap = oneOf(['luminance', 'horizontalLux'], 'luminance and horizontalLux');
const map = z
  .strictObject(
    {
      file: fileName,
      luminance: level.optional(),
      horizontalLux: level.optional(),
      rotationDegrees: numeric({ min: -360, max: 360 }).optional(),
    },
    keysAt('an environment map'),
  )
  .refine(levelOfMap.check, levelOfMap.message);
const surroundings = oneOf(['uniform', 'sky', 'map'], 'uniform, sky and map');
const environment = z
  .strictObject(
    { uniform: shining.optional(), sky: sky.optional(), map: map.optional() },
    keysAt('an environment'),
  )
  .refine(surroundings.check, surroundings.message);

const haze = oneOf(
  ['extinctionPerMetre', 'visibilityMetres'],
  'extinctionPerMetre and visibilityMetres',
);
const fog = z
  .strictObject(
    {
      extinctionPerMetre: numeric({ min: 0, max: 1e6 }).optional(),
      visibilityMetres: metres.optional(),
      airlight: shining.optional(),
    },
    keysAt('a fog'),
  )
  .refine(haze.check, haze.message);

const pixels = numeric({ min: 1, max: MOST.pixels, whole: true });
const camera = z
  .strictObject(
    {
      ...POSE,
      matrix: SCALED_POSE.matrix,
      origin: choice(['pupil', 'vertex']).optional(),
      hfovDegrees: numeric({ above: 0, max: 179 }).optional(),
      columns: pixels.optional(),
      rows: pixels.optional(),
      motion,
      from: z.string(`${PLACE} must be the asset and the camera: asset/camera.`).optional(),
    },
    keysAt('a camera'),
  )
  .superRefine(oneTurn);

const place = z.strictObject(
  { name: worldName, position: vector, normal: vector, white: yes.optional() },
  keysAt('a place'),
);
const samples = numeric({ min: 1, max: 1_000_000, whole: true });
const noise = z
  .strictObject(
    {
      relative: numeric({ above: 0, max: 1 }).optional(),
      ofShot: numeric({ above: 0, max: 100 }).optional(),
    },
    keysAt('a noise'),
  )
  .superRefine(({ relative, ofShot }, context) => {
    if ((relative === undefined) === (ofShot === undefined))
      context.addIssue({
        code: 'custom',
        message: `${PLACE} needs one of relative and ofShot.`,
      });
  });
const render = z
  .strictObject(
    {
      samples: samples.optional(),
      noise: noise.optional(),
      maxSamples: samples.optional(),
      seed: numeric({ min: 0, max: 2 ** 32 - 1, whole: true }).optional(),
    },
    keysAt('a rendering'),
  )
  .superRefine((keys, context) => {
    if (keys.samples !== undefined && keys.noise !== undefined)
      context.addIssue({
        code: 'custom',
        message: `${PLACE}.samples and ${PLACE}.noise are both given: give one.`,
      });
  });
const asset = z.strictObject(
  {
    file: fileName,
    unit: choice(['m', 'mm', 'cm', 'in']).optional(),
    up: choice(['y', 'z']).optional(),
    tolerance: metres.optional(),
  },
  keysAt('an asset'),
);
const many = <Item extends z.ZodType>(item: Item, what: string, most: number) =>
  z
    .array(item, `${PLACE} must be a list of ${what}.`)
    .max(most, `${PLACE} must have at most ${most} ${what}.`)
    .optional();

/** A world, as its author writes it (docs/reference/world.md). */
export const worldDocumentSchema = z
  .strictObject(
    {
      version: z.literal(1, `${PLACE} must be 1.`),
      name: z.string(`${PLACE} must be a text.`).max(200).optional(),
      assets: z.record(worldName, asset).optional(),
      materials: z.record(worldName, worldMaterialSchema).optional(),
      objects: many(object, 'objects', MOST.names),
      lights: many(worldLightSchema, 'lights', MOST.lights),
      environment: environment.optional(),
      fog: fog.optional(),
      camera: camera.optional(),
      places: many(place, 'places', MOST.places),
      render: render.optional(),
      labels: z
        .strictObject(
          { minVisible: numeric({ min: 0, max: 1 }).optional() },
          keysAt('the labels of a world'),
        )
        .optional(),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `${PLACE} means nothing in a world.`
          : 'A world must be a JSON object.',
    },
  )
  .describe('Things, lamps and a camera: what stands in front of the lens.');

export type WorldContent = z.infer<typeof worldDocumentSchema>;

/**
 * Reads the document of a world. The first problem alone comes back, with names in its place:
 * `objects.part.shape`.
 */
export function readWorldDocument(content: unknown): Decoded<WorldContent> {
  return readBy(worldDocumentSchema, content, '');
}

/** Reads a material that stands alone, in a file of its own. */
export const readWorldMaterial = (content: unknown) =>
  readBy(worldMaterialSchema, content, 'material');

function readBy<Value>(schema: z.ZodType<Value>, content: unknown, root: string): Decoded<Value> {
  const read = schema.safeParse(content);
  if (read.success) return { ok: true, value: read.data };
  const issue = read.error.issues[0]!;
  const field = placeOf(stepsOfIssue(issue), content) || root;
  const missing =
    issue.code === 'invalid_type' && valueAt(content, issue.path) === undefined
      ? `${field} is missing.`
      : undefined;
  return {
    ok: false,
    problems: [
      {
        field,
        message: missing ?? issue.message.replaceAll(PLACE, field),
      },
    ],
  };
}

const valueAt = (content: unknown, steps: readonly PropertyKey[]): unknown => {
  let at = content;
  for (const step of steps)
    at =
      typeof at === 'object' && at !== null
        ? (at as Readonly<Record<PropertyKey, unknown>>)[step]
        : undefined;
  return at;
};

/** The path with names of things in place of their indices. */
const placeOf = (steps: readonly PropertyKey[], content: unknown): string =>
  fieldPath(
    steps.map((step, at) => {
      const named =
        typeof step === 'number' && at === 1
          ? valueAt(content, [...steps.slice(0, 2), 'name'])
          : undefined;
      return typeof named === 'string' && named !== '' ? named.slice(0, 100) : step;
    }),
  );

/** Most bytes of the document of a world. */
export const LARGEST_WORLD = MOST.documentBytes;
