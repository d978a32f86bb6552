import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRefused, dryRunOf, leftSentence } from './dry-run.ts';
import { planChoice, type PlannedChoice } from './plan-choice.ts';
import { reasonsOf } from './reasons.ts';

interface Golden {
  readonly eflMm: number;
  readonly frontFocusMm: number;
  readonly cases: readonly {
    readonly lens: object;
    readonly workingDistanceM: number;
    readonly columns: number;
    readonly rows: number;
    readonly pitchUm: number;
    readonly expected: Readonly<Record<string, number>>;
  }[];
}

let folder: string;
let golden: Golden;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-choice-'));
  const file = new URL('../../../engine/references/choose/requirements.json', import.meta.url);
  golden = JSON.parse(await readFile(file, 'utf8')) as Golden;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PLAN = {
  version: 1,
  recipe: { scene: 'Macbeth', illuminant: 'D65', sceneLuminance: 100 },
  goal: { figure: 'sensor.snrAtGrey18' },
} as const;
const BAYER = { sensor: 'Bayer-grbg', 'sensorParams.rows': 960, 'sensorParams.cols': 1280 };
const entry = (name: string, set: object) => ({ name, set: { ...BAYER, ...set } });

const plan = async (more: object): Promise<PlannedChoice> => {
  const read = await planChoice({ ...PLAN, ...more }, { folder });
  if (!read.ok) throw new Error(read.problems.map((one) => Object.values(one).join(': ')).join());
  return read.value;
};
/** Place and sentence of the first problem. */
const refusal = async (more: object): Promise<string> => {
  const read = await planChoice({ ...PLAN, ...more }, { folder });
  return read.ok ? '' : `${read.problems[0]!.field}: ${read.problems[0]!.message}`;
};

test('figures of cameras are those of an independent paraxial tracer', async () => {
  const RELATIVE = 1e-9;
  for (const { lens, workingDistanceM, expected, ...sensor } of golden.cases) {
    await writeFile(join(folder, 'lens.json'), JSON.stringify(lens));
    const { raced } = await plan({
      parts: {
        lens: [{ name: 'golden', file: 'lens.json' }],
        sensor: [
          entry('window', {
            'sensorParams.rows': sensor.rows,
            'sensorParams.cols': sensor.columns,
            'sensorParams.pixel_size': sensor.pitchUm,
          }),
        ],
      },
      requirements: { workingDistanceM, motionMmPerSecond: 120, blurPixels: 0.5 },
    });
    for (const [figure, value] of Object.entries(expected))
      expect(Math.abs(raced[0]!.figures[figure]! / value - 1), figure).toBeLessThan(RELATIVE);
  }
});

