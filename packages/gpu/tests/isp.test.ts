import {
  BAYER_PHASES,
  developWork,
  ispFields,
  loadIsp,
  newPlane,
  PLANES,
  runIsp,
  toEngineUnits,
  UNWATCHED,
  type FieldValue,
  type PlaneName,
  type Planes,
  type RawMosaic,
} from '@lumenloom/engine/accelerate';
import { describe, expect, it } from 'vitest';
import { gpuDevice } from '../src/gpu-device.ts';
import { skipped, testGpu } from './adapter.ts';

type Values = Readonly<Record<string, FieldValue>>;

/** Smaller than a workgroup, of no round size, narrow and flat. */
const SIZES = [
  [2, 2],
  [2, 38],
  [26, 2],
  [6, 10],
  [34, 54],
] as const;

const plain = { loadKernel: () => Promise.resolve(undefined) };
const isp = await loadIsp(plain);
const memory = (bytes: number): ArrayBuffer => new ArrayBuffer(bytes);

function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Patches of different light with noise, in which some pixels stand out or are at the ends. */
function planeOf(name: PlaneName, [rows, columns]: readonly [number, number], largest: number) {
  const random = randomly(rows * 64 + columns + name.length);
  const plane = newPlane(name, rows * columns, memory);
  const { channels, type } = PLANES[name];
  const full = type === 'uint16' ? largest : 255;
  for (let at = 0; at < plane.length; at += 1) {
    const pixel = Math.floor(at / channels);
    const patch = (((pixel % columns) >> 3) * 5 + (Math.floor(pixel / columns) >> 3) * 3) % 8;
    const value = (full * (patch * 12 + 8 * random())) / 100;
    const odd = random();
    const clipped = odd < 0.02 ? full : odd < 0.04 ? 0 : Math.min(full, Math.floor(value));
    plane[at] = type === 'int16' ? clipped - 128 : clipped;
  }
  return plane;
}

/** Runs one module on the device and with its plain twin. */
async function both(
  id: string,
  values: Values,
  [rows, columns]: readonly [number, number],
  {
    order = 'rggb',
    bits = 10,
    planes,
    source: own,
  }: Partial<Pick<RawMosaic, 'order' | 'bits'>> & {
    readonly planes?: readonly PlaneName[];
    readonly source?: Partial<Planes>;
  },
) {
  const { step, code } = isp.steps.get(id)!;
  const saturation = 2 ** bits - 1;
  const frame = { rows, columns, phases: BAYER_PHASES[order], saturation };
  const prepare = () => code.prepare(toEngineUnits(ispFields, values), frame)!;
  const names = planes ?? step.reads;
  const source: Partial<Planes> =
    own ??
    Object.fromEntries(names.map((name) => [name, planeOf(name, [rows, columns], saturation)]));
  const tables = prepare();
  const size = code.resultSize?.(tables) ?? { rows, columns };
  const made = planes ?? step.replaces;
  const target: Partial<Planes> = Object.fromEntries(
    made.map((name) => [name, newPlane(name, size.rows * size.columns, memory)]),
  );
  const counts = new Int32Array(4);
  const part = { source, rows, columns, tables, from: 0 };
  code.survey?.({ ...part, to: code.surveyUnits?.(tables) ?? 1 });
  code.apply({ ...part, target, to: size.rows, counts } as never);
  const { reads, replaces } = step;
  const developed = await gpuDevice(testGpu()).compute(
    developWork,
    {
      steps: [{ id, reads, replaces, tables: prepare() }],
      picture: { planes: source, size: { rows, columns } },
    },
    { stopped: () => false },
  );
  return {
    twin: { planes: target, size, counts: [...counts.subarray(0, 3)] },
    device: {
      planes: Object.fromEntries(made.map((name) => [name, developed!.planes[name]])),
      size: developed!.size,
      counts: [...(developed!.counts[id] ?? [0, 0, 0])],
    },
  };
}

