import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { LibraryKind, WholeOwnFile } from '@lumenloom/contract';
import { npyHeader, SimulationError } from '@lumenloom/engine';
import { encodePng, parseWavelengths, writeExr } from '@lumenloom/node-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lensFiles } from '../../../packages/engine/references/optics/lens-files.ts';
import { asCodeV, asZemax } from '../../../packages/engine/references/optics/written-lens.ts';
import { readOwnFile } from '../dist/library/read-own-file.js';
import { problemOf } from '../dist/library/run-reading.js';
import { get, sendForm, type Form } from './library-form.ts';
import { logIn, newVisitor, type Visitor } from './people.ts';
import { zip } from './resumes.ts';
import { allEvents, logOf, startServer, TINY, type Server } from './start-server.ts';
import { until } from './until.ts';

const { focalLengthMm: _, ...native } = lensFiles['cooke-triplet'];
const ZMX = asZemax(native);
const SEQ = asCodeV(native);
const JSON_LENS = JSON.stringify(native);
const named = (name: string, content: string | Uint8Array) => ({ name, content });
const lens = (name: string, content: string | Uint8Array): Form => ({
  kind: 'lens',
  file: named(name, content),
});
const light = (content: string): Form => ({ kind: 'light', file: named('led.csv', content) });
const qe = (content: string): Form => ({ kind: 'qe', file: named('qe.csv', content) });
const scene = (name: string, content: string | Uint8Array, more: Form = {}): Form => ({
  kind: 'scene',
  file: named(name, content),
  ...more,
});

/** A chunk of a PNG. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A grey PNG of zeros, of that size: some thousand times smaller than its pixels. */
function zeros(columns: number, rows: number, pixels = Buffer.alloc(rows * (columns + 1))): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(columns, 0);
  head.writeUInt32BE(rows, 4);
  head.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const small = await encodePng({
  rows: 8,
  columns: 8,
  channels: 3,
  data: Uint8Array.from({ length: 192 }, (_, i) => i),
});

const [BANDS, ROWS, COLUMNS] = [3, 4, 5];
const values = Float32Array.from({ length: BANDS * ROWS * COLUMNS }, (_, i) => i / 100);
const npy = (data: Float32Array, shape: readonly number[]): Buffer =>
  Buffer.concat([npyHeader('float32', shape), new Uint8Array(data.buffer, 0, data.byteLength)]);
const changed = (at: number, value: number): Float32Array => values.with(at, value);
const bands: Form = { wavelengths: '400:150:700' };
const envi = (
  more: Readonly<Record<string, string>>,
  content: Uint8Array = new Uint8Array(values.buffer),
): Form =>
  scene(
    'leaf.hdr',
    `ENVI\n${Object.entries({
      samples: '5',
      lines: '4',
      bands: '3',
      'data type': '4',
      interleave: 'bsq',
      wavelength: '{400, 550, 700}',
      ...more,
    })
      .map(([key, value]) => `${key} = ${value}\n`)
      .join('')}`,
    { data: named('leaf', content) },
  );
const exr = writeExr({
  rows: 64,
  columns: 64,
  channels: new Map([['Y', new Float32Array(64 * 64).fill(0.5)]]),
});

const network = async (name: string): Promise<Form> => ({
  kind: 'network',
  file: {
    name: 'n.onnx',
    content: await readFile(
      new URL(`../../../packages/node-host/tests/vision-networks/${name}.onnx`, import.meta.url),
    ),
  },
});

