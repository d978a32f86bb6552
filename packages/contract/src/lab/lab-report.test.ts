import { expect, test } from 'vitest';
import { z } from 'zod';
import { labJsonSchema, labReportSchema, type LabFigure, type LabReport } from './lab-report.ts';

const FIGURE: LabFigure = {
  ...{ id: 'steps.dynamicRangeDb', label: 'Dynamic range', value: 61.2, unit: 'dB' },
  ...{ standardError: 0.3, n: 5, method: 'seeds', true: 60.4, condition: '', source: 'raw' },
};
const REPORT: LabReport = {
  version: 1,
  software: { name: 'Lumenloom', version: '0.1.0' },
  ...{ profile: 'general', seed: 1, seeds: 5, draft: false, date: null },
  cameras: [
    {
      ...{ name: 'first', recipe: {}, manifest: null },
      sections: [
        { id: 'steps', title: 'Grey steps', after: 'ISO 14524', figures: [FIGURE], curves: [] },
      ],
    },
  ],
  differences: [],
  missing: [],
};

const ofJsonSchema = z.fromJSONSchema(labJsonSchema() as z.core.JSONSchema.JSONSchema);
const withFigure = (figure: object) => ({
  ...REPORT,
  cameras: [
    { ...REPORT.cameras[0], sections: [{ ...REPORT.cameras[0]!.sections[0], figures: [figure] }] },
  ],
});

test('both schemas take a report', () => {
  expect(labReportSchema.parse(REPORT)).toEqual(REPORT);
  expect(ofJsonSchema.safeParse(REPORT).success).toBe(true);
});

const { unit: _, ...withoutUnit } = FIGURE;

test.each([
  ['a figure without a key', withFigure(withoutUnit)],
  ['a figure with another key', withFigure({ ...FIGURE, more: 1 })],
  ['no error without a reason', withFigure({ ...FIGURE, method: 'none' })],
  ['what is no number', withFigure({ ...FIGURE, true: NaN })],
  ['three cameras', { ...REPORT, cameras: Array(3).fill(REPORT.cameras[0]) }],
])('both refuse %s', (__, report) => {
  expect(labReportSchema.safeParse(report).success).toBe(false);
  expect(ofJsonSchema.safeParse(report).success).toBe(false);
});
