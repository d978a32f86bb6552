import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtKernel } from '../references/isp/built-kernel.ts';
import { hashOf } from '../references/isp/golden-case.ts';
import { toEngineUnits, type FieldValue } from '../src/field-descriptor.ts';
import type { Host } from '../src/host.ts';
import type { BayerOrder } from '../src/sensors/bayer/descriptor.ts';
import { ISP_MODULES, ispFields, type IspParameters } from '../src/isps/fast-open-isp/order.ts';
import { asShown } from '../src/isps/fast-open-isp/output.ts';
import { ispProblems } from '../src/isps/fast-open-isp/problems.ts';
import { runIsp, type IspResult } from '../src/isps/fast-open-isp/run-isp.ts';
import type { IspSink } from '../src/isps/isp-code.ts';

type Compute = Pick<Host, 'parallel' | 'now' | 'loadKernel'>;
function hostWith(loadKernel: Host['loadKernel']): Compute {
  return {
    now: () => 0,
    loadKernel,
    parallel: async (job, parts) => {
      for (const part of parts) await job(part, { loadKernel });
    },
  };
}
const plain = hostWith(async () => undefined);
const simd = hostWith(builtKernel);

const parametersWith = (values: Readonly<Record<string, FieldValue>>): IspParameters =>
  toEngineUnits(ispFields, values);
const allOff = Object.fromEntries(ISP_MODULES.map(({ id }) => [`${id}Enabled`, false]));

interface Shot {
  readonly raw: Uint16Array;
  readonly rows: number;
  readonly columns: number;
  readonly order?: BayerOrder;
  readonly bits?: number;
  readonly values?: Readonly<Record<string, FieldValue>>;
}
async function develop(
  { raw, rows, columns, order = 'rggb', bits = 12, values = {} }: Shot,
  host: Compute,
  sink?: IspSink,
): Promise<IspResult & { readonly lines: readonly string[] }> {
  const lines: string[] = [];
  let last = 0;
  const result = await runIsp(
    { codes: raw, rows, columns, order, bits },
    parametersWith(values),
    host,
    {
      stopped: () => false,
      log: (line) => lines.push(line),
      progress: (fraction) => {
        expect(fraction).toBeGreaterThanOrEqual(last);
        expect(fraction).toBeLessThanOrEqual(1);
        last = fraction;
      },
    },
    sink,
  );
  return { ...result, lines };
}

/** Hashes of the arrays of every module, and of the picture. */
async function arraysOf(
  whole: Shot,
  host: Compute,
): Promise<{ readonly name: string; readonly hash: string }[]> {
  const arrays: { name: string; hash: string }[] = [];
  const { image } = await develop(whole, host, {
    write: async ({ index, module, array, data }) => {
      arrays.push({ name: `${index} ${module} ${array}`, hash: hashOf(data) });
    },
  });
  return [...arrays, { name: 'picture', hash: hashOf(image.data) }];
}

/** Even sizes, some of them wider than a tile of the kernels. */
const size = fc
  .record({
    rows: fc.integer({ min: 1, max: 24 }),
    columns: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 24 }) },
      fc.integer({ min: 125, max: 150 }),
    ),
  })
  .map(({ rows, columns }) => ({ rows: 2 * rows, columns: 2 * columns }));

/** A raw of noise, of flat areas with noise, or of extreme values: each takes other branches. */
const shot = fc
  .record({
    size,
    bits: fc.integer({ min: 8, max: 16 }),
    order: fc.constantFrom<BayerOrder>('rggb', 'grbg', 'gbrg', 'bggr'),
    seed: fc.integer(),
    level: fc.double({ min: 0, max: 1, noNaN: true }),
    spread: fc.constantFrom(0.001, 0.01, 0.1, 1, 4),
  })
  .map(({ size: { rows, columns }, bits, order, seed, level, spread }) => {
    let state = seed;
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return (state >>> 8) / 2 ** 24;
    };
    const full = 2 ** bits - 1;
    const raw = Uint16Array.from({ length: rows * columns }, () =>
      Math.min(Math.max(Math.round(full * (level + spread * (random() - 0.5))), 0), full),
    );
    return { rows, columns, bits, order, raw };
  });

