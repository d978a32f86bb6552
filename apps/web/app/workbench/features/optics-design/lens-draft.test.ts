import { describe, expect, it } from 'vitest';
import {
  cellOf,
  movedCells,
  studyOf,
  textOf,
  withInserted,
  withoutSurface,
  withText,
  type Cell,
} from './lens-draft.ts';

const lens = {
  name: 'Singlet with a stop',
  surfaces: [
    { radius: null, thickness: 2, glass: null, semiDiameter: 1 },
    { radius: 10, thickness: 3, glass: 'N-BK7', semiDiameter: 4 },
    { radius: -10, thickness: 9, glass: null, semiDiameter: 4, conic: -1 },
  ],
  stopIndex: 0,
  halfFieldDegrees: 5,
};
const at = (row: number, column: Cell['column']): Cell => ({ row, column });

describe('a cell', () => {
  it('shows planes and air blank', () =>
    expect([
      textOf(lens, at(0, 'radius')),
      textOf(lens, at(0, 'glass')),
      textOf(lens, at(1, 'radius')),
      textOf(lens, at(1, 'conic')),
      textOf(lens, at(2, 'conic')),
    ]).toEqual(['', '', '10', '0', '-1']));

  it.each([
    ['radius', ' −12,5 ', { radius: -12.5 }],
    ['radius', '', { radius: null }],
    ['thickness', '1e-1', { thickness: 0.1 }],
    ['glass', ' F2 ', { glass: 'F2' }],
    ['glass', '', { glass: null }],
  ] as const)('%s takes %j', (column, text, wanted) => {
    const changed = withText(lens, at(1, column), text);
    expect(changed).toEqual({
      ...lens,
      surfaces: [lens.surfaces[0], { ...lens.surfaces[1], ...wanted }, lens.surfaces[2]],
    });
  });

  it.each([
    ['radius', 'ten', 'Surface 2: Radius must be a number, or blank for a plane.'],
    ['thickness', '', 'Surface 2: Thickness must be a number.'],
  ] as const)('%s refuses %j with a sentence', (column, text, sentence) =>
    expect(withText(lens, at(1, column), text)).toBe(sentence),
  );

  it('is found by the field of a problem', () =>
    expect([
      cellOf('surfaces[3].glass'),
      cellOf('surfaces[3].tilt'),
      cellOf('halfFieldDegrees'),
      cellOf(undefined),
    ]).toEqual([at(3, 'glass'), undefined, undefined, undefined]));
});

describe('a surface', () => {
  it('is inserted in the middle of the way, and the sensor stays where it is', () => {
    const longer = withInserted(lens, 2);
    expect(longer.surfaces.map(({ thickness }) => thickness)).toEqual([2, 1.5, 1.5, 9]);
    expect(longer.surfaces[2]).toEqual({
      ...{ radius: null, thickness: 1.5, glass: 'N-BK7', semiDiameter: 4 },
    });
    expect(longer.stopIndex).toBe(0);
    expect(withInserted({ ...lens, stopIndex: 2 }, 1).stopIndex).toBe(3);
  });

  it('is deleted, and the one before gets its way', () => {
    const shorter = withoutSurface({ ...lens, stopIndex: 2 }, 1);
    expect(shorter.surfaces.map(({ thickness }) => thickness)).toEqual([5, 9]);
    expect(shorter.stopIndex).toBe(1);
    const one = { ...lens, surfaces: lens.surfaces.slice(2) };
    expect(withoutSurface(one, 0)).toBe(one);
  });

  it('takes its variables along', () => {
    const cells = [at(0, 'radius'), at(1, 'radius'), at(2, 'thickness')];
    expect(movedCells(cells, 1, 1)).toEqual([at(0, 'radius'), at(2, 'radius'), at(3, 'thickness')]);
    expect(movedCells(cells, 1, -1)).toEqual([at(0, 'radius'), at(1, 'thickness')]);
  });
});

it('a search varies curvatures within what can be made, and holds the focal length', () => {
  const varied = [at(0, 'radius'), at(1, 'radius'), at(2, 'thickness')];
  const saved = { lens, choice: 'Singlet' };
  expect(studyOf({ lens, varied, saved }, 12)).toEqual({
    lens,
    vary: [
      { path: 'lens.surfaces[0].curvature', from: -0.9, to: 0.9 },
      { path: 'lens.surfaces[1].curvature', from: -0.225, to: 0.225 },
      { path: 'lens.surfaces[2].thickness', from: 0.09, to: 27 },
    ],
    operands: [{ figure: 'eflMm', target: 12 }],
    semiDiameters: 'keep',
  });
});
