/**
 * Near objects, focus and defocus against an independent tracer (golden-depth/*.json, whose `about`
 * says what each number is).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conjugatesOf } from '../../src/optics/focus/conjugates.ts';
import { autofocus } from '../../src/optics/focus/autofocus.ts';
import { focusDesign, sensorShiftMm } from '../../src/optics/focus/focus-design.ts';
import { bestFocus, throughFocus } from '../../src/optics/focus/through-focus.ts';
import { fieldFigures } from '../../src/optics/ray-trace/field-figures.ts';
import { firstOrder } from '../../src/optics/ray-trace/first-order.ts';
import { traceRays } from '../../src/optics/ray-trace/trace-rays.ts';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import { modulationTransferCurves } from '../../src/optics/lens-report.ts';
import { GOLDEN_LENSES, design } from './golden-lens.ts';

interface GoldenRay {
  readonly wavelengthNm: number;
  readonly launch: readonly number[];
  readonly image: readonly number[] | null;
}
interface GoldenDepth {
  readonly paraxial: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly refocus: readonly Readonly<Record<string, number>>[];
  readonly cases: readonly {
    readonly objectDistanceM: number | null;
    readonly focusDistanceM: number | null;
    readonly conjugates: readonly Readonly<Record<string, number | null>>[];
    readonly fields: readonly {
      readonly fraction: number;
      readonly fieldDegrees: number;
      readonly perWavelength: readonly Readonly<Record<string, number>>[];
      readonly mtf?: {
        readonly wavelengthNm: number;
        readonly frequencies: readonly number[];
        readonly tangential: readonly number[];
        readonly sagittal: readonly number[];
      };
    }[];
    readonly throughFocus: readonly {
      readonly fraction: number;
      readonly wavelengthNm: number;
      readonly shiftUm: number;
      readonly rmsSpotUm: number;
      readonly frequencies: readonly number[];
      readonly tangential: readonly number[];
      readonly sagittal: readonly number[];
    }[];
    readonly bestFocus?: readonly {
      readonly fraction: number;
      readonly wavelengthNm: number;
      readonly linePairsPerMm: number;
      readonly shiftUm: number;
      readonly modulation: number;
      /** The sharpest place lies beyond the range of the search. */
      readonly edgeOfSearch: boolean;
    }[];
    readonly rays?: readonly GoldenRay[];
  }[];
}

const CIRCLE = 4.4e-6;
const RELATIVE = 1e-8;
const golden = (name: string): GoldenDepth =>
  JSON.parse(
    readFileSync(new URL(`golden-depth/${name}.json`, import.meta.url), 'utf8'),
  ) as GoldenDepth;
