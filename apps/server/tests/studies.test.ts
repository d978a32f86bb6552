import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StudyRun, StudyStatus } from '@lumenloom/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkMessage } from '../src/runs/work-process.ts';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { atServer, callsOf } from './experiment-calls.ts';
import { get } from './library-form.ts';
import { onSqliteAndWorker } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { TINY, startServer } from './start-server.ts';

/** The least gain of the sensor that a price per decibel pays for. */
const STUDY = {
  name: 'Gain and noise',
  recipe: { ...TINY, isp: 'Fast-openISP' },
  vary: [
    { path: 'sensorParams.analog_gain', name: 'gain', from: 0.5, to: 4, scale: 'log' },
    { path: 'ispParams.awbR', from: 900, to: 2400, whole: true },
  ],
  objectives: [{ name: 'price', expression: 'gain + 30/sensor.snrAtGrey18', goal: 'minimise' }],
  measure: ['sensor.snrAtGrey18'],
  algorithm: { name: 'de' },
  budget: { runs: 12 },
  validate: 2,
};
/** Runs of expressions take microseconds. */
const EXPRESSION = {
  name: 'Parabola',
  vary: [
    { name: 'x', from: -5, to: 5 },
    { name: 'y', from: -5, to: 5 },
  ],
  objectives: [{ expression: '(x - 1)**2 + (y + 2)**2', goal: 'minimise' }],
  budget: { runs: 300 },
};

