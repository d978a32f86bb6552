import type { PrintedGlass } from '@lumenloom/browser-host';

/** The diagram, px, and what it shows: Abbe numbers fall to the right, as makers draw them. */
export const MAP = { width: 400, height: 220 } as const;
export const ABBE = [100, 15] as const;
export const INDEX = [1.4, 2.1] as const;

type Figures = Pick<PrintedGlass, 'index' | 'abbe'>;

/** Where a glass stands in the diagram, px. */
export const placeOf = ({ index, abbe }: Figures): readonly [x: number, y: number] => [
  (MAP.width * (ABBE[0] - abbe)) / (ABBE[0] - ABBE[1]),
  (MAP.height * (INDEX[1] - index)) / (INDEX[1] - INDEX[0]),
];

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const AHEAD: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function nearest(
  glasses: readonly PrintedGlass[],
  distanceTo: (x: number, y: number) => number,
): PrintedGlass | undefined {
  let [found, least]: [PrintedGlass | undefined, number] = [undefined, Infinity];
  for (const glass of glasses) {
    const distance = distanceTo(...placeOf(glass));
    if (distance < least) [found, least] = [glass, distance];
  }
  return found;
}

/** The glass that stands nearest to a place of the diagram. */
export const nearestTo = (
  glasses: readonly PrintedGlass[],
  [x, y]: readonly [number, number],
): PrintedGlass | undefined => nearest(glasses, (atX, atY) => Math.hypot(atX - x, atY - y));

/** The nearest glass in a direction, within 45° to both sides. */
export function nextGlass(
  glasses: readonly PrintedGlass[],
  from: Figures,
  direction: Direction,
): PrintedGlass | undefined {
  const [[x, y], [aheadX, aheadY]] = [placeOf(from), AHEAD[direction]];
  return nearest(glasses, (atX, atY) => {
    const [dx, dy] = [atX - x, atY - y];
    const ahead = dx * aheadX + dy * aheadY;
    const aside = Math.abs(dx * aheadY) + Math.abs(dy * aheadX);
    return ahead > 0 && aside <= ahead ? Math.hypot(dx, dy) : Infinity;
  });
}
