import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportStatus } from '@lumenloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { get } from './library-form.ts';
import { onSqliteAndWorker } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { TINY, startServer } from './start-server.ts';
import { until } from './until.ts';

/** The command line names the camera as its file. */
const NAME = 'tiny';
const RECIPE = { ...TINY, sensorParams: { rows: 72, cols: 72 }, isp: 'Fast-openISP' };
const REPORT = {
  ...{ name: NAME, recipe: RECIPE, profile: 'mobile', draft: true },
  date: '2026-11-30',
};
const FILES = {
  'lab.json': 'application/json',
  'lab.csv': 'text/csv; charset=utf-8',
  'report.html': 'text/html; charset=utf-8',
  'report.pdf': 'application/pdf',
} as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

let written: Promise<string> | undefined;
/** The folder that the command line writes. */
const fromCommandLine = (): Promise<string> => (written ??= computeAtCommandLine());
async function computeAtCommandLine(): Promise<string> {
  const path = join(folder, `${NAME}.json`);
  await writeFile(path, JSON.stringify(RECIPE));
  const out = join(folder, 'out');
  const { profile, date } = REPORT;
  expect(
    await lumenloom('report', path, '--draft', '--profile', profile, '--date', date, '--out', out),
  ).toMatchObject({ status: 0 });
  return out;
}

onSqliteAndWorker((engine) => {
  const server = startServer(async () => ({
    ...(await engine.environment()),
    RATE_LIMIT_FACTOR: '100',
    SWEEP_RUNS: '200',
    MAX_RUNNING_RUNS: '1',
  }));
  engine.attend?.(server);
  let owner: Visitor;
  beforeAll(async () => {
    owner = await logIn(server, 'owner@example.com');
  });
  const start = (document: object): Promise<Response> => owner.post('/api/reports', document);
  const started = async (document: object): Promise<{ id: string; runs: number }> => {
    const response = await start(document);
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, '']);
    return (await response.json()) as { readonly id: string; readonly runs: number };
  };
  const statusOf = async (id: string): Promise<ReportStatus> =>
    (await (await get(owner, `/api/reports/${id}`)).json()) as ReportStatus;
  const remove = async (id: string): Promise<unknown> =>
    (await owner.post(`/api/reports/${id}`, undefined, { method: 'DELETE' })).json();
  const isDone = (id: string): Promise<ReportStatus> =>
    until(async () => {
      const status = await statusOf(id);
      expect([status.state, status.message]).toEqual(['done', '']);
      return status;
    });

  it('writes what lumenloom report writes, to the byte', async () => {
    const { id, runs } = await started(REPORT);
    const early = await get(owner, `/api/reports/${id}/report.pdf`);
    expect([early.status, await early.json()]).toMatchObject([
      404,
      { message: 'This report is not written yet.' },
    ]);
    expect(await isDone(id)).toMatchObject({ name: NAME, runs, done: runs });
    const known = await fromCommandLine();
    for (const [name, type] of Object.entries(FILES)) {
      const file = await get(owner, `/api/reports/${id}/${name}`);
      expect(file.headers.get('content-type')).toBe(type);
      const content = Buffer.from(await file.arrayBuffer());
      expect(content.equals(await readFile(join(known, name)))).toBe(true);
    }
    // Of its parts nothing is left.
    expect(await readdir(join(server.dataFolder, 'reports', id))).toHaveLength(4);
    expect(await remove(id)).toEqual({ status: 'deleted' });
    expect((await get(owner, `/api/reports/${id}`)).status).toBe(404);
  });

  // What follows does not depend on who computes.
  if (!engine.isSqlite) return;

  it('is cancelled, and goes on with the sections that it has', async () => {
    const { id, runs } = await started({ ...REPORT, recipe2: RECIPE });
    await until(async () => {
      expect((await statusOf(id)).done).toBeGreaterThan(0);
    });
    expect(await remove(id)).toEqual({ status: 'cancelled' });
    const { state, done } = await statusOf(id);
    expect(state).toBe('cancelled');
    expect(done).toBeLessThan(runs);
    const resumed = await owner.post(`/api/reports/${id}/resume`, {});
    expect(resumed.status).toBe(200);
    expect(await isDone(id)).toMatchObject({ runs, done: runs });
    const lab = (await (await get(owner, `/api/reports/${id}/lab.json`)).json()) as {
      readonly cameras: readonly { readonly name: string }[];
      readonly differences: readonly { readonly value: number }[];
    };
    expect(lab.cameras.map(({ name }) => name)).toEqual([NAME, `${NAME} (2)`]);
    // One camera twice, with the same seeds.
    expect(lab.differences.length).toBeGreaterThan(0);
    expect(lab.differences.every(({ value }) => value === 0)).toBe(true);
    expect((await owner.post(`/api/reports/${id}/resume`, {})).status).toBe(409);
  });

  it.each([
    ['no recipe', { recipe: undefined }, 'recipe', /^recipe must be an object, the body of POST /],
    ['no object', { recipe: 'example:first' }, 'recipe', /must be an object, the body of/],
    ['another profile', { profile: 'film' }, 'profile', /^profile must be one of general, autom/],
    ['a draft of seeds', { seeds: 5 }, 'seeds', /^seeds: a draft has one seed; leave out seeds/],
    ['many seeds', { draft: false, seeds: 51 }, 'seeds', /^seeds must be at most 50\.$/],
    ['a seed below 0', { seed: -1 }, 'seed', /^seed must be a whole number from 0 to/],
    ['a long date', { date: 'x'.repeat(41) }, 'date', /at most 40 characters/],
    ['an unknown key', { colour: 1 }, 'colour', /^colour means nothing in a report\.$/],
    [
      'no sensor',
      { recipe: { ...RECIPE, sensor: '' } },
      'recipe.sensor',
      /^the recipe has no sensor, whose pixels would be measured\.$/,
    ],
    [
      'a field of the second camera',
      { recipe2: { ...RECIPE, sensorParams: { rows: -1 } } },
      'recipe2.sensorParams.rows',
      /./,
    ],
    ['a key of the recipe', { recipe: { ...RECIPE, lens: 1 } }, 'recipe.lens', /means nothing/],
    [
      'a file that is not there',
      { recipe: { ...RECIPE, optics: 'mine:00000000-0000-4000-8000-000000000000' } },
      'recipe.optics',
      /./,
    ],
  ])('refuses %s', async (_, change, field, sentence) => {
    const response = await start({ ...REPORT, ...change });
    const body = (await response.json()) as { readonly field?: string; readonly message: string };
    expect([response.status, body.field ?? '']).toEqual([422, field]);
    expect(body.message).toMatch(sentence);
  });

  it('has room in the quota of runs', async () => {
    const response = await start({ ...REPORT, draft: false, seeds: 50 });
    expect([response.status, await response.json()]).toMatchObject([
      429,
      { message: expect.stringMatching(/^The report takes \d+ frames of charts; your/) as string },
    ]);
  });
});
