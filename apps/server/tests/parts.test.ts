import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  partsAnswerSchema,
  type ListedLens,
  type ListedSensor,
  type OwnFile,
  type PartsAnswer,
  type ReadParts,
  type SweepStatus,
  type WholeOwnFile,
} from '@lumenloom/contract';
import { publishedName } from '@lumenloom/engine/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { THREE_BANDS, lumenloom } from '../../cli/tests/lumenloom.ts';
import { get, sendForm } from './library-form.ts';
import { onSqliteAndWorker } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { allEvents, logOf, resultOf, startServer, TINY } from './start-server.ts';
import { until } from './until.ts';

const jsonOf = async <Value>(response: Promise<Response>): Promise<Value> =>
  (await (await response).json()) as Value;
const filesOf = async (visitor: Visitor): Promise<readonly OwnFile[]> =>
  (await jsonOf<{ readonly files: readonly OwnFile[] }>(get(visitor, '/api/library'))).files;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-parts-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The picture of the command line. */
async function fromCommandLine(recipe: object, options: readonly string[]): Promise<string> {
  await writeFile(join(folder, 'recipe.json'), JSON.stringify(recipe));
  const { status, stderr } = await lumenloom(
    ...['simulate', join(folder, 'recipe.json'), '--out', folder, ...options],
  );
  expect([status, stderr]).toEqual([0, '']);
  return (await readFile(join(folder, 'result.png'))).toString('base64');
}

onSqliteAndWorker((engine) => {
  const server = startServer(async () => ({
    ...(await engine.environment()),
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1000',
  }));
  engine.attend?.(server);

  // What a recipe names is read by the same code everywhere.
  it.each(engine.isSqlite ? ['the command line'] : [])(
    'recipes name published parts, with the bits of %s',
    async () => {
      const small = { ...TINY, sceneFileParams: { hfov: 2 } };
      for (const [choices, options] of [
        [
          { optics: 'published:pentax-110-24', ...THREE_BANDS },
          ['--lens-file', 'published:pentax-110-24'],
        ],
        [
          { sensor: 'published:mt9v124', sensorParams: {}, isp: 'Fast-openISP' },
          ['--sensor-file', 'published:mt9v124'],
        ],
      ] as const) {
        const recipe = { ...small, ...choices };
        const events = await allEvents(await server.post('/simulate', recipe));
        const plain = Object.fromEntries(
          Object.entries(recipe).filter(([, value]) => publishedName(value) === undefined),
        );
        expect(resultOf(events)?.split(',')[1]).toBe(await fromCommandLine(plain, options));
        expect(logOf(events)).toContain(`is that of ${Object.values(choices)[0]}`);
      }
    },
  );

  it('sweeps of a published sensor run', async () => {
    const visitor = await logIn(server, 'ada@example.com');
    const recipe = { ...TINY, sensor: 'published:imx250' };
    const { id } = await jsonOf<{ readonly id: string }>(
      visitor.post('/api/sweeps', {
        name: 'IMX250',
        recipe,
        vary: [{ path: 'sensorParams.analog_gain', values: [1, 2] }],
        measure: ['sensor.dynamicRangeDb'],
      }),
    );
    await until(async () => {
      const status = await jsonOf<SweepStatus>(get(visitor, `/api/sweeps/${id}`));
      expect(status).toMatchObject({ state: 'done', failed: 0, done: 2 });
    });
    expect(await jsonOf(get(visitor, `/api/sweeps/${id}/document`))).toMatchObject({ recipe });
  });
});

