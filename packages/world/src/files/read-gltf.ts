import { parseJson } from '@lumenloom/engine/quick';
import type { Accessor, Document, JSONDocument, Primitive } from '@gltf-transform/core';
import { refuseAt } from '../document/problem.ts';
import type { Vector } from '../document/world-document.ts';
import { checkedMesh, type Mesh } from '../geometry/mesh.ts';
import { IDENTITY, moved, ofQuaternion, stretched, times, type Matrix } from '../pose/matrix.ts';
import type { FileCamera, FileContent, FileLamp, FilePart } from './file-content.ts';
import { GltfJson, checkGltf, ignoredOf, listOf, numberOr, tableOr, textOr } from './gltf-json.ts';
import { DEFAULT_MATERIAL, gltfMaterials } from './gltf-materials.ts';

/** Opens a file beside the glTF. */
export type OpenBeside = (uri: string) => Promise<Uint8Array>;

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;

/** Reads a .glb or .gltf (docs/reference/world.md#w2). */
export async function readGltf(
  bytes: Uint8Array,
  place: string,
  name: string,
  open: OpenBeside,
): Promise<FileContent> {
  const { text, binary } = chunksOf(bytes, place, name);
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch (error) {
    refuseAt(place, `${place}: ${name} is no glTF: ${(error as Error).message}`);
  }
  const json = new GltfJson(parsed);
  if (tableOr(json.root['asset'])['version'] !== '2.0')
    refuseAt(place, `${place}: ${name} is no glTF of version 2.0.`);
  const { resources, buffers, images } = await openAll(json, binary, open);
  checkGltf(
    json,
    buffers.map(({ length }) => length),
    place,
    name,
  );
  const document = await transformed(json, resources).catch((error: unknown) =>
    refuseAt(place, `${place}: ${name} cannot be read: ${(error as Error).message}`),
  );
  const materials = gltfMaterials(json, images);
  const scene = numberOr(json.root['scene'], 0);
  const walked = new Walk(json, document, place, name);
  const roots = listOf(json.list('scenes')[scene]?.['nodes']);
  for (const node of roots) walked.enter(node as number, IDENTITY);
  const warnings = materials.some(({ unlit }) => unlit)
    ? [`${name}: unlit materials are taken as diffuse.`]
    : [];
  return {
    parts: walked.parts.map(({ material, ...part }) => ({
      ...part,
      material: material === undefined ? DEFAULT_MATERIAL : materials[material],
      materialName: material === undefined ? undefined : materials[material]?.name,
    })),
    lamps: walked.lamps,
    cameras: walked.cameras,
    ignored: ignoredOf(json),
    warnings,
  };
}

function chunksOf(bytes: Uint8Array, place: string, name: string) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decode = (part: Uint8Array): string => new TextDecoder().decode(part);
  if (bytes.length < 4 || view.getUint32(0, true) !== MAGIC)
    return { text: decode(bytes), binary: undefined };
  const early = (): never => refuseAt(place, `${place}: ${name} ends early: it was cut off.`);
  if (bytes.length < 20 || view.getUint32(8, true) > bytes.length) return early();
  const length = view.getUint32(12, true);
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + length > bytes.length) return early();
  const text = decode(bytes.subarray(20, 20 + length));
  const next = 20 + length;
  if (next + 8 > bytes.length) return { text, binary: undefined };
  const size = view.getUint32(next, true);
  if (next + 8 + size > bytes.length) return early();
  return { text, binary: bytes.slice(next + 8, next + 8 + size) };
}