const { start, started, ask, textOf, ended, remove } = callsOf('studies');
const runsOf = async (visitor: Visitor, id: string): Promise<readonly StudyRun[]> =>
  (await textOf(visitor, id, '/results'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StudyRun);

interface Written {
  readonly csv: string;
  readonly recipe: unknown;
}
let written: Promise<Written> | undefined;
/** What the command line writes of the study. */
const fromCommandLine = (): Promise<Written> => (written ??= computeAtCommandLine());
async function computeAtCommandLine(): Promise<Written> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-study-'));
  try {
    const path = join(folder, 'study.json');
    await writeFile(path, JSON.stringify(STUDY));
    const out = join(folder, 'out');
    expect(await lumenloom('optimise', path, '--out', out)).toMatchObject({ status: 0 });
    return {
      csv: await readFile(join(out, 'results.csv'), 'utf8'),
      recipe: JSON.parse(await readFile(join(out, 'best-recipe.json'), 'utf8')) as unknown,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

onSqliteAndWorker((engine) => {
  const server = startServer(async () => ({
    ...(await engine.environment()),
    RATE_LIMIT_FACTOR: '100',
    SWEEP_RUNS: '1000',
    MAX_RUNNING_RUNS: '2',
  }));
  engine.attend?.(server);

  it('computes what lumenloom optimise computes, to the byte', async () => {
    const owner = await logIn(server, 'owner@example.com');
    const id = await started(owner, STUDY);
    const runs = await runsOf(owner, id);
    expect(runs.map(({ run }) => run)).toEqual(Array.from({ length: 12 }, (_, run) => run));
    const status = await ended(owner, id);
    expect(status).toMatchObject({ name: STUDY.name, runs: 12, done: 12, message: '' });
    const known = await fromCommandLine();
    const table = await ask(owner, id, '/results.csv');
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await table.text()).toBe(known.csv);
    const page = await ask(owner, id, '/report.html');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    await page.text();
    const best = (await (await ask(owner, id, '/best')).json()) as {
      readonly run: number;
      readonly recipe: unknown;
      readonly figures: unknown;
    };
    expect(best.recipe).toEqual(known.recipe);
    expect(best.figures).toEqual(runs[best.run]!.figures);
    const results = (await (await ask(owner, id, '/results.json')).json()) as {
      readonly runs: unknown;
    };
    expect(results.runs).toEqual(runs);
    expect(await textOf(owner, id, '/report.html')).toContain(STUDY.name);

    expect(await remove(owner, id)).toEqual({ status: 'deleted' });
    expect(await readdir(join(server.dataFolder, 'studies'))).toEqual([]);
  });
});

describe('a server on its own', () => {
  const server = startServer({
    RATE_LIMIT_FACTOR: '100',
    SWEEP_RUNS: '1000',
    MAX_RUNNING_RUNS: '1',
  });
  let owner: Visitor;
  beforeAll(async () => {
    owner = await logIn(server, 'owner@example.com');
  });

  it('goes on with more runs to the results of the larger budget', async () => {
    const small = await started(owner, { ...STUDY, budget: { runs: 6 } });
    await ended(owner, small);
    const more = (runs: unknown) => owner.post(`/api/studies/${small}/resume`, { runs });
    expect((await more(0)).status).toBe(422);
    expect((await more(2000)).status).toBe(429);
    expect(await (await more(6)).json()).toMatchObject({ runs: 12, endedAt: null });
    expect(await ended(owner, small)).toMatchObject({ runs: 12, done: 12 });
    const known = await fromCommandLine();
    expect(await textOf(owner, small, '/results.csv')).toBe(known.csv);
    const document = await ask(owner, small, '/document');
    expect(await document.json()).toMatchObject({
      budget: { runs: 12 },
      algorithm: { name: 'de' },
    });

    // Which algorithm auto means stays what the smaller budget has chosen.
    const auto = await started(owner, { ...EXPRESSION, budget: { runs: 20 } });
    await ended(owner, auto);
    const before = await runsOf(owner, auto);
    await owner.post(`/api/studies/${auto}/resume`, { runs: 200 });
    await ended(owner, auto);
    const after = await runsOf(owner, auto);
    expect([after.length, after.slice(0, 20)]).toEqual([220, before]);
  });

  it('a study of expressions needs no recipe, has none, and only the runs left count as its quota', async () => {
    const id = await started(owner, EXPRESSION);
    await ended(owner, id);
    const best = (await (await ask(owner, id, '/best')).json()) as {
      readonly values: Readonly<Record<string, number>>;
    };
    expect(Object.keys(best)).not.toContain('recipe');
    expect(best.values['x']).toBeCloseTo(1, 1);
    expect(best.values['y']).toBeCloseTo(-2, 1);

    const more = (runs: number) => owner.post(`/api/studies/${id}/resume`, { runs });
    expect(await (await more(1001)).json()).toMatchObject({
      message: 'The study needs 1001 runs; your quota has room for 1000 until others have ended.',
    });
    expect(await (await more(1000)).json()).toMatchObject({ runs: 1300 });
    // Cancels it, or deletes it where it has ended: its runs are no part of the quota then.
    await remove(owner, id);
  });

  it('of several objectives serves the recipes of the ends of the front and its knee', async () => {
    const { objectives: _, validate: __, ...study } = STUDY;
    const folder = await mkdtemp(join(tmpdir(), 'lumenloom-study-'));
    const path = join(folder, 'study.json');
    const document = {
      ...study,
      objectives: [
        { figure: 'sensor.snrAtGrey18', goal: 'maximise' },
        { name: 'price', expression: 'gain', goal: 'minimise' },
      ],
      measure: [],
      algorithm: { name: 'nsga-2', population: 4 },
      budget: { runs: 8 },
    };
    await writeFile(path, JSON.stringify(document));
    const there = await atServer(server, owner);
    const ran = await lumenloom('optimise', path, '--out', join(folder, 'out'), ...there);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    const { studies } = (await (await get(owner, '/api/studies')).json()) as {
      readonly studies: readonly StudyStatus[];
    };
    const best = await ask(owner, studies[0]!.id, '/best');
    const { representatives } = (await best.json()) as {
      readonly representatives: readonly {
        readonly recipe: { readonly sensorParams: { readonly analog_gain: number } };
        readonly values: { readonly gain: number };
        readonly figures: { readonly price: number };
      }[];
    };
    expect(representatives.length).toBeGreaterThan(1);
    for (const [at, { recipe, values, figures }] of representatives.entries()) {
      expect([recipe.sensorParams.analog_gain, figures.price]).toEqual([values.gain, values.gain]);
      const file = await readFile(join(folder, 'out', `best-recipe-${at + 1}.json`), 'utf8');
      expect(JSON.parse(file)).toEqual(recipe);
    }
    await rm(folder, { recursive: true });
  });

  it('a study whose first runs all fail says why', async () => {
    const id = await started(owner, {
      ...EXPRESSION,
      objectives: [{ expression: 'sqrt(-1 - x**2)', goal: 'minimise' }],
    });
    expect((await ended(owner, id, 'failed')).message).toMatch(/fail/);
  });
});

describe('a process that computes a study', () => {
  const program = fileURLToPath(new URL('../dist/runs/study-process.js', import.meta.url));
  const content = { ...EXPRESSION, algorithm: { name: 'random' }, budget: { runs: 1500 } };

  /**
   * Lets the process compute until it has told of so many runs, and kills it.
   *
   * @returns of how many it has told each time, and how many could be read then.
   */
  async function follow(
    folder: string,
    until = Infinity,
    document: object = content,
  ): Promise<[number, number][]> {
    const child = fork(program, { stdio: 'ignore', serialization: 'advanced' });
    const progress: [number, number][] = [];
    child.on('message', (message: WorkMessage) => {
      if (!('done' in message)) return;
      const text = readFileSync(join(folder, 'results.ndjson'), 'utf8');
      progress.push([message.done, text.split('\n').length - 1]);
      if (message.done >= until) child.kill('SIGKILL');
    });
    child.send({ content: document, own: {}, folder, jobs: 1, models: {} });
    await once(child, 'close');
    return progress;
  }

  it('counts the minutes of the turns before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lumenloom-study-'));
    const used = join(folder, 'used-milliseconds.txt');
    await writeFile(used, '300000');
    const document = { ...content, budget: { ...content.budget, minutes: 5 } };
    await follow(folder, Infinity, document);
    const results = await readFile(join(folder, 'results.json'), 'utf8');
    expect(results).toContain('The 5 minutes of the budget were over');
    await expect(readFile(used)).rejects.toThrow();
    await rm(folder, { recursive: true });
  });

  it('tells of runs that can be read, and the next one keeps those that it finds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lumenloom-study-'));
    const stream = join(folder, 'results.ndjson');
    const first = await follow(folder, 500);
    for (const [done, lines] of first) expect(lines).toBeGreaterThanOrEqual(done);
    const before = (await readFile(stream, 'utf8')).split('\n').length - 1;
    expect(before).toBeGreaterThanOrEqual(500);
    await appendFile(stream, '{"run":');
    const second = await follow(folder);
    expect(second.length).toBeGreaterThan(0);
    for (const [done, lines] of second)
      expect(lines).toBeGreaterThanOrEqual(Math.max(done, before));
    const runs = (await readFile(stream, 'utf8')).trimEnd().split('\n');
    expect(runs.map((line) => (JSON.parse(line) as StudyRun).run)).toEqual(
      Array.from({ length: 1500 }, (_, run) => run),
    );
    await rm(folder, { recursive: true });
  });
});

describe('where it is switched off', () => {
  const server = startServer({ WORKBENCH_OFFERS: 'sweep', WORKBENCH_FEATURES: 'none' });

  it('calls are refused with 403 and the name of the switch', async () => {
    const owner = await logIn(server, 'owner@example.com');
    const response = await start(owner, EXPRESSION);
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ message: expect.stringContaining('study') as string }),
    ]);
  });
});
