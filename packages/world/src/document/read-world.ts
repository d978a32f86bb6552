import type { FileMaterial } from '../files/file-content.ts';
import type { WorldFiles } from '../files/world-files.ts';
import { MOST_TRIANGLES, triangleCount, type Geometry } from '../geometry/mesh.ts';
import { geometryOf } from '../geometry/shapes.ts';
import { IDENTITY, type Matrix } from '../pose/matrix.ts';
import { checkNames, checkPoses, suggestion } from './poses.ts';
import { refuseAt } from './problem.ts';
import { readAssets, type Asset } from './read-assets.ts';
import type { MaterialKeys, ObjectKeys, WorldDocument } from './world-document.ts';

/** Identifiers have 16 bits. */
const MOST_IDENTIFIERS = 65_535;

/** A material before its spectra and textures are read. */
export interface NamedMaterial {
  /** As reports and refusals name it. */
  readonly name: string;
  /** Of its keys in the document. */
  readonly place: string;
  readonly keys?: MaterialKeys;
  readonly file?: FileMaterial;
}

export interface WorldPart {
  readonly geometry: Geometry;
  /** In the frame of its object. */
  readonly matrix: Matrix;
  readonly material: NamedMaterial;
}

export interface WorldObject {
  readonly keys: ObjectKeys;
  readonly parts: readonly WorldPart[];
  /** Identifier of its first instance. */
  readonly id: number;
  readonly instances: number;
}

/** A world whose files were read. */
export interface World {
  readonly document: WorldDocument;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly objects: readonly WorldObject[];
  /** Triangles once, and with every instance. */
  readonly uniqueTriangles: number;
  readonly triangles: number;
  readonly ignored: readonly string[];
  readonly warnings: readonly string[];
  readonly files: WorldFiles;
}

/** Diffuse, one half: what has no material. */
const NO_MATERIAL: NamedMaterial = {
  name: 'default',
  place: 'materials.default',
  keys: { model: 'diffuse', reflectance: 0.5 },
};

/**
 * Reads the files of a world and checks what its schema cannot: names, parents, materials, limits.
 *
 * @param table names of the materials that need no entry in the document.
 * @throws SimulationError with the place in the document.
 */
export async function readWorld(
  document: WorldDocument,
  files: WorldFiles,
  table: Readonly<Record<string, MaterialKeys>>,
): Promise<World> {
  checkNames(document);
  checkPoses(document);
  const assets = await readAssets(document, files);
  const materials = new Materials(document, table);
  const objects: WorldObject[] = [];
  let [id, triangles, uniqueTriangles] = [1, 0, 0];
  const shared = new Set<Geometry>();
  for (const keys of document.objects ?? []) {
    const parts = partsOf(keys, assets, materials);
    const instances = keys.instances?.length ?? 1;
    objects.push({ keys, parts, id, instances });
    id += instances;
    if (id - 1 > MOST_IDENTIFIERS)
      refuseAt(
        'objects',
        `objects: a world has at most ${MOST_IDENTIFIERS} objects, each instance counted.`,
      );
    for (const { geometry } of parts) {
      triangles += instances * triangleCount(geometry);
      if (shared.has(geometry)) continue;
      shared.add(geometry);
      uniqueTriangles += triangleCount(geometry);
    }
    if (uniqueTriangles > MOST_TRIANGLES)
      refuseAt(
        `objects.${keys.name}`,
        `objects.${keys.name}: a world has at most ${MOST_TRIANGLES} triangles.`,
      );
  }
  const used = new Set((document.objects ?? []).flatMap(({ asset }) => asset ?? []));
  const idle = [...assets.keys()].filter((name) => !used.has(name));
  return {
    document,
    assets,
    objects,
    triangles,
    uniqueTriangles,
    ignored: [...new Set([...assets.values()].flatMap(({ ignored }) => ignored))],
    warnings: [
      ...[...assets.values()].flatMap(({ warnings }) => warnings),
      ...idle.map((name) => `assets.${name} is used by no object.`),
    ],
    files,
  };
}

/** The materials of a document and of the table, by name. */
class Materials {
  private readonly own: ReadonlyMap<string, NamedMaterial>;

  constructor(document: WorldDocument, table: Readonly<Record<string, MaterialKeys>>) {
    const listed = { ...table, ...document.materials };
    this.own = new Map(
      Object.entries(listed).map(([name, keys]) => [
        name,
        { name, place: `materials.${name}`, keys },
      ]),
    );
  }

  /** @param place of the object, or of its key. */
  find(wanted: string | MaterialKeys, place: string): NamedMaterial {
    if (typeof wanted !== 'string') return { name: place, place, keys: wanted };
    return (
      this.own.get(wanted) ??
      refuseAt(
        place,
        `${place}: no material is called ${wanted.slice(0, 100)}${suggestion(wanted, [...this.own.keys()])}`,
      )
    );
  }
}

function partsOf(
  keys: ObjectKeys,
  assets: ReadonlyMap<string, Asset>,
  materials: Materials,
): readonly WorldPart[] {
  const place = `objects.${keys.name}`;
  const whole = keys.material === undefined ? undefined : materials.find(keys.material, place);
  if (keys.shape)
    return [
      {
        geometry: geometryOf(keys.shape, `${place}.shape`),
        matrix: IDENTITY,
        material: whole ?? NO_MATERIAL,
      },
    ];
  const name = keys.asset!;
  const asset =
    assets.get(name) ??
    refuseAt(
      `${place}.asset`,
      `${place}.asset: no asset is called ${name}${suggestion(name, [...assets.keys()])}`,
    );
  const inFile = new Set(asset.parts.flatMap(({ materialName }) => materialName ?? []));
  for (const key of Object.keys(keys.materials ?? {}))
    if (!inFile.has(key))
      refuseAt(
        `${place}.materials.${key}`,
        `${place}.materials: ${asset.file} has no material ${key.slice(0, 100)}${suggestion(key, [...inFile])}`,
      );
  return asset.parts.map(({ mesh, matrix, materialName, material }) => {
    const replaced = materialName === undefined ? undefined : keys.materials?.[materialName];
    return {
      geometry: mesh,
      matrix,
      material:
        whole ??
        (replaced !== undefined
          ? materials.find(replaced, `${place}.materials.${materialName!}`)
          : material
            ? { name: materialName ?? material.name, place: `assets.${name}.file`, file: material }
            : NO_MATERIAL),
    };
  });
}
