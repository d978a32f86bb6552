import { cos, sin } from '../../quantities/elementary.ts';

/** Three numbers along x, y and z. */
export type Triple = readonly [number, number, number];

/** Turn and shift of a part, as a lens file has them; all numbers are 0 unless given. */
export interface Move {
  /** Degrees about the fixed axes x, then y, then z, right-handed. */
  readonly tilt?: Triple;
  /** Mm, before the lens is scaled. */
  readonly decentre?: Triple;
}

/** Surfaces that are moved together as a rigid body. */
export interface MovedGroup extends Move {
  /** The first and the last surface, from 0. */
  readonly surfaces: readonly [first: number, last: number];
  /** From the first nominal vertex of the group to the point about which it turns, mm. */
  readonly pivot?: number;
}

/** A matrix of three rows, row by row. */
export type Turn = readonly number[];

/** Where a surface, or the plane of the sensor, stands relative to its nominal place. */
export interface Placement {
  /** How far its vertex is moved. */
  readonly shiftMm: Triple;
  /** Takes directions of the surface's own frame to the frame of the lens. */
  readonly turn: Turn;
}

const RADIANS = Math.PI / 180;
const NOWHERE: Triple = [0, 0, 0];

/**
 * Rz(c) Ry(b) Rx(a): about the fixed axes x, then y, then z.
 *
 * @param tilt [a, b, c] in degrees; a > 0 turns the normal (0, 0, 1) to (0, −sin a, cos a).
 */
export function turnOf([a, b, c]: Triple): Turn {
  const [sa, ca] = [sin(a * RADIANS), cos(a * RADIANS)];
  const [sb, cb] = [sin(b * RADIANS), cos(b * RADIANS)];
  const [sc, cc] = [sin(c * RADIANS), cos(c * RADIANS)];
  return [
    ...[cb * cc, sa * sb * cc - ca * sc, ca * sb * cc + sa * sc],
    ...[cb * sc, sa * sb * sc + ca * cc, ca * sb * sc - sa * cc],
    ...[-sb, sa * cb, ca * cb],
  ];
}

/** A vector of the own frame in the frame of the lens. */
export const turned = (turn: Turn, [x, y, z]: Triple): Triple => [
  turn[0]! * x + turn[1]! * y + turn[2]! * z,
  turn[3]! * x + turn[4]! * y + turn[5]! * z,
  turn[6]! * x + turn[7]! * y + turn[8]! * z,
];

/** The turn `second` after the turn `first`. */
export function turnedAgain(second: Turn, first: Turn): Turn {
  const columns = [0, 1, 2].map((column) =>
    turned(second, [first[column]!, first[3 + column]!, first[6 + column]!]),
  );
  return [0, 1, 2].flatMap((row) => columns.map((column) => column[row]!));
}

const isMove = ({ tilt, decentre }: Move): boolean =>
  [...(tilt ?? []), ...(decentre ?? [])].some((value) => value !== 0);

/** A part's place along the axis, mm, and how it is turned and shifted besides. */
export interface PlacedPart {
  readonly vertexMm: number;
  /** Absent where the part is square to the axis and on it. */
  readonly placed?: Placement;
}

/** Where a part stands that is not moved. */
export const STRAIGHT: Placement = { shiftMm: [0, 0, 0], turn: turnOf([0, 0, 0]) };

/** What a move does before any group: along the axis alone it turns nothing. */
export const placementOf = (
  { tilt = NOWHERE, decentre = NOWHERE }: Move,
  scale: number,
): Placement => ({
  shiftMm: decentre.map((value) => value * scale) as unknown as Triple,
  turn: turnOf(tilt),
});

/** A placement with its way along the axis, `alongMm`, taken as a place of the vertex. */
function partAt(vertexMm: number, { shiftMm, turn }: Placement, alongMm: number): PlacedPart {
  const [x, y, z] = shiftMm;
  const isTurned = turn.some((value, i) => value !== (i % 4 === 0 ? 1 : 0));
  return {
    vertexMm: vertexMm + alongMm,
    ...((isTurned || x !== 0 || y !== 0) && {
      placed: { shiftMm: [x, y, z - alongMm] as const, turn },
    }),
  };
}

const alongOf = ({ decentre = NOWHERE }: Move, scale: number): number => decentre[2] * scale;

/** Where the plane of the sensor stands whose nominal place is given. */
export const placedImage = (
  nominalMm: number,
  image: Move | undefined,
  scale: number,
): PlacedPart =>
  image && isMove(image)
    ? partAt(nominalMm, placementOf(image, scale), alongOf(image, scale))
    : { vertexMm: nominalMm };

/**
 * Where each surface stands: moved by itself, then with its groups in their order, each about a
 * point on the axis. The nominal place of the next surface does not move. Shifts along the axis
 * move the vertex, which paraxial figures see; tilts and shifts across it they ignore.
 *
 * @param nominalMm z of the nominal vertices, scaled.
 * @param scale of the lens: what `Move` gives in mm is multiplied by it.
 */
export const placedSurfaces = (
  moves: readonly Move[],
  groups: readonly MovedGroup[],
  nominalMm: readonly number[],
  scale: number,
): readonly PlacedPart[] =>
  moves.map((move, surface) => {
    const mine = groups.filter(
      (group) => isMove(group) && group.surfaces[0] <= surface && surface <= group.surfaces[1],
    );
    if (!isMove(move) && mine.length === 0) return { vertexMm: nominalMm[surface]! };
    const placement = mine.reduce(
      (before, group) => {
        const { shiftMm, turn } = placementOf(group, scale);
        const pivotMm = nominalMm[group.surfaces[0]]! + (group.pivot ?? 0) * scale;
        const fromPivotMm = nominalMm[surface]! - pivotMm;
        const [x, y, z] = before.shiftMm;
        const place = turned(turn, [x, y, z + fromPivotMm]);
        return {
          shiftMm: [
            place[0] + shiftMm[0],
            place[1] + shiftMm[1],
            place[2] - fromPivotMm + shiftMm[2],
          ] as const,
          turn: turnedAgain(turn, before.turn),
        };
      },
      placementOf(move, scale),
    );
    const along = [move, ...mine].reduce((sum, one) => sum + alongOf(one, scale), 0);
    return partAt(nominalMm[surface]!, placement, along);
  });
