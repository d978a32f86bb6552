import type { FileContent } from '../files/file-content.ts';
import { readObj } from '../files/read-obj.ts';
import { readPly } from '../files/read-ply.ts';
import { readStl } from '../files/read-stl.ts';
import type { WorldFiles } from '../files/world-files.ts';
import { MOST_TRIANGLES, triangleCount } from '../geometry/mesh.ts';
import { IDENTITY, stretched, times, type Matrix } from '../pose/matrix.ts';
import { refuseAt } from './problem.ts';
import type { AssetKeys, WorldDocument } from './world-document.ts';

const METRES = { m: 1, mm: 0.001, cm: 0.01, in: 0.0254 } as const;
/** (x, y, z) -> (x, z, -y). */
const FROM_Z_UP: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
/** What a format means where the document leaves unit and up out. */
const FORMATS = {
  glb: { unit: 'm', up: 'y' },
  gltf: { unit: 'm', up: 'y' },
  obj: { unit: 'm', up: 'y' },
  ply: { unit: 'm', up: 'y' },
  stl: { unit: 'mm', up: 'z' },
} as const;
type Format = keyof typeof FORMATS;

/** A file of geometry, in metres with +Y up. */
export interface Asset extends FileContent {
  readonly name: string;
  readonly file: string;
}

/** Reads every asset of a document. */
export async function readAssets(
  document: WorldDocument,
  files: WorldFiles,
): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  let triangles = 0;
  for (const [name, keys] of Object.entries(document.assets ?? {})) {
    const asset = await readAsset(name, keys, files);
    triangles += asset.parts.reduce((sum, { mesh }) => sum + triangleCount(mesh), 0);
    if (triangles > MOST_TRIANGLES)
      refuseAt(
        `assets.${name}.file`,
        `assets.${name}.file: the world has more than ${MOST_TRIANGLES} triangles.`,
      );
    assets.set(name, asset);
  }
  return assets;
}

/** Of files that a host has in memory: a changed document reads them once. */
const known = new WeakMap<Uint8Array, FileContent>();

async function readAsset(name: string, keys: AssetKeys, files: WorldFiles): Promise<Asset> {
  const place = `assets.${name}.file`;
  const { file } = keys;
  const ending = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  if (/^(step|stp)$/.test(ending))
    refuseAt(
      place,
      `${place}: ${file} is a STEP file, which is not read yet: save it as .glb or .stl.`,
    );
  if (!Object.hasOwn(FORMATS, ending))
    refuseAt(place, `${place}: ${file} must be a .glb, .gltf, .obj, .stl or .ply.`);
  const format = ending as Format;
  const bytes = await files.read(file, place);
  const content =
    known.get(bytes) ?? (await readBytes(format, bytes, { name: file, place, files }));
  known.set(bytes, content);
  const { unit = FORMATS[format].unit, up = FORMATS[format].up } = keys;
  const metres = METRES[unit];
  const turn = times(up === 'z' ? FROM_Z_UP : IDENTITY, stretched([metres, metres, metres]));
  const turned = <Part extends { readonly matrix: Matrix }>(part: Part): Part => ({
    ...part,
    matrix: times(turn, part.matrix),
  });
  return {
    ...content,
    name,
    file,
    parts: content.parts.map(turned),
    lamps: content.lamps.map(turned),
    cameras: content.cameras.map(turned),
  };
}

async function readBytes(
  format: Format,
  bytes: Uint8Array,
  {
    name,
    place,
    files,
  }: { readonly name: string; readonly place: string; readonly files: WorldFiles },
): Promise<FileContent> {
  switch (format) {
    case 'obj':
      return readObj(bytes, place, name);
    case 'stl':
      return readStl(bytes, place, name);
    case 'ply':
      return readPly(bytes, place, name);
    case 'glb':
    case 'gltf': {
      const { readGltf } = await import('../files/read-gltf.ts');
      const folder = name.replace(/[^/]*$/, '');
      return readGltf(bytes, place, name, (uri) => files.read(`${folder}${uri}`, place));
    }
  }
}
