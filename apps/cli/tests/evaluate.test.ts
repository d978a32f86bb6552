import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EvaluationResults, PlannedEvaluation } from '@lumenloom/experiment/dataset';
import {
  THREE_BANDS,
  jsonFile,
  lumenloom,
  lumenloomWith,
  mainFile,
  temporaryFolder,
} from './lumenloom.ts';

const network = fileURLToPath(new URL('../../../examples/marks.onnx', import.meta.url));
const tinyModels = fileURLToPath(
  new URL('../../../packages/node-host/tests/tiny-models', import.meta.url),
);
const camera = {
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 120, cols: 160, pixel_size: 9 },
  isp: 'Fast-openISP',
  ...THREE_BANDS,
};
/** The same with the ideal lens, for what does not depend on a lens. */
const { optics: _optics, sensorFile: _sensor, ...ideal } = camera;
/** docs/reference/vision.md#ladder: an ideal camera against the source pictures. */
const MAP_TOLERANCE = 0.005;
const WIDTH = 160;
const HEIGHT = 120;

interface Line {
  readonly image: string;
  readonly camera: string | null;
  readonly found: Readonly<
    Record<
      string,
      {
        readonly objects: readonly {
          readonly bbox: readonly number[];
          readonly score: number;
          readonly category_id: number;
        }[];
      }
    >
  >;
}

/** Two marks per picture, drawn here: this test does not use the product's own data set. */
async function writePicture(path: string, at: number): Promise<readonly number[][]> {
  const marks = [
    [50 + 7 * at, 40 + 3 * at, 3, 0.45],
    [110 - 5 * at, 80 - 2 * at, 4, -0.45],
  ] as const;
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 0, pixel = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1, pixel += 1) {
      let value = 0.5;
      for (const [x, y, s, contrast] of marks)
        value +=
          contrast * Math.exp(-((column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2) / (2 * s * s));
      data[pixel] = Math.round(255 * value);
    }
  await sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png()
    .toFile(path);
  return marks.map(([x, y, s]) => [x - 2.5 * s, y - 2.5 * s, 5 * s, 5 * s]);
}

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder, 'set', 'images'), { recursive: true });
  const boxes = await Promise.all(
    [0, 1, 2, 3].map((at) => writePicture(join(folder, 'set', 'images', `${at}.png`), at)),
  );
  await jsonFile(join(folder, 'set'), 'annotations.json', {
    images: boxes.map((_, at) => ({
      id: at,
      file_name: `${at}.png`,
      width: WIDTH,
      height: HEIGHT,
    })),
    categories: [
      { id: 1, name: 'bright mark' },
      { id: 2, name: 'dark mark' },
    ],
    annotations: boxes.flatMap((own, image) =>
      own.map((bbox, at) => ({
        id: 2 * image + at,
        image_id: image,
        category_id: at + 1,
        bbox,
        area: bbox[2]! * bbox[3]!,
        iscrowd: 0,
      })),
    ),
  });
  await copyFile(network, join(folder, 'marks.onnx'));
});
afterAll(() => rm(folder, { recursive: true }));

const plan = {
  dataset: 'set',
  network: 'marks.onnx',
  scene: { hfov: 10, luminance: 100, illuminant: 'D65' },
  cameras: { one: camera, same: camera },
  bootstrap: { draws: 50, seed: 3 },
};
const evaluate = async (name: string, rest: object, ...more: readonly string[]) => {
  const file = await jsonFile(folder, `${name}.json`, { ...plan, ...rest });
  return lumenloom('evaluate', file, '--out', join(folder, name), ...jobs(more));
};
/** One job unless others are wanted: each loads and compiles the program for itself. */
const jobs = (more: readonly string[]): readonly string[] =>
  more.includes('--jobs') ? more : [...more, '--jobs', '1'];
