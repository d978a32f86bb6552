import type { WorldFacts, WorldSolid } from '@lumenloom/browser-host';
import type { WorldContent } from '@lumenloom/contract';
import {
  BoxGeometry,
  Box3,
  BufferAttribute,
  BufferGeometry,
  CameraHelper,
  CircleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  GridHelper,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  RingGeometry,
  SphereGeometry,
  Vector3,
  type Material,
  type Object3D,
} from 'three';
import type { Selected, WorldLight } from './world-edits.ts';

/** Tones of the view: it is a helper, never the picture. */
const TONES = { selected: 0x3d6fd9, lamp: 0xffd27a, chosenLamp: 0x7aa2ff, grid: 0x3a3d44 };
const SEGMENTS = 48;

/** What stands in the view, and the step of its grid, m. */
interface SceneContent {
  readonly group: Group;
  readonly gridStep: number;
}

/** Things in the colours of their materials, lamps in their shapes, the camera and a grid. */
export function contentOf(
  { solids, lampMatrices, camera, columns, rows }: WorldFacts,
  { lights = [] }: WorldContent,
  selected: Selected | undefined,
): SceneContent {
  const group = new Group();
  const isSelected = ({ list, name }: Selected): boolean =>
    selected?.list === list && selected.name === name;
  for (const solid of solids) {
    const selects: Selected = { list: 'objects', name: solid.object };
    const material = new MeshLambertMaterial({
      color: new Color(...solid.colour),
      side: DoubleSide,
      ...(isSelected(selects) && { emissive: TONES.selected, emissiveIntensity: 0.35 }),
    });
    group.add(placed(new Mesh(geometryOf(solid.geometry), material), solid.matrix, selects));
  }
  const size = new Box3().setFromObject(group).getSize(new Vector3()).length() || 1;
  for (const light of lights) {
    const selects: Selected = { list: 'lights', name: light.name };
    const color = isSelected(selects) ? TONES.chosenLamp : TONES.lamp;
    const material = new MeshBasicMaterial({
      color,
      side: DoubleSide,
      wireframe: light.on === false,
    });
    const mesh = new Mesh(lampGeometry(light, 0.015 * size), material);
    group.add(placed(mesh, lampMatrices[light.name] ?? [], selects));
  }
  const gridStep = 10 ** Math.floor(Math.log10(size / 4));
  const cells = 2 * Math.ceil(size / gridStep / 2);
  group.add(
    frustumOf(camera, columns / rows, 0.15 * size),
    new GridHelper(cells * gridStep, cells, TONES.grid, TONES.grid),
  );
  return { group, gridStep };
}

function placed(mesh: Mesh, matrix: readonly number[], selects: Selected): Mesh {
  mesh.matrixAutoUpdate = false;
  if (matrix.length === 16) mesh.matrix.fromArray(matrix);
  mesh.userData['selects'] = selects;
  return mesh;
}

/** The shape of a lamp, in its frame; those without a size as a small one. @param small m. */
function lampGeometry(light: WorldLight, small: number): BufferGeometry {
  switch (light.type) {
    case 'rectangle':
    case 'coaxial':
      return new PlaneGeometry(...light.size);
    case 'disc':
      return new CircleGeometry(light.radius, SEGMENTS);
    case 'ring':
      return new RingGeometry(light.inner, light.outer, SEGMENTS);
    case 'line':
      return new CylinderGeometry(light.radius, light.radius, light.length, 12).rotateZ(
        Math.PI / 2,
      );
    case 'dome':
      // The half of a sphere behind the origin.
      return new SphereGeometry(light.radius, SEGMENTS, 12, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(
        Math.PI / 2,
      );
    case 'projector':
      return new BoxGeometry(2 * small, 1.5 * small, 2 * small);
    case 'point':
      return new SphereGeometry(light.radius || small, 16, 12);
    default:
      // Spots, IES lamps, suns: a cone that opens along -Z.
      return new ConeGeometry(small, 2.5 * small, 16, 1, true).rotateX(Math.PI / 2);
  }
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

/** Frees what a content has on the graphics card. */
export function dispose(content: Object3D): void {
  content.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const one of [material].flat() as (Material | undefined)[]) one?.dispose();
  });
}
