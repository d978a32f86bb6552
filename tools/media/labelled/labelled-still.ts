import { hashUnit } from '../apple/random.ts';
import type { Still } from '../apple/still.ts';
import type { SceneObject } from '../apple/surface.ts';

/** Classes of the example, in the order of their numbers from 1. */
export const CLASSES = [
  'car',
  'cone',
  'stop sign',
  'tree',
  'gear',
  'broken gear',
  'bearing',
  'nut',
  'cap',
] as const;
export type ClassName = (typeof CLASSES)[number];

/** An object of a scene and what it is. */
export interface LabelledObject {
  readonly name: ClassName;
  readonly object: SceneObject;
}

/** A scene whose objects are known by name. */
export interface LabelledStill extends Omit<Still, 'createObjects'> {
  /** What has no label. */
  readonly createScenery: () => SceneObject[];
  readonly createLabelled: () => LabelledObject[];
}

/** Numbers from 0 to 1 for one picture, the same at every call with the same key. */
export const drawn =
  (picture: number) =>
  (key: number): number =>
    hashUnit(picture, key);

/** The same scene as the path tracer takes it. */
export const asStill = (scene: LabelledStill): Still => ({
  camera: scene.camera,
  exposure: scene.exposure,
  lighting: scene.lighting,
  createObjects: () => [
    ...scene.createScenery(),
    ...scene.createLabelled().map(({ object }) => object),
  ],
});
