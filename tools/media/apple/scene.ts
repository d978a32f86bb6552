import { STEM_CAVITY_HEIGHT, appleShape } from './apple-shape.ts';
import { GREEN_APPLE, RED_APPLE, createAppleSkin } from './apple-skin.ts';
import { createBowl } from './bowl.ts';
import { createTable, createWall } from './flat-objects.ts';
import { createLeaf } from './leaf.ts';
import { lemonShape } from './lemon-shape.ts';
import { createLemonSkin } from './lemon-skin.ts';
import { createNapkin } from './napkin.ts';
import { placeOnTable, toWorld } from './placement.ts';
import { createStarObject } from './star-object.ts';
import { createStem, stemLine } from './stem.ts';
import { roomLight } from './room-light.ts';
import type { Still } from './still.ts';
import type { SceneObject } from './surface.ts';
import { windowLight } from './window-light.ts';

/** Builds all objects of the still life. */
function createObjects(): SceneObject[] {
  const apple = placeOnTable(appleShape, {
    x: 0,
    z: 0,
    floor: 0,
    up: [0.06, 1, 0.2],
    spin: 0.5,
    size: 1,
  });
  const leafBase = toWorld(apple, stemLine(STEM_CAVITY_HEIGHT, 0.62));
  const green = placeOnTable(appleShape, {
    x: 11.6,
    z: -13.6,
    floor: 0.75,
    up: [-0.3, 1, 0.25],
    spin: 2.2,
    size: 0.86,
  });
  const lemon = placeOnTable(lemonShape, {
    x: -8.35,
    z: -6.6,
    floor: 0.72,
    up: [0.9, 0.06, 0.5],
    spin: 0.4,
    size: 0.79,
  });
  const lemonInBowl = placeOnTable(lemonShape, {
    x: 7.2,
    z: -11.6,
    floor: 2.3,
    up: [-0.7, 0.35, 0.6],
    spin: 1.4,
    size: 0.8,
  });
  const lemonSkin = createLemonSkin();
  return [
    createTable(-25),
    createWall(-52),
    createStarObject(appleShape, apple, createAppleSkin(RED_APPLE)),
    createStem(apple, STEM_CAVITY_HEIGHT),
    createLeaf({
      base: leafBase,
      along: [0.95, 0.42, 0.12],
      face: [-0.3, 0.85, 0.5],
      length: 5.2,
      halfWidth: 1.25,
    }),
    createBowl(9.4, -13, 1),
    createStarObject(appleShape, green, createAppleSkin(GREEN_APPLE)),
    createStarObject(lemonShape, lemonInBowl, lemonSkin),
    createStarObject(lemonShape, lemon, lemonSkin),
    createNapkin(-12, -5.5, 0.42),
  ];
}

/** The apple: a short telephoto view, slightly from above, focused on its front. */
export const still: Still = {
  camera: {
    position: [1.2, 10.6, 38],
    target: [0.7, 4.25, 0],
    frameHeight: 0.345,
    focus: 35.4,
    lensRadius: 0.34,
  },
  exposure: 1.4,
  lighting: { lamp: windowLight, surroundings: roomLight },
  createObjects,
};
