import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const planFile = async (plan: object): Promise<string> =>
  jsonFile(await temporaryFolder(), 'plan.json', plan);

const sensor = (name: string, values: object) => ({
  name,
  set: { sensor: 'Bayer-grbg', sensorParams: { rows: 64, cols: 96, ...values } },
});
/** Three sensors by the noise of a chart, one of them plainly worse. */
const plan = {
  version: 1,
  name: 'Noise of a chart',
  recipe: { scene: 'Macbeth', illuminant: 'D65', sceneLuminance: 5 },
  parts: { sensor: [sensor('a', {}), sensor('b', { read_noise: 4 }), sensor('c', {})] },
  table: { csv: 'part;price\na;10\nb;5\nc;12' },
  requirements: { price: 20 },
  goal: { figure: 'sensor.snrAtGrey18' },
  race: { first: 8, preview: { pictures: 2, share: 0.9 }, budget: { pictures: 12 } },
};

interface Results {
  readonly sentence: string;
  readonly stopped: string;
  readonly runs: number;
  readonly candidates: readonly {
    readonly name: string;
    readonly status: string;
    readonly score: number;
    readonly figures: Readonly<Record<string, number>>;
  }[];
}

const filesOf = async (folder: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder))
        .filter((name) => name !== 'choice.json')
        .map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  );

test('a race of cameras: the same files at once, and with a larger budget later', async () => {
  const [whole, small] = [
    join(await temporaryFolder(), 'whole'),
    join(await temporaryFolder(), 'small'),
  ];
  const file = await planFile(plan);
  const { status, stdout, stderr } = await lumenloom(
    ...['choose', file, '--out', whole, '--jobs', '2'],
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const written = await filesOf(whole);
  expect(Object.keys(written).sort()).toEqual(
    ['best-recipe.json', 'candidates.csv', 'report.html', 'results.json', 'runs.ndjson'].sort(),
  );
  const results = JSON.parse(written['results.json']!) as Results;
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(results.sentence);
  // Equal sensors have equal noise: the first one leads, and the noisier one lies behind both.
  const [a, b, c] = results.candidates;
  expect(a!.score).toBe(c!.score);
  expect(b!.score).toBeLessThan(a!.score);
  expect(a!.figures['price']).toBe(10);
  expect(written['report.html']).toContain(results.sentence);
  expect(JSON.parse(written['best-recipe.json']!)).toMatchObject({
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 64, cols: 96 },
  });

  const budget = { ...plan, race: { ...plan.race, budget: { pictures: 8 } } };
  expect((await lumenloom('choose', await planFile(budget), '--out', small)).status).toBe(0);
  expect(await lumenloom('choose', file, '--out', small)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has the results of a choice already') as string,
  });
  expect((await lumenloom('choose', file, '--out', small, '--resume')).status).toBe(0);
  expect(await filesOf(small)).toEqual(written);
});

test('plans that cannot be raced are refused before any file', async () => {
  const folder = join(await temporaryFolder(), 'none');
  const wrong: readonly (readonly [object, string])[] = [
    [{ ...plan, goal: undefined }, 'goal: Missing.'],
    [
      {
        ...plan,
        evaluate: { dataset: 'nowhere', network: 'example:marks' },
        goal: { figure: 'dataset.map50' },
      },
      'evaluate.dataset: There is nothing at nowhere.',
    ],
    [
      { ...plan, race: { method: 'betting' } },
      'race.method: betting needs range, and a score that is a mean over pictures.',
    ],
  ];
  for (const [content, sentence] of wrong) {
    const { status, stderr } = await lumenloom('choose', await planFile(content), '--out', folder);
    expect({ status, stderr }).toEqual({ status: 2, stderr: `${sentence}\n` });
  }
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
  const none = { ...plan, requirements: { price: 1 } };
  const { status, stdout } = await lumenloom('choose', await planFile(none), '--out', folder);
  expect(status).toBe(0);
  expect(stdout).toBe(
    '0 of 3 are left.\nNo camera meets the requirements; price alone refuses most, 3 of 3: has a price of 10, at most 1.\n',
  );
});
