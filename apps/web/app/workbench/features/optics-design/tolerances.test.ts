import { expect, it } from 'vitest';
import { operandCellOf, meritDocument, movedMerit, operandOf, type Merit } from './merit.ts';
import { drawingCsv } from './drawing-csv.ts';
import { elementsOf, toleranceDocument, wordsOfPath } from './tolerances.ts';

/** A cemented pair and a plane front of a second element behind an air space. */
const lens = {
  name: 'Pair',
  surfaces: [
    { radius: 20, thickness: 3, glass: 'N-BK7', semiDiameter: 4 },
    { radius: -20, thickness: 1, glass: 'F2', semiDiameter: 4 },
    { radius: -60, thickness: 2, glass: null, semiDiameter: 4 },
    { radius: null, thickness: 2, glass: 'N-BK7', semiDiameter: 4 },
    { radius: -40, thickness: 30, glass: null, semiDiameter: 4 },
  ],
  stopIndex: 0,
  halfFieldDegrees: 5,
};
const NONE = { radius: '', thickness: '', index: '', wedge: '', decentre: '', tilt: '' };

it('cemented glass is one element; errors are those of what is there', () => {
  expect(elementsOf(lens)).toEqual([
    [0, 2],
    [3, 4],
  ]);
  const { kinds, document } = toleranceDocument(
    {
      lens,
      tolerances: { ...NONE, radius: '0,5', wedge: '.1', tilt: 'no', samples: '20', limit: '' },
    },
    'spot',
    0.004,
  );
  expect(document.tolerances).toEqual([
    { path: 'lens.surfaces[0].radius', plusMinus: 0.1 },
    { path: 'lens.surfaces[1].radius', plusMinus: 0.1 },
    { path: 'lens.surfaces[2].radius', plusMinus: 0.3 },
    { path: 'lens.surfaces[4].radius', plusMinus: 0.2 },
    { path: 'lens.surfaces[2].tilt[0]', plusMinus: 0.1 },
    { path: 'lens.surfaces[4].tilt[0]', plusMinus: 0.1 },
    { path: 'lens.groups[0].tilt[0]', plusMinus: NaN },
    { path: 'lens.groups[1].tilt[0]', plusMinus: NaN },
  ]);
  expect(kinds[6]).toBe('tilt');
  expect(document.yield.limit).toBeCloseTo(0.006, 12);
  expect(document.tolerances.map(({ path }) => wordsOfPath(path)).slice(3, 7)).toEqual([
    ...['radius 5', 'wedge 3', 'wedge 5', 'tilt of element 1'],
  ]);
});

it('the drawing table has a row for each glass, with the tolerances that are typed', () => {
  const glasses = [{ name: 'F2', maker: 'SCHOTT', index: 1.62004, abbe: 36.37 }];
  const typed = { ...NONE, radius: '1', wedge: '.1', samples: '', limit: '' };
  expect(
    drawingCsv(lens, glasses as never, typed)
      .trim()
      .split('\n')
      .slice(1),
  ).toEqual([
    '1,1,1,20,CX,0.2,8,N-BK7,,,,3,,20,CX,0.2,8,',
    '1,2,2,20,CC,0.2,8,F2,1.62004,,36.37,1,,60,CX,0.6,8,0.1',
    '2,1,4,,plane,,8,N-BK7,,,,2,,40,CX,0.4,8,0.1',
  ]);
});

it('an operand is what the document of a lens study has, and goes along with its surface', () => {
  const edge = { ...operandOf('edgeThicknessMm', '0,3'), surface: 3, limit: 'min' as const };
  const merit: Merit = { merit: 'spot', operands: [operandOf('distortionPercent', 'x'), edge] };
  expect(meritDocument(merit)).toEqual({
    merit: 'spot',
    operands: [
      { figure: 'distortionPercent', field: 1, target: 'x', weight: 1 },
      { figure: 'edgeThicknessMm', surface: 3, min: 0.3, weight: 1 },
    ],
  });
  expect(movedMerit(merit, 1, 1)!.operands[1]!.surface).toBe(4);
  expect(movedMerit(merit, 3, -1)!.operands).toHaveLength(1);
  expect(operandCellOf('operands[1].min')).toEqual({ at: 1, cell: 'value' });
  expect(operandCellOf('operands[0].field')).toEqual({ at: 0, cell: 'field' });
  expect(operandCellOf('lens.surfaces[1].radius')).toBeUndefined();
});
