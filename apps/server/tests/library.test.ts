import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedLens, OwnFile, WholeOwnFile } from '@lumenloom/contract';
import { lensDesign, loadGlassCatalogue, npyHeader, readLens } from '@lumenloom/engine';
import { encodePng } from '@lumenloom/node-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lensFiles } from '../../../packages/engine/references/optics/lens-files.ts';
import { asZemax } from '../../../packages/engine/references/optics/written-lens.ts';
import { THREE_BANDS, lumenloom } from '../../cli/tests/lumenloom.ts';
import { get, sendForm, type Form } from './library-form.ts';
import { onSqliteAndWorker } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { allEvents, logOf, resultOf, startServer, TINY, type Server } from './start-server.ts';
import { until } from './until.ts';

const { focalLengthMm: _, ...native } = lensFiles['cooke-triplet'];
const ZMX = asZemax(native);
/** Two lenses whose distance changes. */
const ZOOM = `RDM;LEN
TITLE 'two lenses'
DIM M
EPD 3
YAN 0 4
WL 656.3 587.6 486.1
REF 2
SO 0 1E20
S 40 3 NBK7_SCHOTT
STO
S -80 5
S 60 2 NBK7_SCHOTT
S 0 30
SI 0 0
ZOO 3
ZOO THI S2 5 9 14
`;
type LensPreview = Extract<WholeOwnFile['preview'], { readonly kind: 'lens' }>;
const D65_LIKE = [
  'nm,energy',
  ...Array.from({ length: 31 }, (_, i) => `${400 + 10 * i},${1 + i / 30}`),
].join('\n');
const QE = [
  'nm,red,green,blue',
  ...Array.from({ length: 31 }, (_, i) => `${400 + 10 * i},${i / 60},0.4,${(30 - i) / 60}`),
].join('\n');
const SENSOR = JSON.stringify({
  name: 'Chip 7',
  pattern: 'rggb',
  bits: 12,
  sensorParams: { well_capacity: 12000 },
  readNoiseElectrons: 2,
  quantumEfficiency: {
    nm: [400, 550, 700],
    red: [0.02, 0.1, 0.5],
    green: [0.1, 0.6, 0.1],
    blue: [0.5, 0.1, 0.02],
  },
});
/** A glass of the triplet under a name that no maker uses. */
const AGF =
  'CC my glasses\nNM MYGLASS 2 0 1.620041 36.3 0\nCD 1.34533359 0.00997743871 0.209073176 0.0470450767 0.937357162 111.886764\n';

const [ROWS, COLUMNS, BANDS] = [24, 36, 4];
const cube = Float32Array.from(
  { length: BANDS * ROWS * COLUMNS },
  (_, i) => ((i * 7919) % 1000) / 1000,
);
const CUBE = Buffer.concat([
  npyHeader('float32', [BANDS, ROWS, COLUMNS]),
  new Uint8Array(cube.buffer),
]);
const ENVI = `ENVI\nsamples = ${COLUMNS}\nlines = ${ROWS}\nbands = ${BANDS}\ndata type = 4\ninterleave = bsq\nbyte order = 0\nwavelength = {400, 500, 600, 700}\nwavelength units = nm\n`;
const picture = await encodePng({
  rows: ROWS,
  columns: COLUMNS,
  channels: 3,
  data: Uint8Array.from({ length: 3 * ROWS * COLUMNS }, (_, i) => (i * 31) % 256),
});

async function added(visitor: Visitor, form: Form): Promise<WholeOwnFile> {
  const response = await sendForm(visitor, form);
  const answer = (await response.json()) as WholeOwnFile;
  expect(response.status, JSON.stringify(answer)).toBe(201);
  return answer;
}
const listOf = async (visitor: Visitor) =>
  (await (await get(visitor, '/api/library')).json()) as {
    readonly files: readonly OwnFile[];
    readonly bytes: number;
    readonly quota: number;
  };
/** Everything in the folder of the libraries. */
const stored = (server: Server) =>
  readdir(join(server.dataFolder, 'library'), { recursive: true }).catch(() => []);

