import { isObject, type Table } from '@lumenloom/engine/quick';
import { refuseAt } from '../document/problem.ts';
import { MOST_TRIANGLES } from '../geometry/mesh.ts';

/** Levels of nodes, one in the other. */
const MOST_DEPTH = 1000;

/** Extensions that are read. */
const READ = new Set([
  'KHR_lights_punctual',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_volume',
  'KHR_materials_clearcoat',
  'KHR_materials_anisotropy',
  'KHR_materials_unlit',
  'KHR_texture_transform',
  'KHR_mesh_quantization',
  'EXT_mesh_gpu_instancing',
]);

/** The JSON of a glTF file with lists in place of what is absent. */
export class GltfJson {
  readonly root: Table;
  constructor(root: unknown) {
    this.root = isObject(root) ? root : {};
  }
  list(key: string): readonly Table[] {
    const value = this.root[key];
    return Array.isArray(value) ? value.map((entry) => (isObject(entry) ? entry : {})) : [];
  }
}

export const numberOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;
export const tableOr = (value: unknown): Table => (isObject(value) ? value : {});
export const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value : fallback;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const SIZE_OF: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const PARTS: Readonly<Record<string, number>> = {
  ...{ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 },
};

/**
 * Refuses what is not read, and sizes that the file does not have, before memory is taken for
 * them.
 *
 * @param lengths of the buffers that arrived.
 */
export function checkGltf(
  json: GltfJson,
  lengths: readonly number[],
  place: string,
  name: string,
): void {
  const refuse = (sentence: string): never => refuseAt(place, `${place}: ${name} ${sentence}`);
  if (json.list('skins').length > 0)
    refuse('has a skin, which is not read: apply the pose before saving.');
  for (const extension of listOf(json.root['extensionsRequired']))
    if (!READ.has(String(extension)))
      refuse(`requires ${String(extension)}, which is not read: save it without.`);
  for (const mesh of json.list('meshes')) checkMesh(mesh, refuse);
  for (const node of json.list('nodes'))
    if (listOf(node['weights']).some((weight) => weight !== 0))
      refuse('has morph weights that are not 0, which are not read: apply them before saving.');
  checkCycles(json, refuse);
  const views = json.list('bufferViews');
  for (const [i, view] of views.entries()) {
    const end = numberOr(view['byteOffset'], 0) + numberOr(view['byteLength'], 0);
    if (end > (lengths[numberOr(view['buffer'], -1)] ?? 0))
      refuse(`ends early: buffer view ${i} reaches beyond its buffer.`);
  }
  for (const [i, accessor] of json.list('accessors').entries()) {
    const count = numberOr(accessor['count'], -1);
    const element =
      (SIZE_OF[numberOr(accessor['componentType'], 0)] ?? 0) *
      (PARTS[textOr(accessor['type'], '')] ?? 0);
    if (!(count >= 0 && Number.isInteger(count)) || element === 0 || count > 6 * MOST_TRIANGLES)
      refuse(`has an accessor ${i} that cannot be read.`);
    const view = views[numberOr(accessor['bufferView'], -1)];
    if (!view) {
      if (accessor['sparse'] === undefined && count > 0)
        refuse(`has an accessor ${i} without a buffer view.`);
      continue;
    }
    const stride = numberOr(view['byteStride'], element);
    const end =
      numberOr(accessor['byteOffset'], 0) + (count > 0 ? stride * (count - 1) + element : 0);
    if (end > numberOr(view['byteLength'], 0))
      refuse(`ends early: accessor ${i} reaches beyond its buffer view.`);
  }
}

function checkMesh(mesh: Table, refuse: (sentence: string) => never): void {
  if (listOf(mesh['weights']).some((weight) => weight !== 0))
    refuse('has morph weights that are not 0, which are not read: apply them before saving.');
  for (const primitive of listOf(mesh['primitives']).map(tableOr)) {
    const extensions = tableOr(primitive['extensions']);
    if (extensions['KHR_draco_mesh_compression'] !== undefined)
      refuse('has Draco meshes, which are not read: save it without compression.');
  }
}

function checkCycles(json: GltfJson, refuse: (sentence: string) => never): void {
  const nodes = json.list('nodes');
  const state = new Uint8Array(nodes.length);
  const enter = (at: number, depth: number): void => {
    if (depth > MOST_DEPTH) refuse(`has nodes in more than ${MOST_DEPTH} levels.`);
    if (state[at] === 2) return;
    if (state[at] === 1) refuse(`has nodes that go round in a circle, at node ${at}.`);
    state[at] = 1;
    for (const child of listOf(nodes[at]!['children'])) {
      if (typeof child !== 'number' || !(child in nodes)) refuse(`has no node ${String(child)}.`);
      else enter(child, depth + 1);
    }
    state[at] = 2;
  };
  for (const at of nodes.keys()) enter(at, 0);
}

/** What a file uses and is passed over, by name. */
export function ignoredOf(json: GltfJson): string[] {
  const ignored = new Set<string>();
  for (const extension of listOf(json.root['extensionsUsed']))
    if (!READ.has(String(extension))) ignored.add(String(extension));
  const inMaterials = json.list('materials');
  if (inMaterials.some((material) => material['occlusionTexture'] !== undefined))
    ignored.add('occlusion texture');
  for (const material of inMaterials)
    for (const extension of Object.keys(tableOr(material['extensions'])))
      if (!READ.has(extension)) ignored.add(extension);
  if (json.list('animations').length > 0) ignored.add('animations');
  const primitives = json.list('meshes').flatMap((mesh) => listOf(mesh['primitives']).map(tableOr));
  if (primitives.some((one) => numberOr(one['mode'], 4) === 0)) ignored.add('points');
  if (primitives.some((one) => [1, 2, 3].includes(numberOr(one['mode'], 4)))) ignored.add('lines');
  if (primitives.some((one) => listOf(one['targets']).length > 0)) ignored.add('morph targets');
  const parts = ['nodes', 'meshes', 'materials', 'scenes'].flatMap((key) => json.list(key));
  if (parts.some((part) => part['extras'] !== undefined)) ignored.add('extras');
  return [...ignored];
}