/** Files that are refused with 422, the field at fault, and what the sentence says. */
const refused: readonly (readonly [string, Form, string, RegExp])[] = [
  [
    'a network that is cut off',
    await network('refused/cut-off'),
    'file',
    /^This file is damaged, cut off, or is not an ONNX network/,
  ],
  [
    'labels with an empty name',
    { ...(await network('yolo11')), labels: 'a,,b' },
    'labels',
    /^Labels must be names with commas between them\.$/,
  ],
  [
    'a descriptor with an unknown key',
    { ...(await network('yolo11')), descriptor: '{"inputs": {}}' },
    'descriptor',
    /inputs/,
  ],
  ['an empty file', lens('a.zmx', ''), 'file', /^The file is empty\.$/],
  ['a lens that is none', lens('a.txt', 'hello\n'), 'file', /^Line 1: this is no lens file/],
  [
    'a .zmx cut off in its first surface',
    lens('a.zmx', ZMX.slice(0, ZMX.indexOf('SURF 1'))),
    'file',
    /^Line \d+: /,
  ],
  [
    'a .zmx cut off behind its stop',
    lens('a.zmx', ZMX.slice(0, ZMX.indexOf('SURF 5'))),
    'file',
    /^Line \d+: /,
  ],
  [
    'a .zmx without a stop',
    lens('a.zmx', ZMX.replace(/ *STOP\r?\n/, '')),
    'file',
    /^Line \d+: .*STOP/i,
  ],
  [
    'NaN as a curvature',
    lens('a.zmx', ZMX.replace(/CURV \S+/, 'CURV NaN')),
    'file',
    /^Line \d+: CURV .* must be a number, not "NaN"/,
  ],
  [
    '1e999 as a thickness',
    lens('a.zmx', ZMX.replace(/DISZ \d\S*/, 'DISZ 1e999')),
    'file',
    /^Line \d+: /,
  ],
  [
    'a mirror',
    lens('a.zmx', ZMX.replace('GLAS F2', 'GLAS MIRROR')),
    'file',
    /^Line \d+: surfaces\[5\]\.thickness: .* lies against the light; behind 1 mirror/,
  ],
  [
    'a glass that nobody makes',
    lens('a.zmx', ZMX.replace('GLAS F2', 'GLAS UNOBTAINIUM')),
    'file',
    /^Line \d+: surface 3: there is no glass UNOBTAINIUM in the catalogues/,
  ],
  [
    'surface 1000000000',
    lens('a.zmx', ZMX.replace('SURF 2', 'SURF 1000000000')),
    'file',
    /^Line \d+: /,
  ],
  [
    'a .zmx of 100,000 surfaces',
    lens(
      'a.zmx',
      ZMX + Array.from({ length: 1e5 }, (_, i) => `SURF ${i + 8}\n  CURV 0\n  DISZ 1\n`).join(''),
    ),
    'file',
    /surfaces/,
  ],
  ['a .seq cut off', lens('a.seq', SEQ.slice(0, SEQ.length / 3)), 'file', /^Line \d+: /],
  [
    'a .seq of commands that are not known',
    lens('a.seq', SEQ.replace(/\n/, '\nFRESNEL 3\n')),
    'file',
    /^Line \d+: .*FRESNEL/,
  ],
  [
    'JSON cut off',
    lens('a.json', JSON_LENS.slice(0, 200)),
    'file',
    /^Line \d+, column \d+: this is not valid JSON/,
  ],
  ['JSON of 100,000 brackets', lens('a.json', `{"name":${'['.repeat(1e5)}`), 'file', /JSON/],
  [
    'JSON of 100,000 surfaces',
    lens(
      'a.json',
      JSON.stringify({
        ...native,
        surfaces: Array.from({ length: 1e5 }, () => native.surfaces[0]),
      }),
    ),
    'file',
    /^surfaces: The lens has 100000 surfaces; at most 200/,
  ],
  [
    '__proto__ in JSON',
    lens('a.json', JSON_LENS.replace('{', '{"__proto__": {"radius": 1},')),
    'file',
    /has a field that is not known/,
  ],
  ['a lens of null bytes', lens('a.zmx', new Uint8Array(5000)), 'file', /^Line 1: a NUL character/],
  ['a light that is text', light('one,two\nthree,four\n'), 'file', /^Line \d+: /],
  [
    'NaN in a light',
    light('400,1\n500,NaN\n600,1'),
    'file',
    /^Line 2: "NaN" in column 2 is no number\.$/,
  ],
  [
    'a negative spectrum',
    light('400,1\n500,-0.5\n600,1'),
    'file',
    /^Line 2: the value -0\.5 is negative\.$/,
  ],
  [
    'a light of one line',
    light('400,1\n'),
    'file',
    /^Line 1: a spectrum needs at least two samples\.$/,
  ],
  [
    'a light of 200,000 lines',
    light(Array.from({ length: 2e5 }, (_, i) => `${400 + i / 1e4},1`).join('\n')),
    'file',
    /^Line 100001: more than 100000 samples\.$/,
  ],
  [
    'an efficiency above 1',
    qe('nm,red,green,blue\n400,0.5,0.5,1.5\n700,0.5,0.5,0.5'),
    'file',
    /^Line 2: a quantum efficiency is at most 1/,
  ],
  [
    'an efficiency without its header',
    qe('400,0.5,0.5,0.5\n700,0.5,0.5,0.5'),
    'file',
    /header nm,red,green,blue/,
  ],
  [
    'a picture that is none',
    scene('a.png', 'hello'),
    'file',
    /^This is no picture that can be read/,
  ],
  [
    'a picture cut off',
    scene('a.png', small.subarray(0, small.length - 40)),
    'file',
    /can be read|cannot be read/,
  ],
  [
    'a ZIP archive as a picture',
    scene('a.png', zip('a.png')),
    'file',
    /^This is no picture that can be read/,
  ],
  [
    'a PNG of 60,000 × 60,000',
    scene('a.png', zeros(60_000, 60_000, Buffer.alloc(1))),
    'file',
    /pixel limit|at most 16 million/,
  ],
  [
    'a PNG whose pixels end early',
    scene('a.png', zeros(3000, 3000, Buffer.alloc(10))),
    'file',
    /./,
  ],
  [
    'a black PNG, a deflate bomb of a thousand to one',
    scene('a.png', zeros(3900, 3900)),
    'file',
    /^The picture is black\.$/,
  ],
  [
    'SVG as a picture',
    scene(
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    ),
    'file',
    /^This is no picture that can be read/,
  ],
  [
    'an .npy of 1e9 rows',
    scene('a.npy', npy(values, [BANDS, 1e9, COLUMNS]), bands),
    'file',
    /ends early/,
  ],
  [
    'an .npy cut off',
    scene('a.npy', npy(values, [BANDS, ROWS, COLUMNS]).subarray(0, 200), bands),
    'file',
    /ends early/,
  ],
  ['an .npy of another kind', scene('a.npy', 'NUMPY', bands), 'file', /not those of NumPy/],
  [
    'NaN in a cube',
    scene('a.npy', npy(changed(7, NaN), [BANDS, ROWS, COLUMNS]), bands),
    'file',
    /^The value at 400 nm, row 1, column 2 is NaN/,
  ],
  [
    'a negative value in a cube',
    scene('a.npy', npy(changed(22, -1), [BANDS, ROWS, COLUMNS]), bands),
    'file',
    /^The value at 550 nm, row 0, column 2 is -1/,
  ],
  [
    'a cube without wavelengths',
    scene('a.npy', npy(values, [BANDS, ROWS, COLUMNS])),
    'wavelengths',
    /needs its wavelengths/,
  ],
  [
    'an ENVI header alone',
    { kind: 'scene', file: named('a.hdr', 'ENVI\nsamples = 5\n') },
    'file',
    /^The data of the ENVI header are missing/,
  ],
  ['1e9 ENVI lines', envi({ lines: '1000000000' }), 'file', /at most 16 million are computed/],
  [
    'ENVI data cut off',
    envi({}, new Uint8Array(values.buffer, 0, 100)),
    'file',
    /^The data end early/,
  ],
  ['an ENVI list without end', envi({ wavelength: '{400, 550' }), 'file', /has no end/],
  [
    'an OpenEXR cut off',
    scene('a.exr', exr.subarray(0, exr.length - 9)),
    'file',
    /damaged or ends early|cannot be unpacked/,
  ],
  [
    'an OpenEXR with a deflate bomb',
    scene(
      'a.exr',
      Buffer.concat([exr.subarray(0, exr.length - 20), deflateSync(Buffer.alloc(1e7))]),
    ),
    'file',
    /damaged or ends early|cannot be unpacked/,
  ],
  [
    'a MATLAB file of version 5',
    scene('a.mat', 'MATLAB 5.0 MAT-file, Platform'.padEnd(600)),
    'file',
    /version 5 are not read/,
  ],
  [
    'a MATLAB file cut off',
    scene('a.mat', 'MATLAB 7.3 MAT-file'.padEnd(600)),
    'file',
    /damaged or ends early|cannot be read/,
  ],
  [
    'a float TIFF cut off',
    scene('a.tif', Buffer.from('49492a0008000000010000010300010000000500', 'hex')),
    'file',
    /can be read/,
  ],
  [
    'a glass catalogue that is none',
    { kind: 'glass', file: named('a.agf', 'hello') },
    'file',
    /^Line 1: this is not a glass catalogue/,
  ],
];

