import { expect, test } from 'vitest';
import { tableCsv } from './table-csv.ts';

test('the surfaces are rows, with as many coefficients as the lens has', () => {
  const surfaces = [
    { radius: null, thickness: 2, glass: null, semiDiameter: 1 },
    {
      radius: -10,
      thickness: 3.5,
      glass: 'N-BK7',
      semiDiameter: 4,
      conic: -1,
      aspheric: [0, 2e-5],
    },
  ];
  const lens = { name: 'Lens', surfaces, stopIndex: 0, halfFieldDegrees: 5 };
  expect(tableCsv(lens).trim().split(/\r?\n/)).toEqual([
    'surface,radius,thickness,glass,semi-diameter,conic,r^2,r^4,stop',
    '1,,2,,1,0,0,0,1',
    '2,-10,3.5,N-BK7,4,-1,0,0.00002,0',
  ]);
});
