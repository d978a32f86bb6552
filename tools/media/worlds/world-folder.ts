import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { MaterialKeys, WorldDocument } from '@lumenloom/world';
import { linearToSrgb, srgbDecoder } from '@lumenloom/engine';
import { finish, type Look, type Painted } from './paint.ts';
import type { Sheet, Solid } from './solids.ts';
import type { Still } from './still.ts';
import { cross, dot, scale, subtract, type Vec3 } from './vector.ts';

/** Pixels of a texture along one side. */
const PIXELS = { least: 2, most: 1024 };
/** Kinds of finish in one texture. */
const MOST_FINISHES = 3;

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}
/** The colour of a body at a place of its texture. */
export type BodyColour = (uv: readonly [number, number]) => Vec3;

interface Built {
  /** By material. */
  readonly bodies: Map<string, BodyColour>;
  readonly materials: Record<string, MaterialKeys>;
  readonly objects: NonNullable<WorldDocument['objects']>[number][];
  readonly assets: Record<string, { readonly file: string }>;
}

/**
 * Builds the world of a still as a folder: the document `world.json`, its meshes as .ply and its
 * textures as .png. Returns the colours of its bodies by material.
 */
export async function writeWorld(
  still: Still,
  folder: string,
): Promise<ReadonlyMap<string, BodyColour>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const built: Built = { bodies: new Map(), materials: {}, objects: [], assets: {} };
  for (const [index, solid] of still.createSolids().entries())
    for (const file of await buildSolid(solid, `solid-${index}`, still.metres, built))
      await writeFile(join(folder, file.name), file.bytes);
  if (still.sky) await addSky(still.sky, folder, built);
  await writeFile(join(folder, 'world.json'), JSON.stringify(documentOf(still, built), null, 1));
  return built.bodies;
}

function documentOf(still: Still, { bodies: _bodies, ...built }: Built): WorldDocument {
  const { camera, metres, lights, environment } = still;
  return {
    version: 1,
    ...built,
    lights,
    ...(environment && { environment }),
    camera: {
      position: scale(camera.position, metres),
      lookAt: { target: scale(camera.target, metres) },
    },
  };
}

/** Adds a solid to a document. Returns its files. */
async function buildSolid(
  { sheets, paint, texels }: Solid,
  name: string,
  metres: number,
  built: Built,
): Promise<File[]> {
  const add = (part: string, material: string, shown: readonly Sheet[]): File => {
    const file = `${part}.ply`;
    built.assets[part] = { file };
    built.objects.push({ name: part, asset: part, material });
    return { name: file, bytes: plyOf(shown, metres) };
  };
  if (typeof paint !== 'function') {
    built.materials[name] = paint;
    const body = colourOf(paint);
    built.bodies.set(name, () => body);
    return [add(name, name, sheets)];
  }
  const files = await Promise.all(
    sheets.map(async (sheet, index) => {
      const part = `${name}-${index}`;
      const { material, pictures } = await textured(sheet, paint, texels, part);
      built.materials[part] = material;
      built.bodies.set(part, ([u, v]) => colourAt(sheet, paint, u, v));
      return [...pictures, add(part, part, [sheet])];
    }),
  );
  return files.flat();
}

/** The colour of a body of one material; of metals, grey. */
const colourOf = (material: MaterialKeys): Vec3 =>
  'reflectance' in material &&
  typeof material.reflectance === 'object' &&
  'rgb' in material.reflectance
    ? material.reflectance.rgb
    : [0.5, 0.5, 0.5];

const look: Look = { red: 0.5, green: 0.5, blue: 0.5, coat: 0, roughness: 0.5 };

/** The look of a sheet at (u, v); the next call overwrites it. */
function lookAt(sheet: Sheet, paint: Painted, u: number, v: number): Look {
  paint(...sheet.at(u, v).painted, look);
  return look;
}

function colourAt(sheet: Sheet, paint: Painted, u: number, v: number): Vec3 {
  const { red, green, blue } = lookAt(sheet, paint, u, v);
  return [red, green, blue];
}

const SKY = { radius: 500, columns: 256, rows: 128 };

/** A ball round everything that shines inwards. It is found by directions, not as a lamp. */
async function addSky(
  { colour, luminance }: NonNullable<Still['sky']>,
  folder: string,
  built: Built,
): Promise<void> {
  const { radius, columns, rows } = SKY;
  const texture = 'sky.png';
  const sheet: Sheet = {
    us: [],
    vs: [],
    size: [columns, rows],
    at: (u, v) => {
      const [angle, polar] = [2 * Math.PI * (u - 0.5), Math.PI * v];
      const way: Vec3 = [
        Math.sin(polar) * Math.sin(angle),
        Math.cos(polar),
        Math.sin(polar) * Math.cos(angle),
      ];
      return { painted: way, position: way, normal: () => way };
    },
  };
  const { pictures } = await textured(sheet, colour, 1, 'sky');
  for (const file of pictures) await writeFile(join(folder, file.name), file.bytes);
  built.materials['sky'] = {
    model: 'diffuse',
    reflectance: 0,
    emission: { spectrum: { texture }, luminance },
  };
  built.bodies.set('sky', ([u, v]) => colourAt(sheet, colour, u, v));
  built.objects.push({
    name: 'sky',
    shape: { sphere: { radius } },
    material: 'sky',
    // The sun stands behind it.
    castsShadow: false,
  });
}

