import { describe, expect, test } from 'vitest';
import { toEngineUnits } from '../src/field-descriptor.ts';
import type { Host } from '../src/host.ts';
import { simulate, type LogTopic, type SimulationPlan } from '../src/index.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

const isp = { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) };
/** A sensor that sees only the middle of the field, so that few nodes are traced. */
const small = { rows: 64, cols: 96, pixel_size: 2.2 };

/** The lines of the log by topic, in the order in which the topics first appeared. */
async function topicsOf(plan: SimulationPlan, host = testHost()): Promise<Map<LogTopic, string[]>> {
  const topics = new Map<LogTopic, string[]>();
  let last: LogTopic | undefined;
  await simulate(plan, host, {
    stopped: () => false,
    log: (line, topic) => {
      // The lines of a topic follow each other.
      if (topic !== last) expect(topics.has(topic), `${topic} again: ${line}`).toBe(false);
      topics.set(topic, [...(topics.get(topic) ?? []), line]);
      last = topic;
    },
    progress: () => undefined,
    stage: () => undefined,
  });
  return topics;
}

describe('the log as a whole', () => {
  test('the default chain through a lens: a data sheet by topics', async () => {
    const plan = planOf({ sensorParameters: small }, { optics: 'double-gauss', isp });
    const topics = await topicsOf(plan);
    expect([...topics.keys()]).toEqual([
      'Recipe',
      'Lens',
      'Scene and light',
      'Field of view',
      'Sensor',
      'Exposure',
      'Signal',
      'ISP',
      'Clipping',
      'White balance',
      'Seeds',
      'How it was computed',
      'Measurements',
      'Verdict',
    ]);
    const figure = String.raw`-?\d+(\.\d+)?(e-?\d+)?`;
    const pattern = (text: string): RegExp => new RegExp(`^${text.replaceAll('#', figure)}$`);
    const expected: Partial<Record<LogTopic, readonly string[]>> = {
      Recipe: ['Run: D65, Macbeth, Double-Gauss, Bayer-grbg, Fast-openISP\\.'],
      Lens: [
        'Lens: Double-Gauss, focal length 8\\.20 mm, f/2\\.99, full field of view 28\\.0° \\(image circle 4\\.03 mm\\)\\.',
        'Object at infinity; .*',
        'Corner of the sensor: 0\\.127 mm from the axis, #° off axis\\.',
        'Distortion at the corner: # %\\.',
        'Lateral colour at the corner: # px \\(450 to 650 nm\\)\\.',
        'Chief-ray angle at the corner: #°\\.',
        'Light at the corner: # % of the axis\\.',
        'MTF at Nyquist/2 \\(114 lp/mm\\): axis 0\\.\\d\\d; corner 0\\.\\d\\d tangential, 0\\.\\d\\d sagittal\\.',
        'MTF at Nyquist \\(227 lp/mm\\): axis 0\\.\\d\\d; corner 0\\.\\d\\d tangential, 0\\.\\d\\d sagittal\\.',
        'Diffraction limit: 609 lp/mm\\.',
      ],
      'Scene and light': [
        'Scene: Macbeth, 96 × 64 samples\\.',
        'Light: D65, 400 to 700 nm in steps of 10 nm\\.',
        'Brightness: scene mean 100 cd/m², white diffuser 392 cd/m² \\(level set for the scene mean\\)\\.',
        "Image plane: # lux from the scene's mean, # lux from white\\.",
      ],
      Sensor: [
        'Sensor: Bayer-grbg, 96 × 64 pixels of 2\\.2 µm, 10 bit\\.',
        'Gain: 1× \\(0\\.0 dB\\), 128 µV/e⁻, 8\\.79 e⁻ per code\\.',
        'Saturation: 9000 e⁻ \\(well\\)\\.',
        'Noise: read noise 7\\.51 e⁻, DSNU 7\\.83 e⁻, PRNU 0\\.222 %\\.',
        'Range: dynamic range 61\\.1 dB \\(saturation over read noise and rounding\\)\\.',
      ],
      Signal: [
        'Signal: .*\\.',
        'SNR in green \\(shot, read, DSNU, PRNU\\): # dB at .*, # dB at 18 % grey.*\\.',
      ],
      ISP: ['Modules: DPC, BLC, .*, BCC\\.', 'DPC replaced .*\\.'],
      Clipping: [
        'Clipped at raw \\(well or converter full\\): .*\\.',
        'Clipped at AWB: .*\\.',
        'Clipped at CCM, as shown: .*\\.',
      ],
      'White balance': [
        'Set R 1\\.167, B 4\\.167; neutral for this light R 1\\.268, B 3\\.750: a white diffuser will look blue, B/R \\+21 %\\.',
      ],
      Verdict: [
        'In short: the lens keeps \\d+ % of the contrast at Nyquist on the axis, \\d+ dB at 18 % grey, white blue \\(B/R \\+21 %\\)\\.',
      ],
      Seeds: ['Noise seeds: 1 \\(shot and read\\), 2 \\(fixed pattern\\)\\.'],
    };
    for (const [topic, lines] of Object.entries(expected)) {
      const said = topics.get(topic as LogTopic)!;
      expect(said, topic).toHaveLength(lines.length);
      for (const [index, line] of lines.entries()) expect(said[index]).toMatch(pattern(line));
    }
    const [computed, ...more] = topics.get('How it was computed')!;
    expect(more).toEqual([]);
    expect(computed).toMatch(/^Time: scene .* total \d+ ms; SIMD path, up to 1 thread.*Lumenloom/);
    // Only this topic may use the terms of the implementation.
    topics.delete('How it was computed');
    expect([...topics.values()].flat().join('\n')).not.toMatch(/node|kernel|thread|tile|cache/i);
  });

  test('the first line comes before anything is computed or loaded', async () => {
    const log: string[] = [];
    const ended = simulate(planOf({}, { optics: 'fisheye' }), testHost(), {
      stopped: () => false,
      log: (line) => log.push(line),
      progress: () => undefined,
      stage: () => undefined,
    });
    expect(log).toEqual([
      'Run: D65, Macbeth, Fisheye, Bayer-grbg.',
      'No ISP is chosen: the picture is the raw mosaic in grey.',
    ]);
    await ended;
  });

  test('without a sensor there is nothing about one', async () => {
    const topics = await topicsOf(planOf({ hasSensor: false, scene: 'pointArray' }));
    expect([...topics.keys()]).toEqual([
      'Recipe',
      'Lens',
      'Scene and light',
      'Field of view',
      'How it was computed',
    ]);
    expect(topics.get('Recipe')).toContain(
      'No sensor is chosen: the picture is the optical image in sRGB; white is a perfect diffuser under this light.',
    );
  });
});

