import { Euler, Matrix4, Object3D, type PerspectiveCamera, type Scene } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import {
  scaleOf,
  type Placing,
  type Selected,
  type Vector,
  type WorldLight,
  type WorldObject,
} from './world-edits.ts';

/** What the handles of the view do. */
const HAND_MODES = { move: 'translate', turn: 'rotate', size: 'scale' } as const;
export type HandMode = keyof typeof HAND_MODES;

/** Digits after the point of places (m), angles and factors that a hand sets. */
const DIGITS = 4;
const TURN_STEP_DEGREES = 15;
const SIZE_STEP = 0.1;
const DEGREE = 180 / Math.PI;

/** Where a hand has put something so far, and whether it lets it go. */
export type OnPlace = (item: Selected, placing: Placing, isDone: boolean) => void;

/** Handles at what is selected, which move, turn and size it. */
export interface SceneHand {
  /** @param item undefined, and what hangs on another pose, has no handles. */
  readonly hold: (
    selected: Selected | undefined,
    item: WorldObject | WorldLight | undefined,
    content: Object3D,
  ) => void;
  readonly setMode: (mode: HandMode) => void;
  /** @param step of places, m; undefined: without steps. */
  readonly setStep: (step: number | undefined) => void;
  readonly close: () => void;
}

const rounded = (value: number): number => Number(value.toFixed(DIGITS));
const vectorOf = ({ x, y, z }: { x: number; y: number; z: number }): Vector => [
  rounded(x),
  rounded(y),
  rounded(z),
];

export function sceneHand(
  {
    eye,
    scene,
    orbit,
    canvas,
  }: {
    readonly eye: PerspectiveCamera;
    readonly scene: Scene;
    readonly orbit: OrbitControls;
    readonly canvas: HTMLCanvasElement;
  },
  draw: () => void,
  onPlace: OnPlace,
): SceneHand {
  const pivot = new Object3D();
  const controls = new TransformControls(eye, canvas);
  const helper = controls.getHelper();
  scene.add(pivot, helper);
  let held: Selected | undefined;
  let begin = new Matrix4();
  /** Meshes of what is held, each with its matrix at the beginning. */
  let meshes: readonly (readonly [Object3D, Matrix4])[] = [];
  const tell = (isDone: boolean): void => {
    if (!held) return;
    if (controls.mode === 'translate')
      onPlace(held, { position: vectorOf(pivot.position) }, isDone);
    else if (controls.mode === 'rotate') {
      const { x, y, z } = new Euler().setFromQuaternion(pivot.quaternion, 'ZYX');
      onPlace(held, { degrees: vectorOf({ x: DEGREE * x, y: DEGREE * y, z: DEGREE * z }) }, isDone);
    } else onPlace(held, { scale: vectorOf(pivot.scale) }, isDone);
  };
  controls.addEventListener('change', draw);
  controls.addEventListener('dragging-changed', ({ value }) => {
    orbit.enabled = value !== true;
  });
  controls.addEventListener('objectChange', () => {
    pivot.updateMatrix();
    const change = pivot.matrix.clone().multiply(begin.clone().invert());
    for (const [mesh, matrix] of meshes) {
      mesh.matrix.multiplyMatrices(change, matrix);
      mesh.matrixWorldNeedsUpdate = true;
    }
    tell(false);
    draw();
  });
  controls.addEventListener('mouseUp', () => tell(true));
  return {
    hold: (selected, item, content) => {
      held = item && canHold(item) ? selected : undefined;
      controls.detach();
      if (!held || !item) return;
      setPose(pivot, item);
      begin = pivot.matrix.clone();
      meshes = content.children
        .filter((one) => isOf(one, selected!))
        .map((one) => [one, one.matrix.clone()]);
      controls.attach(pivot);
    },
    setMode: (mode) => controls.setMode(HAND_MODES[mode]),
    setStep: (step) => {
      controls.setTranslationSnap(step ?? null);
      controls.setRotationSnap(step === undefined ? null : TURN_STEP_DEGREES / DEGREE);
      controls.setScaleSnap(step === undefined ? null : SIZE_STEP);
    },
    close: () => controls.dispose(),
  };
}

export const isOf = ({ userData }: Object3D, { list, name }: Selected): boolean => {
  const selects = userData['selects'] as Selected | undefined;
  return selects?.list === list && selects.name === name;
};

/** What hangs on another pose is moved by its numbers. */
const canHold = (item: WorldObject | WorldLight): boolean =>
  !('parent' in item && item.parent !== undefined) &&
  !('matrix' in item && item.matrix !== undefined) &&
  !('follows' in item && item.follows !== undefined);

function setPose(pivot: Object3D, item: WorldObject | WorldLight): void {
  const { position = [0, 0, 0], degrees, rotation, lookAt } = item;
  pivot.position.fromArray(position);
  pivot.scale.fromArray(scaleOf(item));
  pivot.quaternion.identity();
  if (rotation) pivot.quaternion.fromArray(rotation).normalize();
  else if (degrees) {
    const [x, y, z] = degrees.map((angle) => angle / DEGREE) as [number, number, number];
    pivot.quaternion.setFromEuler(new Euler(x, y, z, 'ZYX'));
  } else if (lookAt) {
    const target = new Object3D();
    target.position.fromArray(lookAt.target);
    target.up.fromArray(lookAt.up ?? [0, 1, 0]);
    pivot.quaternion.setFromRotationMatrix(
      new Matrix4().lookAt(pivot.position, target.position, target.up),
    );
  }
  pivot.updateMatrix();
}