/** Forms that are refused before their file is read. */
const refusedForms: typeof refused = [
  [
    'wavelengths that are none',
    scene('a.npy', npy(values, [BANDS, ROWS, COLUMNS]), { wavelengths: '400:0:700' }),
    'wavelengths',
    /^Wavelengths must be first:step:last/,
  ],
  [
    'radiance in horsepower',
    scene('a.npy', npy(values, [BANDS, ROWS, COLUMNS]), { ...bands, radiance: 'horsepower' }),
    'radiance',
    /^Radiance must be energy or photons\.$/,
  ],
  ['no kind', { file: named('a.zmx', ZMX) }, 'kind', /^Kind must be lens, /],
  [
    'a kind that is none',
    { kind: 'movie', file: named('a.zmx', ZMX) },
    'kind',
    /^Kind must be lens, /,
  ],
  [
    'a name of 101 characters',
    { ...lens('a.zmx', ZMX), name: 'x'.repeat(101) },
    'name',
    /at most 100 characters/,
  ],
  ['no file', { kind: 'lens' }, 'file', /^Send the file as the part "file"\.$/],
  [
    'a file under another name',
    { kind: 'lens', lens: named('a.zmx', ZMX) },
    'lens',
    /^Send the file as the part "file"\.$/,
  ],
  [
    'a file in place of the name',
    { ...lens('a.zmx', ZMX), name: named('a.zmx', ZMX) },
    'name',
    /part "file"/,
  ],
];
/** Refused files, one for each way of the answer. */
const OVER_HTTP: readonly string[] = [
  'an empty file',
  'a mirror',
  'JSON of 100,000 surfaces',
  'NaN in a light',
  'an efficiency above 1',
  'a picture that is none',
  'a PNG of 60,000 × 60,000',
  'NaN in a cube',
  'a cube without wavelengths',
  '1e9 ENVI lines',
  'a glass catalogue that is none',
];
const overHttp = refused.filter(([name]) => OVER_HTTP.includes(name));
const SECRETS = /node_modules|\/work|\/tmp|Error:/;

