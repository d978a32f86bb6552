import { cos, sin } from '../../quantities/elementary.ts';
import {
  placementOf,
  turnOf,
  turned,
  turnedAgain,
  type Move,
  type MovedGroup,
  type Placement,
  type Triple,
  type Turn,
} from './placement.ts';

/** A move of the axis, about its own axes: what follows stands in the frame that it leads to. */
export interface AxisMove {
  /** Mm along x, y and z, before the lens is scaled. */
  readonly decentre?: Triple;
  /** Degrees about the own axes x, y and z, right-handed. */
  readonly tilt?: Triple;
  /** 0: shifted, then turned about x, y and z; 1: turned about z, y and x, then shifted. */
  readonly order?: 0 | 1;
  /** Mm along the new z, at the end. */
  readonly thickness?: number;
}

/** A frame: where its origin is in the frame of the lens, mm, and its axes as columns. */
export interface AxisFrame {
  readonly vertexMm: Triple;
  readonly turn: Turn;
}

/** Parts of a lens file from which the frames of its surfaces follow. */
export interface AxisRow {
  readonly thickness: number;
  readonly before?: readonly AxisMove[];
  readonly after?: AxisMove;
  /** An earlier surface, from 0, in whose frame this one begins. */
  readonly returnTo?: number;
}

const RADIANS = Math.PI / 180;
export const LENS_FRAME: AxisFrame = { vertexMm: [0, 0, 0], turn: turnOf([0, 0, 0]) };

/** The turn about one axis: 0 x, 1 y, 2 z. */
function about(axis: 0 | 1 | 2, degrees: number): Turn {
  const [s, c] = [sin(degrees * RADIANS), cos(degrees * RADIANS)];
  if (axis === 0) return [1, 0, 0, 0, c, -s, 0, s, c];
  if (axis === 1) return [c, 0, s, 0, 1, 0, -s, 0, c];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

const shifted = ({ vertexMm, turn }: AxisFrame, by: Triple): AxisFrame => {
  const [x, y, z] = turned(turn, by);
  return { vertexMm: [vertexMm[0] + x, vertexMm[1] + y, vertexMm[2] + z], turn };
};

/** The frame to which a move leads. @param scale of the lens. */
export function movedFrame(frame: AxisFrame, move: AxisMove, scale: number): AxisFrame {
  const { decentre = [0, 0, 0], tilt: [a, b, g] = [0, 0, 0], order = 0, thickness = 0 } = move;
  const by = decentre.map((value) => value * scale) as unknown as Triple;
  const axes = [about(0, a), about(1, b), about(2, g)] as const;
  const [first, second, third] = order === 0 ? axes : [axes[2], axes[1], axes[0]];
  const turnBy = turnedAgain(turnedAgain(first, second), third);
  const start = order === 0 ? shifted(frame, by) : frame;
  const tilted = { ...start, turn: turnedAgain(start.turn, turnBy) };
  return shifted(order === 0 ? tilted : shifted(tilted, by), [0, 0, thickness * scale]);
}

const movedBy = (frame: AxisFrame, moves: readonly AxisMove[], scale: number): AxisFrame =>
  moves.reduce((at, move) => movedFrame(at, move, scale), frame);

/** How far moves lead along the axis, mm of the file. */
const alongOf = (moves: readonly AxisMove[]): number =>
  moves.reduce((sum, { decentre, thickness = 0 }) => sum + (decentre?.[2] ?? 0) + thickness, 0);

/** Frames of surfaces and sensor, and their places along the unfolded axis, mm. */
export interface LensFrames {
  readonly surfaces: readonly AxisFrame[];
  readonly image: AxisFrame;
  readonly alongMm: readonly number[];
  readonly imageAlongMm: number;
}

/**
 * The frames of a lens file.
 *
 * @param toSensorMm from the last surface to the sensor, with its sign, mm at the final size.
 */
export function lensFrames(
  rows: readonly AxisRow[],
  image: readonly AxisMove[],
  toSensorMm: number,
  scale: number,
): LensFrames {
  const surfaces: AxisFrame[] = [];
  const alongMm: number[] = [];
  let [frame, along] = [LENS_FRAME, 0];
  for (const [i, row] of rows.entries()) {
    const { before = [], after, returnTo, thickness } = row;
    if (returnTo !== undefined) [frame, along] = [surfaces[returnTo]!, alongMm[returnTo]!];
    frame = movedBy(frame, before, scale);
    along += alongOf(before) * scale;
    surfaces.push(frame);
    alongMm.push(along);
    const step = i === rows.length - 1 ? toSensorMm : thickness * scale;
    frame = shifted(after ? movedFrame(frame, after, scale) : frame, [0, 0, step]);
    along += (after ? alongOf([after]) * scale : 0) + step;
  }
  return {
    surfaces,
    image: movedBy(frame, image, scale),
    alongMm,
    imageAlongMm: along + alongOf(image) * scale,
  };
}

/** A placement in a frame of its own, seen from the frame of the lens. */
export const placedIn = (frame: AxisFrame, { shiftMm, turn }: Placement): AxisFrame => ({
  ...shifted(frame, shiftMm),
  turn: turnedAgain(frame.turn, turn),
});

const transposed = (turn: Turn): Turn => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((at) => turn[at]!);

/**
 * Frames with the tilts and decentres of C1: of a surface in its own frame, of a group as a rigid
 * body in the frame of its first surface.
 */
export const perturbedFrames = (
  frames: readonly AxisFrame[],
  moves: readonly Move[],
  groups: readonly MovedGroup[],
  scale: number,
): readonly AxisFrame[] =>
  frames.map((frame, i) => {
    const own = placedIn(frame, placementOf(moves[i]!, scale));
    return groups
      .filter(({ surfaces: [first, last] }) => first <= i && i <= last)
      .reduce((part, group) => {
        const first = frames[group.surfaces[0]]!;
        const pivotMm = (group.pivot ?? 0) * scale;
        const { shiftMm, turn } = placementOf(group, scale);
        const back = transposed(first.turn);
        const from = part.vertexMm.map((value, axis) => value - first.vertexMm[axis]!);
        const [x, y, z] = turned(back, from as unknown as Triple);
        const [tx, ty, tz] = turned(turn, [x, y, z - pivotMm]);
        const place = shifted(first, [tx + shiftMm[0], ty + shiftMm[1], tz + pivotMm + shiftMm[2]]);
        return {
          vertexMm: place.vertexMm,
          turn: turnedAgain(first.turn, turnedAgain(turn, turnedAgain(back, part.turn))),
        };
      }, own);
  });

/** A frame as a placement relative to a nominal place on the axis. */
export const placementFrom = (
  { vertexMm: [x, y, z], turn }: AxisFrame,
  nominalMm: number,
): Placement => ({ shiftMm: [x, y, z - nominalMm], turn });
