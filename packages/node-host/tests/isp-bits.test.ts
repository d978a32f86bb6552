import { createHash } from 'node:crypto';
import { toIspParameters } from '@lumenloom/contract';
import { runIsp, type IspSink } from '@lumenloom/engine';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { builtKernel } from '../../engine/references/isp/built-kernel.ts';
import { endParallel, nodeHost } from '../src/index.ts';
import { parallelOn } from '../src/parallel.ts';
import recorded from './isp-bits.json' with { type: 'json' };

/**
 * The ISP gives the same bits as when isp-bits.json was recorded: every array of every module, the
 * picture and the counts. They do not depend on the path: SIMD or plain, one or two threads,
 * modules fused or one by one. The input is computed here from integers, so that it does not depend
 * on scenes, optics and sensors.
 */

/** Odd, so that a row and a column are left out; large enough that the second thread takes part. */
const [ROWS, COLUMNS] = [643, 99];

/**
 * Steps of brightness, a texture, noise, dark red patches for CNF and isolated wrong pixels for
 * DPC.
 */
function mosaic(bits: number): Uint16Array {
  const raw = new Uint16Array(ROWS * COLUMNS);
  let state = 20240;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % below;
  };
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const block = ((row >> 5) * 7 + (column >> 4) * 3) % 11;
      const texture = ((row * 3 + column * 5) % 13) * 4;
      const isRedSite = !(row & 1) && !(column & 1);
      const isBlueSite = (row & 1) === 1 && (column & 1) === 1;
      let code = block * 370 + texture + random(40);
      // Red varies where blue is not darker, which CNF treats as noise in an rggb mosaic.
      if (block < 2) code = 12 + (isRedSite ? random(60) : isBlueSite ? 18 : random(6));
      if (random(400) === 0) code = random(2) ? 4095 : 0;
      raw[row * COLUMNS + column] = Math.min(code, 4095) >> (12 - bits);
    }
  }
  return raw;
}

/** Parameters with which every module but SCL changes the picture. */
const everything = {
  dpcValue: 60,
  blcR: 6,
  blcGr: 4,
  blcGb: 5,
  blcB: 3,
  blcalpha: 20,
  blcbeta: -30,
  awbR: 1400,
  awbGr: 1024,
  awbGb: 1050,
  awbB: 2200,
  cnfValue: 2.5,
  ccmValues: [
    [-100, 300, 1800, -900],
    [-200, 1700, 150, 500],
    [2100, -300, 20, 0],
  ],
  gacGain: 300,
  gacOffset: 0.5,
  nlmRadius: 5,
  nlmSigma: 3,
  nlmHeight: 8,
  bnfDistTh: 0.1,
  bnfNormGain: 1.5,
  cehGain: [3, 5],
  cehOffset: 0.02,
  eehGain: 512,
  eehOffset: 2,
  eehEdgeThreshold: 9,
  eehDeltaThreshold: 40,
  fcsGain: 4,
  fcsOffset: 20,
  hscHueOffset: 30,
  hscSaturationGain: 300,
  bccBrightnessOffset: 10,
  bccContrastGain: 320,
};
const lumaOff = Object.fromEntries(
  ['csc', 'nlm', 'bnf', 'ceh', 'eeh', 'fcs', 'hsc', 'bcc'].map((id) => [`${id}Enabled`, false]),
);

interface Recipe {
  readonly order: 'rggb' | 'grbg' | 'gbrg' | 'bggr';
  readonly bits: number;
  readonly parameters: Readonly<Record<string, unknown>>;
}
const recipes: Readonly<Record<string, Recipe>> = {
  defaults: { order: 'grbg', bits: 10, parameters: {} },
  everything: { order: 'rggb', bits: 12, parameters: everything },
  'everything, bilinear': {
    order: 'bggr',
    bits: 12,
    parameters: { ...everything, cfaType: 'bilinear' },
  },
  'everything, scaled': {
    order: 'gbrg',
    bits: 12,
    parameters: { ...everything, sclEnabled: true, sclWidth: 75, sclHeight: 700 },
  },
  'wide patches and weights': {
    order: 'rggb',
    bits: 10,
    parameters: { nlmRadius: 3, nlmSigma: 15, nlmHeight: 33 },
  },
  'without what follows EEH': {
    order: 'rggb',
    bits: 12,
    parameters: { ...everything, fcsEnabled: false, hscEnabled: false, bccEnabled: false },
  },
  'FCS and BCC, no HSC': {
    order: 'rggb',
    bits: 12,
    parameters: { ...everything, hscEnabled: false },
  },
  'no luma': { order: 'rggb', bits: 12, parameters: { ...everything, ...lumaOff } },
  'linear colours, scaled': {
    order: 'grbg',
    bits: 12,
    parameters: {
      ...everything,
      ...lumaOff,
      gacEnabled: false,
      sclEnabled: true,
      sclWidth: 120,
      sclHeight: 40,
    },
  },
  mosaic: {
    order: 'rggb',
    bits: 12,
    parameters: {
      ...everything,
      ...lumaOff,
      cfaEnabled: false,
      ccmEnabled: false,
      gacEnabled: false,
    },
  },
};

const hashOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex')
    .slice(0, 16);

/** The result of a run, without what depends on the machine or the path. */
async function outcomeOf(
  { order, bits, parameters: ispParams }: Recipe,
  simd: boolean,
  threads: number,
  sink?: IspSink,
) {
  const decoded = toIspParameters(ispParams, bits);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  const kernels = simd ? builtKernel : async () => undefined;
  const host = {
    ...nodeHost(threads),
    loadKernel: kernels,
    parallel: parallelOn(threads, { loadKernel: kernels }),
  };
  const { image, report } = await runIsp(
    { codes: mosaic(bits), rows: ROWS, columns: COLUMNS, order, bits },
    decoded.value.parameters,
    host,
    { stopped: () => false, log: () => undefined, progress: () => undefined },
    sink,
  );
  const { data, ...size } = image;
  const { saturation, deadPixels, clippedPercent, path } = report;
  expect(path).toBe(simd ? 'SIMD' : 'plain');
  return {
    picture: { ...size, hash: hashOf(data) },
    saturation,
    deadPixels: deadPixels ?? null,
    clippedPercent,
  };
}

afterAll(async () => {
  delete process.env['LUMENLOOM_SIMD'];
  await endParallel();
});

describe.each([
  { path: 'SIMD', threads: 1 },
  { path: 'SIMD', threads: 2 },
  { path: 'plain', threads: 1 },
  { path: 'plain', threads: 2 },
])('$path on $threads threads', ({ path, threads }) => {
  test.each(Object.entries(recipes))('%s', async (name, recipe) => {
    const simd = path === 'SIMD';
    // Helper threads inherit this when they start.
    vi.stubEnv('LUMENLOOM_SIMD', simd ? 'on' : 'off');
    const arrays: Record<string, string> = {};
    const oneByOne = await outcomeOf(recipe, simd, threads, {
      write: async ({ index, module, array, type, shape, data }) => {
        arrays[`${index} ${module} ${array} ${type} ${shape.join('x')}`] = hashOf(data);
      },
    });
    const wanted = (recorded as Readonly<Record<string, unknown>>)[name];
    expect({ ...oneByOne, arrays }).toEqual(wanted);
    expect({ ...(await outcomeOf(recipe, simd, threads)), arrays }).toEqual(wanted);
  });
  test('helper threads end', endParallel);
});