const gain = fc.oneof(
  fc.integer({ min: 0, max: 6000 }),
  fc.constantFrom(0, 256, 1024, 65535, 1400.75),
);
const level = fc.integer({ min: -40, max: 60 });
const values = fc.record(
  {
    dpcValue: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom(0, 30.5, 65535)),
    blcR: level,
    blcGr: level,
    blcGb: level,
    blcB: level,
    blcalpha: fc.integer({ min: -100, max: 100 }),
    blcbeta: fc.integer({ min: -100, max: 100 }),
    awbR: gain,
    awbGr: gain,
    awbGb: gain,
    awbB: gain,
    cnfValue: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(-0.5, 2.5, 65535, -65535)),
    cfaType: fc.constantFrom('bilinear', 'malvar'),
    ccmValues: fc.array(
      fc.array(
        fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.constantFrom(-(2 ** 29), 2 ** 29, 0.5)),
        { minLength: 4, maxLength: 4 },
      ),
      { minLength: 3, maxLength: 3 },
    ),
    gacGain: gain,
    gacOffset: fc.double({ min: 0.01, max: 4, noNaN: true }),
    nlmRadius: fc.constantFrom(1, 3, 5, 9, 21),
    nlmSigma: fc.constantFrom(1, 3, 5, 7, 15),
    nlmHeight: fc.constantFrom(0.001, 1, 4, 10, 32, 33, 1000),
    bnfDistTh: fc.constantFrom(0.001, 0.05, 0.2, 1, 100),
    bnfNormGain: fc.constantFrom(0.001, 0.5, 1, 3, 1000),
    cehGain: fc.tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 })),
    cehOffset: fc.constantFrom(0, 0.01, 0.25, 2),
    eehGain: gain,
    eehOffset: fc.integer({ min: 0, max: 12 }),
    eehEdgeThreshold: fc.double({ min: 0, max: 20, noNaN: true }),
    eehDeltaThreshold: fc.constantFrom(0, 5, 24, 1000, 65535),
    fcsGain: fc.integer({ min: 0, max: 20 }),
    fcsOffset: fc.integer({ min: 0, max: 20 }),
    hscHueOffset: fc.oneof(fc.integer({ min: -360, max: 360 }), fc.constantFrom(0, 30, 0.5)),
    hscSaturationGain: gain,
    bccBrightnessOffset: fc.integer({ min: -80, max: 80 }),
    bccContrastGain: gain,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Readonly<Record<string, FieldValue>>>;

/** Valid combinations of switches: a module is on only when all that it needs are on. */
const switches = fc
  .array(fc.constantFrom(...ISP_MODULES.map(({ id }) => id)), { maxLength: 4 })
  .map((off) => {
    const on = new Set<string>(
      ISP_MODULES.filter(({ id }) => id !== 'scl' && !off.includes(id)).map(({ id }) => id),
    );
    for (const module of ISP_MODULES)
      if ('needs' in module && module.needs.some((need) => !on.has(need))) on.delete(module.id);
    return Object.fromEntries(ISP_MODULES.map(({ id }) => [`${id}Enabled`, on.has(id)]));
  });

