/**
 * Lenses whose wavefront is fitted to modulation curves against an independent model
 * (golden-measured/curves.json and pixel4a.json, whose `about` says what each number is).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measuredDesign, opticsOf } from '../../src/optics/measured/measured-design.ts';
import { measuredReport } from '../../src/optics/measured/measured-report.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import { expectHeld } from '../held.ts';
import { largest } from './largest.ts';
import type { Table } from '../../src/text/json-fields.ts';

interface Case {
  readonly name: string;
  readonly lens: Table & { readonly blur: { readonly mtf: Table } };
  readonly checks: readonly {
    readonly height: number;
    readonly shiftUm: number;
    readonly frequencies: readonly number[];
    readonly tangential: readonly number[];
    readonly sagittal: readonly number[];
  }[];
  readonly tolerance: number;
  readonly wavelengthNm?: number;
  readonly evenSignDetermined?: boolean;
  readonly fringe9?: number;
}
interface PublicLens extends Case {
  readonly light: readonly (readonly [number, number])[];
  readonly lightTolerance: number;
}

const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`golden-measured/${name}.json`, import.meta.url), 'utf8'));
const { cases } = golden('curves') as { readonly cases: readonly Case[] };
const pixel4a = golden('pixel4a') as PublicLens;

const worst = { curves: largest(), pixel4a: largest() };

/** What the lens does at the heights of its curves, which it finds as fields of a straight lens. */
function transfersAt({ lens, wavelengthNm = 550 }: Case, check: Case['checks'][number]) {
  const design = measuredDesign(readMeasuredLens(lens));
  const { focalLengthMm, halfField } = opticsOf(design);
  return measuredReport(design, {
    wavelengths: [wavelengthNm],
    fields: [Math.min(1, Math.atan(check.height / focalLengthMm) / halfField)],
    shifts: [check.shiftUm * 1e-6],
    frequencies: check.frequencies,
  });
}

describe.each([...cases, pixel4a])('curves: $name', (one) => {
  test.each(one.checks)('at $height mm, sensor moved by $shiftUm um', (check) => {
    const { throughFocus, measured } = transfersAt(one, check);
    for (const direction of ['tangential', 'sagittal'] as const)
      for (const [i, value] of check[direction].entries())
        expect(
          worst[one === pixel4a ? 'pixel4a' : 'curves'](throughFocus![0]![direction][i]! - value),
        ).toBeLessThan(one.tolerance);
    expect(measured.worst).toBeLessThan(one.tolerance);
    const { curves } = measured;
    const own = curves.find(
      ({ height, focusUm }) => height === check.height && focusUm === check.shiftUm,
    )!;
    // The report has the curves as they are compared: what the lens does is what is returned.
    for (const direction of ['tangential', 'sagittal'] as const)
      for (const [i, value] of own.returned[direction]!.entries())
        expect(Math.abs(throughFocus![0]![direction][i]! - value)).toBeLessThan(QUADRATURE);
  });

  test('what curves do not say follows the convention', () => {
    const { measured } = transfersAt(one, one.checks[0]!);
    const sums = [9, 8].map((term) =>
      measured.wavefront.reduce((sum, { fringe }) => sum + fringe[term - 1]!, 0),
    );
    const isSideKnown = one.evenSignDetermined ?? false;
    const sentence = 'the sign of defocus and spherical aberration';
    expect(measured.notDetermined.includes(sentence)).toBe(!isSideKnown);
    expect(sums[1]).toBeLessThanOrEqual(0);
    if (isSideKnown)
      for (const { fringe } of measured.wavefront)
        expect(Math.abs(fringe[8]! - one.fringe9!)).toBeLessThan(SPHERICAL_UM);
    else expect(sums[0]).toBeLessThan(SMALL_SUM_UM);
  });
});

/** 96 samples across a pupil, against places that follow its edge (measured: .0012). */
const QUADRATURE = 0.003;
/** Law of the golden: spherical aberration where it is determined (measured: 2e-4). */
const SPHERICAL_UM = 0.002;
/** Sums of spherical aberration up to this count as none. */
const SMALL_SUM_UM = 0.005;

test('the light of the Pixel 4a is the light of its table', () => {
  const { light, lightTolerance, lens } = pixel4a;
  const design = measuredDesign(readMeasuredLens(lens));
  const { focalLengthMm, halfField } = opticsOf(design);
  const { fields } = measuredReport(design, {
    wavelengths: [555],
    fields: light.map(([height]) => Math.min(1, Math.atan(height / focalLengthMm) / halfField)),
    frequencies: [],
  });
  for (const [i, [, share]] of light.entries())
    expect(Math.abs(fields[i]!.relativeIllumination - share)).toBeLessThan(lightTolerance);
});

test('geometric curves are no curves with diffraction', () => {
  const { lens } = pixel4a;
  const { includes: _, ...mtf } = lens.blur.mtf;
  expect(() => readMeasuredLens({ ...lens, blur: { mtf } })).toThrow(
    expect.objectContaining({
      field: 'blur.mtf.curves[0].tangential[0]',
      message:
        'blur.mtf.curves[0].tangential[0] is 0.979, above the diffraction limit 0.935 at f/1.831: give includes: geometric, or the right f-number.',
    }),
  );
});

test('deviations are those that are stated', () => {
  expectHeld('measured-curves', worst.curves(), 0.015);
  expectHeld('measured-pixel-4a', worst.pixel4a(), 0.02);
});
