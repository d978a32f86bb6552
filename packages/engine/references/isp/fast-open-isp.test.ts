import { describe, expect, it } from 'vitest';
import { bilateralWeights } from '../../src/isps/fast-open-isp/modules/bnf/apply.ts';
import { blendWeights, tilingOf } from '../../src/isps/fast-open-isp/modules/ceh/apply.ts';
import { EDGE_KERNEL } from '../../src/isps/fast-open-isp/modules/eeh/apply.ts';
import { gammaCurve } from '../../src/isps/fast-open-isp/modules/gac/apply.ts';
import { turnOf } from '../../src/isps/fast-open-isp/modules/hsc/apply.ts';
import { patchWeights } from '../../src/isps/fast-open-isp/modules/nlm/apply.ts';
import { runIsp } from '../../src/isps/fast-open-isp/run-isp.ts';
import { saturationLevel } from '../../src/isps/fast-open-isp/saturation.ts';
import type { Host } from '../../src/host.ts';
import { compareIspCase, ispParametersOf } from '../../src/proof/isp-case.ts';
import { builtKernel } from './built-kernel.ts';
import { bytesOf, hashOf, mosaicOf, realCase, syntheticCases } from './golden-case.ts';
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
if (!real)
  it('the case from a real picture', (context) => {
    context.skip(NO_SHARED);
  });

describe.each(Object.entries(hosts))('%s path', (path, host) => {
  it.each(cases.map((golden) => [golden.name, golden] as const))(
    '%s: every array of every module, and the picture with and without them',
    async (_name, golden) => {
      const found = await compareIspCase(
        golden,
        { mosaic: mosaicOf(golden), bytesOf: (array) => bytesOf(golden, array), hashOf },
        host,
      );
      expect(found.differing).toEqual([]);
      expect(found.path).toBe(path);
      if (golden.steps.some(({ module }) => module === 'scl'))
        expectHeld('isp-scl', found.scaledCodes, SCALED_CODES);
      expect(found.pictureCodes).toBeLessThanOrEqual(SCALED_PICTURE_CODES);
      // Without a sink the modules keep no arrays: the picture is the same.
      const { image } = await runIsp(mosaicOf(golden), ispParametersOf(golden.ui_params), host, {
        stopped: () => false,
        log: () => undefined,
        progress: () => undefined,
      });
      if (golden.steps.at(-1)!.module !== 'scl')
        expect(hashOf(image.data)).toBe(golden.final_rgb.sha256);
    },
  );
});

describe.each(cases.map((golden) => [golden.name, golden] as const))(
  'tables of %s',
  (_name, golden) => {
    const parameters = ispParametersOf(golden.ui_params);
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