const lens: Form = { kind: 'lens', file: { name: 'own.zmx', content: ZMX } };
const MEASURED = await readFile(
  new URL('../../../examples/measured-lens.json', import.meta.url),
  'utf8',
);
type Kind = readonly [name: string, Form, choice: string, summary: RegExp];
const cubeWithData: Kind = [
  'an ENVI cube with its data',
  {
    kind: 'scene',
    file: { name: 'leaf.hdr', content: ENVI },
    data: { name: 'leaf.img', content: new Uint8Array(cube.buffer) },
  },
  'scene',
  /^36 × 24, \d+ planes of spectra$/,
];
const ownNetwork: Kind = [
  'a network',
  {
    kind: 'network',
    file: {
      name: 'yolo11.onnx',
      content: await readFile(
        new URL('../../../packages/node-host/tests/vision-networks/yolo11.onnx', import.meta.url),
      ),
    },
  },
  'algorithm',
  /^detection \(yolo\), 128 × 96 pixels$/,
];
/** Distances of TINY's scene: its left half is near, one place is unknown. */
const DISTANCES = Float32Array.from({ length: 64 * 96 }, (_, at) =>
  at === 7 ? NaN : at % 96 < 48 ? 0.5 : 2,
);
const depthMap: Kind = [
  'a depth map',
  {
    kind: 'depth',
    file: {
      name: 'far.npy',
      content: Buffer.concat([npyHeader('float32', [64, 96]), new Uint8Array(DISTANCES.buffer)]),
    },
  },
  'sceneDepth',
  /^96 × 64, 0\.5 m to 2 m, 0\.0163 % unknown$/,
];
const kinds: readonly Kind[] = [
  depthMap,
  ['a lens', lens, 'optics', /^f = 50\.02 mm, f\/\d\.\d\d, half field 20\.0°, \d+ surfaces$/],
  [
    'a measured lens',
    { kind: 'lens', file: { name: 'measured.json', content: MEASURED } },
    'optics',
    /^f = 8\.200 mm, f\/3\.00, half field 14\.0°, measured$/,
  ],
  [
    'a light',
    { kind: 'light', file: { name: 'led.csv', content: D65_LIKE } },
    'illuminant',
    /^31 samples of energy from 400 to 700 nm$/,
  ],
  [
    'a quantum efficiency',
    { kind: 'qe', file: { name: 'qe.csv', content: QE } },
    'sensor',
    /^31 samples from 400 to 700 nm$/,
  ],
  [
    'a sensor',
    { kind: 'sensor', file: { name: 'chip.json', content: SENSOR } },
    'sensor',
    /^Chip 7: rggb, 12 bits$/,
  ],
  [
    'a picture',
    { kind: 'scene', file: { name: 'shot.png', content: picture } },
    'scene',
    /^36 × 24, colour$/,
  ],
  [
    'a cube with its wavelengths',
    { kind: 'scene', wavelengths: '400:100:700', file: { name: 'cube.npy', content: CUBE } },
    'scene',
    /^36 × 24, \d+ planes of spectra$/,
  ],
  [
    'a cube of radiance',
    {
      kind: 'scene',
      wavelengths: '400:100:700',
      radiance: 'energy',
      file: { name: 'lit.npy', content: CUBE },
    },
    'scene',
    /^36 × 24, \d+ planes of spectra, mean [\d.e+]+ cd\/m²$/,
  ],
  cubeWithData,
  ownNetwork,
];