describe('requirements', () => {
  const lens = ['Cooke Triplet', 'Double-Gauss', 'published:heliar'];
  const sensor = [entry('small', {}), entry('large', { 'sensorParams.pixel_size': 9 })];

  const requirements = {
    ...{ workingDistanceM: 0.4, imageCircle: true, fieldWidthMm: 100, fieldHeightMm: 130 },
    objectPixelsPerMm: 9,
  };

  test('each camera has the sentence of the first that it does not meet, and all of them', async () => {
    const planned = await plan({ parts: { lens, sensor }, requirements });
    // By hand: |m| = 8.2/(400 - about 4), so 1280 x 2.2 um see 136 x 102 mm, 9.4 pixels per mm.
    expect(leftSentence(planned)).toBe('2 of 6 are left.');
    expect(planned.raced.map(({ name }) => name)).toEqual([
      'Cooke Triplet + small',
      'Double-Gauss + small',
    ]);
    const { magnification, fieldWidthMm, diagonalMm } = planned.raced[0]!.figures;
    expect(fieldWidthMm! * magnification!).toBeCloseTo(2.816, 9);
    expect(diagonalMm).toBeCloseTo(3.52, 9);
    expect(planned.refused.map(({ name, message, all }) => [name, message, all])).toEqual([
      [
        'Cooke Triplet + large',
        "image circle 6.08 mm, the sensor's diagonal is 14.4 mm",
        ['imageCircle', 'objectPixelsPerMm'],
      ],
      [
        'Double-Gauss + large',
        "image circle 4.12 mm, the sensor's diagonal is 14.4 mm",
        ['imageCircle', 'objectPixelsPerMm'],
      ],
      [
        'published:heliar + small',
        expect.stringMatching(/^sees 6.64 x 8.85 mm at .4 m turned by 90 degrees, 100 x 130 mm/),
        ['fieldWidthMm', 'fieldHeightMm'],
      ],
      [
        'published:heliar + large',
        expect.stringMatching(/^sees 27.1 x 36.2 mm/),
        ['fieldWidthMm', 'fieldHeightMm'],
      ],
    ]);
    expect(
      reasonsOf(planned.refused).map(({ requirement, count }) => [requirement, count]),
    ).toEqual([
      ['imageCircle', 2],
      ['fieldWidthMm', 2],
    ]);
    expect(dryRunOf(planned, undefined)).toMatchObject({
      candidates: { all: 6, refused: 4, raced: 2 },
      runs: 2 * 32,
    });
  });

  test('motion, noise, depth and prices', async () => {
    await writeFile(
      join(folder, 'parts.csv'),
      '\uFEFFpart;price;mount;note\nCooke Triplet;40;C;=1+1\nDouble-Gauss;;S\nsmall;12.5;C;"a ""b"""\nlarge;300;C;\n'.replace(
        'S\n',
        'S;\n',
      ),
    );
    const more = { parts: { lens: lens.slice(0, 2), sensor }, table: 'parts.csv' };
    const priced = await plan({
      ...more,
      cost: 'lens.price + sensor.price + assembly',
      constants: { assembly: 11 },
      requirements: { mount: true, cost: 100 },
      front: ['cost'],
    });
    expect(priced.raced.map(({ name, figures, front }) => [name, figures.cost, front])).toEqual([
      ['Cooke Triplet + small', 63.5, [63.5]],
    ]);
    expect(priced.refused.map(({ message, all }) => [message, all])).toEqual([
      ['costs 351, at most 100', ['cost']],
      ['mount S of Double-Gauss does not fit mount C of small', ['mount', 'cost']],
      ['mount S of Double-Gauss does not fit mount C of large', ['mount', 'cost']],
    ]);
    // A smaller stop that the depth needs becomes part of the name.
    const deep = await plan({
      parts: { lens: ['Double-Gauss'], sensor },
      requirements: { workingDistanceM: 0.4, depthOfFieldMm: 100, circleUm: 4.4 },
    });
    const { raced } = deep;
    expect(raced.map(({ name, checked }) => [name, checked.fNumber])).toEqual([
      ['small + f/5.6', 5.6],
      ['large + f/5.6', 5.6],
    ]);
    // The closed form of a thin lens: 2 N c s^2/f^2 (1 - m), 3 % off for the pupils.
    expect(raced[0]!.figures.depthOfFieldMm!).toBeGreaterThan(100);
    const { figures } = raced[0]!;
    const thin = (2 * 5.6 * 4.4e-3) / figures.magnification! ** 2;
    expect(Math.abs(figures.depthOfFieldMm! / thin - 1)).toBeLessThan(0.06);
    const fast = await plan({
      parts: { lens: lens.slice(0, 1), sensor },
      requirements: {
        ...{ workingDistanceM: 0.4, motionMmPerSecond: 120, blurPixels: 0.5, snrDb: 15 },
      },
    });
    expect(fast.refused.map(({ name }) => name)).toEqual(['small']);
    expect(fast.refused[0]!.message).toMatch(
      /^-?[\d.]+ dB at 18 % grey in \.4\d ms, 15 dB are asked for$/,
    );
    const held = await plan({
      parts: { lens: lens.slice(0, 1), sensor },
      hold: { exposure: { seconds: 0.001 } },
      requirements: { workingDistanceM: 0.4, motionMmPerSecond: 120, blurPixels: 0.5 },
    });
    expect(held.refused.map(({ message }) => message)).toEqual([
      'exposure 1 ms is held, at most .44 ms',
    ]);
  });

  test('where all are refused the requirement that alone refuses most is named', async () => {
    const planned = await plan({
      parts: { lens, sensor },
      requirements: { workingDistanceM: 0.4, fieldWidthMm: 1000 },
    });
    expect(leftSentence(planned)).toBe('0 of 6 are left.');
    expect(allRefused(planned)).toMatch(
      /^No camera meets the requirements; fieldWidthMm alone refuses most, 6 of 6: sees /,
    );
  });

  test('an ISP of Bayer sensors takes no other', async () => {
    const { refused } = await plan({
      parts: {
        sensor: ['published:imx250'],
        isp: ['Fast-openISP', { name: 'none', set: { isp: '' } }],
      },
    });
    expect(refused.map(({ name, message }) => [name, message])).toEqual([
      ['Fast-openISP', 'Fast-openISP needs a Bayer sensor; published:imx250 is mono'],
    ]);
  });
});

