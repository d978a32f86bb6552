import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvaluationStatus, StudyStatus, SweepStatus } from '@lumenloom/contract';
import { VERSION } from '@lumenloom/engine';
import { marksFolder } from '@lumenloom/experiment/dataset';
import { EXAMPLE_NETWORK_FILE } from '@lumenloom/node-host';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { MIGRATIONS } from '../dist/database/migrate.js';
import { openDatabase } from '../dist/database/open-database.js';
import { onBothDatabases } from './on-both-databases.ts';
import { startServer } from './start-server.ts';
import { until } from './until.ts';

/**
 * Rows and folders that the version before wrote: a sweep, a study and an evaluation that are done,
 * and one of each that was cut off by kill -9, the study after five of its runs.
 */
const BEFORE = fileURLToPath(new URL('version-before/', import.meta.url));
const TOKEN = `lumenloom_${'a'.repeat(43)}`;

type Goal = 'sweeps' | 'studies' | 'evaluations';
type Row = Readonly<Record<string, unknown>>;
interface Written {
  readonly done: Readonly<Record<Goal, string>>;
  readonly cutOff: Readonly<Record<Goal, string>>;
  readonly rows: Readonly<Record<Goal | 'users' | 'sweepRuns', readonly Row[]>>;
}

/** A version is as old as ours in its bits: others are refused, see upgrades.test.ts. */
const ofOurs = (text: string): string =>
  text
    .replaceAll('"version": "0.1.0"', `"version": "${VERSION}"`)
    .replaceAll('MARKS_NETWORK', EXAMPLE_NETWORK_FILE);

async function writtenBefore(): Promise<Written> {
  return JSON.parse(ofOurs(await readFile(join(BEFORE, 'rows.json'), 'utf8'))) as Written;
}

/** A data folder and a database as the version before left them. */
async function leftBefore(dataFolder: string, databaseUrl: string | undefined): Promise<void> {
  for (const goal of ['studies', 'evaluations']) {
    await cp(join(BEFORE, goal), join(dataFolder, goal), { recursive: true });
    for (const id of await readdir(join(dataFolder, goal)))
      for (const name of ['study.json', 'evaluation.json']) {
        const path = join(dataFolder, goal, id, name);
        const text = await readFile(path, 'utf8').catch(() => undefined);
        if (text !== undefined)
          await writeFile(path, ofOurs(text).replaceAll('MARKS_FOLDER', await marksFolder()));
      }
  }
  const { '020-experiments': _, ...migrations } = MIGRATIONS;
  const database = await openDatabase({ dataFolder, databaseUrl }, {}, migrations);
  const { rows } = await writtenBefore();
  for (const table of ['users', 'sweeps', 'sweepRuns', 'studies', 'evaluations'] as const)
    await database
      .insertInto(table as 'users')
      .values(rows[table] as never)
      .execute();
  await database
    .insertInto('apiTokens')
    .values({
      id: 't',
      userId: 'owner',
      name: 't',
      scope: 'compute',
      createdAt: 1,
      tokenHash: createHash('sha256').update(TOKEN).digest('base64url'),
      expiresAt: null,
      lastUsedAt: null,
    })
    .execute();
  await database.destroy();
}

onBothDatabases((engine) => {
  const folders: string[] = [];
  const server = startServer(async () => {
    const environment = await engine.environment();
    const dataFolder = await mkdtemp(join(tmpdir(), 'lumenloom-before-'));
    folders.push(dataFolder);
    await leftBefore(dataFolder, environment['DATABASE_URL']);
    return { ...environment, DATA_DIR: dataFolder, MAX_RUNNING_RUNS: '2' };
  });
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });
  const get = async (path: string): Promise<string> => {
    const visitor = server.asSomebodyElse({ authorization: `Bearer ${TOKEN}` });
    const answer = await visitor.post(path, undefined, { method: 'GET' });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };
  const json = async <Value>(path: string): Promise<Value> => JSON.parse(await get(path)) as Value;

  it('shows what is done', async () => {
    const { done } = await writtenBefore();
    const { sweeps } = await json<{ sweeps: SweepStatus[] }>('/api/sweeps');
    expect(sweeps.find(({ id }) => id === done.sweeps)).toMatchObject({
      name: 'Gains',
      state: 'done',
      runs: 3,
      done: 3,
      failed: 0,
      version: VERSION,
    });
    expect((await get(`/api/sweeps/${done.sweeps}/results`)).trim().split('\n')).toHaveLength(3);
    expect(await json<object>(`/api/sweeps/${done.sweeps}/document`)).toMatchObject({
      name: 'Gains',
    });
    expect(await json<StudyStatus>(`/api/studies/${done.studies}`)).toMatchObject({
      name: 'Gain and noise',
      state: 'done',
      runs: 12,
      done: 12,
    });
    const table = join(BEFORE, 'studies', done.studies, 'results.csv');
    expect(await get(`/api/studies/${done.studies}/results.csv`)).toBe(
      await readFile(table, 'utf8'),
    );
    expect(await json<EvaluationStatus>(`/api/evaluations/${done.evaluations}`)).toMatchObject({
      name: 'Marks',
      state: 'done',
      images: 6,
      done: 6,
    });
  });

  it('goes on with what was cut off, to the bytes of the version before', async () => {
    const { cutOff } = await writtenBefore();
    for (const goal of ['sweeps', 'studies', 'evaluations'] as const)
      await until(async () => {
        const { state, message } = await json<StudyStatus>(`/api/${goal}/${cutOff[goal]}`);
        expect([goal, state, message]).toEqual([goal, 'done', '']);
      });
    expect(await get(`/api/studies/${cutOff.studies}/results.csv`)).toBe(
      await readFile(join(BEFORE, 'cut-off-study.csv'), 'utf8'),
    );
    expect((await get(`/api/sweeps/${cutOff.sweeps}/results`)).trim().split('\n')).toHaveLength(60);
    const lines = (await get(`/api/evaluations/${cutOff.evaluations}/images.ndjson`)).trim();
    // The source and one camera.
    expect(lines.split('\n')).toHaveLength(24);
    const [first] = await linesBefore(cutOff.evaluations);
    expect(lines.split('\n')).toContain(first);
  });

  it.skipIf(engine.isSqlite)(
    'lets a server of that version go on beside it (skipped: SQLite has one server)',
    async () => {
      const { database } = server.app;
      const { rows, done } = await writtenBefore();
      const [{ ...study }] = rows.studies as [Row];
      const added = { ...study, id: 'of-before', version: null, node: null, bits: null };
      await database
        .insertInto('studies' as 'users')
        .values({ ...added, state: 'cancelled' } as never)
        .execute();
      expect(await json<StudyStatus>('/api/studies/of-before')).toMatchObject({
        state: 'cancelled',
      });
      const { rows: counted } = await sql<{ readonly runs: number }>`
        select count(*) as runs from sweep_runs where sweep_id = ${done.sweeps}`.execute(database);
      expect(counted).toEqual([{ runs: 3 }]);
    },
  );
});

/** What was in the journal of an evaluation when it was cut off. */
const linesBefore = async (id: string): Promise<readonly string[]> =>
  (await readFile(join(BEFORE, 'evaluations', id, 'images.ndjson'), 'utf8')).split('\n');
