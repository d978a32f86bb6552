import { turned, turnedAgain, type Triple, type Turn } from '../optics/ray-trace/placement.ts';
import { converted, trimmedMove, type AxisMove } from './lens-draft.ts';

/** Where a surface stands in the frame of the lens. */
export interface AbsoluteFrame {
  readonly vertex: Triple;
  /** Takes directions of the surface's own frame to the frame of the lens. */
  readonly turn: Turn;
  readonly mirror: boolean;
}

/** What places a surface of a sequence. */
export interface PlacedStep {
  readonly thicknessMm: number;
  readonly before: readonly AxisMove[];
  readonly after?: AxisMove;
}

const DEGREES = 180 / Math.PI;
const STRAIGHT: Turn = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Parts of a turn or a length, mm, that rounding leaves. */
const ROUNDING = 1e-12;

const backTurned = (turn: Turn): Turn =>
  [0, 1, 2].flatMap((row) => [0, 1, 2].map((c) => turn[3 * c + row]!));

const cleaned = (value: number): number => (Math.abs(value) < ROUNDING ? 0 : converted(value));

/** Angles a, b, g of a turn Rx(a) Ry(b) Rz(g), degrees. */
export function ownAngles(turn: Turn): Triple {
  const b = Math.asin(Math.min(1, Math.max(-1, turn[2]!)));
  const isSquare = Math.abs(turn[2]!) > 1 - 1e-15;
  const a = isSquare ? Math.atan2(turn[7]!, turn[4]!) : Math.atan2(-turn[5]!, turn[8]!);
  const g = isSquare ? 0 : Math.atan2(-turn[1]!, turn[0]!);
  return [cleaned(a * DEGREES), cleaned(b * DEGREES), cleaned(g * DEGREES)];
}

const along = (turn: Turn): Triple => [turn[2]!, turn[5]!, turn[8]!];
const minus = (one: Triple, other: Triple): Triple => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
];

/** How far a direction leaves an axis, whichever way it runs. */
function offAxis(way: Triple, axis: Triple): number {
  const dot = way[0] * axis[0] + way[1] * axis[1] + way[2] * axis[2];
  return Math.hypot(way[0] - dot * axis[0], way[1] - dot * axis[1], way[2] - dot * axis[2]);
}

/**
 * The moves of the axis that put surfaces where absolute frames are. Behind a surface that
 * refracts the axis goes on; behind a mirror it goes the way that it is reflected, where the next
 * surface stands there.
 */
export function stepsOfFrames(frames: readonly AbsoluteFrame[]): readonly PlacedStep[] {
  let [vertex, turn]: [Triple, Turn] = [frames[0]!.vertex, STRAIGHT];
  const steps: PlacedStep[] = [];
  for (const [i, frame] of frames.entries()) {
    const shift = turned(backTurned(turn), minus(frame.vertex, vertex));
    if (i > 0) {
      const last = steps.at(-1)!;
      steps[steps.length - 1] = { ...last, thicknessMm: last.thicknessMm + cleaned(shift[2]) };
    }
    const own = turnedAgain(backTurned(turn), frame.turn);
    const tilt = ownAngles(own);
    const decentre: Triple = [
      cleaned(shift[0]),
      cleaned(shift[1]),
      i === 0 ? cleaned(shift[2]) : 0,
    ];
    const there = trimmedMove({ decentre, tilt });
    const onAxis: Triple = [0, 1, 2].map(
      (row) => vertex[row]! + (i === 0 ? 0 : turn[3 * row + 2]! * shift[2]),
    ) as unknown as Triple;
    const folded = turnedAgain(turnedAgain(turn, own), own);
    const next = frames[i + 1];
    const way = next && minus(next.vertex, frame.vertex);
    const folds =
      frame.mirror &&
      way !== undefined &&
      tilt.some((angle) => angle !== 0) &&
      offAxis(way, along(folded)) < offAxis(way, along(turn));
    const after = folds
      ? trimmedMove({ tilt })
      : trimmedMove({
          decentre: [-decentre[0], -decentre[1], -decentre[2]],
          tilt: [-tilt[0], -tilt[1], -tilt[2]],
          order: 1,
        });
    steps.push({ thicknessMm: 0, before: there ? [there] : [], ...(after && { after }) });
    [vertex, turn] = folds ? [frame.vertex, folded] : [onAxis, turn];
  }
  return steps;
}