test.each([
  [
    { parts: { lens: ['Cooke Triplet', 'published:helia'] } },
    'parts.lens[1]: There is no lens published:helia: did you mean published:heliar?',
  ],
  [
    {
      parts: {
        lens: ['published:*'],
        sensor: ['published:*'],
        isp: Array.from({ length: 9 }, (_, i) => ({ name: `isp ${i}`, set: {} })),
      },
    },
    expect.stringMatching(/^parts: 39,\d{3} candidates; at most 20,000\.$/) as string,
  ],
  [{ goal: undefined }, 'goal: Missing.'],
  [{ goal: { figure: 'sensor.beauty' } }, 'goal.figure: There is no figure sensor.beauty.'],
  [
    { requirements: { fieldWidth: 3 } },
    'requirements.fieldWidth: There is no requirement of this name; did you mean fieldWidthMm?',
  ],
  [{ requirements: { blurPixels: 3 } }, 'requirements.blurPixels: Give motionMmPerSecond too.'],
  [{ requirements: { fieldWidthMm: 3 } }, 'requirements.fieldWidthMm: Give workingDistanceM too.'],
  [{ conditions: [{ name: 'a' }, { name: 'b', weight: 0 }] }, 'conditions[1].weight: Above 0.'],
  [{ race: { alpha: 0.9 } }, 'race.alpha: From .0001 to .5.'],
  [{ race: { first: 4 } }, 'race.first: At least 8 pictures.'],
  [{ race: { growth: 9 } }, 'race.growth: From 1.1 to 4.'],
  [{ hold: { sensor: 'die' } }, 'hold.sensor: parts are compared as they are.'],
  [{ table: 'none.csv', parts: { lens: ['Cooke Triplet'] } }, 'table: There is no file none.csv.'],
  [{ table: { csv: 'part,price\na,1\nb,2\na,3' } }, 'table: row 4 names a again.'],
  [
    { table: { csv: 'part;price\na;12,5' } },
    'table: row 2: price is 12,5, no number with a decimal point.',
  ],
  [
    { table: { csv: 'part,price\na,NaN' } },
    'table: row 2: price is NaN, no number with a decimal point.',
  ],
  [{ table: { csv: 'part,price,price\na,1,2' } }, 'table: two columns are named "price".'],
  [
    { table: { csv: `part,price\n${'a'.repeat(10_000)},1` } },
    'table: row 2 has a cell of 10000 characters.',
  ],
  [
    { front: ['price'], parts: { lens: ['Cooke Triplet'] } },
    'front[0]: The table has no column price.',
  ],
  [
    { cost: 'lens.price +', parts: { lens: ['Cooke Triplet'] } },
    expect.stringMatching(/^cost: It cannot be read/) as string,
  ],
])('refused: %#', async (more, sentence) => {
  expect(await refusal(more)).toEqual(sentence);
});
