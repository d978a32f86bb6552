import type { WorldFacts, WorldSolid } from '@lumenloom/browser-host';
import type { WorldContent } from '@lumenloom/contract';
import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  CameraHelper,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  GridHelper,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  RingGeometry,
  Scene,
  SphereGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Material,
  type Object3D,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Selected } from './world-edits.ts';

/** Tones of the view: it is a helper, never the picture. */
const TONES = { plain: 0x8a8f98, selected: 0x7aa2ff, lamp: 0xffd27a, grid: 0x3a3d44 };
const VIEW_ANGLE = 45;
const SEGMENTS = 48;

/** A view of where things, lamps and the camera of a world stand. */
export interface SceneView {
  readonly show: (
    facts: WorldFacts,
    document: WorldContent,
    selected: Selected | undefined,
  ) => void;
  readonly resize: (width: number, height: number) => void;
  readonly close: () => void;
}

/**
 * Draws the view on a canvas: a drag turns it, the wheel goes near, a press selects.
 *
 * @throws Error where the browser has no WebGL.
 */
export function openSceneView(
  canvas: HTMLCanvasElement,
  onSelect: (selected: Selected | undefined) => void,
): SceneView {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const eye = new PerspectiveCamera(VIEW_ANGLE, 1, 1e-3, 1e5);
  const orbit = new OrbitControls(eye, canvas);
  const sun = new DirectionalLight(0xffffff, 2);
  sun.position.set(1, 2, 1.5);
  scene.add(new AmbientLight(0xffffff, 1), sun);
  let content = new Group();
  let isPlaced = false;
  const draw = (): void => renderer.render(scene, eye);
  orbit.addEventListener('change', draw);
  const press = pressing(canvas, eye, () => content, onSelect);
  return {
    show: (facts, document, selected) => {
      scene.remove(content);
      dispose(content);
      content = contentOf(facts, document, selected);
      scene.add(content);
      if (!isPlaced) placeEye(eye, orbit, facts);
      isPlaced = true;
      draw();
    },
    resize: (width, height) => {
      renderer.setSize(width, height, false);
      eye.aspect = width / height;
      eye.updateProjectionMatrix();
      draw();
    },
    close: () => {
      press();
      orbit.dispose();
      dispose(content);
      renderer.dispose();
    },
  };
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

function contentOf(
  { solids, camera, columns, rows }: WorldFacts,
  { lights = [] }: WorldContent,
  selected: Selected | undefined,
): Group {
  const group = new Group();
  const isSelected = ({ list, name }: Selected): boolean =>
    selected?.list === list && selected.name === name;
  for (const solid of solids) {
    const selects: Selected = { list: 'objects', name: solid.object };
    const color = isSelected(selects) ? TONES.selected : TONES.plain;
    const mesh = new Mesh(
      geometryOf(solid.geometry),
      new MeshLambertMaterial({ color, side: DoubleSide }),
    );
    mesh.matrixAutoUpdate = false;
    mesh.matrix.fromArray(solid.matrix);
    mesh.userData['selects'] = selects;
    group.add(mesh);
  }
  const size = new Box3().setFromObject(group).getSize(new Vector3()).length() || 1;
  for (const { name, position = [0, 0, 0] } of lights) {
    const selects: Selected = { list: 'lights', name };
    const color = isSelected(selects) ? TONES.selected : TONES.lamp;
    const mesh = new Mesh(
      new SphereGeometry(0.01 * size, 12, 8),
      new MeshBasicMaterial({ color, wireframe: true }),
    );
    mesh.position.fromArray(position);
    mesh.userData['selects'] = selects;
    group.add(mesh);
  }
  group.add(
    frustumOf(camera, columns / rows, 0.15 * size),
    new GridHelper(size, 10, TONES.grid, TONES.grid),
  );
  return group;
}

function frustumOf(
  { matrix, hfovDegrees }: WorldFacts['camera'],
  aspect: number,
  far: number,
): CameraHelper {
  const half = Math.tan((hfovDegrees * Math.PI) / 360) / aspect;
  const shown = new PerspectiveCamera((Math.atan(half) * 360) / Math.PI, aspect, far / 50, far);
  shown.matrixAutoUpdate = false;
  shown.matrix.fromArray(matrix);
  shown.matrixWorld.fromArray(matrix);
  return new CameraHelper(shown);
}

function geometryOf(geometry: WorldSolid['geometry']): BufferGeometry {
  switch (geometry.kind) {
    case 'sphere':
      return new SphereGeometry(geometry.radius, SEGMENTS, SEGMENTS / 2);
    case 'cylinder':
      return new CylinderGeometry(geometry.radius, geometry.radius, geometry.height, SEGMENTS);
    case 'disc':
      return new RingGeometry(geometry.inner, geometry.radius, SEGMENTS);
    case 'mesh': {
      const mesh = new BufferGeometry();
      mesh.setAttribute('position', new BufferAttribute(geometry.positions, 3));
      mesh.setIndex(new BufferAttribute(geometry.indices, 1));
      const flat = mesh.toNonIndexed();
      mesh.dispose();
      flat.computeVertexNormals();
      return flat;
    }
  }
}

function dispose(content: Object3D): void {
  content.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const one of [material].flat() as (Material | undefined)[]) one?.dispose();
  });
}
