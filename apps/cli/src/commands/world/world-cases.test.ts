import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { luminanceOf, readRealNpy } from '@lumenloom/engine';
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
  await writeFile(join(folder, 'world.json'), JSON.stringify(world ?? {}));
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

/** Sets have a slice of their own. */
const isBuilt = ({ ask }: Case): boolean => ask !== 'draws';

/** Errors that are allowed on top of a tolerance. */
const DEVIATIONS = 4.5;

/** A value with its own error: within the tolerance and 4.5 errors, and the error is small. */
function checkEstimate(value: number, error: number | null, want: Table, expected: number): void {
  const { rel = 0, abs = 0, seMost } = want as Readonly<Record<string, number | undefined>>;
  const allowed = rel * Math.abs(expected) + abs + DEVIATIONS * (error ?? 0);
  expect([value, Math.abs(value - expected) <= allowed, expected]).toEqual([value, true, expected]);
  if (seMost !== undefined) expect(error ?? 0).toBeLessThanOrEqual(seMost * expected + 1e-9);
}

describe.each(cases.filter(isBuilt))('$section $ask: $name', (one) => {
  test('the answer', async () => {
    const folder = await folderOf(one);
    const path = join(folder, 'world.json');
    const wanted = one.expect as Table;
    if (one.ask === 'refused') {
      const { status, stderr } = await lumenloom('world', path);
      expect(status).toBe(2);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      for (const word of wanted['words'] as readonly string[])
        expect(stderr).toMatch(new RegExp(word));
    } else if (one.ask === 'probe') {
      const args = ['--rays', join(folder, 'rays.json'), '--samples', String(one.samples)];
      const { rays } = await answerOf(['world', 'probe', path, ...args]);
      checkRays(rays as readonly Table[], one.expect as readonly Table[]);
    } else if (one.ask === 'material') {
      const name = typeof one.material === 'string' ? one.material : join(folder, 'm.json');
      await writeFile(join(folder, 'm.json'), JSON.stringify(one.material));
      checkMaterial(
        await answerOf(['world', 'material', name, '--incidence', one.incidence!.join()]),
        wanted,
      );
    } else if (one.ask === 'render') {
      const { rate = 1 } = wanted as { readonly rate?: number };
      const args = ['--out', folder, '--npy', '--samples', '16', '--rate', String(rate)];
      const labels = join(folder, 'labels.json');
      const more = one.hidden ? ['--hidden'] : ['--labels-out', labels];
      expect(await lumenloom('world', 'render', path, ...args, ...more)).toMatchObject({
        status: 0,
      });
      await checkPicture(folder, wanted);
    } else {
      checkWorld(await answerOf(['world', path]), wanted);
    }
  });
});

function checkBands(found: unknown, wanted: unknown, allowed: (value: number) => number): void {
  for (const [band, value] of (wanted as readonly number[]).entries())
    near((found as readonly number[])[band], value, allowed(value));
}

function checkRays(rays: readonly Table[], expected: readonly Table[]): void {
  for (const [at, want] of expected.entries()) {
    const ray = rays[at]!;
    for (const key of ['hit', 'id', 'object'])
      if (key in want) expect([at, key, ray[key]]).toEqual([at, key, want[key]]);
    if ('distance' in want)
      near(ray['distance'], want['distance'] as number, want['distanceAbs'] as number);
    if ('uv' in want) checkBands(ray['uv'], want['uv'], () => 1e-9);
    if ('normal' in want)
      checkBands(ray['normal'], want['normal'], () => want['normalAbs'] as number);
    if ('luminance' in want)
      checkEstimate(
        ray['luminance'] as number,
        ray['standardError'] as number | null,
        want,
        want['luminance'] as number,
      );
    if ('radiance' in want)
      checkBands(
        ray['radiance'],
        want['radiance'],
        (value) => (want['radianceRel'] as number) * value,
      );
  }
}

