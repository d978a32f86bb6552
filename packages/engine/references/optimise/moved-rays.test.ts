import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { traceRays } from '../../src/optics/ray-trace/trace-rays.ts';
import { expectHeld } from '../held.ts';

/** Rays through tilted and decentred surfaces, groups and image planes, by a numpy tracer. */
const golden = JSON.parse(readFileSync(new URL('tilted-rays.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly {
    readonly lens: { readonly name: string };
    readonly rays: readonly {
      readonly in: readonly number[];
      readonly out: readonly number[] | null;
    }[];
  }[];
};
/** As the file's note says: mm, and direction cosines. */
const TOLERANCE = { mm: 1e-9, cosines: 1e-10 };

it('rays through tilted and decentred surfaces agree with an independent tracer', () => {
  let [mm, cosines] = [0, 0];
  for (const { lens, rays } of golden.cases) {
    const traced = traceRays(
      lensDesign(readLensFile(lens)),
      rays.map(({ in: [x = 0, y = 0, z = 0, L = 0, M = 0, N = 0, wavelengthNm = 0] }) => ({
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
      expect(ok, `${lens.name}, ray ${i}: ${failure}`).toBe(out !== null);
      if (!out) continue;
      const off = [x, y, L, M, N, oplMm].map((value, k) => Math.abs(value! - out[k]!));
      mm = Math.max(mm, off[0]!, off[1]!, off[5]!);
      cosines = Math.max(cosines, off[2]!, off[3]!, off[4]!);
    }
  }
  expectHeld('moved-rays', mm, TOLERANCE.mm);
  expectHeld('moved-rays-cosines', cosines, TOLERANCE.cosines);
});
