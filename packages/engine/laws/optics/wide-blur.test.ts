/** Blurs that reach beyond the largest kernels (docs/reference/depth.md#largest-blur). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import type { FormingFacts } from '../../src/optics/forming-facts.ts';
import { transferBeyond } from '../../src/optics/focus/largest-blur.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { thinLens } from '../../src/optics/thin-lens.ts';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { testHost } from '../test-host.ts';
import { litPattern, oneBand, whiteCard } from './lens-scenes.ts';

const HFOV = (36 * Math.PI) / 180;
const BAND = WAVELENGTHS.indexOf(550);
const host = testHost();
const edge = litPattern({ kind: 'edge', slope: 10, dark: 0.05 });

/** Largest share of the maximum by which rays on binned pixels differ from waves on larger ones. */
const BINNED = 2e-3;

async function formed(lens: Lens, lit: typeof edge, scale: number, hfov = HFOV, aside = 0) {
  let facts: FormingFacts | undefined;
  const grid = {
    rows: 48 * scale,
    columns: 96 * scale,
    pitch: 4.4e-6 / scale,
    offset: [aside * scale, 0] as const,
  };
  const picture = await lens.formImage(
    { lit, hfov },
    { grid, receptors: uniform(oneBand(BAND)) },
    host,
    { stopped: () => false, progress: () => undefined, computed: (found) => (facts = found) },
  );
  // Means over the pixels of the coarsest grid.
  const means = new Float64Array(48 * 96);
  for (const [at, value] of picture.entries()) {
    const [row, column] = [Math.floor(at / grid.columns), at % grid.columns];
    means[Math.floor(row / scale) * 96 + Math.floor(column / scale)]! += value / scale ** 2;
  }
  return { means, facts: facts! };
}

describe.each([
  ['ideal', () => thinLens({ objectDistance: 0.03 })],
  ['Cooke Triplet', () => realLens(lensFiles['cooke-triplet'], { objectDistance: 0.022 })],
])('%s', (_, lensOf) => {
  it.each(['an edge in the middle', 'the right end of the scene'])(
    'has on binned pixels the picture of larger pixels: %s',
    async (what) => {
      const lens = lensOf();
      const isEnd = what !== 'an edge in the middle';
      const [lit, hfov] = isEnd ? [whiteCard(), (26 * Math.PI) / 180] : [edge, HFOV];
      const aside = isEnd ? Math.round(lens.imageHeight(hfov / 2) / 4.4e-6) : 0;
      const plain = await formed(lens, lit, 1, hfov, aside);
      const binned = await formed(lens, lit, 2, hfov, aside);
      expect(plain.facts.binning).toBeUndefined();
      expect(binned.facts).toMatchObject({ binning: 2, oversampling: 0.5 });
      const most = plain.means.reduce((a, b) => Math.max(a, b));
      let worst = 0;
      for (const [at, value] of plain.means.entries())
        worst = Math.max(worst, Math.abs(binned.means[at]! - value) / most);
      expect(worst).toBeLessThan(BINNED);
    },
  );

  it('keeps an even scene even', async () => {
    const [plain, binned] = [
      await formed(lensOf(), whiteCard(), 1),
      await formed(lensOf(), whiteCard(), 4),
    ];
    expect(binned.facts.binning).toBe(4);
    for (const [at, value] of plain.means.entries())
      expect(Math.abs(binned.means[at]! / value - 1)).toBeLessThan(BINNED);
  });
});

it('refuses blurs of more than 1,000 pixels, and sharp pictures on tiny pixels', async () => {
  const refusal = (lens: Lens, pitch: number) =>
    lens.formImage(
      { lit: edge, hfov: HFOV },
      { grid: { rows: 8, columns: 8, pitch }, receptors: uniform(oneBand(BAND)) },
      host,
      { stopped: () => false, progress: () => undefined },
    );
  const near = thinLens({ objectDistance: 0.02 });
  expect(() => refusal(near, 0.4e-6)).toThrow(
    /^The blur would reach \d+ pixels: at most 1000 are formed\. Focus nearer/,
  );
  expect(() => refusal(thinLens({ objectDistance: 1, focusDistance: 1 }), 0.1e-6)).toThrow(
    /^The blur would reach \d+ pixels where other parts of the picture are sharp: at most 128 /,
  );
});

it('discs pass next to nothing beyond the Nyquist frequency of their binned pixels', () => {
  for (const [radius, binning] of [
    [128, 2],
    [256, 4],
    [1000, 8],
  ] as const)
    expect(transferBeyond(radius, binning)).toBeLessThan(2.2e-4);
});

/** Largest share of the maximum by which rays differ from waves: diffraction is left out. */
const WITHOUT_DIFFRACTION = 6e-3;

it('a lens whose file leaves it out of focus has the picture of the lens that is moved there', async () => {
  const file = lensFiles['double-gauss'];
  const distance = file.surfaces.at(-1)!.thickness;
  const perMm = distance / lensDesign(file).imageDistanceMm;
  const awayMm = 2;
  const surfaces = file.surfaces.map((surface, at) =>
    at < file.surfaces.length - 1 ? surface : { ...surface, thickness: distance + awayMm * perMm },
  );
  const filed = await formed(realLens({ ...file, surfaces }), edge, 1);
  const moved = await formed(realLens(file, { focusShift: awayMm / 1e3 }), edge, 1);
  const most = moved.means.reduce((a, b) => Math.max(a, b));
  const worst = moved.means.reduce(
    (found, value, at) => Math.max(found, Math.abs(filed.means[at]! - value) / most),
    0,
  );
  expect(worst).toBeLessThan(WITHOUT_DIFFRACTION);
});
