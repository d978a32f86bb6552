import { isMoved, turnedTowards, type LensDesign } from './ray-trace/lens-design.ts';

const DIRECTIONS = [
  ['+y', [0, 1]],
  ['-y', [0, -1]],
  ['+x', [1, 0]],
  ['-x', [-1, 0]],
] as const;

/** Direction of a field across the axis. */
export type Towards = (typeof DIRECTIONS)[number][0];

/** Where the fields of a figure of a lens lie; absent where all directions are the same. */
export interface Directed {
  readonly towards?: Towards;
}

/** A lens seen along one direction of its fields, which is +y in its design. */
type DirectedLens = Directed & { readonly design: LensDesign };

/**
 * The directions in which the fields of a lens are computed: one, or four where surfaces are tilted
 * or decentred. Each design is turned about its axis, so that y runs along the field and x across
 * it.
 */
export const lensDirections = (design: LensDesign): readonly DirectedLens[] =>
  isMoved(design)
    ? DIRECTIONS.map(([towards, unit]) => ({ towards, design: turnedTowards(design, unit) }))
    : [{ design }];

/** A field of a lens: see `DirectedLens`. */
type LensField = DirectedLens & { readonly fraction: number };

/**
 * The fields of a lens in all its directions; the axis is taken once, along +y.
 *
 * @param fractions of the half field, 0 to 1.
 */
export function lensFields(design: LensDesign, fractions: readonly number[]): LensField[] {
  const directions = lensDirections(design);
  return fractions.flatMap((fraction): LensField[] =>
    directions
      .slice(0, fraction === 0 ? 1 : directions.length)
      .map((directed) => ({ ...directed, fraction })),
  );
}

/** What is computed of each of these fields, with its direction. */
export const ofFields = <Value extends object>(
  lens: LensDesign,
  fractions: readonly number[],
  compute: (design: LensDesign, fraction: number) => Value,
): readonly (Value & Directed)[] =>
  lensFields(lens, fractions).map(({ design, fraction, ...where }) => ({
    ...compute(design, fraction),
    ...where,
  }));

/** Curves over the field, direction by direction. */
export const ofDirections = <Value extends object>(
  lens: LensDesign,
  compute: (design: LensDesign) => readonly Value[],
): readonly (Value & Directed)[] =>
  lensDirections(lens).flatMap(({ design, ...where }) =>
    compute(design).map((value) => ({ ...value, ...where })),
  );
