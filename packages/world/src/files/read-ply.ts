import { refuseAt } from '../document/problem.ts';
import { MOST_TRIANGLES, checkedMesh } from '../geometry/mesh.ts';
import { IDENTITY } from '../pose/matrix.ts';
import { onlyParts, type FileContent } from './file-content.ts';

interface Property {
  readonly name: string;
  readonly type: string;
  /** Type of the count of a list. */
  readonly countType?: string;
}
interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly Property[];
}

type Get =
  | 'getInt8'
  | 'getUint8'
  | 'getInt16'
  | 'getUint16'
  | 'getInt32'
  | 'getUint32'
  | 'getFloat32'
  | 'getFloat64';
const TYPES: Readonly<Record<string, readonly [Get, number]>> = {
  ...{ char: ['getInt8', 1], int8: ['getInt8', 1], uchar: ['getUint8', 1], uint8: ['getUint8', 1] },
  ...{ short: ['getInt16', 2], int16: ['getInt16', 2] },
  ...{ ushort: ['getUint16', 2], uint16: ['getUint16', 2] },
  ...{
    int: ['getInt32', 4],
    int32: ['getInt32', 4],
    uint: ['getUint32', 4],
    uint32: ['getUint32', 4],
  },
  ...{ float: ['getFloat32', 4], float32: ['getFloat32', 4] },
  ...{ double: ['getFloat64', 8], float64: ['getFloat64', 8] },
};

/** The next number of the data. */
type Next = (type: string) => number;

/** Reads a PLY, of text or binary: vertices with normals, uv and colours, faces of any size. */
export function readPly(bytes: Uint8Array, place: string, name: string): FileContent {
  const { format, elements, begin } = readHeader(bytes, place, name);
  const next =
    format === 'ascii'
      ? textNumbers(bytes, begin, place, name)
      : binaryNumbers(bytes, begin, format, () => ends(place, name));
  const vertices = new Map<string, Float64Array>();
  const indices: number[] = [];
  for (const element of elements) readElement(element, next, vertices, indices);
  const column = (key: string): Float64Array | undefined => vertices.get(key);
  const [x, y, z] = ['x', 'y', 'z'].map(
    (key) => column(key) ?? refuseAt(place, `${place}: ${name} has vertices without ${key}.`),
  ) as [Float64Array, Float64Array, Float64Array];
  const [nx, ny, nz] = [column('nx'), column('ny'), column('nz')];
  const u = column('s') ?? column('u') ?? column('texture_u');
  const v = column('t') ?? column('v') ?? column('texture_v');
  if (indices.length === 0) refuseAt(place, `${place}: ${name} has no triangles.`);
  const mesh = checkedMesh(
    {
      kind: 'mesh',
      positions: interleaved([x, y, z]),
      indices: Uint32Array.from(indices),
      normals: nx && ny && nz && interleaved([nx, ny, nz]),
      // As OBJ: v points upwards in the file.
      uvs: u && v && interleaved([u, v.map((value) => 1 - value)]),
    },
    place,
  );
  const ignored = column('red') ? ['colours of vertices of a .ply'] : [];
  return onlyParts(
    [{ mesh, matrix: IDENTITY, materialName: undefined, material: undefined }],
    ignored,
  );
}

const ends = (place: string, name: string): never =>
  refuseAt(place, `${place}: ${name} ends before its last number.`);

const interleaved = (columns: readonly Float64Array[]): Float64Array =>
  Float64Array.from(
    { length: columns.length * columns[0]!.length },
    (_, i) => columns[i % columns.length]![Math.floor(i / columns.length)]!,
  );

function readHeader(bytes: Uint8Array, place: string, name: string) {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 100_000));
  const [head] = /^ply\r?\n[^]*?\nend_header\r?\n/.exec(text) ?? [];
  if (head === undefined)
    return refuseAt(place, `${place}: ${name} is no .ply: its header does not end.`);
  const elements: { name: string; count: number; properties: Property[] }[] = [];
  let format = '';
  for (const line of head.split(/\r?\n/)) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'format') format = rest[0] ?? '';
    if (word === 'element') {
      const count = Number(rest[1]);
      if (!Number.isInteger(count) || count < 0 || count > 3 * MOST_TRIANGLES)
        refuseAt(place, `${place}: ${name} announces ${rest[1] ?? 'no'} ${rest[0] ?? 'elements'}.`);
      if (count > bytes.length)
        refuseAt(place, `${place}: ${name} ends early: ${count} ${rest[0]!} were announced.`);
      elements.push({ name: rest[0]!, count, properties: [] });
    }
    if (word === 'property') {
      const isList = rest[0] === 'list';
      const types = isList ? rest.slice(1, 3) : rest.slice(0, 1);
      const unknown = types.find((type) => !Object.hasOwn(TYPES, type));
      if (unknown !== undefined || elements.length === 0)
        refuseAt(place, `${place}: ${name} has a property of the type ${unknown ?? 'nothing'}.`);
      elements
        .at(-1)!
        .properties.push(
          isList
            ? { name: rest[3] ?? '', countType: types[0]!, type: types[1]! }
            : { name: rest[1] ?? '', type: types[0]! },
        );
    }
  }
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(format))
    refuseAt(place, `${place}: ${name} has the format ${format || 'none'}, which is not read.`);
  return { format, elements: elements as readonly Element[], begin: head.length };
}

function readElement(
  { name, count, properties }: Element,
  next: Next,
  vertices: Map<string, Float64Array>,
  indices: number[],
): void {
  if (name === 'vertex')
    for (const property of properties) vertices.set(property.name, new Float64Array(count));
  for (let i = 0; i < count; i += 1)
    for (const { name: key, type, countType } of properties) {
      if (countType === undefined) {
        const value = next(type);
        if (name === 'vertex') vertices.get(key)![i] = value;
        continue;
      }
      const corners = Array.from({ length: Math.min(1e6, Math.max(0, next(countType))) }, () =>
        next(type),
      );
      if (name !== 'face' || !/^vertex_ind(ex|ices)$/.test(key)) continue;
      for (let k = 2; k < corners.length; k += 1)
        indices.push(corners[0]!, corners[k - 1]!, corners[k]!);
    }
}

function binaryNumbers(bytes: Uint8Array, begin: number, format: string, fails: () => never): Next {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = format === 'binary_little_endian';
  let at = begin;
  return (type) => {
    const [get, size] = TYPES[type]!;
    if (at + size > bytes.length) return fails();
    const value = view[get](at, little);
    at += size;
    return value;
  };
}

function textNumbers(bytes: Uint8Array, begin: number, place: string, name: string): Next {
  const words = new TextDecoder().decode(bytes.subarray(begin)).split(/\s+/);
  let at = words[0] === '' ? 1 : 0;
  return () => {
    const word = words[at];
    if (word === undefined || word === '') return ends(place, name);
    at += 1;
    return Number(word);
  };
}
