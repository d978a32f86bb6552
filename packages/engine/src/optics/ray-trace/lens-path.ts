import { shapePartOf } from './surfaces/shape.ts';
import type { ShapePart } from './surfaces/shape-row.ts';

/** Properties of a surface besides its shape, and those that are a list of numbers. */
const SURFACE_NUMBERS = ['thickness', 'index', 'glass', 'semiDiameter'] as const;
const MOVES = ['tilt', 'decentre'] as const;

type SurfaceNumber = (typeof SURFACE_NUMBERS)[number];
type MoveName = (typeof MOVES)[number];

/** A property of a lens that can be varied, as a path names it. */
export type LensPart =
  | { readonly part: 'surface'; readonly at: number; readonly property: SurfaceNumber }
  | ({ readonly part: 'surface'; readonly at: number } & ShapePart)
  | {
      readonly part: 'surface';
      readonly at: number;
      readonly property: MoveName;
      readonly component: number;
    }
  | ({ readonly part: 'surface'; readonly at: number } & ActionPart)
  | {
      readonly part: 'group';
      readonly at: number;
      readonly property: MoveName;
      readonly component: number;
    }
  | { readonly part: 'image'; readonly property: MoveName; readonly component: number };

/**
 * A number of what a surface does, or of a move of the axis before it: phase in radians at order 1,
 * focal length and decentre in mm, tilt in degrees.
 */
export interface ActionPart {
  readonly property: 'phase' | 'thin' | 'before';
  /** Where it stands in the surface of the file. */
  readonly steps: readonly (string | number)[];
}

/** What paths into a lens look like, for the sentence of a path that is none. */
export const LENS_PATHS =
  'lens.surfaces[0].curvature, radius, thickness, index, glass, conic, aspheric[0], semiDiameter, tilt[0], decentre[0], shape.coefficients[0], phase.coefficients[0], thin.focalLengthMm, before[0].tilt[0] or before[0].decentre[0], lens.groups[0].tilt[0] or decentre[0], lens.image.tilt[0] or decentre[0], all counted from 0';

const PATH =
  /^(?:lens\.)?(?:(surfaces|groups)\[(\d+)\]|(image))\.((?:shape\.)?[a-zA-Z]+)(?:\[(\d+)\])?$/;

const ACTION =
  /^lens\.surfaces\[(\d+)\]\.(?:(phase)\.(coefficients)\[(\d+)\]|(thin)\.(focalLengthMm)|(before)\[(\d+)\]\.(tilt|decentre)\[([0-2])\])$/;

function actionOf(path: string): LensPart | undefined {
  const [, at, ...found] = (ACTION.exec(path) ?? []) as readonly (string | undefined)[];
  if (at === undefined) return undefined;
  const steps = found
    .filter((step) => step !== undefined)
    .map((step) => (/^\d/.test(step) ? Number(step) : step));
  const [property] = steps as [ActionPart['property']];
  return { part: 'surface', at: Number(at), property, steps };
}

/**
 * The property of a lens that a path such as `lens.surfaces[0].curvature` names;
 * `image.decentre[2]` is `lens.image.decentre[2]`. Undefined for any other text.
 */
export function lensPartOf(path: string): LensPart | undefined {
  const action = actionOf(path);
  if (action) return action;
  const [, list, place, image, name, step] = PATH.exec(path) ?? [];
  if (name === undefined || (image === undefined && !path.startsWith('lens.'))) return undefined;
  const [at, component] = [Number(place), step === undefined ? undefined : Number(step)];
  const move = MOVES.find((known) => known === name);
  if (move && component !== undefined && component < 3) {
    if (image !== undefined) return { part: 'image', property: move, component };
    return { part: list === 'groups' ? 'group' : 'surface', at, property: move, component };
  }
  if (list !== 'surfaces') return undefined;
  const shape = shapePartOf(name, component);
  if (shape) return { part: 'surface', at, ...shape };
  const property = SURFACE_NUMBERS.find((known) => known === name);
  return property && component === undefined ? { part: 'surface', at, property } : undefined;
}
