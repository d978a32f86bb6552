import { describe, expect, it } from 'vitest';
import { bilateralWeights } from '../../src/isps/fast-open-isp/modules/bnf/apply.ts';
import { blendWeights, tilingOf } from '../../src/isps/fast-open-isp/modules/ceh/apply.ts';
import { EDGE_KERNEL } from '../../src/isps/fast-open-isp/modules/eeh/apply.ts';
import { gammaCurve } from '../../src/isps/fast-open-isp/modules/gac/apply.ts';
import { turnOf } from '../../src/isps/fast-open-isp/modules/hsc/apply.ts';
import { patchWeights } from '../../src/isps/fast-open-isp/modules/nlm/apply.ts';
import { runIsp, type IspResult } from '../../src/isps/fast-open-isp/run-isp.ts';
import type { IspSink } from '../../src/isps/isp-code.ts';
import { saturationLevel } from '../../src/isps/fast-open-isp/saturation.ts';
import type { Host } from '../../src/host.ts';
import { builtKernel } from './built-kernel.ts';
import {
  bytesOf,
  hashOf,
  mosaicOf,
  parametersOf,
  realCase,
  syntheticCases,
  type GoldenCase,
} from './golden-case.ts';
import { expectHeld } from '../held.ts';
import { NO_SHARED } from '../shared-golden.ts';

/**
 * SCL: cv2.resize computes in fixed point, so ours may differ by one code; the conversion back to
 * RGB magnifies that.
 */
const SCALED_CODES = 1;
const SCALED_PICTURE_CODES = 4;

type Compute = Pick<Host, 'parallel' | 'now' | 'loadKernel'>;
const hosts: Readonly<Record<string, Compute>> = {
  plain: hostWith(async () => undefined),
  SIMD: hostWith(builtKernel),
};

/** Runs the last part first, because the order in which threads finish must not matter. */
function hostWith(loadKernel: Host['loadKernel']): Compute {
  return {
    now: () => performance.now(),
    loadKernel,
    parallel: async (job, parts, watch) => {
      for (const [index, part] of parts.toReversed().entries()) {
        await job(part, { loadKernel });
        watch.done?.(index + 1);
      }
    },
  };
}

const real = realCase();
const cases = [...syntheticCases(), ...(real ? [real] : [])];
const arrayName = (array: string): string =>
  array === 'edge_map' ? array : array.replace('_image', '');

async function develop(golden: GoldenCase, host: Compute, sink?: IspSink): Promise<IspResult> {
  return runIsp(
    mosaicOf(golden),
    parametersOf(golden.ui_params),
    host,
    { stopped: () => false, log: () => undefined, progress: () => undefined },
    sink,
  );
}

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  expect(a.length).toBe(b.length);
  let most = 0;
  for (let i = 0; i < a.length; i += 1) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
};

if (!real)
  it('the case from a real picture', (context) => {
    context.skip(NO_SHARED);
  });

describe.each(Object.entries(hosts))('%s path', (path, host) => {
  it.each(cases.map((golden) => [golden.name, golden] as const))(
    '%s: every array of every module, and the picture with and without them',
    async (_name, golden) => {
      const arrays = new Map<string, Uint8Array | Uint16Array | Int16Array>();
      const withArrays = await develop(golden, host, {
        write: async ({ index, module, array, shape, data }) => {
          arrays.set(`${index} ${module} ${array} ${shape.join('x')}`, data.slice());
        },
      });
      const wanted = golden.steps.flatMap(({ module, outputs }, index) =>
        Object.entries(outputs).map(([array, output]) => ({
          key: `${index + 1} ${module} ${arrayName(array)} ${output.shape.join('x')}`,
          output,
        })),
      );
      expect([...arrays.keys()].toSorted()).toEqual(wanted.map(({ key }) => key).toSorted());
      for (const { key, output } of wanted) {
        if (key.includes(' scl '))
          expectHeld(
            'isp-scl',
            largestDifference(arrays.get(key)!, bytesOf(golden, output)),
            SCALED_CODES,
          );
        else expect(hashOf(arrays.get(key)!), key).toBe(output.sha256);
      }
      for (const { image, report } of [withArrays, await develop(golden, host)]) {
        expect(report.path).toBe(path);
        expect([
          image.rows,
          image.columns,
          ...(image.channels === 1 ? [] : [image.channels]),
        ]).toEqual(golden.final_rgb.shape);
        if (golden.steps.at(-1)!.module === 'scl')
          expect(
            largestDifference(image.data, bytesOf(golden, golden.final_rgb)),
          ).toBeLessThanOrEqual(SCALED_PICTURE_CODES);
        else expect(hashOf(image.data)).toBe(golden.final_rgb.sha256);
      }
    },
  );
});

describe.each(cases.map((golden) => [golden.name, golden] as const))(
  'tables of %s',
  (_name, golden) => {
    const parameters = parametersOf(golden.ui_params);
    // A case contains the tables of those modules that it enables.
    const hash = (name: string): string =>
      (golden.derived[name] as { readonly sha256: string }).sha256;
    it('saturation', () => {
      expect(saturationLevel(parameters, golden.bit_depth)).toBe(golden.saturation.hdr);
    });
    if ('gac.lut' in golden.derived)
      it('gamma', () => {
        expect(hashOf(gammaCurve(golden.saturation.hdr, parameters.gacOffset))).toBe(
          hash('gac.lut'),
        );
      });
    if ('nlm.distance_weights_lut' in golden.derived)
      it('patch weights', () => {
        const weights = new Int32Array(255 ** 2);
        weights.set(patchWeights(parameters.nlmHeight));
        expect(hashOf(weights)).toBe(hash('nlm.distance_weights_lut'));
      });
    if ('bnf.spatial_weights' in golden.derived)
      it('bilateral weights without a difference are the spatial ones', () => {
        const weights = bilateralWeights(parameters.bnfDistTh, parameters.bnfNormGain);
        expect(hashOf(Int32Array.from({ length: 25 }, (_, place) => weights[place * 256]!))).toBe(
          hash('bnf.spatial_weights'),
        );
      });
    if ('ceh.luts' in golden.derived)
      it('blend weights', () => {
        const { height, width } = tilingOf(parameters.cehGain, golden.height, golden.width);
        expect(hashOf(blendWeights(width))).toBe(hash('ceh.left_lut_weights'));
        expect(hashOf(blendWeights(height))).toBe(hash('ceh.top_lut_weights'));
      });
    if ('eeh.gaussian' in golden.derived)
      it('edge kernel', () => {
        expect(hashOf(EDGE_KERNEL)).toBe(hash('eeh.gaussian'));
      });
    if ('hsc.scalars' in golden.derived)
      it('turn', () => {
        const { sin, cos } = golden.derived['hsc.scalars'] as {
          readonly sin: number;
          readonly cos: number;
        };
        expect(turnOf(parameters.hscHueOffset)).toEqual({ sine: sin, cosine: cos });
      });
  },
);