const within = (value: number, wanted: number, tolerance: number, what: string): void =>
  expect(Math.abs(value - wanted), `${what}: ${value}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance,
  );

describe.each(GOLDEN_LENSES)('%s', (id, name) => {
  const lens = design(id);
  const { paraxial, refocus, cases } = golden(name);

  test('pupils and focal points, and how far the sensor moves', () => {
    for (const [wavelength, wanted] of Object.entries(paraxial)) {
      const order = firstOrder(lens, Number(wavelength));
      const close = (value: number, key: string): void =>
        within(value, wanted[key]!, RELATIVE * Math.abs(wanted[key]!), `${key} at ${wavelength}`);
      close(order.frontFocusMm, 'zF');
      close(order.entrancePupilMm, 'zE');
      close(order.exitPupilMm, 'zX');
      close(order.exitPupilDiameterMm, 'dX');
    }
    for (const { focusDistanceM, focusShiftMm } of refocus)
      within(sensorShiftMm(lens, focusDistanceM! * 1e3), focusShiftMm!, 1e-9, 'focus shift');
  });

  test.each(
    cases.map((entry) => [`${entry.objectDistanceM} m, focus ${entry.focusDistanceM} m`, entry]),
  )('object at %s', (_, entry) => {
    if (typeof entry === 'string') throw new Error(entry);
    const focused = focusDesign(lens, {
      ...(entry.objectDistanceM !== null && { objectDistance: entry.objectDistanceM }),
      ...(entry.focusDistanceM !== null && { focusDistance: entry.focusDistanceM }),
    });
    for (const wanted of entry.conjugates) {
      const found = conjugatesOf(focused, wanted['wavelengthNm']!, CIRCLE);
      for (const [key, value] of Object.entries(found) as [string, number | null][])
        if (wanted[key] === null) expect(value, key).toBe(null);
        else if (wanted[key] !== undefined)
          within(value!, wanted[key], RELATIVE * Math.max(1e-4, Math.abs(wanted[key])), key);
    }
    for (const { fieldDegrees, perWavelength, mtf, fraction } of entry.fields) {
      for (const wanted of perWavelength) {
        const angle = (fieldDegrees * Math.PI) / 180;
        const figures = fieldFigures(focused, wanted['wavelengthNm']!, angle);
        within(figures.chiefHeightMm, Math.abs(wanted['chiefHeightMm']!), 2e-6, 'chief height');
        const spot = wanted['rmsSpotUm']!;
        within(figures.rmsSpotUm, spot, Math.max(0.01 * spot, 0.02), `spot at ${fraction}`);
        const area = wanted['solidAngle']!;
        within(figures.projectedSolidAngle, area, 2e-3 * area, 'solid angle');
      }
      if (!mtf) continue;
      const curves = modulationTransferCurves(focused, mtf.wavelengthNm, fraction, mtf.frequencies);
      for (const direction of ['tangential', 'sagittal'] as const)
        for (const [i, value] of mtf[direction].entries())
          within(curves[direction][i]!, value, 0.01, `${direction} ${mtf.frequencies[i]}`);
    }
    for (const wanted of entry.throughFocus) {
      const [found] = throughFocus(
        focused,
        wanted.wavelengthNm,
        wanted.fraction * lens.halfField,
        [wanted.shiftUm * 1e-6],
        wanted.frequencies,
      );
      const spot = wanted.rmsSpotUm;
      within(found!.rmsSpotUm, spot, Math.max(0.01 * spot, 0.02), `spot at ${wanted.shiftUm}`);
      for (const direction of ['tangential', 'sagittal'] as const)
        for (const [i, value] of wanted[direction].entries())
          within(found![direction][i]!, value, 0.015, `${direction} at ${wanted.shiftUm} µm`);
    }
    for (const wanted of (entry.bestFocus ?? []).filter(({ edgeOfSearch }) => !edgeOfSearch)) {
      const angle = wanted.fraction * lens.halfField;
      const found = bestFocus(focused, wanted.wavelengthNm, angle, wanted.linePairsPerMm);
      within(found.modulation, wanted.modulation, 0.01, 'modulation at the best focus');
      const { workingFNumber } = entry.fields[0]!.perWavelength[0]! as { workingFNumber: number };
      const tolerance = 0.4 * wanted.wavelengthNm * 1e-3 * workingFNumber ** 2;
      within(found.shiftUm, wanted.shiftUm, Math.max(0.5, tolerance), 'shift of the best focus');
      // The autofocus starts from the image of the object, and ends at the same place.
      const near = entry.objectDistanceM;
      const { focusShift, autofocused } = autofocus(
        lens,
        {},
        {
          distance: near ?? Infinity,
          angle,
          linePairsPerMm: wanted.linePairsPerMm,
          weights: Float64Array.from(WAVELENGTHS, (one) => Number(one === wanted.wavelengthNm)),
        },
      );
      within(autofocused!.modulation, wanted.modulation, 0.01, 'modulation of the autofocus');
      const imageMm = near === null ? 0 : sensorShiftMm(lens, near * 1e3);
      const placeUm =
        (lens.imageDistanceMm - focused.imageDistanceMm + imageMm) * 1e3 + focusShift! * 1e6;
      within(placeUm, wanted.shiftUm, Math.max(0.5, tolerance), 'place of the autofocus');
    }
  });

  test('rays to the moved sensor', () => {
    let rays = 0;
    for (const { objectDistanceM, focusDistanceM, rays: listed = [] } of cases) {
      const focused = focusDesign(lens, {
        objectDistance: objectDistanceM ?? Infinity,
        focusDistance: focusDistanceM ?? Infinity,
      });
      for (const { wavelengthNm, launch, image } of listed) {
        const [x, y, z, L, M, N] = launch as [number, number, number, number, number, number];
        const [found] = traceRays(focused, [{ x, y, z, L, M, N, wavelengthNm }]);
        expect(found!.ok).toBe(image !== null);
        if (!image) continue;
        rays += 1;
        within(found!.x!, image[0]!, 1e-9, 'x');
        within(found!.y!, image[1]!, 1e-9, 'y');
        within(found!.L!, image[2]!, 1e-9, 'L');
        within(found!.M!, image[3]!, 1e-9, 'M');
        within(found!.oplMm!, image[5]!, 1e-9, 'path');
      }
    }
    expect(rays).toBeGreaterThan(10);
  });
});