/** A mesh of sheets as PLY of binary numbers. */
function plyOf(sheets: readonly Sheet[], metres: number): Uint8Array {
  const vertices: number[] = [];
  const triangles: (readonly [number, number, number])[] = [];
  for (const { us, vs, at } of sheets) {
    const first = vertices.length / VALUES;
    const points = vs.flatMap((v) =>
      us.map((u) => {
        const { position, normal } = at(u, v);
        return { u, v, position, normal: normal() };
      }),
    );
    for (const { position, normal, u, v } of points)
      vertices.push(...scale(position, metres), ...normal, u, 1 - v);
    const facing = (a: number, b: number, c: number): void => {
      const [p, q, r] = [points[a]!, points[b]!, points[c]!];
      const way = cross(subtract(q.position, p.position), subtract(r.position, p.position));
      if (Math.hypot(...way) < 1e-12) return;
      const isOut = dot(way, p.normal) + dot(way, q.normal) + dot(way, r.normal) > 0;
      triangles.push(isOut ? [first + a, first + b, first + c] : [first + a, first + c, first + b]);
    };
    const width = us.length;
    for (let row = 0; row + 1 < vs.length; row += 1)
      for (let column = 0; column + 1 < width; column += 1) {
        const corner = row * width + column;
        facing(corner, corner + width, corner + 1);
        facing(corner + 1, corner + width, corner + width + 1);
      }
  }
  return plyBytes(vertices, triangles);
}

/** Numbers of a corner: position, normal and place in the texture. */
const VALUES = 8;

function plyBytes(
  vertices: readonly number[],
  triangles: readonly (readonly [number, number, number])[],
): Uint8Array {
  const header = Buffer.from(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${vertices.length / VALUES}\n${['x', 'y', 'z', 'nx', 'ny', 'nz', 's', 't'].map((key) => `property float ${key}\n`).join('')}element face ${triangles.length}\nproperty list uchar uint vertex_indices\nend_header\n`,
  );
  const body = Buffer.alloc(4 * vertices.length + 13 * triangles.length);
  vertices.forEach((value, i) => body.writeFloatLE(value, 4 * i));
  triangles.forEach((corners, i) => {
    const at = 4 * vertices.length + 13 * i;
    body.writeUInt8(3, at);
    corners.forEach((corner, k) => body.writeUInt32LE(corner, at + 1 + 4 * k));
  });
  return Buffer.concat([header, body]);
}

/** Paints a sheet: its colours as a texture, its kinds of finish as shares of a mix. */
async function textured(
  sheet: Sheet,
  paint: Painted,
  texels: number,
  name: string,
): Promise<{ readonly material: MaterialKeys; readonly pictures: readonly File[] }> {
  const [columns, rows] = sheet.size.map((length) =>
    Math.round(Math.min(PIXELS.most, Math.max(PIXELS.least, length * texels))),
  ) as [number, number];
  const colours = Buffer.alloc(3 * columns * rows);
  const kinds = new Uint8Array(columns * rows);
  const finishes: (readonly [coat: number, roughness: number])[] = [];
  for (let at = 0; at < columns * rows; at += 1) {
    const [u, v] = [((at % columns) + 0.5) / columns, (Math.floor(at / columns) + 0.5) / rows];
    lookAt(sheet, paint, u, v);
    [look.red, look.green, look.blue].forEach((value, channel) => {
      colours[3 * at + channel] = linearToSrgb(value);
    });
    kinds[at] = kindOf(finishes, look);
  }
  const raw = (data: Uint8Array, channels: 1 | 3): Promise<Buffer> =>
    sharp(data, { raw: { width: columns, height: rows, channels } })
      .png()
      .toBuffer();
  const colour = `${name}.png`;
  const pictures: File[] = [{ name: colour, bytes: await raw(colours, 3) }];
  let material = finish({ texture: colour }, ...finishes[0]!);
  for (let kind = 1; kind < finishes.length; kind += 1) {
    const texture = `${name}-finish-${kind}.png`;
    pictures.push({
      name: texture,
      bytes: await raw(
        kinds.map((value) => (value === kind ? 255 : 0)),
        1,
      ),
    });
    material = {
      model: 'mix',
      a: material,
      b: finish(onlyColour(colours, kinds, kind) ?? { texture: colour }, ...finishes[kind]!),
      share: { texture, encoding: 'linear', channel: 'r' },
    };
  }
  return { material, pictures };
}

/** The colour of the pixels of a kind, where they have but one. */
function onlyColour(
  colours: Uint8Array,
  kinds: Uint8Array,
  kind: number,
): { readonly rgb: Vec3 } | undefined {
  const first = kinds.indexOf(kind);
  const same = (channel: number): boolean =>
    kinds.every(
      (other, at) => other !== kind || colours[3 * at + channel] === colours[3 * first + channel],
    );
  if (![0, 1, 2].every(same)) return undefined;
  const decode = srgbDecoder(255);
  const linear = (channel: number): number => decode(colours[3 * first + channel]!);
  return { rgb: [linear(0), linear(1), linear(2)] };
}

/** The number of the finish of a look: known, new, or the nearest where none is left. */
function kindOf(
  finishes: (readonly [coat: number, roughness: number])[],
  { coat, roughness }: Look,
): number {
  const apart = ([otherCoat, otherRoughness]: readonly [number, number]): number =>
    Math.abs(otherCoat - coat) + (coat > 0 ? 0.1 * Math.abs(otherRoughness - roughness) : 0);
  const nearest = finishes
    .map((other, kind) => ({ kind, by: apart(other) }))
    .toSorted((a, b) => a.by - b.by)[0];
  if (nearest && (nearest.by < NEAR || finishes.length === MOST_FINISHES)) return nearest.kind;
  finishes.push([coat, roughness]);
  return finishes.length - 1;
}

/** Finishes that differ by less are one. */
const NEAR = 0.012;