/** Modules with values that change something, and some at the ends of their ranges. */
const CASES: readonly (readonly [id: string, values: Values, planes?: readonly PlaneName[]])[] = [
  ['dpc', {}],
  ['dpc', { dpcValue: 30.5 }],
  ['dpc', { dpcValue: 0 }],
  ['blc', { blcR: 16, blcGr: 20, blcGb: 18, blcB: -12, blcalpha: 300, blcbeta: -200 }],
  ['aaf', {}],
  ['awb', { awbR: 1500, awbGr: 1024, awbGb: 1030, awbB: 65_535 }],
  ['cnf', {}],
  ['cnf', { cnfValue: 4.5, awbR: 1200, awbB: 1500 }],
  ['cnf', { cnfValue: -30 }],
  ['cfa', { cfaType: 'malvar' }],
  ['cfa', { cfaType: 'bilinear' }],
  ['ccm', {}],
  [
    'ccm',
    {
      ccmValues: [
        [1700, -500, -176, 3000],
        [-200, 1500, -276, -40_000],
        [2 ** 29, -700, -(2 ** 29), 2 ** 29],
      ],
    },
  ],
  ['gac', {}],
  ['gac', { gacGain: 65_535, gacOffset: 2.2 }],
  ['csc', {}],
  ['nlm', {}],
  ['nlm', { nlmRadius: 5, nlmSigma: 7, nlmHeight: 60 }],
  ['nlm', { nlmRadius: 1, nlmSigma: 1 }],
  ['bnf', {}],
  ['bnf', { bnfDistTh: 0.02, bnfNormGain: 3 }],
  ['ceh', {}],
  ['ceh', { cehGain: [3, 2], cehOffset: 0.5 }],
  ['ceh', { cehGain: [8, 12], cehOffset: 0 }],
  ['eeh', {}],
  ['eeh', { eehGain: 1000, eehOffset: 3, eehEdgeThreshold: 40, eehDeltaThreshold: 65_535 }],
  ['fcs', {}],
  ['fcs', { fcsGain: 40, fcsOffset: 32 }],
  ['hsc', { hscHueOffset: 33, hscSaturationGain: 400 }],
  ['hsc', { hscHueOffset: -120, hscSaturationGain: 65_535 }],
  ['bcc', { bccBrightnessOffset: 20, bccContrastGain: 300 }],
  ['bcc', { bccBrightnessOffset: -300, bccContrastGain: 65_535 }],
  ['output', {}],
  ...(['codes', 'rgb', 'y'] as const).flatMap((name) => {
    const planes: readonly PlaneName[] = name === 'y' ? ['y', 'cbcr'] : [name];
    return [
      ['scl', { sclWidth: 31, sclHeight: 17 }, planes],
      ['scl', { sclWidth: 1, sclHeight: 90 }, planes],
    ] as const;
  }),
];

/** Switches of modules that are off. */
const without = (ids: string): Values =>
  Object.fromEntries(ids.split(' ').map((id) => [`${id}Enabled`, false]));
const LUMA_OFF = without('nlm bnf ceh eeh fcs hsc bcc');

describe.skipIf(skipped)(`modules on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it.each(CASES.map(([id, values, planes]) => ({ id, values, planes })))(
    '$id gives the bits of its twin: $values',
    async ({ id, values, planes }) => {
      for (const size of SIZES) {
        for (const [order, bits] of [
          ['rggb', 10],
          ['gbrg', 16],
        ] as const) {
          const { device, twin } = await both(id, values, size, {
            order,
            bits,
            ...(planes && { planes }),
          });
          expect(device).toEqual(twin);
        }
      }
    },
  );
});

/** Bright red and blue pixels, in surroundings of all levels whose green is a little darker. */
function noisyColours(rows: number, columns: number): Uint16Array {
  const random = randomly(rows);
  return Uint16Array.from({ length: rows * columns }, (_, pixel) => {
    const [row, column] = [Math.floor(pixel / columns), pixel % columns];
    if (((row ^ column) & 1) === 1) return row >> 1;
    return (row >> 1) + 12 + Math.floor(random() < 0.1 ? 300 * random() : 4 * random());
  });
}

describe.skipIf(skipped)(`the ISP on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  const host: Parameters<typeof runIsp>[2] = {
    ...plain,
    now: () => 0,
    parallel: async (job, parts) => {
      for (const part of parts) await job(part, plain);
    },
  };

  async function develop(mosaic: RawMosaic, values: Values, isOnGpu: boolean) {
    const device = isOnGpu ? gpuDevice(testGpu()) : undefined;
    return runIsp(mosaic, toEngineUnits(ispFields, values), { ...host, device }, UNWATCHED);
  }

  it.each([
    ['all modules', {}],
    [
      'the mosaic alone',
      { dpcValue: 10, cfaEnabled: false, ...without('ccm gac csc'), ...LUMA_OFF },
    ],
    ['linear colours', { ...without('gac csc'), ...LUMA_OFF }],
    ['a scaled picture', { sclEnabled: true, sclWidth: 75, sclHeight: 31 }],
    ['brightness of the whole picture', { bccBrightnessOffset: 9, bccContrastGain: 290, blcR: 3 }],
  ])('gives picture and figures of the threads: %s', async (_, values) => {
    for (const [order, bits] of [
      ['grbg', 10],
      ['bggr', 12],
    ] as const) {
      const [rows, columns] = [47, 66];
      const codes = planeOf('bayer', [rows, columns], 2 ** bits - 1) as Uint16Array;
      const mosaic = { codes, rows, columns, order, bits };
      const [twin, device] = [
        await develop(mosaic, values, false),
        await develop(mosaic, values, true),
      ];
      expect(device.image).toEqual(twin.image);
      const { modules, ...figures } = device.report;
      expect(modules).toHaveLength(1);
      expect(modules[0]!.ids).toEqual(twin.report.modules.flatMap(({ ids }) => ids));
      expect({ ...figures, modules: [] }).toEqual({ ...twin.report, modules: [] });
    }
  });

  it('rounds like doubles in CNF', async () => {
    const [rows, columns] = [512, 256];
    const { device, twin } = await both(
      'cnf',
      { cnfValue: 30, awbR: 1200, awbB: 1300 },
      [rows, columns],
      {
        planes: ['bayer'],
        source: { bayer: noisyColours(rows, columns) },
      },
    );
    expect(device).toEqual(twin);
    const source = noisyColours(rows, columns);
    expect(twin.planes.bayer!.filter((code, at) => code !== source[at]).length).toBeGreaterThan(
      500,
    );
  });
});
