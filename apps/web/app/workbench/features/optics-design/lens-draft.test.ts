import { describe, expect, it } from 'vitest';
import {
  cellOf,
  documentOf,
  fieldsOf,
  markedText,
  movedCells,
  movedFollows,
  studyOf,
  textOf,
  withInserted,
  withoutSurface,
  withText,
  type Cell,
  type LensDraft,
} from './lens-draft.ts';
import { followed, scaled, solved, typed, varied as madeVaried, type Edit } from './table-edits.ts';

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
      radius: null,
      thickness: 1.5,
      glass: 'N-BK7',
      semiDiameter: 4,
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
  expect(studyOf({ lens, varied, follows: [], saved }, 12)).toEqual({
    lens,
    pickups: [],
    solves: [],
    vary: [
      { path: 'lens.surfaces[0].curvature', from: -0.9, to: 0.9 },
      { path: 'lens.surfaces[1].curvature', from: -0.225, to: 0.225 },
      { path: 'lens.surfaces[2].thickness', from: 0.09, to: 27 },
    ],
    merit: 'spot',
    operands: [{ figure: 'eflMm', target: 12, weight: 1 }],
    semiDiameters: 'keep',
  });
});

it('a study on the picture varies the same numbers a little, also where they are 0', () => {
  const varied = [at(0, 'radius'), at(2, 'radius'), at(2, 'thickness'), at(1, 'conic')];
  const saved = { lens, choice: 'Singlet' };
  const fields = fieldsOf({ lens, varied, follows: [], saved });
  const { radius, thickness } = lens.surfaces[2]!;
  const rangeOf = (path: string): readonly number[] => {
    const { from, to } = fields.find((field) => field.path === path)!;
    return [Number(from), Number(to)];
  };
  for (const [path, value] of [
    ['lens.surfaces[2].radius', radius!],
    ['lens.surfaces[2].thickness', thickness],
  ] as const) {
    const [from, to] = rangeOf(path) as [number, number];
    expect([from / value, to / value].map((share) => share.toFixed(3))).toEqual(['0.950', '1.050']);
  }
  expect(fields[0]!.path).toBe(
    `lens.surfaces[0].${lens.surfaces[0]!.radius === null ? 'curvature' : 'radius'}`,
  );
  const [low, high] = rangeOf('lens.surfaces[1].conic') as [number, number];
  expect([Math.sign(low), Math.sign(high)]).toEqual([-1, 1]);
});

describe('a number that follows', () => {
  const HELD = { focalLengthMm: 12, paraxialFNumber: 3 };
  const draft: LensDraft = { lens, varied: [], follows: [], saved: { lens, choice: 'Singlet' } };
  const draftOf = (edit: Edit | string | undefined): LensDraft => (edit as Edit).draft;
  const pickup = { kind: 'pickup', row: 1, factor: -1 } as const;

  it('is a pickup or a solve of the lens design, and marked in its cell', () => {
    const picked = draftOf(followed(draft, at(2, 'radius'), pickup));
    const all = draftOf(solved(picked, at(2, 'thickness'), HELD));
    expect(markedText(all, at(2, 'radius'))).toBe('P −#2');
    expect(markedText(all, at(2, 'thickness'))).toBe('S 9');
    expect(documentOf(all)).toEqual({
      lens,
      pickups: [
        { path: 'lens.surfaces[2].curvature', of: 'lens.surfaces[1].curvature', scale: -1 },
      ],
      solves: [{ solve: 'paraxialFocus' }],
    });
    const length = draftOf(solved(draft, at(2, 'radius'), HELD));
    expect(documentOf(length).solves).toEqual([{ solve: 'focalLength', surface: 2, value: 12 }]);
    const ratio = draftOf(solved(length, at(2, 'radius'), HELD));
    expect(documentOf(ratio).solves).toEqual([{ solve: 'fNumber', surface: 2, value: 3 }]);
    expect(markedText(ratio, at(2, 'radius'))).toMatch(/^F /);
    const best = draftOf(solved(all, at(2, 'thickness'), HELD));
    expect(documentOf(best).solves).toEqual([{ solve: 'bestFocus' }]);
    expect(markedText(best, at(2, 'thickness'))).toBe('B 9');
    // Pressed again, the solve ends.
    expect(draftOf(solved(ratio, at(2, 'radius'), HELD)).follows).toEqual([]);
    expect(draftOf(solved(best, at(2, 'thickness'), HELD)).follows).toEqual(picked.follows);
  });

  it('ends with what is typed, or with a variable; steps by keys are refused', () => {
    const picked = draftOf(followed(draft, at(2, 'radius'), pickup));
    expect(draftOf(typed(picked, at(2, 'radius'), '-10')).follows).toEqual([]);
    expect(draftOf(madeVaried(picked, at(2, 'radius')))).toMatchObject({
      follows: [],
      varied: [at(2, 'radius')],
    });
    expect(scaled(picked, at(2, 'radius'), 0.01)).toMatch(/follows/);
  });

  it('goes along with its surface and the one that it follows', () => {
    const { follows } = draftOf(followed(draft, at(2, 'radius'), pickup));
    expect(movedFollows(follows, 0, 1)).toEqual([
      { cell: at(3, 'radius'), rule: { ...pickup, row: 2 } },
    ]);
    expect(movedFollows(follows, 1, -1)).toEqual([]);
  });

  it.each([
    [followed(draft, at(2, 'glass'), pickup), /Glass follows no other/],
    [followed(draft, at(1, 'radius'), pickup), /another surface/],
    [followed(draft, at(2, 'radius'), { ...pickup, row: 7 }), /from 1 to 3/],
    [followed(draft, at(2, 'radius'), { ...pickup, factor: 0 }), /other than 0/],
    [solved(draft, at(0, 'radius'), HELD), /last thickness/],
  ])('is refused with a sentence: %#', (edit, sentence) => expect(edit).toMatch(sentence));
});

it('a coefficient of an asphere is typed by the power of r, and is no longer there as 0', () => {
  const aspheric = withText(lens, at(1, 'r4'), '2e-5') as typeof lens;
  expect(aspheric.surfaces[1]).toMatchObject({ aspheric: [0, 2e-5] });
  expect(textOf(aspheric, at(1, 'r4'))).toBe('0.00002');
  expect(withText(aspheric, at(1, 'r4'), '0')).toEqual(lens);
  const [bounds] = studyOf(
    { lens: aspheric, varied: [at(1, 'r4')], follows: [], saved: { lens, choice: '' } },
    12,
  ).vary;
  expect(bounds!.path).toBe('lens.surfaces[1].aspheric[1]');
  // The rim moves by a twentieth of the semi-diameter at most.
  expect((bounds!.to - 2e-5) * 4 ** 4).toBeCloseTo(0.2, 12);
});
