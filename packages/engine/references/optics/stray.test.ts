/**
 * Scatter and ghosts against an independent tracer and closed forms (golden-depth/*.json, whose
 * `about` says what each number is).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ghostsOf, type FieldGhosts } from '../../src/optics/stray/ghosts.ts';
import {
  scatterKernel,
  scatterPeakPerSr,
  veilingGlareIndex,
} from '../../src/optics/stray/scatter-kernel.ts';
import { GOLDEN_LENSES, design } from './golden-lens.ts';

const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`golden-depth/${name}.json`, import.meta.url), 'utf8'));
const within = (value: number, wanted: number, tolerance: number, what: string): void =>
  expect(Math.abs(value - wanted), `${what}: ${value}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance,
  );

/** The kinds of reflection in the files, with those of ours. */
const KINDS = {
  uncoated: { coating: 'uncoated', sensor: 0 },
  mgf2: { coating: 'mgf2', sensor: 0 },
  sensor5percentUncoated: { coating: 'uncoated', sensor: 0.05 },
} as const;

type GoldenGhosts = Omit<FieldGhosts, 'fieldDegrees' | 'wavelengthNm'>;
interface GoldenFile {
  readonly fields: readonly (Readonly<Record<keyof typeof KINDS, GoldenGhosts>> & {
    readonly fieldDegrees: number;
    readonly wavelengthNm: number;
  })[];
}

describe.each(GOLDEN_LENSES.filter(([, name]) => name !== 'fisheye'))(
  'ghosts of %s',
  (id, name) => {
    const { fields } = golden(`${name}.ghosts`) as GoldenFile;
    test.each(fields.map((field) => [field.fieldDegrees, field] as const))('at %f°', (_, field) => {
      const angle = (field.fieldDegrees * Math.PI) / 180;
      for (const [kind, reflecting] of Object.entries(KINDS) as [keyof typeof KINDS, never][]) {
        const wanted = field[kind];
        const found = ghostsOf(design(id), angle, {
          ...(reflecting as (typeof KINDS)[keyof typeof KINDS]),
          wavelength: field.wavelengthNm,
        });
        if (kind !== 'sensor5percentUncoated') {
          within(found.transmission, wanted.transmission, 1e-4, 'transmission');
          within(found.totalShare, wanted.totalShare, 0.03 * wanted.totalShare, 'all pairs');
        }
        for (const pair of wanted.pairs) {
          const what = `${kind}, ${pair.first} and ${pair.second}`;
          const ours = found.pairs.find(
            ({ first, second }) => first === pair.first && second === pair.second,
          );
          if (!ours) throw new Error(`no ghost of ${what}`);
          within(ours.share, pair.share, Math.max(0.03 * pair.share, 2e-6), `${what}: share`);
          const most = Math.max(0.02 * pair.rmsRadiusMm, 5e-3);
          within(ours.centroidYMm, pair.centroidYMm, most, `${what}: centroid`);
          within(ours.rmsRadiusMm, pair.rmsRadiusMm, most, `${what}: radius`);
        }
      }
    });
  },
);

interface GoldenGlare {
  readonly tolerance: { readonly relative: number };
  readonly kernels: readonly {
    readonly scatterShoulderDegrees: number;
    readonly scatterSlope: number;
    readonly focalLengthMm: number;
    readonly radiiMm: readonly number[];
    readonly encircled: readonly number[];
    readonly peakPerMm2: number;
    readonly densityPerMm2: readonly number[];
    readonly veilingGlareIndex: readonly {
      readonly scatterPercent: number;
      readonly blackRadiusMm: number;
      readonly fieldRadiusMm: number;
      readonly vgiPercent: number;
      readonly b0PerSr: number;
    }[];
  }[];
}

test('the density of scattered light, its sums and the veiling glare index', () => {
  const { tolerance, kernels } = golden('glare') as GoldenGlare;
  const close = (value: number, wanted: number, what: string): void =>
    within(value, wanted, tolerance.relative * Math.abs(wanted), what);
  for (const wanted of kernels) {
    const { focalLengthMm: focal } = wanted;
    const shoulder = (wanted.scatterShoulderDegrees * Math.PI) / 180;
    const kernel = scatterKernel({ shoulder, slope: wanted.scatterSlope }, focal);
    close(kernel.peak, wanted.peakPerMm2, 'peak');
    for (const [at, radius] of wanted.radiiMm.entries()) {
      close(kernel.densityAt(radius), wanted.densityPerMm2[at]!, `density at ${radius} mm`);
      close(kernel.shareWithin(radius), wanted.encircled[at]!, `share within ${radius} mm`);
    }
    for (const glare of wanted.veilingGlareIndex) {
      const share = glare.scatterPercent / 100;
      const index = veilingGlareIndex(share, kernel, glare.blackRadiusMm, glare.fieldRadiusMm);
      close(100 * index, glare.vgiPercent, 'veiling glare index');
      close(scatterPeakPerSr(share, kernel, focal), glare.b0PerSr, 'b0');
    }
  }
});
