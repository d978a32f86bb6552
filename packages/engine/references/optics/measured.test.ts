/**
 * Measured lenses against an independent model (golden-measured/*.json, whose `about` says what
 * each number is).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measuredDesign } from '../../src/optics/measured/measured-design.ts';
import {
  measuredMap,
  measuredReport,
  ownModel,
} from '../../src/optics/measured/measured-report.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import { expectHeld } from '../held.ts';
import { largest } from './largest.ts';
import { fitMap } from '../../src/optics/lens-geometry.ts';
import type { Table } from '../../src/text/json-fields.ts';

interface Transfers {
  readonly cases: readonly {
    readonly name: string;
    readonly lens: Table;
    readonly tolerance: number;
    readonly checks: readonly {
      readonly field: number;
      readonly wavelengthNm: number;
      readonly shiftUm: number;
      readonly fNumber: number | null;
      readonly frequencies: readonly number[];
      readonly tangential: readonly number[];
      readonly sagittal: readonly number[];
    }[];
  }[];
}
interface Maps {
  readonly tables: readonly {
    readonly name: string;
    readonly lens: Table;
    readonly fields: readonly number[];
    readonly checks: readonly {
      readonly fieldDegrees: number;
      readonly chiefHeightMm: number;
      readonly relativeIllumination: number;
    }[];
    readonly tolerance: {
      readonly chiefHeightMm: number;
      readonly relativeIllumination: number;
    };
  }[];
  readonly models: readonly {
    readonly name: string;
    readonly lens: Table & {
      readonly distortion: {
        readonly imageSize: readonly [number, number];
        readonly pixelMicrometres: number;
      };
    };
    readonly checks: readonly {
      readonly fieldDegrees: number;
      readonly towards: readonly [number, number];
      readonly pixel: readonly [number, number];
    }[];
    readonly tolerancePx: number;
  }[];
}

const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`golden-measured/${name}.json`, import.meta.url), 'utf8'));
const { cases } = golden('zernike') as Transfers;
const { tables, models } = golden('maps') as Maps;

const worst = {
  otf: largest(),
  heights: largest(),
  light: largest(),
  calibrations: largest(),
};

describe.each(cases)('wavefront: $name', ({ lens, checks, tolerance }) => {
  const file = readMeasuredLens(lens);

  test.each(checks)('field $field, f/$fNumber, sensor moved by $shiftUm um', (check) => {
    const { field, wavelengthNm, shiftUm, fNumber, frequencies } = check;
    const design = measuredDesign(file, fNumber === null ? undefined : { fNumber });
    const [found] = measuredReport(design, {
      wavelengths: [wavelengthNm],
      fields: [field],
      shifts: [shiftUm * 1e-6],
      frequencies,
    }).throughFocus!;
    for (const direction of ['tangential', 'sagittal'] as const)
      for (const [i, value] of check[direction].entries())
        expect(worst.otf(found![direction][i]! - value)).toBeLessThan(tolerance);
  });

  test('a sensor that the focus moves gives the wavefront of that place', () => {
    const { field, wavelengthNm, frequencies, fNumber } = checks[0]!;
    const asked = { wavelengths: [wavelengthNm], fields: [field, 1], frequencies };
    const stop = fNumber === null ? {} : { fNumber };
    const moved = measuredDesign(file, { ...stop, focusShift: 20e-6 });
    const through = measuredReport(measuredDesign(file, stop), { ...asked, shifts: [20e-6] });
    const placed = measuredReport(moved, { ...asked, shifts: [0] });
    for (const [i, { tangential }] of placed.throughFocus!.entries())
      for (const [k, value] of tangential.entries())
        expect(Math.abs(value - through.throughFocus![i]!.tangential[k]!)).toBeLessThan(FITTED);
  });
});

/** The path of a moved sensor is fitted by a polynomial (measured: 1e-6). */
const FITTED = 1e-4;

test.each(tables)('map: $name', ({ lens, fields, checks, tolerance }) => {
  const found = measuredReport(measuredDesign(readMeasuredLens(lens)), {
    wavelengths: [550],
    fields,
    frequencies: [],
  }).fields;
  for (const [i, check] of checks.entries()) {
    expect(Math.abs(found[i]!.fieldDegrees - check.fieldDegrees)).toBeLessThan(DEGREES);
    expect(worst.heights(found[i]!.chiefHeightMm - check.chiefHeightMm)).toBeLessThanOrEqual(
      tolerance.chiefHeightMm,
    );
    expect(worst.light(found[i]!.relativeIllumination - check.relativeIllumination)).toBeLessThan(
      tolerance.relativeIllumination,
    );
  }
});

/** The image circle of the golden has ten digits. */
const DEGREES = 1e-7;

describe.each(models)('calibration: $name', ({ lens, checks, tolerancePx }) => {
  const design = measuredDesign(readMeasuredLens(lens));
  const { imageSize, pixelMicrometres } = lens.distortion;
  const pitch = pixelMicrometres * 1e-6;

  test('fields are imaged where the model has them', () => {
    const { imagePoint } = measuredMap(design);
    for (const { fieldDegrees, towards, pixel } of checks) {
      const [x, y] = imagePoint!((fieldDegrees * Math.PI) / 180, towards);
      expect(Math.abs(x / pitch + (imageSize[0] - 1) / 2 - pixel[0])).toBeLessThan(tolerancePx);
      expect(Math.abs(y / pitch + (imageSize[1] - 1) / 2 - pixel[1])).toBeLessThan(tolerancePx);
    }
  });

  test('the fitted model is the model of the file', () => {
    const corner = (Math.hypot(...imageSize) / 2) * pitch;
    const model = fitMap(measuredMap(design), ownModel(design.file), pitch, corner);
    expect(worst.calibrations(model.worstPx)).toBeLessThan(FITTED_PX);
  });
});

/** Law of the golden: calibrations fitted back, pixels. */
const FITTED_PX = 0.05;

test('deviations are those that are stated', () => {
  expectHeld('measured-otf', worst.otf(), 0.005);
  expectHeld('measured-heights', worst.heights(), 2e-5);
  expectHeld('measured-light', worst.light(), 0.005);
  expectHeld('measured-calibrations', worst.calibrations(), FITTED_PX);
});