const resultsOf = async (name: string): Promise<EvaluationResults> =>
  JSON.parse(await readFile(join(folder, name, 'results.json'), 'utf8')) as EvaluationResults;
const hashesOf = async (name: string): Promise<Record<string, string>> => {
  const hashes: Record<string, string> = {};
  for (const file of ['images.ndjson', 'results.json', 'report.html'])
    hashes[file] = createHash('sha256')
      .update(await readFile(join(folder, name, file)))
      .digest('hex');
  return hashes;
};

describe('evaluate', () => {
  beforeAll(async () => {
    const { status, stdout, stderr } = await evaluate('first', { ladder: true }, '--jobs', '1');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('few pictures: the intervals are rough');
    expect(stdout).toContain('Intervals: 95 % for pictures and noise.');
    expect(stdout).toMatch(/mAP of source: [\d.]+ \([\d.]+ to [\d.]+\)/);
  });

  test('source is the plain run of the network, scored as lumenloom score does', async () => {
    const { source, images, failed } = await resultsOf('first');
    expect([images, failed]).toEqual([4, []]);
    const lines = (await readFile(join(folder, 'first', 'images.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .filter(({ camera: through }) => through === null);
    const results = lines.flatMap(({ image, found }) =>
      Object.values(found)[0]!.objects.map(({ bbox, score, category_id }) => ({
        image_id: Number(/\d+/.exec(image)![0]),
        bbox,
        score,
        category_id,
      })),
    );
    const scored = await lumenloom(
      ...['score', join(folder, 'set', 'annotations.json')],
      ...[await jsonFile(folder, 'found.json', results), '--bootstrap', '0', '--json'],
    );
    const figures = JSON.parse(scored.stdout) as Readonly<Record<string, number | null>>;
    for (const [name, value] of Object.entries(source.figures))
      expect([name, value]).toEqual([name, figures[name.replace('dataset.', '')]]);
    const { stdout } = await lumenloom(
      ...['network', 'inspect', join(folder, 'marks.onnx'), '--json', '--picture'],
      join(folder, 'set', 'images', '0.png'),
    );
    expect(stdout).toContain('"bright mark"');
    const strongest = results.find(({ image_id }) => image_id === 0)!;
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(strongest.bbox));
  });

  test('losses of the ladder add up to source minus camera', async () => {
    const { source, cameras } = await resultsOf('first');
    for (const { figures, ladder } of cameras) {
      expect(ladder!.map(({ stage }) => stage)).toEqual([
        ...['source', 'framing', 'optics', 'pixel', 'noise', 'isp'],
      ]);
      for (const name of ['dataset.map', 'dataset.map50', 'dataset.mar100']) {
        const sum = ladder!.reduce((total, { loss }) => total + loss[name]!, 0);
        expect(Math.abs(sum - (source.figures[name]! - figures[name]!))).toBeLessThan(1e-9);
        expect(ladder!.at(-1)!.figures[name]).toBe(figures[name]);
      }
    }
  });

  test('the mean over overlaps is mAP', async () => {
    const { source, cameras } = await resultsOf('first');
    for (const { figures, byOverlap } of [source, ...cameras]) {
      expect(byOverlap).toHaveLength(10);
      const mean = byOverlap!.reduce((sum, { ap }) => sum + ap! / 10, 0);
      expect(Math.abs(mean - figures['dataset.map']!)).toBeLessThan(1e-9);
      expect(byOverlap![0]!.ap).toBeCloseTo(figures['dataset.map50']!, 9);
    }
  });

  test('equal cameras differ by exactly 0', async () => {
    const { differences } = await resultsOf('first');
    expect(differences).toHaveLength(1);
    const { figures, perClass, ladder } = differences[0]!;
    expect(ladder!.map((share) => share.figures['dataset.map'])).toEqual([0, 0, 0, 0, 0]);
    const changes = [...Object.values(figures), ...perClass!.map(({ ap }) => ap)];
    for (const { value, interval } of changes)
      if (value !== null) expect([value, interval]).toEqual([0, [0, 0]]);
  });

  test('classes have intervals of their own, drawn over the same pictures', async () => {
    const { source, cameras } = await resultsOf('first');
    for (const { perClass } of [source, cameras[0]!]) {
      expect(perClass!.map(({ category }) => category)).toEqual(['bright mark', 'dark mark']);
      for (const { ap, intervals } of perClass!) {
        expect(intervals.ap![0]).toBeLessThanOrEqual(ap!);
        expect(intervals.ap![1]).toBeGreaterThanOrEqual(ap!);
      }
    }
    const [first, second] = cameras[0]!.perClass!.map(({ intervals }) => intervals.ap);
    expect(first).not.toEqual(second);
  });

  test('parts of the objects add up to all of them', async () => {
    const [one] = (await resultsOf('first')).cameras;
    const sum = (parts: readonly { readonly count: number }[] | undefined): number =>
      parts!.reduce((total, { count }) => total + count, 0);
    expect(sum(one!.bySize)).toBe(8);
    expect(sum(one!.byField)).toBe(8);
  });

  test('the report is one file without addresses, and says what it shows', async () => {
    const page = await readFile(join(folder, 'first', 'report.html'), 'utf8');
    expect(/(?:src|href)="(?!data:)/.exec(page)).toBeNull();
    for (const text of ['Why: what each part costs', 'Precision over recall'])
      expect([text, page.includes(text)]).toEqual([text, true]);
  });

  test('the same bytes with more jobs, after a kill and --resume', async () => {
    const first = await hashesOf('first');
    const file = join(folder, 'first.json');
    const out = join(folder, 'killed');
    const child = spawn(process.execPath, [
      mainFile,
      'evaluate',
      file,
      '--out',
      out,
      '--jobs',
      '1',
    ]);
    await expect
      .poll(() => readFile(join(out, 'images.ndjson'), 'utf8').catch(() => ''))
      .toContain('"camera":"same"');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    // Half a line, as a kill may leave it.
    await writeFile(join(out, 'images.ndjson'), '{"image":"images/3', { flag: 'a' });
    const again = await lumenloom('evaluate', file, '--out', out);
    expect(again.status).toBe(2);
    expect(again.stderr).toContain('or go on with --resume.');
    const resumed = await lumenloom('evaluate', file, '--out', out, '--jobs', '2', '--resume');
    expect(resumed.status).toBe(0);
    expect(await hashesOf('killed')).toEqual(first);
    expect((await readdir(out)).toSorted()).toEqual([
      ...['evaluation.json', 'galleries.json', 'images.ndjson', 'report.html', 'results.json'],
    ]);
  });

  test('conditions, with a picture that cannot be read: it fails alone, in all alike', async () => {
    await cp(join(folder, 'set'), join(folder, 'damaged'), { recursive: true });
    await writeFile(join(folder, 'damaged', 'images', '2.png'), 'no picture');
    const { status, stdout } = await evaluate('conditions', {
      dataset: 'damaged',
      cameras: { one: ideal, same: ideal },
      conditions: [{ name: 'day' }, { name: 'night', set: { sceneLuminance: 0.002 } }],
    });
    expect(status).toBe(0);
    expect(stdout).toContain('1 thing of the data set is left out or changed');
    const { images, failed, skipped, cameras } = await resultsOf('conditions');
    expect(images).toBe(3);
    expect([failed, skipped.map(({ place }) => place)]).toEqual([[], ['images/2.png']]);
    const strict = await evaluate('strict', { dataset: 'damaged', cameras: {} }, '--strict');
    expect([strict.status, strict.stderr]).toEqual([2, expect.stringContaining('images/2.png')]);
    const [dim] = cameras;
    expect(dim!.byCondition!.map(({ condition, images: own }) => [condition, own])).toEqual([
      ['day', 3],
      ['night', 3],
    ]);
    const [day, night] = dim!.byCondition!.map(({ figures }) => figures['dataset.map50']!);
    expect(night!).toBeLessThan(day!);
    const { answer } = await resultsOf('conditions');
    expect(answer).toHaveLength(1);
    for (const sentence of answer) expect(stdout).toContain(sentence);
    const page = await readFile(join(folder, 'conditions', 'report.html'), 'utf8');
    expect(/Missed by one: \d+/.exec(page)).not.toBeNull();
    expect(/alt="Camera: [^"]*, night"/.exec(page)).not.toBeNull();
  });

  test('a network that finds nothing is said first, and has no differences', async () => {
    const bare = { images: 2, cameras: { one: ideal, other: ideal } };
    await evaluate('night', {
      ...bare,
      conditions: [{ name: 'x', set: { sceneLuminance: 1e-7 } }],
    });
    const night = await resultsOf('night');
    const { detections } = night.source.found!;
    expect(night.source.found).toMatchObject({ truths: 4, pictures: 2 });
    expect(night.warnings[0]).toBe(
      `one: the network finds nothing (0 of 4; ${detections} at the source).`,
    );
    const [{ figures, floor }] = night.differences as [EvaluationResults['differences'][number]];
    expect(figures['dataset.map']).toMatchObject({ value: null, interval: null });
    expect(floor).toContain('no difference to measure');
    const descriptor = { thresholds: { score: 1 } };
    const { stdout } = await evaluate('blind', { ...bare, cameras: {}, descriptor });
    expect(stdout).toMatch(
      /Note: The network finds nothing in the source pictures \(0 of 4 objects, no result at all for a threshold of 1\.00\): network, classes or threshold do not fit this data\. Camera scores say nothing\./,
    );
  });

  test('Shapley', async () => {
    expect(
      (await evaluate('shapley', { cameras: { one: camera }, images: 1, ladder: 'shapley' }))
        .status,
    ).toBe(0);
    const shapley = await resultsOf('shapley');
    const loss = shapley.cameras[0]!.ladder!.reduce(
      (sum, rung) => sum + rung.loss['dataset.map']!,
      0,
    );
    expect(
      Math.abs(
        loss -
          (shapley.source.figures['dataset.map']! - shapley.cameras[0]!.figures['dataset.map']!),
      ),
    ).toBeLessThan(1e-9);
  });

  test('numbers of a sensor that a camera names win over its own, --set over both', async () => {
    const sensor = await jsonFile(folder, 'chip.json', {
      name: 'Chip',
      pattern: 'grbg',
      sensorParams: { rows: 60, cols: 80, read_noise: 3, pixel_size: 9 },
    });
    const typed = { rows: 120, cols: 160, read_noise: 1, well_capacity: 5000 };
    const outcome = await evaluate(
      'numbers',
      {
        images: 1,
        bootstrap: { draws: 0 },
        cameras: { named: { ...THREE_BANDS, sensor: 'chip.json', sensorParams: typed } },
        conditions: [{ name: 'low', set: { 'sensorParams.read_noise': 4 } }],
      },
      ...['--set', 'sensorParams.cols=90', '--lens-file', 'example:triplet.zmx'],
    );
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('The lens is that of triplet.zmx.');
    expect(outcome.stdout).toContain(
      'Note: The sensor of named brings its own numbers; these of sensorParams do not count: rows 120, read_noise 1.\n',
    );
    const header = await readFile(join(folder, 'numbers', 'evaluation.json'), 'utf8');
    const { setups } = (JSON.parse(header) as { evaluation: PlannedEvaluation }).evaluation;
    expect(setups.map(({ recipe, own }) => [recipe['sensorParams'], own.optics?.name])).toEqual([
      [
        { rows: 60, cols: 90, read_noise: 4, pixel_size: 9, well_capacity: 5000 },
        expect.any(String),
      ],
    ]);
    expect(await evaluate('again', { cameras: { one: { sensor } } }, '--set', 'x=1')).toMatchObject(
      {
        status: 2,
        stderr: expect.stringContaining('--set x: There is no field x in a recipe') as string,
      },
    );
  });

  test('an ideal camera at the sampling of the pictures is the source', async () => {
    // The ideal lens of 8.2 mm shows 320 pixels of 9 µm under this angle.
    const hfov = (360 / Math.PI) * Math.atan((320 * 0.009) / 2 / 8.2);
    const { status } = await evaluate('ideal', {
      dataset: 'example:marks',
      network: 'example:marks',
      images: 12,
      scene: { ...plan.scene, hfov },
      cameras: { ideal: { sensorParams: { rows: 240, cols: 320, pixel_size: 9 } } },
    });
    expect(status).toBe(0);
    const { source, cameras } = await resultsOf('ideal');
    const [own, through] = [source, cameras[0]!].map(({ figures }) => figures['dataset.map']!);
    expect(own!).toBeGreaterThan(0.5);
    expect(Math.abs(through! - own!)).toBeLessThan(MAP_TOLERANCE);
  });

  describe('a study and a sweep', () => {
    const { cameras: _, bootstrap: __, ...ground } = plan;
    const study = {
      name: 'Noise',
      recipe: { scene: 'Macbeth', ...ideal },
      vary: [{ path: 'sensorParams.read_noise', from: 50, to: 4000, scale: 'log', start: 50 }],
      objectives: [{ name: 'map', figure: 'dataset.map', goal: 'maximise' }],
      constraints: [{ name: 'found', expression: '100*dataset.map50', min: 10 }],
      measure: ['dataset.mar10', 'sensor.snrAtGrey18'],
      evaluate: { ...ground, images: 2 },
      budget: { runs: 4 },
    };
    const optimise = async (name: string, document: object, ...more: readonly string[]) =>
      lumenloom(
        'optimise',
        await jsonFile(folder, `study-${name}.json`, document),
        ...['--out', join(folder, `study-${name}`), ...jobs(more)],
      );
    const fileOf = (name: string, file: string): Promise<string> =>
      readFile(join(folder, `study-${name}`, file), 'utf8');
    interface StudyFile {
      readonly best: { readonly values: Readonly<Record<string, number>> };
      readonly runs: readonly {
        readonly values: Readonly<Record<string, number>>;
        readonly figures: Readonly<Record<string, number>>;
        readonly status: string;
      }[];
      readonly validation: readonly {
        readonly figures: Readonly<Record<string, { readonly mean: number }>>;
      }[];
    }
    const studyOf = async (name: string): Promise<StudyFile> =>
      JSON.parse(await fileOf(name, 'results.json')) as StudyFile;
    const withNoise = (noise: number) => ({
      ...ideal,
      sensorParams: { ...ideal.sensorParams, read_noise: noise },
    });
    /** Of the sweep. */
    const NOISES = [0.96, 400] as const;

    /** Results of the cameras of the study, then of the sweep. */
    let evaluated: EvaluationResults;
    beforeAll(async () => {
      expect((await optimise('noise', study)).stderr).toBe('');
      const { runs } = await studyOf('noise');
      const noises = [...runs.map(({ values }) => values['sensorParams.read_noise']!), ...NOISES];
      await evaluate('noises', {
        images: 2,
        cameras: Object.fromEntries(noises.map((noise, at) => [`run ${at}`, withNoise(noise)])),
      });
      evaluated = await resultsOf('noises');
    });

    test('a sweep measures the figures of the same camera', async () => {
      const document = {
        name: 'Exposure',
        recipe: { scene: 'Macbeth', ...ideal },
        vary: [{ path: 'sensorParams.read_noise', values: NOISES }],
        measure: ['dataset.map', 'dataset.map50', 'sensor.snrAtGrey18'],
        evaluate: { ...ground, images: 2 },
      };
      const file = await jsonFile(folder, 'sweep.json', document);
      expect(
        (await lumenloom('sweep', file, '--out', join(folder, 'sweep'), ...jobs([]))).status,
      ).toBe(0);
      const { runs } = JSON.parse(
        await readFile(join(folder, 'sweep', 'results.json'), 'utf8'),
      ) as { readonly runs: readonly { readonly figures: Readonly<Record<string, number>> }[] };
      for (const [at, { figures }] of evaluated.cameras.slice(-NOISES.length).entries())
        for (const name of ['dataset.map', 'dataset.map50'])
          expect([name, runs[at]!.figures[name]]).toEqual([name, figures[name]]);
      expect(runs[1]!.figures['dataset.map']!).toBeLessThan(runs[0]!.figures['dataset.map']!);
      const without = await jsonFile(folder, 'without.json', { ...document, evaluate: undefined });
      const refused = await lumenloom('sweep', without, '--out', join(folder, 'without'));
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain('measure[0]: dataset.map needs evaluate in the sweep');
    });

    test('a study finds by the figures that evaluate gives of the same cameras', async () => {
      const { runs, best } = await studyOf('noise');
      const noises = runs.map(({ values }) => values['sensorParams.read_noise']!);
      const cameras = evaluated.cameras.slice(0, runs.length);
      for (const [at, { figures }] of cameras.entries())
        expect([at, runs[at]!.figures]).toMatchObject([
          at,
          {
            map: figures['dataset.map'],
            found: 100 * figures['dataset.map50']!,
            'dataset.mar10': figures['dataset.mar10'],
          },
        ]);
      const maps = runs.map(({ figures }) => figures['map']!);
      expect(Math.max(...maps)).toBeGreaterThan(Math.min(...maps));
      expect(best.values['sensorParams.read_noise']).toBe(noises[maps.indexOf(Math.max(...maps))]);
    });

    test('gives the same files after Ctrl+C and with more jobs', async () => {
      const stop = new AbortController();
      const document = await jsonFile(folder, 'study-stopped.json', study);
      const words = ['optimise', document, '--out', join(folder, 'study-stopped')];
      const stopped = lumenloomWith({ signal: stop.signal }, ...words, ...jobs([]));
      while (!(await fileOf('stopped', 'runs.ndjson').catch(() => '')).includes('\n'))
        await sleep(5);
      stop.abort();
      expect((await stopped).status).toBe(130);
      expect((await studyOf('stopped')).runs.length).toBeLessThan(4);
      expect((await lumenloom(...words, '--resume', '--jobs', '2')).status).toBe(0);
      expect(await fileOf('stopped', 'results.csv')).toBe(await fileOf('noise', 'results.csv'));
    });

    test('takes the mean over cases, fewer pictures in previews, and fresh noise to validate', async () => {
      const cases = [
        { name: 'quiet', set: {}, weight: 3 },
        { name: 'dark', set: { 'exposureParams.compensation': -4 } },
      ];
      const vary = [{ path: 'sensorParams.read_noise', from: 40, to: 400, start: 300 }];
      const measure = ['case:quiet/dataset.map', 'case:dark/dataset.map'];
      const preview = { recipe: {}, share: 0.2, images: 1 };
      const more = { cases, vary, measure, preview, constraints: [], validate: 1 };
      expect((await optimise('cases', { ...study, ...more })).stderr).toBe('');
      const { runs, validation } = await studyOf('cases');
      const [first] = runs;
      const [quiet, dark] = measure.map((name) => first!.figures[name]!);
      expect(first!.figures['map']).toBeCloseTo((3 * quiet! + dark!) / 4, 12);
      expect(quiet).not.toBe(dark);
      expect(runs.filter(({ status }) => status === 'preview').length).toBeGreaterThan(0);
      expect(validation[0]!.figures['map']!.mean).not.toBe(first!.figures['map']);
      // Lines come in the order in which the runs end.
      const firstPreview = (await fileOf('cases', 'runs.ndjson'))
        .trimEnd()
        .split('\n')
        .map(
          (line) => JSON.parse(line) as { kind: string; run: number; outcome: { figures: object } },
        )
        .find(({ kind, run }) => kind === 'preview' && run === 0);
      expect(firstPreview!.outcome.figures).not.toEqual(first!.figures);
    });

    test('is refused with the place where something is missing or needless', async () => {
      const sensor = { measure: ['sensor.snrAtGrey18'], constraints: [] };
      const refused = [
        [{ ...study, evaluate: undefined }, 'objectives[0].figure: dataset.map needs evaluate'],
        [
          { ...study, ...sensor, objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }] },
          'evaluate: No figure of the study is one of a data set',
        ],
        [
          { ...study, evaluate: { ...study.evaluate, dataset: 'nowhere' } },
          'evaluate.dataset: There is nothing at nowhere.',
        ],
        [
          {
            ...study,
            ...sensor,
            objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
            evaluate: undefined,
            preview: { recipe: {}, share: 0.5, images: 1 },
          },
          'preview.images: images of a preview need evaluate',
        ],
      ] as const;
      for (const [document, sentence] of refused) {
        const { status, stderr } = await optimise('refused', document);
        expect([status, stderr.slice(0, sentence.length)]).toEqual([2, sentence]);
      }
    });
  });

  test('the example, with fewer pictures and pixels and a smaller field', async () => {
    const example = JSON.parse(
      await readFile(new URL('../../../examples/marks.json', import.meta.url), 'utf8'),
    ) as { readonly cameras: Readonly<Record<string, object>>; readonly scene: object };
    // As many pixels over the picture, and the lens table of the first evaluation.
    const { sensorParams } = camera;
    const scene = { ...example.scene, hfov: 10.5 };
    const cameras = Object.fromEntries(
      Object.entries(example.cameras).map(([name, one]) => [
        name,
        { ...one, ...THREE_BANDS, sensorParams },
      ]),
    );
    const fewer = { ...example, scene, cameras, images: 2, ladder: false };
    expect((await evaluate('example', fewer)).status).toBe(0);
    const [metered, less] = (await resultsOf('example')).cameras;
    expect(less!.figures['dataset.map']!).toBeGreaterThan(metered!.figures['dataset.map']!);
  });

  test('pictures without labels give agreement, never mAP; the dark ones are dark', async () => {
    await cp(join(folder, 'set', 'images'), join(folder, 'bare'), { recursive: true });
    await writeFile(
      join(folder, 'bare', 'conditions.csv'),
      'file,condition,luminance\n0.png,day,\n1.png,day,\n2.png,night,0.002\n3.png,night,0.002\n',
    );
    expect((await evaluate('agreement', { dataset: 'bare', cameras: { one: ideal } })).status).toBe(
      0,
    );
    const { source, cameras } = await resultsOf('agreement');
    expect(Object.keys(source.figures)).toEqual(['dataset.agreement50']);
    expect(source.figures['dataset.agreement50']).toBe(1);
    const [day, night] = cameras[0]!.byPicture!;
    expect([day!.condition, day!.images]).toEqual(['day', 2]);
    expect([night!.condition, night!.images]).toEqual(['night', 2]);
    expect(night!.figures['dataset.agreement50']!).toBeLessThan(
      day!.figures['dataset.agreement50']!,
    );
  });

  test('anomaly maps on good and faulty pictures with masks, as MVTec has them', async () => {
    const png = async (path: string, data: Uint8Array): Promise<void> => {
      await mkdir(dirname(path), { recursive: true });
      const raw = { width: 64, height: 64, channels: 1 } as const;
      await sharp(data, { raw }).png().toFile(path);
    };
    const set = join(folder, 'faults');
    for (const kind of ['good', 'scratch'])
      for (const at of [0, 1]) {
        const isIn = (pixel: number): boolean =>
          kind === 'scratch' && Math.hypot((pixel % 64) - 20, (pixel >> 6) - 30) < 9 + at;
        const pixels = Array.from({ length: 64 * 64 }, (_, pixel) => pixel);
        const data = Uint8Array.from(pixels, (pixel) => (isIn(pixel) ? 250 : 90 + (pixel % 40)));
        await png(join(set, 'test', kind, `${at}.png`), data);
        const mask = Uint8Array.from(pixels, (pixel) => (isIn(pixel) ? 255 : 0));
        if (kind !== 'good') await png(join(set, 'ground_truth', kind, `${at}_mask.png`), mask);
      }
    const output = { kind: 'anomaly', names: ['predicted_depth'] };
    const outcome = await evaluate('anomaly', {
      dataset: 'faults',
      network: join(tinyModels, 'MiDaS_DPT_Small', 'onnx', 'model.onnx'),
      descriptor: { task: 'anomaly', output },
      cameras: { one: { ...ideal, sensorParams: { rows: 64, cols: 64, pixel_size: 9 } } },
    });
    expect(outcome.stdout).toContain('AUROC of pictures of source: 1.000');
    const { source, cameras } = await resultsOf('anomaly');
    expect(Object.keys(source.figures)).toEqual([
      ...['dataset.aurocImage', 'dataset.aurocPixel', 'dataset.pro30', 'dataset.pro05'],
    ]);
    expect(source.figures['dataset.aurocPixel']).toBeGreaterThan(0.9);
    expect(cameras[0]!.figures['dataset.aurocPixel']).toBeGreaterThan(0.5);
    expect(source.intervals['dataset.pro30']).not.toBeNull();
  });

  test('DETR is a network of a plan where its files are installed, with no cameras at all', async () => {
    const bare = { dataset: 'bare', network: 'DETR', cameras: {}, images: 1 };
    await cp(join(folder, 'set', 'images'), join(folder, 'bare'), { recursive: true });
    vi.stubEnv('MODELS_DIR', folder);
    const refused = await evaluate('detr', bare);
    expect(refused.stderr).toContain(
      'network: The model files of DETR are not installed: whoever runs this server or program fetches them with "npm run models -- DETR"',
    );
    vi.stubEnv('MODELS_DIR', tinyModels);
    expect((await evaluate('detr', bare)).status).toBe(0);
    vi.unstubAllEnvs();
    expect((await resultsOf('detr')).cameras).toEqual([]);
    const page = await readFile(join(folder, 'detr', 'report.html'), 'utf8');
    expect(page).toContain('DETR, detr');
  });

  test('a data set with wrong labels is refused with its first problem', async () => {
    await cp(join(folder, 'set'), join(folder, 'wrong'), { recursive: true });
    const path = join(folder, 'wrong', 'annotations.json');
    const labels = JSON.parse(await readFile(path, 'utf8')) as {
      annotations: { category_id: number }[];
    };
    labels.annotations[0]!.category_id = 99;
    await writeFile(path, JSON.stringify(labels));
    const { status, stderr } = await evaluate('wrong', {
      dataset: 'wrong',
      cameras: { one: ideal },
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^dataset: annotations\.json.*annotations\[0\].*99/m);
  });

  test.each([
    [{ dataset: 'nowhere' }, 'dataset: There is nothing at nowhere.'],
    [
      { classMap: { 'bright spot': 'dark mark' } },
      'classMap.bright spot: The network has no class',
    ],
    [{ network: 'set/annotations.json' }, 'network: '],
    [{ descriptor: { task: 'depth' } }, ''],
  ])('%j is refused before the first picture', async (rest, sentence) => {
    const { status, stderr } = await evaluate('refused', rest);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
