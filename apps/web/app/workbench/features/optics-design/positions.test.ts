import type { LensFile } from '@lumenloom/browser-host';
import { expect, test } from 'vitest';
import type { LensDraft } from './lens-draft.ts';
import { inPosition, openedLens, wholeLens } from './positions.ts';
import { inserted, typed, type Edit } from './table-edits.ts';

const file: LensFile = {
  name: 'Two lenses',
  surfaces: [
    { radius: 40, thickness: 3, glass: 'N-BK7', semiDiameter: 5 },
    { radius: -80, thickness: 5, glass: null, semiDiameter: 5 },
    { radius: null, thickness: 30, glass: null, semiDiameter: 5 },
  ],
  stopIndex: 0,
  halfFieldDegrees: 4,
  configurations: [
    { name: 'near', set: { 'surfaces[1].thickness': 9 } },
    { name: 'far', set: { 'surfaces[1].thickness': 14, halfFieldDegrees: 2 } },
  ],
};
const opened = openedLens(file);
const draft: LensDraft = {
  ...opened,
  varied: [],
  follows: [],
  saved: { ...opened, choice: 'mine:1' },
};
const after = (edit: Edit | string | undefined): LensDraft => (edit as Edit).draft;

test('a lens is whole again after it was shown in any position', () => {
  expect(wholeLens(draft)).toEqual(file);
  const far = inPosition(inPosition(draft, 2), 3);
  expect([far.lens.surfaces[1]!.thickness, far.lens.halfFieldDegrees]).toEqual([14, 2]);
  expect(far.lens).toBe(far.saved.lens);
  expect(wholeLens(far)).toEqual(file);
});

test('an edit is one of the position where that sets the number, else of all', () => {
  const near = inPosition(draft, 2);
  const own = after(typed(near, { row: 1, column: 'thickness' }, '7'));
  const both = after(typed(own, { row: 0, column: 'radius' }, '44'));
  const whole = wholeLens(both);
  expect(whole.surfaces.map(({ radius, thickness }) => [radius, thickness])).toEqual([
    [44, 3],
    [-80, 5],
    [null, 30],
  ]);
  expect(whole.configurations).toEqual([
    { name: 'near', set: { 'surfaces[1].thickness': 7 } },
    file.configurations![1],
  ]);
  expect(inPosition(both, 3).lens.surfaces[0]!.radius).toBe(44);
});

test('paths of positions follow a surface that is inserted before theirs', () => {
  const whole = wholeLens(inserted(inPosition(draft, 2), 1).draft);
  expect(whole.surfaces).toHaveLength(4);
  expect(Object.keys(whole.configurations![1]!.set)).toEqual([
    'surfaces[2].thickness',
    'halfFieldDegrees',
  ]);
  expect(whole.surfaces[2]!.thickness).toBe(5);
});
