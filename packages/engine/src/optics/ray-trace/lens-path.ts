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
  | {
      readonly part: 'group';
      readonly at: number;
      readonly property: MoveName;
      readonly component: number;
    }
  | { readonly part: 'image'; readonly property: MoveName; readonly component: number };

/** What paths into a lens look like, for the sentence of a path that is none. */
export const LENS_PATHS =
  'lens.surfaces[0].curvature, radius, thickness, index, glass, conic, aspheric[0], semiDiameter, tilt[0] or decentre[0], lens.groups[0].tilt[0] or decentre[0], lens.image.tilt[0] or decentre[0], all counted from 0';

const PATH =
  /^(?:lens\.)?(?:(surfaces|groups)\[(\d+)\]|(image))\.((?:shape\.)?[a-zA-Z]+)(?:\[(\d+)\])?$/;

/**
 * The property of a lens that a path such as `lens.surfaces[0].curvature` names;
 * `image.decentre[2]` is `lens.image.decentre[2]`. Undefined for any other text.
 */
export function lensPartOf(path: string): LensPart | undefined {
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
