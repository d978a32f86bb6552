import { trimmedMove, type AxisMove } from './lens-draft.ts';

/** The decentre of a surface as CODE V and ray-optics have it, in mm and degrees. */
export interface Decentre {
  readonly shift: [x: number, y: number, z: number];
  readonly turn: [alpha: number, beta: number, gamma: number];
  /** What becomes of it behind the surface. */
  mode: 'stays' | 'DAR' | 'BEN' | 'REV';
}

/** Moves of the axis of a decentred surface; alpha and beta are left-handed in these files. */
export function axisMoves(decentre: Decentre | undefined): {
  readonly before: readonly AxisMove[];
  readonly after?: AxisMove;
} {
  if (!decentre) return { before: [] };
  const { shift, turn, mode } = decentre;
  const tilt = [turned(turn[0]), turned(turn[1]), turn[2]] as const;
  const there = trimmedMove({ decentre: [...shift], tilt });
  const back = trimmedMove({
    decentre: [turned(shift[0]), turned(shift[1]), turned(shift[2])],
    tilt: [turned(tilt[0]), turned(tilt[1]), turned(tilt[2])],
    order: 1,
  });
  const again = trimmedMove({ tilt });
  const before = there && mode !== 'REV' ? [there] : [];
  const after = mode === 'BEN' ? again : mode === 'stays' ? undefined : back;
  return { before, ...(after && { after }) };
}

const turned = (value: number): number => (value === 0 ? 0 : -value);