const filesIn = async (server: Server): Promise<readonly string[]> =>
  (await readdir(join(server.dataFolder, 'library'), { recursive: true }).catch(() => [])).filter(
    (path) => !/^[\da-f]{2}$/.test(path),
  );
async function expectNothingStored(server: Server, visitor: Visitor): Promise<void> {
  expect((await (await get(visitor, '/api/library')).json()) as object).toMatchObject({
    files: [],
    bytes: 0,
  });
  expect(await filesIn(server)).toEqual([]);
}

const ENVIRONMENT = { TRUST_PROXY: '1', COMPUTE_AUTH: 'session', RATE_LIMIT_FACTOR: '1000' };

describe('the reader refuses', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-reader-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const written = async (name: string, part: Form[string] | undefined): Promise<string> => {
    if (typeof part === 'object') await writeFile(join(folder, name), part.content);
    return join(folder, name);
  };

  it.each(refused)(
    '%s',
    async (_, { kind, file, data, wavelengths, ...fields }, field, sentence) => {
      const reading = {
        kind: kind as LibraryKind,
        path: await written('file', file),
        fileName: (file as { readonly name: string }).name,
        dataPath: data && (await written('data', data)),
        wavelengths: typeof wavelengths === 'string' ? parseWavelengths(wavelengths) : undefined,
        keepFocus: false,
        ...(fields as { readonly labels?: string; readonly descriptor?: string }),
        glasses: [],
        partPath: join(folder, 'part.json'),
        planesPath: join(folder, 'planes'),
        filesPath: join(folder, 'files'),
        room: 2e9,
        memory: 1e9,
      };
      const refusal = problemOf(
        await readOwnFile(reading).then(
          () => expect.fail('it was read'),
          (error: unknown) => {
            expect(error).toBeInstanceOf(SimulationError);
            return error as SimulationError;
          },
        ),
      );
      expect(refusal.message).toMatch(sentence);
      expect(refusal.message).not.toMatch(SECRETS);
      expect(refusal).toMatchObject({
        code: expect.not.stringMatching('too-large') as string,
        field,
      });
      expect(await readdir(folder)).not.toContain('part.json');
    },
  );
  it('and the calls refuse one of each answer', () => {
    expect(overHttp.map(([name]) => name)).toEqual(OVER_HTTP);
  });
});