describe('fast path', () => {
  it('gives the bits and the counts of the plain one, with and without the arrays between', async () => {
    await fc.assert(
      fc.asyncProperty(shot, values, switches, async (picture, settings, enabled) => {
        const whole = { ...picture, values: { ...settings, ...enabled } };
        fc.pre(ispProblems(parametersWith(whole.values), picture.bits).length === 0);
        const [slow, fast] = [await develop(whole, plain), await develop(whole, simd)];
        const [slowArrays, fastArrays] = [
          await arraysOf(whole, plain),
          await arraysOf(whole, simd),
        ];
        // Only the first module that differs; the differences of later modules follow from it.
        expect(
          fastArrays.find(({ hash }, index) => hash !== slowArrays[index]!.hash)?.name,
        ).toBeUndefined();
        expect({ ...fast.image, data: hashOf(fast.image.data) }).toEqual({
          ...slow.image,
          data: hashOf(slow.image.data),
        });
        expect(fast.report.deadPixels).toEqual(slow.report.deadPixels);
        expect(fast.report.clippedPercent).toEqual(slow.report.clippedPercent);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    [4, 258],
    [4, 262],
    [4, 266],
    [48, 20],
    [48, 22],
    [48, 258],
  ])('mirrors patches of 15 in %i x %i, where tiles end near the edge', async (rows, columns) => {
    let state = 1;
    const raw = Uint16Array.from({ length: rows * columns }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return 400 + (state >>> 25);
    });
    const whole: Shot = {
      raw,
      rows,
      columns,
      values: { nlmSigma: 15, nlmRadius: 3, nlmHeight: 4 },
    };
    expect(hashOf((await develop(whole, simd)).image.data)).toBe(
      hashOf((await develop(whole, plain)).image.data),
    );
  });
});

/** A dim even mosaic of rggb, twelve bits. */
const grey = (rows: number, columns: number, code = 400): Shot => ({
  raw: new Uint16Array(rows * columns).fill(code),
  rows,
  columns,
});

describe('chain', () => {
  it('leaves its input alone and crops an odd last row and column', async () => {
    const odd = grey(31, 33);
    const { image, lines } = await develop(odd, simd);
    expect([image.rows, image.columns, image.channels]).toEqual([30, 32, 3]);
    expect(lines[0]).toBe(
      'The ISP needs an even number of columns and rows: 33 × 31 pixels are cropped to 32 × 30.',
    );
    expect(odd.raw.every((code) => code === 400)).toBe(true);
  });

  it('shows the mosaic in grey when every module is off', async () => {
    const { image, report } = await develop({ ...grey(4, 6, 4095), values: allOff }, plain);
    expect(image).toEqual({ rows: 4, columns: 6, channels: 1, data: new Uint8Array(24).fill(255) });
    expect(report.modules).toEqual([]);
  });

  it('shows blue as blue with all defaults: channel 0 of the reference', async () => {
    const { raw, ...rest } = grey(32, 48, 200);
    // Blue pixels of rggb lie in odd rows and columns.
    const blue = raw.map((code, pixel) => (Math.floor(pixel / 48) & 1 && pixel & 1 ? 380 : code));
    const { image } = await develop({ ...rest, raw: blue }, simd);
    const at = (16 * 48 + 24) * 3;
    const shown = asShown(image).data;
    expect(image.data[at]).toBe(shown[at + 2]);
    expect(shown[at + 2]!).toBeGreaterThan(shown[at]! + 50);
  });

  it('counts what DPC replaced', async () => {
    const points = grey(32, 32, 20);
    points.raw[10 * 32 + 10] = 3000;
    points.raw[20 * 32 + 21] = 3000;
    const { report } = await develop(points, simd);
    expect(report.deadPixels).toEqual({ replaced: 2, isolatedBright: 2 });
  });

  it('counts what is clipped after AWB, and after CCM as it is shown', async () => {
    const { raw, ...rest } = grey(8, 8, 100);
    const red = raw.map((code, pixel) =>
      !(Math.floor(pixel / 8) & 1) && !(pixel & 1) ? 4000 : code,
    );
    const { report } = await develop(
      { ...rest, raw: red, values: { dpcEnabled: false, aafEnabled: false, cnfEnabled: false } },
      simd,
    );
    expect(report.clippedPercent.awb).toEqual([100, 0, 0]);
    expect(report.clippedPercent.ccm![0]).toBeGreaterThan(90);
    expect(report.clippedPercent.ccm![2]).toBe(0);
  });

  it('stops between parts', async () => {
    await expect(
      runIsp(
        { codes: grey(8, 8).raw, rows: 8, columns: 8, order: 'rggb', bits: 12 },
        parametersWith({}),
        plain,
        { stopped: () => true, log: () => undefined, progress: () => undefined },
      ),
    ).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('scales to any size, each colour source alike', async () => {
    const sized = { sclEnabled: true, sclWidth: 7, sclHeight: 3 };
    for (const off of [
      {},
      { ...allOff, cfaEnabled: true, gacEnabled: true },
      { ...allOff, cfaEnabled: true },
    ]) {
      const { image } = await develop({ ...grey(10, 12), values: { ...off, ...sized } }, simd);
      expect([image.rows, image.columns, image.data.length]).toEqual([3, 7, 63]);
    }
  });
});

describe('refusals', () => {
  const refusal = (values_: Readonly<Record<string, FieldValue>>, bits = 12): string[] =>
    ispProblems(parametersWith(values_), bits).map(({ key, message }) => `${key}: ${message}`);

  it('finds nothing wrong with the defaults', () => {
    expect(refusal({})).toEqual([]);
  });

  it.each([
    ['CSC', 'GAC', 'csc', { gacEnabled: false }],
    ['NLM', 'CSC', 'nlm', { cscEnabled: false }],
    ['BNF', 'CSC', 'bnf', { cscEnabled: false }],
    ['CEH', 'CSC', 'ceh', { cscEnabled: false }],
    ['EEH', 'CSC', 'eeh', { cscEnabled: false }],
    ['FCS', 'CSC', 'fcs', { cscEnabled: false }],
    ['HSC', 'CSC', 'hsc', { cscEnabled: false }],
    ['BCC', 'CSC', 'bcc', { cscEnabled: false }],
    ['FCS', 'EEH', 'fcs', { eehEnabled: false }],
    ['CCM', 'CFA', 'ccm', { cfaEnabled: false }],
    ['GAC', 'CFA', 'gac', { cfaEnabled: false }],
    ['CSC', 'CFA', 'csc', { cfaEnabled: false }],
    ['SCL', 'CFA', 'scl', { ...allOff, sclEnabled: true }],
  ])('%s without %s', (label, need, id, off) => {
    expect(refusal(off)).toContain(
      `${id}Enabled: ${label} needs ${need}: enable ${need} or disable ${label}.`,
    );
  });

  it('black levels that leave nothing, or more than 16 bits', () => {
    expect(refusal({ blcR: 5000, blcGr: 5000, blcGb: 5000, blcB: 5000 })).toEqual([
      'blcR: The black levels of BLC leave nothing of 12 bits: make one of them less than 4095.',
    ]);
    expect(refusal({ blcR: -65000 })[0]).toContain('69095, more than 16 bits hold');
  });

  it('a result that is too large', () => {
    expect(refusal({ sclEnabled: true, sclWidth: 20000, sclHeight: 20000 })[0]).toContain(
      'at most 24 million',
    );
  });

  it('throws the first of them, with its field', async () => {
    await expect(
      develop({ ...grey(4, 4), values: { gacEnabled: false } }, plain),
    ).rejects.toMatchObject({
      code: 'bad-parameter',
      field: 'ispParams.cscEnabled',
      message: 'CSC needs GAC: enable GAC or disable CSC.',
    });
    await expect(develop(grey(1, 8), plain)).rejects.toThrow(
      'An ISP needs at least 2 × 2 pixels, not 8 × 1.',
    );
  });
});
