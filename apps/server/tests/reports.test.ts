import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { callsOf } from './experiment-calls.ts';
import { onSqliteAndWorker } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { TINY, startServer } from './start-server.ts';

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

const { start, started, ask, statusOf, ended, inTheMidst, remove, textOf, pathOf } =
  callsOf('reports');

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

  it('writes what lumenloom report writes, to the byte', async () => {
    const response = await start(owner, REPORT);
    expect(response.status).toBe(201);
    const { id, runs } = (await response.json()) as { readonly id: string; readonly runs: number };
    const early = await ask(owner, id, '/report.pdf');
    expect([early.status, await early.json()]).toMatchObject([
      404,
      { message: 'This report is not written yet.' },
    ]);
    expect(await ended(owner, id)).toMatchObject({ name: NAME, runs, done: runs });
    const known = await fromCommandLine();
    for (const [name, type] of Object.entries(FILES)) {
      const file = await ask(owner, id, `/${name}`);
      expect(file.headers.get('content-type')).toBe(type);
      const content = Buffer.from(await file.arrayBuffer());
      expect(content.equals(await readFile(join(known, name)))).toBe(true);
    }
    // Of its parts nothing is left.
    expect(await readdir(join(server.dataFolder, 'reports', id))).toHaveLength(4);
    expect(await remove(owner, id)).toEqual({ status: 'deleted' });
    expect((await ask(owner, id, '')).status).toBe(404);
  });

  // What follows does not depend on who computes.
  if (!engine.isSqlite) return;

  it('is cancelled, and goes on with the sections that it has', async () => {
    const id = await started(owner, { ...REPORT, recipe2: RECIPE });
    await inTheMidst(owner, id);
    expect(await remove(owner, id)).toEqual({ status: 'cancelled' });
    const { state, done } = await statusOf(owner, id);
    expect(state).toBe('cancelled');
    const resumed = await owner.post(pathOf(id, '/resume'), {});
    expect(resumed.status).toBe(200);
    const whole = await ended(owner, id);
    expect(whole).toMatchObject({ runs: whole.done });
    expect(done).toBeLessThan(whole.done);
    const lab = JSON.parse(await textOf(owner, id, '/lab.json')) as {
      readonly cameras: readonly { readonly name: string }[];
      readonly differences: readonly { readonly value: number }[];
    };
    expect(lab.cameras.map(({ name }) => name)).toEqual([NAME, `${NAME} (2)`]);
    // One camera twice, with the same seeds.
    expect(lab.differences.length).toBeGreaterThan(0);
    expect(lab.differences.every(({ value }) => value === 0)).toBe(true);
    expect((await owner.post(pathOf(id, '/resume'), {})).status).toBe(409);
  });

  it('has room in the quota of runs', async () => {
    const response = await start(owner, { ...REPORT, draft: false, seeds: 50 });
    expect([response.status, await response.json()]).toMatchObject([
      429,
      { message: expect.stringMatching(/^The report takes \d+ frames of charts; your/) as string },
    ]);
  });
});