describe('the calls about parts', () => {
  const server = startServer({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1000' });

  it('lists what comes with the program, and shows the sheet of each', async () => {
    const visitor = server.asSomebodyElse();
    const answer = await jsonOf<PartsAnswer>(get(visitor, '/api/parts'));
    expect(partsAnswerSchema.parse(answer)).toEqual(answer);
    const { lenses, sensors } = answer;
    expect(lenses.find(({ name }) => name === 'Double-Gauss')?.figures.focalLengthMm).toBe(8.2);
    expect(lenses.find(({ name }) => name === 'published:heliar')).toMatchObject({
      label: 'Voigtländer Heliar 100 mm f/4',
      source: expect.stringMatching(/^https:/) as string,
      figures: { focalLengthMm: 100.1, halfFieldDegrees: 21.8 },
    });
    expect(sensors.find(({ name }) => name === 'published:imx250')?.figures).toMatchObject({
      snrMaxDb: 40.4,
      quantumEfficiency525: 0.634,
    });
    const sheetOf = (kind: string, name: string) =>
      get(visitor, `/api/${kind}/${encodeURIComponent(name)}`);
    const sensor = await jsonOf<ListedSensor>(sheetOf('sensors', 'published:imx250'));
    expect(sensor.preview.figures).toContainEqual({ name: 'Bits', value: '12' });
    expect(sensor.notes[0]).toMatch(/^Source: https:/);
    const lens = await jsonOf<ListedLens>(sheetOf('lenses', lenses.at(-1)!.name));
    expect(lens.preview.drawing).toMatch(/^<svg/);
    expect((await sheetOf('sensors', 'published:nothing')).status).toBe(404);
    expect((await sheetOf('sensors', 'published:../lenses/heliar')).status).toBe(404);
  });

  it('gives a page what it needs to compute with them', async () => {
    const read = (named: object) => server.asSomebodyElse().post('/api/library/read', named);
    const parts = await jsonOf<ReadParts>(
      read({ optics: 'published:heliar', sensor: 'published:imx250' }),
    );
    expect(parts).toMatchObject({
      choices: { optics: '' },
      optics: { stopIndex: expect.any(Number) as number },
      sensor: { bits: 12 },
    });
    for (const [named, message] of [
      [{ optics: 'published:nothing' }, /^There is no published:/],
      [{ illuminant: 'mine:nothing' }, /log in/],
      [{ scene: 'mine:nothing' }, /log in/],
    ] as const) {
      const refused = await read(named);
      expect(refused.status).toBe(422);
      expect(((await refused.json()) as { message: string }).message).toMatch(message);
    }
  });

  it('refuses a part that is not published, at its choice', async () => {
    for (const [choice, name] of [
      ['optics', 'published:imx250'],
      ['sensor', 'published:heliar'],
      ['optics', 'published:../sensors/imx250'],
    ] as const) {
      const response = await server.post('/simulate', { ...TINY, [choice]: name });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        field: choice,
        message: expect.stringMatching(/^There is no published:/) as string,
      });
    }
  });

  it('adds a scaled lens to the library, with its figures', async () => {
    const visitor = await logIn(server, 'ben@example.com');
    const scaled = (lens: string, focalLengthMm: number) =>
      visitor.post('/api/parts/scaled', { lens, focalLengthMm });
    const answer = await scaled('published:heliar', 8.2);
    const file = (await answer.json()) as WholeOwnFile;
    expect([answer.status, file.name]).toEqual([
      201,
      'Voigtländer Heliar 100 mm f/4, scaled to 8.2 mm',
    ]);
    expect(file.figures).toMatchObject({ focalLengthMm: 8.2, halfFieldDegrees: 21.8 });
    const again = (await (await scaled(`mine:${file.id}`, 4.1)).json()) as WholeOwnFile;
    expect(again.figures).toMatchObject({ focalLengthMm: 4.1 });
    expect((await filesOf(visitor)).map(({ figures }) => figures)).toEqual([
      again.figures,
      file.figures,
    ]);
    const run = { ...TINY, optics: `mine:${file.id}` };
    expect(resultOf(await allEvents(await visitor.post('/simulate', run)))).toMatch(/^data:image/);
    for (const [lens, focalLengthMm, field] of [
      ['published:nothing', 8.2, 'lens'],
      ['Heliar', 8.2, 'lens'],
      ['Double-Gauss', 0, 'focalLengthMm'],
    ] as const) {
      const refused = await scaled(lens, focalLengthMm);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ field });
    }
    const stranger = server.asSomebodyElse();
    expect(
      (await stranger.post('/api/parts/scaled', { lens: 'Fisheye', focalLengthMm: 2 })).status,
    ).toBe(401);
  });
});

describe('files that arrived before there were figures', () => {
  const data = join(tmpdir(), `lumenloom-old-files-${process.pid}`);
  const environment = { TRUST_PROXY: '1', DATA_DIR: data };
  let before: readonly OwnFile[];
  beforeAll(() => mkdir(data));
  afterAll(() => rm(data, { recursive: true }));

  describe('on a server', () => {
    const server = startServer(environment);
    it('are without them', async () => {
      const visitor = await logIn({ ...server, dataFolder: data }, 'cy@example.com');
      const sensor = JSON.stringify({ pattern: 'mono', sensorParams: { pixel_size: 4 } });
      for (const [kind, name, content] of [
        ['sensor', 'chip.json', sensor],
        ['light', 'led.csv', 'nm,energy\n400,1\n700,2'],
      ] as const)
        expect((await sendForm(visitor, { kind, file: { name, content } })).status).toBe(201);
      await visitor.post('/api/parts/scaled', { lens: 'Fisheye', focalLengthMm: 3 });
      before = await filesOf(visitor);
      expect(before.map(({ kind, figures }) => [kind, figures !== null])).toEqual([
        ['lens', true],
        ['light', false],
        ['sensor', true],
      ]);
      await server.app.database.updateTable('libraryFiles').set({ figures: null }).execute();
    });
  });

  describe('on the next one', () => {
    const server = startServer(environment);
    it('get them once it is ready', async () => {
      await until(async () => {
        const rows = await server.app.database
          .selectFrom('libraryFiles')
          .select('figures')
          .orderBy('createdAt', 'desc')
          .execute();
        const now = rows.map(({ figures }) => JSON.parse(figures ?? 'null') as unknown);
        expect(now[0]).toEqual(before[0]!.figures);
        expect(now[1]).toBeNull();
        expect(now[2]).toMatchObject({ pixelUm: 4, pattern: 'mono' });
      });
    });
  });
});