describe('files that cannot be read', () => {
  const server = startServer(ENVIRONMENT);
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await logIn(server, 'refused@example.com');
  });

  it.each([...overHttp, ...refusedForms])('%s', async (_, form, field, sentence) => {
    const response = await sendForm(visitor, form);
    const answer = (await response.json()) as { readonly field: string; readonly message: string };
    expect(answer.message).toMatch(sentence);
    expect({ ...answer, status: response.status }).toMatchObject({ status: 422, field });
    expect(answer.message).not.toMatch(SECRETS);
    await expectNothingStored(server, visitor);
  });

  it.each([
    ['../../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\Windows\\win.csv', 'win.csv'],
    ['a\u202Egnp.csv', 'agnp.csv'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(196)}.csv`],
  ])('the name %s is a name and no path', async (sentName, kept) => {
    const response = await sendForm(visitor, {
      kind: 'light',
      file: named(sentName, '400,1\n700,2\n'),
    });
    const file = (await response.json()) as WholeOwnFile;
    expect(file.fileName).toBe(kept);
    for (const path of await filesIn(server))
      expect(path).toMatch(/^[\da-f]{2}\/[\da-f]{64}(\/(file|part\.json))?$/);
    await visitor.post(`/api/library/${file.id}`, undefined, { method: 'DELETE' });
    await expectNothingStored(server, visitor);
  });

  it('other content types, cut forms and no session', async () => {
    expect((await visitor.post('/api/library', { kind: 'lens' })).status).toBe(415);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zmx"\r\n\r\nVERS';
    expect((await visitor.post('/api/library', cut, { headers })).status).toBe(400);
    const long = { 'content-type': `multipart/form-data; boundary=${'x'.repeat(80)}` };
    expect((await visitor.post('/api/library', cut, { headers: long })).status).toBe(400);
    expect((await sendForm(newVisitor(server), lens('a.zmx', ZMX))).status).toBe(401);
    expect((await get(newVisitor(server), '/api/library')).status).toBe(401);
    await expectNothingStored(server, visitor);
  });
});

describe('files of somebody else', () => {
  const server = startServer(ENVIRONMENT);
  let owner: Visitor;
  let other: Visitor;
  let id: string;
  beforeAll(async () => {
    owner = await logIn(server, 'owner@example.com');
    other = await logIn(server, 'other@example.com');
    ({ id } = (await (await sendForm(owner, lens('a.zmx', ZMX))).json()) as WholeOwnFile);
  });

  it('are not listed, told, given, renamed or deleted', async () => {
    expect(await (await get(other, '/api/library')).json()).toMatchObject({ files: [], bytes: 0 });
    for (const path of ['', '/file', '/data'])
      expect((await get(other, `/api/library/${id}${path}`)).status).toBe(404);
    const renamed = await other.post(`/api/library/${id}`, { name: 'x' }, { method: 'PATCH' });
    expect(renamed.status).toBe(404);
    const gone = await other.post(`/api/library/${id}`, undefined, { method: 'DELETE' });
    expect(gone.status).toBe(404);
    expect((await get(owner, `/api/library/${id}`)).status).toBe(200);
  });

  it.each([
    ['an id of somebody else', 'optics', () => id, /^You have no file mine:/],
    ['an id of nobody', 'optics', () => randomUUID(), /^You have no file mine:/],
    ['a path', 'scene', () => '../../secret', /^You have no file mine:\.\./],
    ['nothing', 'illuminant', () => '', /^You have no file mine:/],
    ['SQL', 'sensor', () => `' or 1=1 --`, /^You have no file mine:/],
  ])('%s is refused at its field', async (_, choice, idOf, sentence) => {
    const body = { ...TINY, [choice]: `mine:${idOf()}` };
    for (const [path, sent, field] of [
      ['/simulate', body, choice],
      [
        '/api/sweeps',
        {
          name: 's',
          recipe: body,
          vary: [{ path: 'seed', values: [1, 2] }],
          measure: ['sensor.snrAtGrey18'],
        },
        `recipe.${choice}`,
      ],
    ] as const) {
      const response = await other.post(path, sent);
      const answer = (await response.json()) as { readonly message: string };
      expect(answer.message).toMatch(sentence);
      expect({ ...answer, status: response.status }).toMatchObject({ status: 422, field });
    }
  });

  it('a file of another kind, and a path in a recipe, are refused at their field', async () => {
    const response = await owner.post('/simulate', { ...TINY, scene: `mine:${id}` });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      field: 'scene',
      message: expect.stringContaining('of the kind lens') as string,
    });
    const path = await owner.post('/simulate', { ...TINY, optics: '/etc/passwd' });
    expect(path.status).toBe(422);
    expect(await path.json()).toMatchObject({ field: 'optics' });
  });
});

