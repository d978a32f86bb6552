import { refuseAt } from '../document/problem.ts';
import { MOST_TRIANGLES, checkedMesh } from '../geometry/mesh.ts';
import { IDENTITY } from '../pose/matrix.ts';
import { onlyParts, type FileContent } from './file-content.ts';

const HEADER = 84;
const FACET = 50;

/** Reads an STL, of text or binary; its normals are those of its triangles. */
export function readStl(bytes: Uint8Array, place: string, name: string): FileContent {
  const positions = isBinary(bytes) ? ofBinary(bytes, place, name) : ofText(bytes, place, name);
  if (positions.length === 0) refuseAt(place, `${place}: ${name} has no triangles.`);
  const mesh = checkedMesh(
    {
      kind: 'mesh',
      positions,
      indices: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
    },
    place,
  );
  return onlyParts([{ mesh, matrix: IDENTITY, materialName: undefined, material: undefined }]);
}

/** A binary file may begin with `solid` too, and be cut off: its length and its bytes decide. */
function isBinary(bytes: Uint8Array): boolean {
  if (bytes.length >= HEADER) {
    const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
    if (bytes.length === HEADER + FACET * count) return true;
    if (bytes.subarray(80, HEADER).includes(0)) return true;
  }
  return !/^\s*solid/.test(new TextDecoder().decode(bytes.subarray(0, 80)));
}

function ofBinary(bytes: Uint8Array, place: string, name: string): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < HEADER ? 0 : view.getUint32(80, true);
  if (bytes.length < HEADER || bytes.length < HEADER + FACET * count)
    refuseAt(
      place,
      `${place}: ${name} ends early: ${count} triangles were announced, and it has ${bytes.length} bytes.`,
    );
  if (count > MOST_TRIANGLES)
    refuseAt(place, `${place} has more than ${MOST_TRIANGLES} triangles, the most of a world.`);
  const positions = new Float64Array(9 * count);
  for (let i = 0; i < count; i += 1)
    for (let k = 0; k < 9; k += 1)
      positions[9 * i + k] = view.getFloat32(HEADER + FACET * i + 12 + 4 * k, true);
  return positions;
}

function ofText(bytes: Uint8Array, place: string, name: string): Float64Array {
  const numbers: number[] = [];
  const text = new TextDecoder().decode(bytes);
  for (const [, x, y, z] of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/g))
    numbers.push(Number(x), Number(y), Number(z));
  if (numbers.length % 9 !== 0)
    refuseAt(place, `${place}: ${name} ends inside a triangle: it needs three vertices each.`);
  return Float64Array.from(numbers);
}
