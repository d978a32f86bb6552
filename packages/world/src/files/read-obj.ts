import { refuseAt } from '../document/problem.ts';
import { MOST_TRIANGLES, checkedMesh, type Mesh } from '../geometry/mesh.ts';
import { IDENTITY } from '../pose/matrix.ts';
import { onlyParts, type FileContent } from './file-content.ts';

/** Lines that mean nothing to a rendering, or that are listed as ignored. */
const QUIET = new Set(['#', 'g', 'o', 's', '']);

/** Numbers of an OBJ, and triangles of each material as positions in them. */
interface Lists {
  readonly v: number[];
  readonly vt: number[];
  readonly vn: number[];
  readonly ignored: Set<string>;
  readonly faces: Map<string | undefined, Corner[]>;
}
type Corner = readonly [v: number, vt: number | undefined, vn: number | undefined];

/** Reads an OBJ: polygons with uv and normals, one part for each `usemtl`. */
export function readObj(bytes: Uint8Array, place: string, name: string): FileContent {
  const lists = readLines(new TextDecoder().decode(bytes), place, name);
  const parts = [...lists.faces]
    .filter(([, corners]) => corners.length > 0)
    .map(([materialName, corners]) => ({
      mesh: checkedMesh(meshOf(corners, lists), place),
      matrix: IDENTITY,
      materialName,
      material: undefined,
    }));
  if (parts.length === 0) refuseAt(place, `${place}: ${name} has no triangles.`);
  return onlyParts(parts, [...lists.ignored]);
}

function readLines(text: string, place: string, name: string): Lists {
  const lists: Lists = { v: [], vt: [], vn: [], ignored: new Set(), faces: new Map() };
  const refuse = (line: number, why: string): never =>
    refuseAt(place, `${place}: ${name}, line ${line + 1}: ${why}.`);
  let corners: Corner[] = [];
  lists.faces.set(undefined, corners);
  let count = 0;
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  for (const [line, content] of lines.entries()) {
    const [word = '', ...rest] = content.trim().split(/\s+/);
    if (word === 'v' || word === 'vt' || word === 'vn') {
      const size = word === 'vt' ? 2 : 3;
      const numbers = rest.slice(0, size).map(Number);
      if (numbers.length < size || !numbers.every(Number.isFinite))
        refuse(line, `${word} needs ${size} numbers`);
      lists[word].push(...numbers);
    } else if (word === 'usemtl') {
      const material = rest.join(' ');
      corners = lists.faces.get(material) ?? [];
      lists.faces.set(material, corners);
    } else if (word === 'f') {
      const face = rest.map((part) =>
        cornerOf(part, lists, () => refuse(line, `there is no ${part}`)),
      );
      if (face.length < 3) refuse(line, 'a face needs three corners');
      for (let k = 2; k < face.length; k += 1) corners.push(face[0]!, face[k - 1]!, face[k]!);
      count += face.length - 2;
      if (count > MOST_TRIANGLES) refuse(line, `a world has at most ${MOST_TRIANGLES} triangles`);
    } else if (!QUIET.has(word) && !word.startsWith('#')) {
      lists.ignored.add(`${word.slice(0, 20)} of an .obj`);
    }
  }
  return lists;
}

/** `v`, `v/vt`, `v//vn` or `v/vt/vn`, counted from 1, or backwards from the last. */
function cornerOf(part: string, { v, vt, vn }: Lists, fails: () => never): Corner {
  const [a = '', b = '', c = ''] = part.split('/');
  const index = (text: string, list: readonly number[], size: number): number | undefined => {
    if (text === '') return undefined;
    const [number, count] = [Number(text), list.length / size];
    const at = number < 0 ? count + number : number - 1;
    return Number.isInteger(at) && at >= 0 && at < count ? at : fails();
  };
  return [index(a, v, 3) ?? fails(), index(b, vt, 2), index(c, vn, 3)];
}

function meshOf(corners: readonly Corner[], { v, vt, vn }: Lists): Mesh {
  const places = new Map<string, number>();
  const distinct: Corner[] = [];
  const indices = corners.map((corner) => {
    const key = corner.join('/');
    const at = places.get(key);
    if (at !== undefined) return at;
    places.set(key, distinct.length);
    distinct.push(corner);
    return distinct.length - 1;
  });
  const columns = (
    list: readonly number[],
    which: 0 | 1 | 2,
    size: number,
  ): Float64Array | undefined =>
    distinct.every((corner) => corner[which] !== undefined)
      ? Float64Array.from(
          distinct.flatMap((corner) =>
            list.slice(size * corner[which]!, size * (corner[which]! + 1)),
          ),
        )
      : undefined;
  return {
    kind: 'mesh',
    positions: columns(v, 0, 3)!,
    indices: Uint32Array.from(indices),
    normals: columns(vn, 2, 3),
    // v points upwards in an OBJ.
    uvs: columns(vt, 1, 2)?.map((value, i) => (i % 2 === 1 ? 1 - value : value)),
  };
}
