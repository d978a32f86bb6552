import { didYouMean } from '@lumenloom/engine/quick';
import { times, type Matrix } from '../pose/matrix.ts';
import { poseMatrix } from '../pose/pose.ts';
import { refuseAt } from './problem.ts';
import type { MotionKeys, ObjectKeys, PoseKeys, WorldDocument } from './world-document.ts';

/** Deepest chain of parents. */
const MOST_PARENTS = 100;

/** Refuses names that are not unique in their list, and parents that are unknown or in a circle. */
export function checkNames(document: WorldDocument): void {
  for (const list of ['objects', 'lights', 'places'] as const) {
    const names = new Set<string>();
    for (const { name } of document[list] ?? []) {
      if (names.has(name))
        refuseAt(
          `${list}.${name}`,
          `${list}.${name} is there twice: names are unique in their list.`,
        );
      names.add(name);
    }
  }
  const objects = objectsByName(document);
  for (const list of ['objects', 'lights'] as const)
    for (const { name, parent } of document[list] ?? []) {
      if (parent === undefined) continue;
      const place = `${list}.${name}.parent`;
      if (!objects.has(parent))
        refuseAt(
          place,
          `${place}: no object is called ${parent}${suggestion(parent, [...objects.keys()])}`,
        );
      checkChain(objects, parent, place);
    }
}

export const objectsByName = (document: WorldDocument): ReadonlyMap<string, ObjectKeys> =>
  new Map((document.objects ?? []).map((object) => [object.name, object]));

function checkChain(objects: ReadonlyMap<string, ObjectKeys>, first: string, place: string): void {
  let [at, count]: [string | undefined, number] = [first, 0];
  while (at !== undefined) {
    count += 1;
    if (count > MOST_PARENTS) refuseAt(place, `${place} goes round in a circle.`);
    at = objects.get(at)?.parent;
  }
}

/** Refuses poses without a volume, targets where something stands, and normals of no direction. */
export function checkPoses(document: WorldDocument): void {
  const poses = new Poses(document, 0);
  for (const { name, instances = [] } of document.objects ?? []) {
    poses.ofObject(name);
    for (const [at, pose] of instances.entries())
      poseMatrix(pose, `objects.${name}.instances[${at}]`);
  }
  for (const light of document.lights ?? []) poses.of(light, `lights.${light.name}`);
  if (document.camera) poses.of(document.camera, 'camera');
  for (const { name, normal } of document.places ?? [])
    if (normal.every((part) => part === 0))
      refuseAt(`places.${name}.normal`, `places.${name}.normal must not be 0.`);
}

/** The end of a sentence about a name that there is not. */
export function suggestion(name: string, names: readonly string[]): string {
  const hint = didYouMean(name, names);
  return hint === '' ? '.' : hint.replace(/^:/, ';');
}

/** Poses of everything at a time, along parents. */
export class Poses {
  private readonly objects: ReadonlyMap<string, ObjectKeys>;
  private readonly known = new Map<string, Matrix>();
  readonly seconds: number;

  constructor(document: WorldDocument, seconds: number) {
    this.objects = objectsByName(document);
    this.seconds = seconds;
  }

  ofObject(name: string): Matrix {
    const known = this.known.get(name);
    if (known) return known;
    const keys = this.objects.get(name)!;
    const matrix = this.of(keys, `objects.${name}`);
    this.known.set(name, matrix);
    return matrix;
  }

  /** Of anything with a pose, and perhaps a parent and a motion. */
  of(
    keys: PoseKeys & {
      readonly parent?: string | undefined;
      readonly motion?: MotionKeys | undefined;
    },
    place: string,
  ): Matrix {
    const own = poseMatrix(keys, place, keys.motion, this.seconds);
    return keys.parent === undefined ? own : times(this.ofObject(keys.parent), own);
  }
}
