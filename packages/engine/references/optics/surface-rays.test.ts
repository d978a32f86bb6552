import { describe, expect, it } from 'vitest';
import { loadGlassCatalogue } from '../../src/optics/glass/glass-catalogue.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { firstOrder, firstOrderX } from '../../src/optics/ray-trace/first-order.ts';
import { traceRays } from '../../src/optics/ray-trace/trace-rays.ts';
import golden from './surfaces/rays.json' with { type: 'json' };

/** Newton's method stops at 1e-14 of the way, see `note` of the file. */
const [PLACE_MM, COSINES] = [1e-9, 1e-10];
/** Focal lengths are sums of few terms. */
const PARAXIAL = 1e-10;
const REFERENCE_LINE = 587.5618;

interface GoldenRay {
  readonly in: readonly number[];
  readonly out: readonly number[] | null;
  readonly why: string | null;
  readonly surface: number | null;
}

const catalogue = await loadGlassCatalogue();

describe.each(golden.cases.map((one) => [one.lens.name, one] as const))('%s', (_, one) => {
  const design = lensDesign(readLensFile(one.lens, catalogue));

  it('has the focal lengths of both sections', () => {
    const { focalLengthMm, backFocalLengthMm } = firstOrder(design, REFERENCE_LINE);
    const across = firstOrderX(design.surfaces, REFERENCE_LINE);
    expect(focalLengthMm / one.eflMm).toBeCloseTo(1, 10);
    expect((across?.eflXMm ?? focalLengthMm) / one.eflXMm).toBeCloseTo(1, 10);
    // The other program counts from its last surface, which a move before the image plane is.
    const behindMm = 'image' in one.lens ? one.lens.surfaces.at(-1)!.thickness : 0;
    expect(Math.abs(backFocalLengthMm - behindMm - one.bflMm)).toBeLessThan(
      PARAXIAL * backFocalLengthMm,
    );
  });

  it('sends rays where an independent program does', () => {
    const rays = one.rays as readonly GoldenRay[];
    const traced = traceRays(
      design,
      rays.map(({ in: [x, y, z, L, M, N, wavelengthNm] }) => ({
        x: x!,
        y: y!,
        z: z!,
        L: L!,
        M: M!,
        N: N!,
        wavelengthNm: wavelengthNm!,
      })),
    );
    for (const [at, ray] of rays.entries()) {
      const { x, y, L, M, N, oplMm, failure } = traced[at]!;
      if (!ray.out) {
        expect(ray.why).toBe('stopped');
        expect(failure).toBe(`is stopped by the clear aperture of surface ${ray.surface! + 1}`);
        continue;
      }
      expect(failure).toBeUndefined();
      const [gx, gy, gL, gM, gN, path] = ray.out as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      for (const [own, other] of [
        [x, gx],
        [y, gy],
        [oplMm, path],
      ] as const)
        expect(Math.abs(own! - other)).toBeLessThan(PLACE_MM);
      for (const [own, other] of [
        [L, gL],
        [M, gM],
        [N, gN],
      ] as const)
        expect(Math.abs(own! - other)).toBeLessThan(COSINES);
    }
  });
});