let people = 0;
const somebody = (server: Server): Promise<Visitor> => {
  people += 1;
  return logIn(server, `own${people}@example.com`);
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-library-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Results of the command line, computed once for all databases. */
const ofCommandLine = new Map<string, Promise<unknown>>();
function once<Value>(name: string, compute: () => Promise<Value>): Promise<Value> {
  if (!ofCommandLine.has(name)) ofCommandLine.set(name, compute());
  return ofCommandLine.get(name)! as Promise<Value>;
}

/** The picture of the command line with files in place of choices. */
async function fromCommandLine(recipe: object, form: Form, option: string): Promise<string> {
  const out = await mkdtemp(join(folder, 'run-'));
  for (const part of Object.values(form))
    if (typeof part === 'object') await writeFile(join(out, part.name), part.content);
  const { file, wavelengths, radiance } = form as Readonly<Record<string, string>>;
  await writeFile(join(out, 'recipe.json'), JSON.stringify(recipe));
  const { status, stderr } = await lumenloom(
    ...['simulate', join(out, 'recipe.json'), '--out', out],
    ...[option, join(out, (file as unknown as { readonly name: string }).name)],
    ...(wavelengths ? ['--wavelengths', wavelengths] : []),
    ...(radiance ? ['--radiance', radiance] : []),
  );
  expect([status, stderr]).toEqual([0, '']);
  return (await readFile(join(out, 'result.png'))).toString('base64');
}

onSqliteAndWorker((engine) => {
  const server = startServer(async () => ({
    ...(await engine.environment()),
    TRUST_PROXY: '1',
    COMPUTE_AUTH: 'session',
    RATE_LIMIT_FACTOR: '1000',
  }));
  engine.attend?.(server);

  // Every kind is read and run by the same code everywhere: what differs are rows, and the way of
  // the stored files to a worker.
  it.each(engine.isSqlite ? kinds : [cubeWithData, ownNetwork, depthMap])(
    '%s: added, listed, told, given back, renamed, run, deleted',
    async (kind, form, choice, summary) => {
      const visitor = await somebody(server);
      const file = await added(visitor, { ...form, name: 'Mine, ‘quoted’' });
      expect(file).toMatchObject({ kind: form['kind'], name: 'Mine, ‘quoted’' });
      expect(file.summary).toMatch(summary);
      expect(file.preview.kind).toBe(form['kind']);
      expect(file.figures !== null).toBe(['lens', 'sensor', 'network'].includes(file.kind));
      const { notes, preview, file: facts, ...row } = file;
      expect(facts !== undefined).toBe(file.kind === 'lens');
      expect(await listOf(visitor)).toEqual({ files: [row], bytes: file.bytes, quota: 2e9 });
      expect(await (await get(visitor, `/api/library/${file.id}`)).json()).toEqual(file);

      const downloaded = await get(visitor, `/api/library/${file.id}/file`);
      const { name, content } = form['file'] as {
        readonly name: string;
        readonly content: string | Uint8Array;
      };
      expect(downloaded.headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''${name}`,
      );
      expect(
        Buffer.from(await downloaded.arrayBuffer()).equals(Buffer.from(content as string)),
      ).toBe(true);

      const renamed = await visitor.post(
        `/api/library/${file.id}`,
        { name: 'Other' },
        { method: 'PATCH' },
      );
      expect(await renamed.json()).toEqual({ ...row, name: 'Other' });

      const recipe = { ...TINY, illuminant: form['radiance'] ? '' : 'D65' };
      const events = await allEvents(
        await visitor.post('/simulate', { ...recipe, [choice]: `mine:${file.id}` }),
      );
      const option = {
        optics: '--lens-file',
        illuminant: '--light-file',
        sensor: form['kind'] === 'qe' ? '--qe-file' : '--sensor-file',
        scene: '--scene-file',
        sceneDepth: '--depth-file',
        algorithm: '--network-file',
      }[choice]!;
      expect(resultOf(events)?.split(',')[1]).toBe(
        await once(kind, () => fromCommandLine(recipe, form, option)),
      );
      for (const note of notes) expect(logOf(events)).toContain(note);

      const gone = await visitor.post(`/api/library/${file.id}`, undefined, { method: 'DELETE' });
      expect(gone.status).toBe(204);
      expect((await listOf(visitor)).files).toEqual([]);
      expect((await stored(server)).filter((path) => path.includes('part.json'))).toEqual([]);
    },
  );

  if (engine.isSqlite) {
    // No row of the database takes part.
    it('a lens off its focus is read with a warning', async () => {
      const visitor = await somebody(server);
      const [, last] = [...ZMX.matchAll(/DISZ (\d\S*)/g)].at(-2)!;
      const content = ZMX.replace(`DISZ ${last!}`, `DISZ ${Number(last) + 0.5}`);
      const { notes } = await added(visitor, { ...lens, file: { name: 'off.zmx', content } });
      expect(notes.join(' ')).toMatch(
        /Warning: the sensor stands 0\.\d+ mm behind the sharpest focus/,
      );
    });

    it('of a lens with positions each has its sheet and its export', async () => {
      const visitor = await somebody(server);
      const file = await added(visitor, {
        kind: 'lens',
        file: { name: 'zoom.seq', content: ZOOM },
      });
      const path = `/api/library/${file.id}`;
      expect(file.file).toMatchObject({
        format: 'seq',
        configurations: 3,
        aperture: { kind: 'entrance pupil', value: 3 },
      });
      const positions = (file.preview as LensPreview).positions!;
      expect(positions.map(({ name }) => name)).toEqual(['Position 1', 'Position 2', 'Position 3']);
      const { figures } = positions[1]!;
      const { summary } = (await (await get(visitor, `${path}?configuration=2`)).json()) as OwnFile;
      expect(summary).toContain(`f = ${figures!.focalLengthMm.toPrecision(4)} mm`);
      const sent = await get(visitor, `${path}/export?format=zmx&configuration=2`);
      const again = readLens(Buffer.from(await sent.text()), 'again.zmx', {
        catalogue: await loadGlassCatalogue(),
        keepFocus: false,
      });
      expect(lensDesign(again.file).focalLengthMm).toBeCloseTo(figures!.focalLengthMm, 9);
      for (const [query, field, words] of [
        ['?configuration=4', 'configuration', 'configuration must be from 1 to 3, not 4.'],
        ['?configuration=0', 'configuration', 'configuration must be a whole number from 1.'],
        ['/export?format=step', 'format', 'format must be zmx, seq or json.'],
      ] as const) {
        const refused = await get(visitor, path + query);
        expect(refused.status, query).toBe(422);
        expect(await refused.json()).toMatchObject({ field, message: words });
      }
      const qe = await added(visitor, { kind: 'qe', file: { name: 'qe.csv', content: QE } });
      const none = await get(visitor, `/api/library/${qe.id}/export?format=zmx`);
      expect([none.status, await none.json()]).toMatchObject([
        422,
        { field: 'id', message: 'qe.csv is no lens: choose one of your lenses.' },
      ]);
    });

    it('lenses of the list and published ones have sheets', async () => {
      const visitor = await somebody(server);
      const sheetOf = (name: string) => get(visitor, `/api/lenses/${encodeURIComponent(name)}`);
      for (const [name, focalLength] of [
        ['Cooke Triplet', 'f = 8.200 mm'],
        ['published:heliar', 'f = 100.1 mm'],
      ] as const) {
        const { summary, preview } = (await (await sheetOf(name)).json()) as ListedLens;
        expect(summary).toContain(focalLength);
        expect(preview.drawing).toMatch(/^<svg/);
        expect(preview.sheet.problems).toEqual([]);
        expect(preview.sheet.spots).toHaveLength(4);
      }
      const unknown = await sheetOf('published:../../sensors/imx250');
      expect(unknown.status).toBe(404);
      expect(((await unknown.json()) as { readonly message: string }).message).toMatch(
        /^There is no lens ".*": choose Cooke Triplet, .*, published:zuiko-50, .*\.$/,
      );
    });
  }

  it('a lens finds the glasses of one’s own catalogue', async () => {
    const visitor = await somebody(server);
    const own = ZMX.replaceAll(/GLAS \S+/g, 'GLAS MYGLASS');
    const refused = await sendForm(visitor, {
      kind: 'lens',
      file: { name: 'own.zmx', content: own },
    });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      field: 'file',
      message: expect.stringMatching(
        /^Line \d+: surface 1: there is no glass MYGLASS in the catalogues/,
      ) as string,
    });
    const glass = await added(visitor, {
      kind: 'glass',
      file: { name: 'mine.agf', content: AGF },
    });
    expect(glass).toMatchObject({ summary: '1 glass', preview: { glasses: ['MYGLASS'] } });
    await added(visitor, { kind: 'lens', file: { name: 'own.zmx', content: own } });
  });

  it('a sweep varies an own lens as the command line does, and keeps it from being deleted', async () => {
    const visitor = await somebody(server);
    const { id } = await added(visitor, lens);
    const recipe = { ...TINY, ...THREE_BANDS, isp: 'Fast-openISP', seed: 3 };
    const sweep = {
      name: 'Spacing',
      vary: [{ path: 'lens.surfaces[1].thickness', values: [6, 6.1] }],
      measure: ['sensor.snrAtGrey18'],
    };
    const started = await visitor.post('/api/sweeps', {
      ...sweep,
      recipe: { ...recipe, optics: `mine:${id}` },
    });
    const answer = (await started.json()) as { readonly id: string };
    expect(started.status, JSON.stringify(answer)).toBe(201);
    const { id: sweepId } = answer;
    const kept = await visitor.post(`/api/library/${id}`, undefined, { method: 'DELETE' });
    expect(kept.status).toBe(409);
    const results = (await (await get(visitor, `/api/sweeps/${sweepId}/results`)).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly run: number })
      .sort((one, other) => one.run - other.run);
    const document: unknown = await (await get(visitor, `/api/sweeps/${sweepId}/document`)).json();
    expect(document).toMatchObject({ recipe: { optics: `mine:${id}` } });

    const runs = await once('sweep', async () => {
      const out = await mkdtemp(join(folder, 'sweep-'));
      await writeFile(join(out, 'own.zmx'), ZMX);
      await writeFile(join(out, 'sweep.json'), JSON.stringify({ ...sweep, recipe }));
      const { status, stderr } = await lumenloom(
        ...['sweep', join(out, 'sweep.json'), '--jobs', '1'],
        ...['--lens-file', join(out, 'own.zmx'), '--out', join(out, 'results')],
      );
      expect([status, stderr]).toEqual([0, '']);
      const text = await readFile(join(out, 'results/results.json'), 'utf8');
      return (JSON.parse(text) as { readonly runs: unknown }).runs;
    });
    expect(results).toEqual(runs);
    await until(async () => {
      const gone = await visitor.post(`/api/library/${id}`, undefined, { method: 'DELETE' });
      expect(gone.status).toBe(204);
    });
  });
});

describe('beside simulations', () => {
  const server = startServer({
    TRUST_PROXY: '1',
    COMPUTE_AUTH: 'session',
    RATE_LIMIT_FACTOR: '1000',
    MAX_RUNNING_RUNS: '1',
  });

  it('the field-of-view check knows own scenes and lenses, the spectrum own lights', async () => {
    const visitor = await somebody(server);
    const scene = await added(visitor, {
      kind: 'scene',
      file: { name: 'shot.png', content: picture },
    });
    const optics = await added(visitor, lens);
    const light = await added(visitor, {
      kind: 'light',
      file: { name: 'led.csv', content: D65_LIKE },
    });
    const check = await visitor.post('/fov_check', {
      selectedScene: `mine:${scene.id}`,
      selectedOptics: `mine:${optics.id}`,
      sceneFileParams: { hfov: 1 },
    });
    const lines = (await check.json()) as readonly string[];
    expect(lines.join('\n')).toContain('focal length 50.02 mm');
    expect(lines.join('\n')).toContain('Scene: horizontal 1.0°');
    const spectrum = await visitor.post('/get_illuminant', { illuminant: `mine:${light.id}` });
    const { energy } = (await spectrum.json()) as { readonly energy: readonly number[] };
    expect(energy[30]! / energy[0]!).toBeCloseTo(2, 10);
    const other = await somebody(server);
    const refused = await other.post('/get_illuminant', { illuminant: `mine:${light.id}` });
    expect(refused.status).toBe(422);
    const unseen = await other.post('/fov_check', {
      selectedScene: 'Macbeth',
      selectedOptics: `mine:${optics.id}`,
    });
    expect(unseen.status).toBe(422);
  });

  it('what stages remember of an own lens belongs to its account', async () => {
    const fromMemory = async (visitor: Visitor): Promise<readonly string[]> => {
      const { id } = await added(visitor, lens);
      const again = { ...TINY, ...THREE_BANDS, optics: `mine:${id}` };
      const stages: string[] = [];
      for (const body of [again, again])
        stages.push(
          (await allEvents(await visitor.post('/simulate', body)))
            .flatMap((event) =>
              event.type === 'stage' && event.content.fromMemory ? [event.content.name] : [],
            )
            .join(' '),
        );
      return stages;
    };
    const first = await fromMemory(await somebody(server));
    expect(first[0]).toBe('');
    expect(first[1]).toContain('optics');
    // The same file of somebody else finds nothing of the first one.
    expect(await fromMemory(await somebody(server))).toEqual(first);
  });
});
