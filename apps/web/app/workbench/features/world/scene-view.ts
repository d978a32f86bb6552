import type { WorldFacts } from '@lumenloom/browser-host';
import type { WorldContent } from '@lumenloom/contract';
import {
  AmbientLight,
  Box3,
  DirectionalLight,
  Group,
  Matrix4,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { contentOf, dispose } from './scene-content.ts';
import { isOf, sceneHand, type HandMode, type OnPlace } from './scene-hand.ts';
import { itemOf, type Selected } from './world-edits.ts';

const VIEW_ANGLE = 45;

/** A view of where things, lamps and the camera of a world stand. */
export interface SceneView {
  readonly show: (
    facts: WorldFacts,
    document: WorldContent,
    selected: Selected | undefined,
  ) => void;
  readonly setMode: (mode: HandMode) => void;
  /** Places go by the steps of the grid, or freely. */
  readonly setSnap: (isOn: boolean) => void;
  /** How far what is selected stands above the nearest surface below it, m; undefined for none. */
  readonly above: (selected: Selected) => number | undefined;
  readonly resize: (width: number, height: number) => void;
  readonly close: () => void;
}

/**
 * Draws the view on a canvas: a drag turns it, the wheel goes near, a press selects, handles place
 * what is selected.
 *
 * @throws Error where the browser has no WebGL.
 */
export function openSceneView(
  canvas: HTMLCanvasElement,
  on: {
    readonly select: (selected: Selected | undefined) => void;
    readonly place: OnPlace;
    /** The grid has squares of so many metres. */
    readonly grid: (step: number) => void;
  },
): SceneView {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const eye = new PerspectiveCamera(VIEW_ANGLE, 1, 1e-3, 1e5);
  const orbit = new OrbitControls(eye, canvas);
  const sun = new DirectionalLight(0xffffff, 2);
  sun.position.set(1, 2, 1.5);
  scene.add(new AmbientLight(0xffffff, 1), sun);
  let content = new Group();
  let [isPlaced, gridStep] = [false, 1];
  const draw = (): void => renderer.render(scene, eye);
  orbit.addEventListener('change', draw);
  const hand = sceneHand({ eye, scene, orbit, canvas }, draw, on.place);
  const press = pressing(canvas, eye, () => content, on.select);
  return {
    show: (facts, document, selected) => {
      scene.remove(content);
      dispose(content);
      ({ group: content, gridStep } = contentOf(facts, document, selected));
      scene.add(content);
      on.grid(gridStep);
      content.updateMatrixWorld(true);
      hand.hold(selected, selected && itemOf(document, selected), content);
      if (!isPlaced) placeEye(eye, orbit, facts);
      isPlaced = true;
      draw();
    },
    setMode: hand.setMode,
    setSnap: (isOn) => {
      hand.setStep(isOn ? gridStep : undefined);
    },
    above: (selected) => heightAbove(content, selected),
    resize: (width, height) => {
      renderer.setSize(width, height, false);
      eye.aspect = width / height;
      eye.updateProjectionMatrix();
      draw();
    },
    close: () => {
      press();
      hand.close();
      orbit.dispose();
      dispose(content);
      renderer.dispose();
    },
  };
}

/** From the lowest point of what is selected to what stands below its middle. */
function heightAbove(content: Group, selected: Selected): number | undefined {
  const own = content.children.filter((one) => isOf(one, selected));
  const box = new Box3();
  for (const mesh of own) box.expandByObject(mesh);
  if (box.isEmpty()) return undefined;
  const middle = box.getCenter(new Vector3());
  const others = content.children.filter(
    ({ userData }) => (userData['selects'] as Selected | undefined)?.list === 'objects',
  );
  // From its top: what has sunk into a surface comes up again.
  const down = new Raycaster(new Vector3(middle.x, box.max.y, middle.z), new Vector3(0, -1, 0));
  const met = down.intersectObjects(others, false).find(({ object }) => !own.includes(object));
  return met && box.min.y - met.point.y;
}

/** Beside the camera of the world and farther away, looking at what it sees. */
function placeEye(eye: PerspectiveCamera, orbit: OrbitControls, { camera }: WorldFacts): void {
  const matrix = new Matrix4().fromArray(camera.matrix);
  const from = new Vector3().setFromMatrixPosition(matrix);
  const distance = Math.max(0.3, from.length());
  const ahead = new Vector3(0, 0, -1).transformDirection(matrix).multiplyScalar(distance);
  const aside = new Vector3(0.8, 0.5, 0.5).transformDirection(matrix).multiplyScalar(distance);
  orbit.target.copy(from).add(ahead);
  eye.position.copy(from).add(aside);
  orbit.update();
}

/** Selects what is pressed, unless the press is a drag. @returns what ends it. */
function pressing(
  canvas: HTMLCanvasElement,
  eye: PerspectiveCamera,
  contentNow: () => Object3D,
  onSelect: (selected: Selected | undefined) => void,
): () => void {
  let from = { x: 0, y: 0 };
  const down = ({ clientX: x, clientY: y }: PointerEvent): void => {
    from = { x, y };
  };
  const up = ({ clientX, clientY }: PointerEvent): void => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > 3) return;
    const box = canvas.getBoundingClientRect();
    const at = new Vector2(
      (2 * (clientX - box.left)) / box.width - 1,
      1 - (2 * (clientY - box.top)) / box.height,
    );
    const ray = new Raycaster();
    ray.setFromCamera(at, eye);
    const met = ray
      .intersectObject(contentNow(), true)
      .find(({ object }) => object.userData['selects'] !== undefined);
    onSelect(met?.object.userData['selects'] as Selected | undefined);
  };
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointerup', up);
  return () => {
    canvas.removeEventListener('pointerdown', down);
    canvas.removeEventListener('pointerup', up);
  };
}
