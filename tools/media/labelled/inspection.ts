import { box, plane } from '../site/stills/solids.ts';
import { grouped } from '../site/stills/grouped.ts';
import { CAPS, TRAY, bearing, belt, cap, gear, nut, still as parts } from '../site/stills/parts.ts';
import type { SceneObject } from '../apple/surface.ts';
import type { Vec3 } from '../apple/vector.ts';
import {
  drawn,
  type ClassName,
  type LabelledObject,
  type LabelledStill,
} from './labelled-still.ts';

const [COLUMNS, ROWS, CELL] = [5, 4, 7];
const TEETH = 20;
const KINDS: readonly (ClassName | undefined)[] = [
  'gear',
  'broken gear',
  'bearing',
  'nut',
  'cap',
  undefined,
];

/** A tray of machined parts, other ones in each picture; cm. */
export function inspection(picture: number): LabelledStill {
  const at = drawn(picture);
  const [width, depth] = [COLUMNS * CELL, ROWS * CELL];
  return {
    camera: {
      ...parts.camera,
      position: [-7 + 12 * (at(1) - 0.5), 47, 34 + 6 * at(2)],
      target: [0.4 + 4 * (at(3) - 0.5), 0, 0.2],
      frameHeight: 0.6,
      lensRadius: 0,
    },
    exposure: 0.8 + 0.4 * at(4),
    lighting: parts.lighting,
    createScenery: () => [
      plane([0, -0.4, 0], [0, 1, 0], belt),
      box([0, -0.05, 0], [width / 2 + 0.25, 0.35, depth / 2 + 0.25], TRAY),
      ...Array.from({ length: COLUMNS + 1 }, (_, i) =>
        box([i * CELL - width / 2, 0.8, 0], [0.22, 0.8, depth / 2 + 0.25], TRAY, { bevel: 0.12 }),
      ),
      ...Array.from({ length: ROWS + 1 }, (_, i) =>
        box([0, 0.8, i * CELL - depth / 2], [width / 2 + 0.25, 0.8, 0.22], TRAY, { bevel: 0.12 }),
      ),
    ],
    createLabelled: () =>
      Array.from({ length: COLUMNS * ROWS }, (_, cell): LabelledObject[] => {
        const name = KINDS[Math.floor(at(10 + cell) * KINDS.length)];
        if (name === undefined) return [];
        const base: Vec3 = [
          ((cell % COLUMNS) + 0.5) * CELL - width / 2 + 1.6 * (at(40 + cell) - 0.5),
          0.3,
          (Math.floor(cell / COLUMNS) + 0.5) * CELL - depth / 2 + 1.6 * (at(70 + cell) - 0.5),
        ];
        return [{ name, object: grouped(base, 3.4, partOf(name, base, at(100 + cell))) }];
      }).flat(),
  };
}

/** @param share where a part is turned to, 0 to 1, and which colour or tooth it has. */
function partOf(name: ClassName, base: Vec3, share: number): readonly SceneObject[] {
  const turn = 2 * Math.PI * share;
  switch (name) {
    case 'broken gear':
      return [gear(base, turn, Math.floor(share * TEETH))];
    case 'bearing':
      return bearing(base);
    case 'nut':
      return [nut(base, turn)];
    case 'cap':
      return [cap(base, CAPS[Math.floor(share * CAPS.length)]!)];
    default:
      return [gear(base, turn)];
  }
}
