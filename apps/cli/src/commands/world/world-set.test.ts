import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { run } from '../../run.ts';

const references = new URL('../../../../../packages/engine/references/world/', import.meta.url);
interface Case {
  readonly name: string;
  readonly ask: string;
  readonly set: object;
  readonly expect: {
    readonly abs?: number;
    readonly values?: readonly Readonly<Record<string, number>>[];
    readonly placed?: Readonly<Record<'gap' | 'radius' | 'least', number>> & {
      readonly inside: readonly [number, number];
    };
  };
}
const { cases } = JSON.parse(await readFile(new URL('cases.json', references), 'utf8')) as {
  readonly cases: readonly Case[];
};
const [values, placement] = cases.filter(({ ask }) => ask === 'draws');

interface Drawn {
  readonly index: number;
  readonly values: Readonly<Record<string, number>>;
  readonly placed: readonly {
    readonly object: string;
    readonly position: readonly [number, number, number];
  }[];
}

async function draw(set: object) {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-set-'));
  await writeFile(join(folder, 'set.json'), JSON.stringify(set));
  const said: string[] = [];
  const status = await run(
    ['world', 'set', join(folder, 'set.json'), '--out', join(folder, 'out'), '--draws-only'],
    {
      stdout: { write: (text) => said.push(String(text)) },
      stderr: { write: (text) => said.push(String(text)) },
      env: process.env,
      signal: new AbortController().signal,
      stdin: Readable.from([]),
    },
  );
  const lines = await readFile(join(folder, 'out', 'draws.ndjson'), 'utf8').catch(() => '');
  const drawn = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Drawn);
  return { status, said: said.join(''), drawn };
}

test('draws are those of the counters, picture by picture', async () => {
  const { drawn } = await draw(values!.set);
  expect(drawn.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  for (const [at, expected] of values!.expect.values!.entries())
    for (const [path, value] of Object.entries(expected))
      expect(Math.abs(drawn[at]!.values[path]! - value)).toBeLessThanOrEqual(values!.expect.abs!);
});

test('placed objects keep their gap and stand inside', async () => {
  const { inside, gap, radius, least } = placement!.expect.placed!;
  const { drawn } = await draw(placement!.set);
  const counts = new Set(drawn.map(({ placed }) => placed.length));
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(least);
  expect(counts.size).toBe(3);
  for (const { placed } of drawn)
    for (const [at, { position }] of placed.entries()) {
      expect(Math.abs(position[0])).toBeLessThanOrEqual(inside[0] / 2);
      expect(Math.abs(position[2])).toBeLessThanOrEqual(inside[1] / 2);
      // Half of its height above the tray.
      expect(position[1]).toBeCloseTo(0.05, 9);
      for (const other of placed.slice(at + 1))
        expect(
          Math.hypot(position[0] - other.position[0], position[2] - other.position[2]),
        ).toBeGreaterThanOrEqual(2 * radius + gap - 1e-9);
    }
});

test.each([
  [
    { vary: [{ path: 'lights.rung.lumens', uniform: [1, 2] }] },
    'vary[0].path: the world has no lights.rung.',
  ],
  [
    { vary: [{ path: 'lights.l.lumens', uniform: [1, 2], grid: { from: 1, to: 2, steps: 2 } }] },
    'it needs one of',
  ],
  [{ place: [{ objects: ['part'], on: 'table' }] }, 'place[0].on: the world has no objects.table.'],
])('refuses %j', async (changes, sentence) => {
  const { status, said } = await draw({ ...values!.set, ...changes });
  expect(status).toBe(2);
  expect(said).toContain(sentence);
});
