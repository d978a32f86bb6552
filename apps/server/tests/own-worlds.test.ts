/** Worlds of a library: a .zip of world.json and its files, and a .glb. */
import type { WholeOwnFile } from '@lumenloom/contract';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { get, sendForm, type Form } from './library-form.ts';
import { callsOf } from './experiment-calls.ts';
import { logIn, type Visitor } from './people.ts';
import { allEvents, logOf, startServer, type Server } from './start-server.ts';

const { started, ended, textOf } = callsOf('sweeps');
type WorldPreview = Extract<WholeOwnFile['preview'], { readonly kind: 'world' }>;

let people = 0;
const somebody = async (server: Server): Promise<Visitor> => {
  people += 1;
  return logIn(server, `world-${people}@example.com`);
};

/** A square of 40 cm before the camera: two triangles. */
const SQUARE = `v -.2 -.2 -1\nv .2 -.2 -1\nv .2 .2 -1\nv -.2 .2 -1\nf 1 2 3\nf 1 3 4\n`;
const document = {
  version: 1,
  name: 'Square',
  assets: { square: { file: 'parts/square.obj' } },
  objects: [
    {
      name: 'square',
      asset: 'square',
      label: 'square',
      material: { model: 'diffuse', reflectance: 0.4 },
    },
  ],
  environment: { uniform: { luminance: 200 } },
  camera: { hfovDegrees: 40 },
};
const zipped = (files: Zippable, name = 'square.zip'): Form => ({
  kind: 'world',
  file: { name, content: zipSync(files) },
});
const whole = (more: object = {}, beside: Zippable = {}): Form =>
  zipped({
    'world.json': strToU8(JSON.stringify({ ...document, ...more })),
    'parts/square.obj': strToU8(SQUARE),
    ...beside,
  });

/** A .glb of one triangle, corners in metres. */
function triangle(corners: readonly number[], more: object = {}): Uint8Array {
  const bytes = Buffer.from(Float32Array.from(corners).buffer);
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: bytes.length }],
    buffers: [{ byteLength: bytes.length }],
    ...more,
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const head = Buffer.alloc(12);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + bytes.length, 8);
  const chunk = (content: Buffer, type: string): Buffer => {
    const about = Buffer.alloc(8);
    about.writeUInt32LE(content.length);
    about.write(type, 4, 'latin1');
    return Buffer.concat([about, content]);
  };
  return Buffer.concat([head, chunk(text, 'JSON'), chunk(bytes, 'BIN\0')]);
}
const CORNERS = [-1, -1, 0, 1, -1, 0, 0, 1, 0];
const glb = (name = 'wing nut.v2.glb', content = triangle(CORNERS)): Form => ({
  kind: 'world',
  file: { name, content },
});

async function added(visitor: Visitor, form: Form): Promise<WholeOwnFile> {
  const response = await sendForm(visitor, form);
  const answer = (await response.json()) as WholeOwnFile;
  expect([response.status, answer]).toMatchObject([201, { kind: 'world' }]);
  return answer;
}
const previewOf = async (visitor: Visitor, id: string): Promise<WorldPreview> => {
  const { preview } = (await (await get(visitor, `/api/library/${id}`)).json()) as WholeOwnFile;
  expect(preview.kind).toBe('world');
  return preview as WorldPreview;
};
const camera = {
  worldParams: { samples: 16, sampling: 1 },
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 16, cols: 24 },
};