describe('what is said is true (docs/reference/physics.md#p15)', () => {
  /** An exposure so long that white collects several times the electrons that the well holds. */
  const overexposed = () =>
    run(planOf({ sensorParameters: { pixel_size: 2.2 } }, { exposureSeconds: 2 }));

  test('no electrons and no ratio above what a pixel holds; the line says that white saturates', async () => {
    const { report, log } = await overexposed();
    const sensor = report.sensor!;
    for (const electrons of sensor.electronsAtWhite)
      expect(electrons).toBeLessThanOrEqual(sensor.saturationElectrons);
    // A clipped signal has no noise to be compared with.
    expect(sensor).toMatchObject({
      snrAtWhite: null,
      snrAtGrey18: null,
      clippedAtWhite: true,
      clippedAtGrey18: true,
    });
    expect(log.find((line) => line.startsWith('Signal: '))).toMatch(
      /^Signal: the white diffuser saturates red, green and blue at 9000 e⁻ \(R 3\.\d+, G 4\.\d+, B 2\.\d+ stops over\)\.$/,
    );
    expect(log.find((line) => line.startsWith('SNR '))).toMatch(
      /: none, because white and 18 % grey are clipped\.$/,
    );
  });

  test('the stops over are those of the exposure: twice as long, one more', async () => {
    const over = async (exposureSeconds: number) =>
      (await run(planOf({ sensorParameters: { pixel_size: 2.2 } }, { exposureSeconds }))).report
        .sensor!.stopsOverSaturation;
    const [one, two] = [await over(2), await over(4)];
    for (const [channel, stops] of one.entries()) expect(two[channel]! - stops!).toBeCloseTo(1, 6);
  });

  test('the converter saturates before the well at half the gain', async () => {
    const plan = planOf({ sensorParameters: { analog_gain: 0.5 } }, { exposureSeconds: 2 });
    const { report, log } = await run(plan);
    expect(report.sensor!.electronsAtWhite[1]).toBeCloseTo(4500, 6);
    expect(log).toContain("Saturation: 4500 e⁻ (converter's range).");
  });

  test('points: why white is so bright; other charts need no reason, and DPC replaces good pixels only in them', async () => {
    const { log } = await run(
      planOf(
        { scene: 'pointArray', sensorParameters: { rows: 450, cols: 650, pixel_size: 2.2 } },
        { isp },
      ),
    );
    expect(log).toContain(
      'White is at 25600 cd/m² because the points cover 0.391 % of the scene and the mean counts the black between them.',
    );
    const other = await run(planOf({ sensorParameters: small }, { isp }));
    expect(other.log.join('\n')).not.toContain('White is at');
    expect(other.log.find((line) => line.startsWith('DPC '))).toMatch(
      /these were good pixels: to keep them, raise the difference threshold|replaced no pixels/,
    );
  });
});