/** The bytes that a URI of base64 holds. */
function ofDataUri(uri: string): Uint8Array | undefined {
  const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(uri) ?? [];
  return base64 === undefined
    ? undefined
    : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** All buffers and images; what gltf-transform wants of them by their URIs. */
async function openAll(json: GltfJson, binary: Uint8Array | undefined, open: OpenBeside) {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  const bytesOf = async (uri: string): Promise<Uint8Array> => {
    const inside = ofDataUri(uri);
    if (inside) return inside;
    const bytes = (resources[uri] ??= Uint8Array.from(await open(decodeURIComponent(uri))));
    return bytes;
  };
  const buffers: Uint8Array[] = [];
  for (const { uri } of json.list('buffers'))
    buffers.push(typeof uri === 'string' ? await bytesOf(uri) : (binary ?? new Uint8Array()));
  if (binary) resources['@glb.bin'] = Uint8Array.from(binary);
  const images: (Uint8Array | undefined)[] = [];
  for (const image of json.list('images')) {
    const view = tableOr(json.list('bufferViews')[numberOr(image['bufferView'], -1)]);
    const begin = numberOr(view['byteOffset'], 0);
    const { uri } = image;
    images.push(
      typeof uri === 'string'
        ? await bytesOf(uri)
        : buffers[numberOr(view['buffer'], -1)]?.slice(
            begin,
            begin + numberOr(view['byteLength'], 0),
          ),
    );
  }
  return { resources, buffers, images };
}

/** The accessors of a file, by gltf-transform; what it does not know is read from the JSON. */
async function transformed(
  json: GltfJson,
  resources: Record<string, Uint8Array<ArrayBuffer>>,
): Promise<Document> {
  const { Logger, WebIO } = await import('@gltf-transform/core');
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const { extensionsRequired: _, ...known } = json.root;
  return io.readJSON({
    json: structuredClone(known) as unknown as JSONDocument['json'],
    resources,
  });
}

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

interface WalkedPart extends Omit<FilePart, 'material' | 'materialName'> {
  readonly material: number | undefined;
}

/** Goes through the nodes of a scene. */
class Walk {
  readonly parts: WalkedPart[] = [];
  readonly lamps: FileLamp[] = [];
  readonly cameras: FileCamera[] = [];
  private readonly meshes = new Map<string, Mesh>();
  private readonly accessors: readonly Accessor[];

  private readonly json: GltfJson;
  private readonly document: Document;
  private readonly place: string;
  private readonly name: string;

  constructor(json: GltfJson, document: Document, place: string, name: string) {
    this.json = json;
    this.document = document;
    this.place = place;
    this.name = name;
    this.accessors = document.getRoot().listAccessors();
  }

  enter(at: number, above: Matrix): void {
    const node = this.json.list('nodes')[at] ?? {};
    const matrix = times(above, matrixOf(node));
    const extensions = tableOr(node['extensions']);
    const mesh = numberOr(node['mesh'], -1);
    const copies = this.copiesOf(tableOr(extensions['EXT_mesh_gpu_instancing']));
    if (mesh >= 0) for (const copy of copies) this.addMesh(mesh, times(matrix, copy));
    const lamp = tableOr(extensions['KHR_lights_punctual'])['light'];
    if (typeof lamp === 'number') this.addLamp(lamp, matrix, textOr(node['name'], `lamp ${at}`));
    const camera = numberOr(node['camera'], -1);
    if (camera >= 0) this.addCamera(camera, matrix, textOr(node['name'], `camera ${camera}`));
    for (const child of listOf(node['children'])) this.enter(child as number, matrix);
  }

  private copiesOf(instancing: Readonly<Record<string, unknown>>): readonly Matrix[] {
    const attributes = tableOr(instancing['attributes']);
    const read = (key: string): Accessor | undefined =>
      this.accessors[numberOr(attributes[key], -1)];
    const [places, turns, sizes] = [read('TRANSLATION'), read('ROTATION'), read('SCALE')];
    const count = (places ?? turns ?? sizes)?.getCount();
    if (count === undefined) return [IDENTITY];
    return Array.from({ length: count }, (_, i) => {
      const [x = 0, y = 0, z = 0] = places?.getElement(i, []) ?? [];
      const [a = 0, b = 0, c = 0, d = 1] = turns?.getElement(i, []) ?? [];
      const [p = 1, q = 1, r = 1] = sizes?.getElement(i, []) ?? [];
      return times(moved([x, y, z]), times(ofQuaternion([a, b, c, d]), stretched([p, q, r])));
    });
  }

  private addMesh(at: number, matrix: Matrix): void {
    const mesh = this.document.getRoot().listMeshes()[at];
    const json = listOf(this.json.list('meshes')[at]?.['primitives']).map(tableOr);
    for (const [i, primitive] of (mesh?.listPrimitives() ?? []).entries()) {
      if (primitive.getMode() < TRIANGLES) continue;
      const key = `${at}/${i}`;
      const read = this.meshes.get(key) ?? meshOf(primitive, this.place, this.name);
      this.meshes.set(key, read);
      const material = json[i]?.['material'];
      this.parts.push({
        mesh: read,
        matrix,
        material: typeof material === 'number' ? material : undefined,
      });
    }
  }

  private addLamp(at: number, matrix: Matrix, name: string): void {
    const listed = tableOr(tableOr(this.json.root['extensions'])['KHR_lights_punctual'])['lights'];
    const light = tableOr(listOf(listed)[at]);
    const type = textOr(light['type'], 'point');
    const spot = tableOr(light['spot']);
    const colour = listOf(light['color']).map((part) => numberOr(part, 1));
    const degrees = (value: unknown, fallback: number): number =>
      (numberOr(value, fallback) * 180) / Math.PI;
    this.lamps.push({
      name: textOr(light['name'], name),
      type: type === 'spot' || type === 'directional' ? type : 'point',
      matrix,
      colour: [colour[0] ?? 1, colour[1] ?? 1, colour[2] ?? 1] satisfies Vector,
      intensity: numberOr(light['intensity'], 1),
      innerDegrees: degrees(spot['innerConeAngle'], 0),
      outerDegrees: degrees(spot['outerConeAngle'], Math.PI / 4),
    });
  }

  private addCamera(at: number, matrix: Matrix, name: string): void {
    const perspective = tableOr(this.json.list('cameras')[at]?.['perspective']);
    const vertical = numberOr(perspective['yfov'], 0);
    const wide = Math.tan(vertical / 2) * numberOr(perspective['aspectRatio'], 1);
    this.cameras.push({
      name: textOr(this.json.list('cameras')[at]?.['name'], name),
      matrix,
      hfovDegrees: vertical > 0 ? (2 * Math.atan(wide) * 180) / Math.PI : undefined,
    });
  }
}

function matrixOf(node: Readonly<Record<string, unknown>>): Matrix {
  const matrix = listOf(node['matrix']);
  if (matrix.length === 16) return matrix.map((part) => numberOr(part, 0));
  const [x = 0, y = 0, z = 0] = listOf(node['translation']).map((part) => numberOr(part, 0));
  const [a = 0, b = 0, c = 0, d = 1] = listOf(node['rotation']).map((part) => numberOr(part, 0));
  const [p = 1, q = 1, r = 1] = listOf(node['scale']).map((part) => numberOr(part, 1));
  return times(moved([x, y, z]), times(ofQuaternion([a, b, c, d]), stretched([p, q, r])));
}

function meshOf(primitive: Primitive, place: string, name: string): Mesh {
  const values = (key: string, size: number): Float64Array | undefined => {
    const accessor = primitive.getAttribute(key);
    if (!accessor) return undefined;
    const own = accessor.getElementSize();
    const out = new Float64Array(size * accessor.getCount()).fill(1);
    const element: number[] = [];
    for (let i = 0; i < accessor.getCount(); i += 1) {
      accessor.getElement(i, element);
      for (let k = 0; k < Math.min(size, own); k += 1) out[size * i + k] = element[k]!;
    }
    return out;
  };
  const positions =
    values('POSITION', 3) ?? refuseAt(place, `${place}: ${name} has a mesh without positions.`);
  return checkedMesh(
    {
      kind: 'mesh',
      positions,
      indices: trianglesOf(primitive, positions.length / 3),
      normals: values('NORMAL', 3),
      tangents: values('TANGENT', 4),
      uvs: values('TEXCOORD_0', 2),
      otherUvs: values('TEXCOORD_1', 2),
      colours: values('COLOR_0', 4),
    },
    place,
  );
}

function trianglesOf(primitive: Primitive, vertices: number): Uint32Array {
  const own = primitive.getIndices()?.getArray() as ArrayLike<number> | null | undefined;
  const list = own ? Uint32Array.from(own) : Uint32Array.from({ length: vertices }, (_, i) => i);
  const mode = primitive.getMode();
  if (mode !== STRIP && mode !== FAN) return list.slice(0, 3 * Math.floor(list.length / 3));
  const out: number[] = [];
  for (let i = 2; i < list.length; i += 1) {
    if (mode === FAN) out.push(list[0]!, list[i - 1]!, list[i]!);
    else if (i % 2 === 0) out.push(list[i - 2]!, list[i - 1]!, list[i]!);
    else out.push(list[i - 1]!, list[i - 2]!, list[i]!);
  }
  return Uint32Array.from(out);
}