/** The arrays and labels of a rendering. */
async function checkPicture(folder: string, want: Table): Promise<void> {
  const array = async (name: string) => {
    const bytes = await readFile(join(folder, `${name}.npy`));
    return readRealNpy(bytes);
  };
  const abs = want['abs'] as number;
  const ids = await array('ids');
  const [, columns = 0] = ids.shape;
  const at = (row: number, column: number): number => row * columns + column;
  const { hidden } = want as {
    readonly hidden?: { readonly id: number; readonly depth: number; readonly share: number };
  };
  if (hidden) {
    const depths = (await array('hidden-depth')).values.filter(
      (_, pixel) => ids.values[pixel] === hidden.id,
    );
    const found = depths.filter((depth) => Math.abs(depth - hidden.depth) < abs);
    expect(found.length / depths.length).toBeGreaterThanOrEqual(hidden.share);
    return;
  }
  expect([...ids.values]).toEqual((want['ids'] as readonly (readonly number[])[]).flat());
  const depth = await array('depth');
  for (const [row, column, metres] of want['depth'] as readonly [number, number, number][])
    if (metres === Infinity) expect(depth.values[at(row, column)]).toBe(Infinity);
    else near(depth.values[at(row, column)], metres, abs);
  const [motion, normals, radiance] = [
    await array('motion'),
    await array('normals'),
    await array('radiance'),
  ];
  for (const [row, column, ...way] of want['motion'] as readonly number[][])
    for (const [axis, value] of way.entries())
      near(motion.values[2 * at(row!, column!) + axis], value, abs);
  for (const [row, column, ...normal] of want['normalAt'] as readonly number[][])
    for (const [axis, value] of normal.entries())
      near(normals.values[3 * at(row!, column!) + axis], value, abs);
  for (const [row, column, luminance] of want['luminanceAt'] as readonly number[][]) {
    const bands = Array.from(
      { length: 31 },
      (_, band) => radiance.values[band * ids.values.length + at(row!, column!)]!,
    );
    near(luminanceOf(bands), luminance!, abs * luminance!);
  }
  const { annotations } = JSON.parse(await readFile(join(folder, 'labels.json'), 'utf8')) as {
    readonly annotations: readonly Table[];
  };
  expect(annotations).toMatchObject(want['labels'] as object);
}

function checkMaterial(report: Table, { angles = [], normalReflectance, reflectance, abs }: Table) {
  for (const [at, want] of (angles as readonly Table[]).entries()) {
    const { albedo } = (report['angles'] as readonly Table[])[at]!;
    checkBands(albedo, want['albedo'], () => want['abs'] as number);
  }
  if (normalReflectance)
    checkBands(report['normalReflectance'], normalReflectance, () => abs as number);
  if (reflectance) checkBands(report['reflectance'], reflectance, () => abs as number);
}

function checkWorld(report: Table, expected: Table): void {
  const { triangles, objects = {}, ignoredContains = [], places = {}, lights = {} } = expected;
  if (triangles !== undefined) expect(report['triangles']).toBe(triangles);
  for (const word of ignoredContains as readonly string[])
    expect((report['ignored'] as readonly string[]).join()).toContain(word);
  const found = (list: string, name: string): Table =>
    (report[list] as readonly Table[]).find((one) => one['name'] === name)!;
  for (const [name, want] of Object.entries(places as Readonly<Record<string, Table>>)) {
    const { lux, standardErrorLux } = found('places', name);
    checkEstimate(lux as number, standardErrorLux as number | null, want, want['lux'] as number);
  }
  for (const [name, want] of Object.entries(lights as Readonly<Record<string, Table>>))
    for (const key of ['lumens', 'candela', 'watts', 'luminance'])
      if (key in want)
        near(
          found('lights', name)[key],
          want[key] as number,
          (want['rel'] as number) * (want[key] as number),
        );
  for (const [name, want] of Object.entries(objects as Readonly<Record<string, Table>>)) {
    const object = found('objects', name);
    if ('triangles' in want) expect(object['triangles']).toBe(want['triangles']);
    const bounds = object['bounds'] as readonly (readonly number[])[];
    for (const [corner, values] of (want['bounds'] as readonly (readonly number[])[]).entries())
      checkBands(bounds[corner], values, () => want['abs'] as number);
  }
}
