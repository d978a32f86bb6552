import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRealNpy } from '../../src/images/npy.ts';
import { LAB_KINDS, labRow, type LabCase } from '../../src/proof/lab-cases.ts';
import golden from './cases.json' with { type: 'json' };

const cases = golden.cases as unknown as readonly LabCase[];
const NO_ARRAY = { shape: [0, 0], values: new Float64Array(), largest: undefined };
const arrayOf = ({ file }: LabCase) =>
  file === undefined ? NO_ARRAY : readRealNpy(readFileSync(new URL(file, import.meta.url)));

test('every kind of case is computed', () => {
  expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(LAB_KINDS));
});

test.each(cases.map((one, index) => [one.kind, one.name, one, index] as const))(
  '%s: %s',
  (_kind, _name, one, index) => {
    const row = labRow(one, index, arrayOf(one));
    expect(row.difference, `${row.what}: ${row.theirs} and ${row.ours}`).toBeLessThanOrEqual(
      row.allowed,
    );
  },
);
