import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { traceRays } from '../../src/optics/ray-trace/trace-rays.ts';

/**
 * Rays through conics and even aspheres, from a tracer of its own; golden/aspheres.json says what
 * the columns are.
 */
interface Golden {
  readonly tolerance: { readonly mm: number; readonly cosines: number };
  readonly wavelengthsNm: readonly number[];
  readonly lenses: readonly {
    readonly name: string;
    readonly stopIndex: number;
    readonly surfaces: readonly {
      readonly radius: number | null;
      readonly thickness: number;
      readonly index: readonly number[] | null;
      readonly semiDiameter: number;
      readonly conic: number;
      readonly aspheric: readonly number[];
    }[];
    readonly rays: readonly {
      readonly in: readonly number[];
      readonly out: readonly number[] | null;
    }[];
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('golden/aspheres.json', import.meta.url), 'utf8'),
) as Golden;

/**
 * A lens of the golden file at one of its wavelengths: each glass has its index there at all
 * wavelengths.
 */
const lensAt = ({ surfaces, stopIndex, name }: Golden['lenses'][number], wavelength: number) =>
  lensDesign(
    readLensFile({
      name,
      stopIndex,
      halfFieldDegrees: 20,
      surfaces: surfaces.map(({ index, ...surface }, i) => ({
        ...surface,
        glass: index && `glass ${i}`,
      })),
      glasses: Object.fromEntries(
        surfaces.flatMap(({ index }, i) =>
          index
            ? [[`glass ${i}`, { B: [index[wavelength]! ** 2 - 1, 0, 0], C: [0, 0, 0] }] as const]
            : [],
        ),
      ),
    }),
  );

describe.each(golden.lenses)('$name', (lens) => {
  it.each(golden.wavelengthsNm.map((wavelengthNm, index) => [wavelengthNm, index] as const))(
    'rays at %d nm',
    (wavelengthNm, index) => {
      const rays = lens.rays.filter((ray) => ray.in[6] === wavelengthNm);
      expect(rays.length).toBeGreaterThan(20);
      const traced = traceRays(
        lensAt(lens, index),
        rays.map(({ in: [x = 0, y = 0, z = 0, L = 0, M = 0, N = 0] }) => ({
          x,
          y,
          z,
          L,
          M,
          N,
          wavelengthNm,
        })),
      );
      for (const [i, { x, y, L, M, N, oplMm, ok, failure }] of traced.entries()) {
        const { out } = rays[i]!;
        expect(ok, `ray ${i}: ${failure}`).toBe(out !== null);
        if (!out) continue;
        const off = [x, y, L, M, N, oplMm].map((value, k) => Math.abs(value! - out[k]!));
        expect(Math.max(off[0]!, off[1]!, off[5]!)).toBeLessThan(golden.tolerance.mm);
        expect(Math.max(off[2]!, off[3]!, off[4]!)).toBeLessThan(golden.tolerance.cosines);
      }
    },
  );
});