describe('exposure and why', () => {
  const linesOf = async (plan: SimulationPlan) => (await topicsOf(plan)).get('Exposure')!;

  test('through an ISP: what was metered, and the stops that are left', async () => {
    const lines = await linesOf(planOf({}, { isp }));
    expect(lines[1]).toMatch(/^Metered: \S+ % of the picture, the part that shows the scene\.$/);
    expect(lines[2]).toMatch(
      /^Headroom: \S+ stops to 95 % of the well, which green reaches first\.$/,
    );
  });
  test('without: the bound that was met', async () => {
    expect((await linesOf(planOf())).at(-1)).toBe(
      'Limit: 95 % of the well, which green reaches first.',
    );
  });
  test('too dark: the longest exposure, and the stops that it leaves out', async () => {
    const dark = planOf({}, { luminance: { of: 'scene mean', value: 1e-4 } });
    const bright = planOf({}, { luminance: { of: 'scene mean', value: 100 } });
    const limit = (await linesOf(dark)).at(-1)!;
    const seconds = (await run(bright)).report.sensor!.exposureSeconds;
    const [, stops] =
      /^Limit: the longest exposure; (\S+) stops less than the picture asks for\.$/.exec(limit)!;
    expect(Number(stops)).toBeCloseTo(Math.log2((seconds * 1e6) / 10), 1);
  });
  test('given: how many stops from what the meter says', async () => {
    const metered = (await run(planOf())).report.sensor!.exposureSeconds;
    const lines = await linesOf(planOf({}, { exposureSeconds: metered / 8 }));
    const inLog = (seconds: number): string =>
      seconds < 1e-3
        ? `${Number((seconds * 1e6).toPrecision(3))} µs`
        : `${Number((seconds * 1e3).toPrecision(3))} ms`;
    expect(lines[0]).toBe(`Exposure: ${inLog(metered / 8)} (as given).`);
    expect(lines.join('\n')).toContain(`Meter: it would choose ${inLog(metered)} (`);
    expect(lines.join('\n')).toContain('the given exposure is 3 stops shorter.');
  });
});

test('a stale lens table of the wrong size: progress never jumps back', async () => {
  const stale: Host = {
    ...testHost(),
    cache: {
      get: () => Promise.resolve(new Uint8Array(12)),
      set: () => Promise.resolve(),
    },
  };
  // No other test uses this pitch, so its lens tables cannot be in memory.
  const plan = planOf(
    { sensorParameters: { ...small, pixel_size: 2.3 } },
    { optics: 'cooke-triplet' },
  );
  const { progress } = await run(plan, stale);
  expect(progress.length).toBeGreaterThan(5);
  expect(progress.every((share, i) => i === 0 || share >= progress[i - 1]!)).toBe(true);
});