describe('with the switch', () => {
  const server = startServer({
    WORKBENCH_OFFERS: 'world,upload,sweep',
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1000',
  });

  it('a .zip is read with its files, and photographed by its name', async () => {
    const visitor = await somebody(server);
    const { id, summary, bytes } = await added(visitor, whole());
    expect(summary).toBe('1 object, 0 lamps, 2 triangles');
    expect(bytes).toBeGreaterThan(SQUARE.length);
    const preview = await previewOf(visitor, id);
    expect(preview).toMatchObject({ files: ['parts/square.obj'], triangles: 2, document });
    const file = await get(visitor, `/api/library/${id}/files?name=parts/square.obj`);
    expect(await file.text()).toBe(SQUARE);
    for (const name of ['world.json', '../part.json', 'parts'])
      expect((await get(visitor, `/api/library/${id}/files?name=${name}`)).status).toBe(404);
    const events = await allEvents(
      await visitor.post('/simulate', { ...camera, world: `mine:${id}` }),
    );
    expect(logOf(events)).toContain('World: Square, 2 triangles');
  });

  it('what rays meet in it is what stands in its files', async () => {
    const visitor = await somebody(server);
    const { id } = await added(visitor, whole());
    const probed = await visitor.post('/world/probe', {
      world: `mine:${id}`,
      rays: [
        { origin: [0.1, 0.1, 0], direction: [0, 0, -1] },
        { origin: [0.3, 0, 0], direction: [0, 0, -1] },
      ],
      samples: 64,
    });
    const { rays } = (await probed.json()) as { rays: { luminance: number; distance: number }[] };
    expect(rays[0]).toMatchObject({ object: 'square', distance: 1 });
    // A flat thing alone in even light sends back its reflectance of it.
    expect(rays[0]!.luminance).toBeCloseTo(0.4 * 200, 6);
    expect(rays[1]).toMatchObject({ hit: false, id: 0 });
  });

  it('a .glb is one object in even light of 500 lx, which its camera sees whole', async () => {
    const visitor = await somebody(server);
    const { id, notes } = await added(visitor, glb());
    expect(notes.join(' ')).toContain('wing nut.v2.glb stands alone in even light of 500 lx');
    const { document: made, files } = await previewOf(visitor, id);
    expect(files).toEqual(['wing-nut-v2.glb']);
    const found = (await (
      await visitor.post('/world/inspect', {
        world: { ...made, places: [{ name: 'top', position: [0, 3, 0], normal: [0, 1, 0] }] },
      })
    ).json()) as { readonly field?: string };
    // The document alone has no files on a server.
    expect(found).toMatchObject({ field: 'assets.wing-nut-v2.file' });
    const corners = [0, 1, 2].map((at) => CORNERS.slice(3 * at, 3 * at + 3));
    const { position, lookAt } = made['camera'] as {
      readonly position: number[];
      readonly lookAt: { readonly target: number[] };
    };
    const probed = await visitor.post('/world/probe', {
      world: `mine:${id}`,
      rays: [
        { origin: position, direction: lookAt.target.map((value, at) => value - position[at]!) },
        { origin: position, direction: [0, 1, 0] },
      ],
      samples: 16,
    });
    const { rays } = (await probed.json()) as { rays: { object: string; luminance: number }[] };
    expect(rays[0]!.object).toBe('wing-nut-v2');
    expect(rays[1]!.luminance * Math.PI).toBeCloseTo(500, 6);
    const axis = lookAt.target.map((value, at) => value - position[at]!);
    const far = Math.hypot(...axis);
    for (const corner of corners) {
      const way = corner.map((value, at) => value - position[at]!);
      const cosine =
        way.reduce((sum, value, at) => sum + value * axis[at]!, 0) / far / Math.hypot(...way);
      expect(Math.acos(cosine)).toBeLessThan((15.3 * Math.PI) / 180);
    }
  });

  it('a sweep over a path of it computes each value', async () => {
    const visitor = await somebody(server);
    const { id } = await added(visitor, whole());
    const run = await started(visitor, {
      name: 'Light',
      recipe: { ...camera, world: `mine:${id}` },
      vary: [{ path: 'world.environment.uniform.luminance', values: [50, 200] }],
      measure: ['scene.meanLuminance'],
    });
    await ended(visitor, run);
    const lines = (await textOf(visitor, run, '/results'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly figures: Readonly<Record<string, number>> });
    const means = lines.map(({ figures }) => figures['scene.meanLuminance']!).toSorted();
    expect(means).toEqual([expect.closeTo(20, 2), expect.closeTo(80, 2)]);
  });

  it('belongs to its account, and other choices do not take it', async () => {
    const [owner, other] = [await somebody(server), await somebody(server)];
    const { id } = await added(owner, whole());
    const stranger = await other.post('/simulate', { ...camera, world: `mine:${id}` });
    expect([stranger.status, await stranger.text()]).toEqual([
      422,
      expect.stringContaining('"field":"world"'),
    ]);
    const scene = await owner.post('/simulate', { ...camera, scene: `mine:${id}` });
    expect(await scene.text()).toContain(
      'a file of the kind world, which cannot be chosen as scene',
    );
    expect((await get(other, `/api/library/${id}/files?name=parts/square.obj`)).status).toBe(404);
  });

  it.each([
    ['a .zip without world.json', zipped({ 'a.obj': strToU8(SQUARE) }), /has no world\.json/],
    [
      'a path that leads out',
      zipped({ 'world.json': strToU8('{"version":1}'), '../out.obj': strToU8(SQUARE) }),
      /square\.zip is refused: invalid relative path/,
    ],
    [
      'what unpacks to much more',
      whole({}, { 'zeros.bin': new Uint8Array(3_000_000) }),
      /zeros\.bin unpacks to more than 200 times its size/,
    ],
    ['a .zip that is none', { ...glb('world.zip') }, /world\.zip is no zip file/],
    ['a document with a wrong version', whole({ version: 2 }), /^version must be 1\.$/],
    [
      'a file that is not in it',
      whole({ assets: { square: { file: 'gone.obj' } } }),
      /gone\.obj was not found/,
    ],
    [
      'a file outside of it',
      whole({ assets: { square: { file: '../../part.json' } } }),
      /assets\.square\.file/,
    ],
    [
      'a name that is a folder too',
      whole({}, { parts: strToU8('x') }),
      /cannot be unpacked: its name cannot be that of a file here/,
    ],
    ['a .glb that is cut off', glb('nut.glb', triangle(CORNERS).subarray(0, 60)), /nut\.glb/],
    [
      'a .glb with an accessor beyond its buffer',
      glb(
        'nut.glb',
        triangle(CORNERS, {
          accessors: [{ bufferView: 0, componentType: 5126, count: 300, type: 'VEC3' }],
        }),
      ),
      /nut\.glb/,
    ],
    [
      'another kind of file',
      { kind: 'world', file: { name: 'a.png', content: 'picture' } },
      /a\.png is no world: send a \.zip of world\.json and its files, or a \.glb/,
    ],
  ] as const)('refuses %s', async (_, form, sentence) => {
    const visitor = await somebody(server);
    const response = await sendForm(visitor, form);
    const answer = (await response.json()) as { readonly message: string };
    expect([response.status, answer]).toMatchObject([422, { field: 'file' }]);
    expect(answer.message).toMatch(sentence);
    expect(await (await get(visitor, '/api/library')).json()).toMatchObject({
      files: [],
      bytes: 0,
    });
  });
});

describe('without the switch', () => {
  const server = startServer({ WORKBENCH_OFFERS: 'upload', TRUST_PROXY: '1' });

  it('the kind is refused', async () => {
    const response = await sendForm(await somebody(server), whole());
    expect([response.status, await response.json()]).toMatchObject([422, { field: 'world' }]);
  });
});
