import {
  constant,
  cosineOf,
  minus,
  plus,
  scaled,
  sineOf,
  sumOf,
  times,
  type Dual,
} from './dual.ts';

/** Three numbers along x, y and z with their derivatives. */
export type DualTriple = readonly [Dual, Dual, Dual];
/** A matrix of three rows, row by row. */
type DualTurn = readonly Dual[];

/** Tilt in degrees and shift in mm. */
export interface DualMove {
  readonly tilt: DualTriple;
  readonly decentre: DualTriple;
}

/** Where a part stands in the frame of the lens, and what takes its directions there. */
export interface DualFrame {
  readonly vertex: DualTriple;
  /** Absent where it is not turned. */
  readonly turn?: DualTurn;
}

/** A move of several surfaces, about the point on the axis at `pivot`. */
export interface DualGroup extends DualMove {
  readonly first: number;
  readonly last: number;
  readonly pivotMm: Dual;
}

const isConstantZero = ({ value, slopes }: Dual): boolean => value === 0 && slopes === undefined;

/** Whether a part is turned by these angles, or may be. */
const turns = (tilt: DualTriple): boolean => !tilt.every(isConstantZero);

/** Rz(c) Ry(b) Rx(a), see `turnOf`; each factor by itself. */
function turnBy([a, b, c]: DualTriple): DualTurn {
  const parts = [a, b, c].map((angle) => {
    const radians = scaled(angle, Math.PI / 180);
    return { sine: sineOf(radians), cosine: cosineOf(radians) };
  });
  const [x, y, z] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]];
  const [zero, one] = [constant(0), constant(1)];
  const less = (p: Dual): Dual => scaled(p, -1);
  const aboutX = [one, zero, zero, zero, x.cosine, less(x.sine), zero, x.sine, x.cosine];
  const aboutY = [y.cosine, zero, y.sine, zero, one, zero, less(y.sine), zero, y.cosine];
  const aboutZ = [z.cosine, less(z.sine), zero, z.sine, z.cosine, zero, zero, zero, one];
  return product(aboutZ, product(aboutY, aboutX));
}

const product = (p: DualTurn, q: DualTurn): DualTurn =>
  [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) =>
      sumOf([0, 1, 2].map((k) => times(p[3 * row + k]!, q[3 * k + column]!))),
    ),
  );

const turnedBy = (turn: DualTurn, vector: DualTriple): DualTriple => {
  const row = (at: number): Dual => sumOf([0, 1, 2].map((k) => times(turn[at + k]!, vector[k]!)));
  return [row(0), row(3), row(6)];
};

const added = (p: DualTriple, q: DualTriple): DualTriple => [
  plus(p[0], q[0]),
  plus(p[1], q[1]),
  plus(p[2], q[2]),
];

/** A part that stands at `nominalMm` on the axis, moved by itself. */
export function movedPart(nominalMm: Dual, { tilt, decentre }: DualMove): DualFrame {
  const vertex = added([constant(0), constant(0), nominalMm], decentre);
  return turns(tilt) ? { vertex, turn: turnBy(tilt) } : { vertex };
}

/** A part that is moved with its groups, in their order; see `placedSurfaces`. */
export const movedWith = (part: DualFrame, groups: readonly DualGroup[]): DualFrame =>
  groups.reduce(({ vertex, turn }, { tilt, decentre, pivotMm }) => {
    if (!turns(tilt)) return { vertex: added(vertex, decentre), ...(turn && { turn }) };
    const group = turnBy(tilt);
    const [x, y, z] = turnedBy(group, [vertex[0], vertex[1], minus(vertex[2], pivotMm)]);
    return {
      vertex: added([x, y, plus(z, pivotMm)], decentre),
      turn: turn ? product(group, turn) : group,
    };
  }, part);
