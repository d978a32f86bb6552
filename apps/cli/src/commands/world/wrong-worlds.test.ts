import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openWorld } from './open-world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-wrong-worlds-'));
});

const ball = { name: 'o', shape: { sphere: { radius: 1 } } };
const withAsset = (file: string) => ({
  version: 1,
  assets: { a: { file } },
  objects: [{ name: 'o', asset: 'a' }],
});
const objects = (...list: readonly object[]) => ({ version: 1, objects: list });

/** A document, the sentence with its place, and the files beside it. */
type Wrong = readonly [
  sentence: string | RegExp,
  world: unknown,
  files?: Readonly<Record<string, string | Uint8Array>>,
];
const wrong: readonly Wrong[] = [
  ['version must be 1.', { version: 2 }],
  ['A world must be a JSON object.', []],
  ['objekts means nothing in a world.', { version: 1, objekts: [] }],
  ['objects.o needs one of asset and shape.', objects({ name: 'o' })],
  [
    'objects.o.shape must have one of plane, box, sphere, cylinder, disc, torus and mesh.',
    objects({ name: 'o', shape: {} }),
  ],
  [
    'objects.o.shape.cube is no shape: choose plane, box, sphere, cylinder, disc, torus or mesh.',
    objects({ name: 'o', shape: { cube: 1 } }),
  ],
  [
    'objects.o.shape.sphere.radius must be a number above 0 to 10000000.',
    objects({ name: 'o', shape: { sphere: { radius: -1 } } }),
  ],
  ['objects.o is there twice: names are unique in their list.', objects(ball, ball)],
  [
    'objects[0].name must be a name of 1 to 100 characters without ., [ and ].',
    objects({ ...ball, name: '' }),
  ],
  ['objects[0].name is missing.', objects({ shape: { sphere: { radius: 1 } } })],
  [
    'objects.o: no material is called steal; did you mean steel?',
    objects({ ...ball, material: 'steal' }),
  ],
  [
    'objects.a.parent goes round in a circle.',
    objects({ ...ball, name: 'a', parent: 'b' }, { ...ball, name: 'b', parent: 'a' }),
  ],
  ['objects.o.parent: no object is called table.', objects({ ...ball, parent: 'table' })],
  [
    'objects.o has a pose without a volume: its scale or matrix must not be 0.',
    objects({ ...ball, scale: 0 }),
  ],
  [
    'objects.o.rotation and objects.o.lookAt are both given: give one.',
    objects({ ...ball, rotation: [0, 0, 0, 1], lookAt: { target: [0, 0, 1] } }),
  ],
  [
    'lights.ring needs exactly one of lumens, candela, lux, luminance and watts.',
    { version: 1, lights: [{ name: 'ring', type: 'point', lumens: 1, candela: 1 }] },
  ],
  [
    'lights.l.innerDegrees must be below outerDegrees.',
    {
      version: 1,
      lights: [{ name: 'l', type: 'spot', candela: 1, innerDegrees: 30, outerDegrees: 20 }],
    },
  ],
  [
    'lights.l.type must be one of point, spot, directional, sun, rectangle, disc, ring, line, dome, coaxial, ies and projector.',
    { version: 1, lights: [{ name: 'l', type: 'tube', lumens: 1 }] },
  ],
  [
    'environment.sky.type must be 1 to 15.',
    { version: 1, environment: { sky: { type: 16, sunElevationDegrees: 1, zenithLuminance: 1 } } },
  ],
  [
    'places.p.normal must not be 0.',
    { version: 1, places: [{ name: 'p', position: [0, 0, 0], normal: [0, 0, 0] }] },
  ],
  ['fog needs one of extinctionPerMetre and visibilityMetres.', { version: 1, fog: {} }],
  ['assets.a.file: part.glb was not found.', withAsset('part.glb')],
  ['assets.a.file: ../part.glb leads out of the folder of the document.', withAsset('../part.glb')],
  ['assets.a.file: part.fbx must be a .glb, .gltf, .obj, .stl or .ply.', withAsset('part.fbx')],
  [/STEP file, which is not read yet/, withAsset('part.step')],
  [
    'assets.a.file: a.stl ends early: 4294967295 triangles were announced, and it has 84 bytes.',
    withAsset('a.stl'),
    { 'a.stl': new Uint8Array(84).fill(255, 80) },
  ],
  [
    'assets.a.file: a.stl ends early: 4 triangles were announced, and it has 146 bytes.',
    withAsset('a.stl'),
    { 'a.stl': Buffer.concat([Buffer.from('solid'.padEnd(80)), Buffer.of(4), Buffer.alloc(65)]) },
  ],
  [
    /assets\.a\.file: a\.obj, line 2: v needs 3 numbers\./,
    withAsset('a.obj'),
    { 'a.obj': 'v 0 0 0\nv 1 x 0\n' },
  ],
  [/line 2: there is no 7\./, withAsset('a.obj'), { 'a.obj': 'v 0 0 0\nf 1 7 1\n' }],
  [/a\.ply is no \.ply/, withAsset('a.ply'), { 'a.ply': 'ply\nformat ascii 1.0\n' }],
  [
    /ends before its last number/,
    withAsset('a.ply'),
    {
      'a.ply':
        'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2\n',
    },
  ],
  [
    /a\.glb ends early: it was cut off/,
    withAsset('a.glb'),
    { 'a.glb': new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 255, 0, 0, 0]) },
  ],
  [
    'assets.a.file: a.gltf has nodes that go round in a circle, at node 0.',
    withAsset('a.gltf'),
    {
      'a.gltf': JSON.stringify({
        asset: { version: '2.0' },
        nodes: [{ children: [1] }, { children: [0] }],
      }),
    },
  ],
  [
    /a\.gltf ends early: accessor 0 reaches beyond its buffer view/,
    withAsset('a.gltf'),
    {
      'a.gltf': JSON.stringify({
        asset: { version: '2.0' },
        buffers: [{ byteLength: 4, uri: 'data:;base64,AAAAAA==' }],
        bufferViews: [{ buffer: 0, byteLength: 4 }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 9, type: 'VEC3' }],
      }),
    },
  ],
  [
    /has an accessor 0 that cannot be read/,
    withAsset('a.gltf'),
    {
      'a.gltf': JSON.stringify({
        asset: { version: '2.0' },
        accessors: [{ componentType: 5126, count: 1e9, type: 'VEC3' }],
      }),
    },
  ],
  [
    'objects.o.shape.mesh: index 3 of triangle 0 is beyond its 3 vertices.',
    objects({
      name: 'o',
      shape: { mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 3] } },
    }),
  ],
];

const cases = wrong.map(([sentence, world, files = {}]) => ({ sentence, world, files }));
test.each(cases)('$sentence', async ({ sentence, world, files }) => {
  const path = join(folder, 'world.json');
  await writeFile(path, JSON.stringify(world));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const message = await openWorld(path).then(
    () => 'was read',
    (error: unknown) => (error as Error).message,
  );
  if (typeof sentence === 'string') expect(message).toBe(sentence);
  else expect(message).toMatch(sentence);
});
