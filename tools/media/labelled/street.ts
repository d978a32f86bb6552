import { box, plane } from '../site/stills/solids.ts';
import { car } from '../site/stills/car.ts';
import {
  asphalt,
  block,
  cone,
  pavement,
  still as road,
  stopSign,
  tree,
} from '../site/stills/road.ts';
import { drawn, type LabelledObject, type LabelledStill } from './labelled-still.ts';

/** A street with other cars, cones and trees in each picture, by day or at dusk; lengths in dm. */
export function street(picture: number): LabelledStill {
  const at = drawn(picture);
  const isDusk = picture % 3 === 2;
  return {
    camera: {
      ...road.camera,
      position: [3 + 14 * (at(1) - 0.5), 11 + 5 * at(2), 62],
      target: [0.5 + 16 * (at(3) - 0.5), 11, -40],
      lensRadius: 0,
    },
    exposure: isDusk ? road.exposure : 1.05,
    lighting: isDusk
      ? road.lighting
      : {
          lamp: road.lighting.lamp,
          surroundings: (_dx, dy, _dz, out) => {
            const up = Math.max(0, dy);
            out.red = 1.05 - 0.45 * up;
            out.green = 1.08 - 0.3 * up;
            out.blue = 1.12;
          },
        },
    createScenery: () => [
      plane([0, 0, 0], [0, 1, 0], asphalt),
      box([-85, 0.7, -300], [50, 0.7, 500], pavement),
      box([85, 0.7, -300], [50, 0.7, 500], pavement),
      block(-118, -180, [48, 75, 90], [0.42, 0.3, 0.24]),
      block(-112, -420, [42, 60, 140], [0.5, 0.46, 0.38]),
      block(118, -130, [46, 60, 60], [0.46, 0.44, 0.42]),
      block(114, -310, [42, 90, 105], [0.36, 0.24, 0.2]),
      block(0, -760, [190, 55, 40], [0.4, 0.38, 0.4]),
    ],
    createLabelled: () => labelled(at),
  };
}

/** Distance between the places of cars along a lane: longer than a car. */
const PLACE = 62;

function labelled(at: (key: number) => number): LabelledObject[] {
  const cars = [0, 1, 2, 3, 4, 5].flatMap((i): LabelledObject[] => {
    const isAway = i % 2 === 1;
    if (at(10 + i) > 0.6 && i > 0) return [];
    const colour = [0, 1, 2].map((channel) => 0.02 + 0.6 * at(20 + 3 * i + channel) ** 2) as [
      number,
      number,
      number,
    ];
    return [
      {
        name: 'car',
        object: car({
          x: (isAway ? 17 : -19) + 4 * (at(40 + i) - 0.5),
          z: -50 - PLACE * Math.floor(i / 2) - 14 * at(50 + i),
          colour,
          away: isAway,
        }),
      },
    ];
  });
  const cones = Array.from({ length: 1 + Math.floor(4 * at(60)) }, (_, i): LabelledObject => ({
    name: 'cone',
    object: cone(-30 + 12 * at(61 + i), 10 - 13 * i - 6 * at(71 + i)),
  }));
  const trees = [-52, 54].flatMap((x, side) =>
    [0, 1, 2].flatMap((i): LabelledObject[] =>
      at(80 + 3 * side + i) > 0.65
        ? []
        : [{ name: 'tree', object: tree(x, -60 - 95 * i - 20 * at(90 + 3 * side + i)) }],
    ),
  );
  const signs: LabelledObject[] =
    at(100) > 0.35 ? [{ name: 'stop sign', object: stopSign(37, -30 - 40 * at(101)) }] : [];
  return [...cars, ...cones, ...trees, ...signs];
}