describe('where anybody may compute', () => {
  const server = startServer({ ...ENVIRONMENT, COMPUTE_AUTH: 'open' });
  it('files of one’s own need their account', async () => {
    const owner = await logIn(server, 'open@example.com');
    const { id } = (await (await sendForm(owner, lens('a.zmx', ZMX))).json()) as WholeOwnFile;
    const body = { ...TINY, optics: `mine:${id}` };
    const refusal = await newVisitor(server).post('/simulate', body);
    expect(refusal.status).toBe(422);
    expect(await refusal.json()).toMatchObject({
      field: 'optics',
      message: 'Files of your own belong to an account: log in, or send an API token.',
    });
    expect(logOf(await allEvents(await owner.post('/simulate', body)))).toContain('a.zmx');
  });
});

describe('limits', () => {
  describe('of the quota', () => {
    const server = startServer({ ...ENVIRONMENT, LIBRARY_MB: '2' });
    it('are held while a file arrives, by what its header announces, and by all files together', async () => {
      const visitor = await logIn(server, 'quota@example.com');
      for (const form of [
        scene('a.npy', new Uint8Array(3e6), bands),
        // 1 kB, but 4 MB of pixels.
        scene('a.png', zeros(1000, 1000)),
        scene(
          'a.hdr',
          'ENVI\nsamples = 1000\nlines = 1000\nbands = 3\ndata type = 1\ninterleave = bsq\nwavelength = {400, 550, 700}\n',
          { data: named('a', new Uint8Array(1e3)) },
        ),
      ]) {
        const response = await sendForm(visitor, form);
        const answer = (await response.json()) as { readonly message: string };
        expect(answer.message).toMatch(/room for \d MB/);
        expect(response.status).toBe(413);
        await expectNothingStored(server, visitor);
      }
      const noise = Uint8Array.from({ length: 3 * 300 * 300 }, (_, i) => (i * 7919) % 256);
      const picture = await encodePng({ rows: 300, columns: 300, channels: 3, data: noise });
      expect((await sendForm(visitor, scene('1.png', picture))).status).toBe(201);
      const over = await sendForm(visitor, scene('2.png', picture));
      expect(over.status).toBe(413);
      expect((await filesIn(server)).filter((path) => path.endsWith('part.json'))).toHaveLength(1);
    });
    it('count what is held for uploads that still arrive, until they end', async () => {
      const visitor = await logIn(server, 'several@example.com');
      const light = (bytes: number) => ({
        kind: 'light',
        file: named('a.csv', '#'.repeat(bytes)),
      });
      const first = new AbortController();
      const boundary = 'B';
      const begun = visitor
        .post('/api/library', undefined, {
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
          body: new ReadableStream({
            start(controller) {
              controller.enqueue(
                new TextEncoder().encode(
                  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n#`,
                ),
              );
            },
          }),
          duplex: 'half',
          signal: first.signal,
        } as RequestInit)
        .catch(() => undefined);
      await until(async () => {
        const { message } = (await (await sendForm(visitor, light(100))).json()) as {
          readonly message: string;
        };
        expect(message).toBe(
          'Your library has room for 0 MB of 2 MB, and 2 MB are held for files that still arrive: delete files, or choose a smaller one.',
        );
      });
      first.abort();
      await begun;
      await until(async () => {
        expect((await sendForm(visitor, light(100))).status).toBe(422);
      });
    });
  });
  describe('of memory', () => {
    const server = startServer({ ...ENVIRONMENT, READING_MB: '200' });
    it('end the reader, and nothing is stored', async () => {
      const visitor = await logIn(server, 'memory@example.com');
      const response = await sendForm(visitor, scene('a.png', zeros(3900, 3900)));
      expect(await response.json()).toMatchObject({
        field: 'file',
        message: 'Reading the file needs more than 200 MB of memory and was ended.',
      });
      expect(response.status).toBe(422);
      await expectNothingStored(server, visitor);
    });
  });
  describe('of time', () => {
    const server = startServer({ ...ENVIRONMENT, READING_SECONDS: '0.01' });
    it('end the reader, and nothing is stored', async () => {
      const visitor = await logIn(server, 'time@example.com');
      const response = await sendForm(visitor, lens('a.zmx', ZMX));
      expect(await response.json()).toMatchObject({
        field: 'file',
        message: 'Reading the file took longer than 0.01 s and was ended.',
      });
      expect(response.status).toBe(422);
      await expectNothingStored(server, visitor);
    });
  });
});
