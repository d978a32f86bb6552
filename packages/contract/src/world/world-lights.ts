import { z } from 'zod';
import {
  PLACE,
  POSE,
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
  worldName,
  yes,
} from './world-fields.ts';

const degrees = numeric({ min: 0, max: 90 });
const beamHalfAngleDegrees = numeric({ above: 0, max: 89 }).optional();
const radius = numeric({ min: 0, max: 1e7 });

/** What every lamp has; its level is one of five. */
const LAMP = {
  name: worldName,
  parent: worldName.optional(),
  ...POSE,
  spectrum: spectrum.optional(),
  lumens: level.optional(),
  candela: level.optional(),
  lux: z
    .union(
      [
        level,
        z.strictObject(
          { value: level, atMetres: numeric({ min: 0, max: 1e7 }) },
          keysAt('a lux of value and atMetres'),
        ),
      ],
      `${PLACE} must be a number from 0, or value and atMetres.`,
    )
    .optional(),
  luminance: level.optional(),
  watts: level.optional(),
  on: yes.optional(),
  group: worldName.optional(),
  follows: z.literal('camera', `${PLACE} must be camera.`).optional(),
  seen: yes.optional(),
  motion,
};

const lamp = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...LAMP, ...shape }, keysAt(`a light of type ${type}`));

const BEAM = { beamHalfAngleDegrees };
const TYPES = [
  lamp('point', { radius: radius.optional() }),
  lamp('spot', {
    innerDegrees: degrees.optional(),
    outerDegrees: numeric({ above: 0, max: 90 }),
    radius: radius.optional(),
  }),
  lamp('directional', { diameterDegrees: degrees.optional() }),
  lamp('sun', { diameterDegrees: degrees.optional() }),
  lamp('rectangle', { size, ...BEAM }),
  lamp('disc', { radius: metres, ...BEAM }),
  lamp('ring', { inner: radius, outer: metres, ...BEAM }),
  lamp('line', { radius: metres, length: metres }),
  lamp('dome', { radius: metres, holeDegrees: numeric({ min: 0, max: 89 }).optional() }),
  lamp('coaxial', {
    size,
    coneHalfDegrees: numeric({ above: 0, max: 89 }),
    splitter: z
      .tuple(
        [numeric({ min: 0, max: 1 }), numeric({ min: 0, max: 1 })],
        `${PLACE} must be two shares.`,
      )
      .optional(),
  }),
  lamp('ies', { file: fileName }),
  lamp('projector', {
    image: fileName,
    encoding: choice(['srgb', 'linear']).optional(),
    hfovDegrees: numeric({ above: 0, max: 170 }),
  }),
] as const;

const TYPE = `${PLACE} must be one of point, spot, directional, sun, rectangle, disc, ring, line, dome, coaxial, ies and projector.`;
/** Levels that a type has a meaning for; others have all five. */
const LEVELS = ['lumens', 'candela', 'lux', 'luminance', 'watts'] as const;
const LEVELS_OF: Readonly<Record<string, readonly (typeof LEVELS)[number][]>> = {
  directional: ['lux'],
  sun: ['lux'],
  coaxial: ['luminance', 'lux'],
  dome: ['luminance', 'lux', 'lumens', 'watts'],
};

/** A lamp (docs/reference/world.md#w5). */
export const worldLightSchema = z
  .discriminatedUnion('type', TYPES, TYPE)
  .superRefine((light, context) => {
    oneTurn(light, context);
    const refuse = (message: string, ...path: string[]): void =>
      context.addIssue({ code: 'custom', message, path });
    const levels = LEVELS.filter((key) => light[key] !== undefined);
    const own = LEVELS_OF[light.type] ?? LEVELS;
    const isFile = light.type === 'ies' && levels.length === 0;
    if (levels.length !== 1 && !isFile)
      refuse(`${PLACE} needs exactly one of lumens, candela, lux, luminance and watts.`);
    else if (levels[0] !== undefined && !own.includes(levels[0]))
      refuse(`${PLACE} is of type ${light.type}, whose level is ${own.join(' or ')}.`);
    else if (light.type === 'ies' && levels[0] !== undefined && levels[0] !== 'lumens')
      refuse(`${PLACE} is of type ies, whose level is lumens, or that of its file.`);
    else if (typeof light.lux === 'number' && !/directional|sun/.test(light.type))
      refuse(`${PLACE} must have value and atMetres.`, 'lux');
    else if (typeof light.lux === 'object' && /directional|sun/.test(light.type))
      refuse(`${PLACE} must be a number for a light at infinity.`, 'lux');
    if (light.type === 'spot' && (light.innerDegrees ?? 0) >= light.outerDegrees)
      refuse(`${PLACE} must be below outerDegrees.`, 'innerDegrees');
    if (light.type === 'ring' && light.inner >= light.outer)
      refuse(`${PLACE} must be below outer.`, 'inner');
  });
