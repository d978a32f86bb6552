import { describe, expect, it } from 'vitest';
import { testHost } from '../../laws/test-host.ts';
import { lensMerit } from '../../src/lens-design/lens-merit.ts';
import { readLensStudy } from '../../src/lens-design/lens-study.ts';
import { optimiseLens } from '../../src/lens-design/optimise-lens.ts';
import { loadGlassCatalogue } from '../../src/optics/glass/glass-catalogue.ts';
import { expectHeld } from '../held.ts';
import { goldenGlasses, goldenStudies, type GoldenStudy } from './golden-studies.ts';

/**
 * Lens studies against reference code in numpy and scipy's least_squares: what they start with to
 * 1e-9, gradients to 1e-6 of the largest, optima to 2 % of the larger of both figures
 * (docs/lens-design.md).
 */
const TOLERANCE = { start: 1e-9, wavefront: 1e-6, gradient: 1e-6, optimum: 0.02 };
const STEPS = 300;
const watch = { stopped: () => false };

const relative = (ours: number, theirs: number): number =>
  theirs === 0 ? Math.abs(ours) : Math.abs(ours / theirs - 1);
const farthest = (pairs: readonly (readonly [number, number])[]): number =>
  Math.max(...pairs.map(([ours, theirs]) => relative(ours, theirs)));

function startOf({ document, start }: GoldenStudy) {
  const ours = lensMerit(readLensStudy(document), true);
  const paths = Object.keys(start.gradientOfMeritSquared);
  expect(Object.keys(ours.gradientOfMeritSquared!)).toEqual(paths);
  const largest = Math.max(...Object.values(start.gradientOfMeritSquared).map(Math.abs));
  return {
    start: farthest([
      ...(
        ['merit', 'eflMm', 'bflMm', 'totalTrackMm', 'entrancePupilZMm', 'refocusMm'] as const
      ).map((key) => [ours[key], start[key]] as const),
      ...ours.rmsSpotMm.map((value, i) => [value, start.rmsSpotMm[i]!] as const),
    ]),
    wavefront: farthest(
      ours.wavefrontRmsWaves.map((value, i) => [value, start.wavefrontRmsWaves[i]!] as const),
    ),
    gradient: Math.max(
      ...paths.map(
        (path) =>
          Math.abs(ours.gradientOfMeritSquared![path]! - start.gradientOfMeritSquared[path]!) /
          largest,
      ),
    ),
  };
}

describe('lens studies', () => {
  it('start with the golden merits, figures and gradients', () => {
    const off = goldenStudies.map(startOf);
    for (const key of ['start', 'wavefront', 'gradient'] as const)
      expectHeld(`lens-${key}`, Math.max(...off.map((one) => one[key])), TOLERANCE[key]);
  });

  it('reach the golden optima', async () => {
    let worst = 0;
    for (const { document, optimum } of goldenStudies) {
      const { best } = await optimiseLens(readLensStudy(document), STEPS, testHost(), watch);
      worst = Math.max(worst, best.merit / Math.max(optimum.after, optimum.peerAfter) - 1);
    }
    expectHeld('lens-optimum', worst, TOLERANCE.optimum);
  });

  it('choose the golden glasses, and find the merit of every pair', async () => {
    const study = readLensStudy(goldenGlasses.document, await loadGlassCatalogue());
    const { best, exchanges } = await optimiseLens(study, STEPS, testHost(), watch);
    expect(best.values).toMatchObject({
      'lens.surfaces[0].glass': goldenGlasses.pairs[0]!.crown,
      'lens.surfaces[1].glass': goldenGlasses.pairs[0]!.flint,
    });
    expect(exchanges).toHaveLength(goldenGlasses.pairs.length);
    const worst = Math.max(
      ...goldenGlasses.pairs.map(({ crown, flint, merit }) => {
        const ours = exchanges!.find(
          ({ values }) =>
            values['lens.surfaces[0].glass'] === crown &&
            values['lens.surfaces[1].glass'] === flint,
        )!;
        return ours.merit / merit - 1;
      }),
    );
    expectHeld('lens-glasses', worst, TOLERANCE.optimum);
  });
});
