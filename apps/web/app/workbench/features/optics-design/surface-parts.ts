import type { LensFile } from '@lumenloom/browser-host';
import { SHAPE_KINDS, type Aperture, type AxisMove } from '@lumenloom/engine/catalogue';
import type { LensDraft } from './lens-draft.ts';
import type { Edit } from './table-edits.ts';

export type Surface = LensFile['surfaces'][number];

/** Kinds of surfaces with numbers of their own; '' is a sphere, a conic or an even asphere. */
export const KINDS = ['', ...SHAPE_KINDS.map(({ name }) => name)] as const;

/** A draft whose surface has other parts; what is undefined is taken away. */
export function withParts(
  draft: LensDraft,
  row: number,
  parts: Readonly<Record<string, unknown>>,
  what: string,
): Edit {
  const { lens } = draft;
  const changed = (surface: Surface): Surface =>
    Object.fromEntries(
      Object.entries<unknown>({ ...surface, ...parts }).filter(([, value]) => value !== undefined),
    ) as unknown as Surface;
  return {
    draft: {
      ...draft,
      lens: { ...lens, surfaces: lens.surfaces.map((one, i) => (i === row ? changed(one) : one)) },
    },
    name: `${what} ${row + 1}`,
  };
}

/** A surface of another kind, with the numbers of that kind. */
export const withKind = (draft: LensDraft, row: number, kind: string): Edit =>
  withParts(
    draft,
    row,
    { shape: SHAPE_KINDS.find(({ name }) => name === kind)?.own },
    `kind of surface`,
  );

/** Moves of the axis before and behind a surface, in the order in which they act. */
export interface MovePlace {
  readonly row: number;
  /** Among those before it; undefined behind it. */
  readonly at: number | undefined;
}

export function withMove(
  draft: LensDraft,
  { row, at }: MovePlace,
  move: AxisMove | undefined,
): Edit {
  const { before = [] } = draft.lens.surfaces[row]!;
  if (at === undefined) return withParts(draft, row, { after: move }, 'move behind surface');
  const list = move
    ? [...before.slice(0, at), move, ...before.slice(at + 1)]
    : before.toSpliced(at, 1);
  return withParts(
    draft,
    row,
    { before: list.length > 0 ? list : undefined },
    'move before surface',
  );
}

export const movesOf = ({
  before = [],
  after,
}: Surface): readonly (readonly [number | undefined, AxisMove])[] => [
  ...before.map((move, at) => [at, move] as const),
  ...(after ? [[undefined, after] as const] : []),
];

/** An aperture of a kind, about as wide as its surface. */
export function newAperture(kind: Aperture['kind'], size: number): Aperture {
  switch (kind) {
    case 'circle':
      return { kind, radius: size };
    case 'ring':
      return { kind, radius: size, inner: size / 2 };
    case 'rectangle':
    case 'ellipse':
      return { kind, halfX: size, halfY: size / 2 };
    case 'spider':
      return { kind, width: size / 20, arms: 4 };
    case 'polygon':
      return { kind, points: [0, 1, 2, 3, 4, 5].map((corner) => corned(corner, size)) };
  }
}

const DIGITS = 6;
const corned = (corner: number, size: number): readonly [number, number] => {
  const angle = (corner * Math.PI) / 3;
  const rounded = (value: number): number => Number((value * size).toPrecision(DIGITS)) || 0;
  return [rounded(Math.cos(angle)), rounded(Math.sin(angle))];
};

/** Numbers of each kind of aperture beside its place. */
export const APERTURE_NUMBERS: Readonly<Record<Aperture['kind'], readonly string[]>> = {
  circle: ['radius'],
  ring: ['radius', 'inner'],
  rectangle: ['halfX', 'halfY'],
  ellipse: ['halfX', 'halfY'],
  spider: ['width', 'arms', 'first'],
  polygon: ['points'],
};
