import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { run } from '../../run.ts';

/** Worlds with a question and its answer: packages/engine/references/world says from where. */
interface Case {
  readonly name: string;
  readonly section: string;
  readonly ask: 'world' | 'probe' | 'material' | 'render' | 'refused' | 'draws';
  readonly world?: unknown;
  readonly material?: unknown;
  readonly incidence?: readonly number[];
  readonly rays?: readonly unknown[];
  readonly samples?: number;
  readonly hidden?: boolean;
  readonly files?: Readonly<Record<string, { readonly text?: string; readonly base64?: string }>>;
  readonly expect: Expected;
  readonly why: string;
}
type Expected = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
type Table = Readonly<Record<string, unknown>>;

const references = new URL('../../../../../packages/engine/references/world/', import.meta.url);
const { cases } = JSON.parse(await readFile(new URL('cases.json', references), 'utf8')) as {
  readonly cases: readonly Case[];
};

/** Runs a command from its source, in this process. */
async function lumenloom(...args: readonly string[]) {
  const [stdout, stderr]: string[][] = [[], []];
  const signal = new AbortController().signal;
  const status = await run(args, {
    stdout: { write: (text) => stdout!.push(String(text)) },
    stderr: { write: (text) => stderr!.push(String(text)) },
    env: process.env,
    signal,
    stdin: Readable.from([]),
  });
  return { status, stdout: stdout!.join(''), stderr: stderr!.join('') };
}

/** A folder with the document of a case and its files. */
async function folderOf({ world, files = {}, rays }: Case): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-world-'));
  await writeFile(join(folder, 'world.json'), JSON.stringify(world));
  if (rays) await writeFile(join(folder, 'rays.json'), JSON.stringify(rays));
  for (const [name, { text, base64 }] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text ?? Buffer.from(base64 ?? '', 'base64'));
  }
  return folder;
}

async function answerOf(args: readonly string[]): Promise<Table> {
  const { status, stdout, stderr } = await lumenloom(...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Table;
}

const near = (value: unknown, expected: number, allowed: number): void =>
  expect(Math.abs((value as number) - expected)).toBeLessThanOrEqual(allowed);

/** Every answer of a kind that has been built is checked; the rest is left to its own slice. */
const isBuilt = ({ ask, name, expect: expected }: Case): boolean => {
  if (/alpha mask|reflectance above 1/.test(name)) return false;
  if (ask === 'refused') return true;
  if (Array.isArray(expected))
    return ask === 'probe' && expected.every((one: Table) => !('luminance' in one));
  const { objects, triangles, ignoredContains } = expected as Table;
  return ask === 'world' && (objects ?? triangles ?? ignoredContains) !== undefined;
};

describe.each(cases.filter(isBuilt))('$section $ask: $name', (one) => {
  test('the answer', async () => {
    const folder = await folderOf(one);
    const path = join(folder, 'world.json');
    if (one.ask === 'refused') {
      const { status, stderr } = await lumenloom('world', path);
      expect(status).toBe(2);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      for (const word of (one.expect as Table)['words'] as readonly string[])
        expect(stderr).toMatch(new RegExp(word));
    } else if (one.ask === 'probe') {
      const { rays } = await answerOf([
        'world',
        'probe',
        path,
        '--rays',
        join(folder, 'rays.json'),
      ]);
      checkRays(rays as readonly Table[], one.expect as readonly Table[]);
    } else {
      checkWorld(await answerOf(['world', path]), one.expect as Table);
    }
  });
});

function checkRays(rays: readonly Table[], expected: readonly Table[]): void {
  for (const [at, want] of expected.entries()) {
    const ray = rays[at]!;
    for (const key of ['hit', 'id', 'object'])
      if (key in want) expect([at, key, ray[key]]).toEqual([at, key, want[key]]);
    if ('distance' in want)
      near(ray['distance'], want['distance'] as number, want['distanceAbs'] as number);
  }
}

function checkWorld(report: Table, expected: Table): void {
  const { triangles, objects = {}, ignoredContains = [] } = expected;
  if (triangles !== undefined) expect(report['triangles']).toBe(triangles);
  for (const word of ignoredContains as readonly string[])
    expect((report['ignored'] as readonly string[]).join()).toContain(word);
  for (const [name, want] of Object.entries(objects as Readonly<Record<string, Table>>)) {
    const found = (report['objects'] as readonly Table[]).find((one) => one['name'] === name)!;
    if ('triangles' in want) expect(found['triangles']).toBe(want['triangles']);
    const bounds = found['bounds'] as readonly (readonly number[])[];
    for (const [corner, values] of (want['bounds'] as readonly (readonly number[])[]).entries())
      for (const [axis, value] of values.entries())
        near(bounds[corner]![axis], value, want['abs'] as number);
  }
}
