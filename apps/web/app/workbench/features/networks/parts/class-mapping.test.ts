import { expect, it } from 'vitest';
import { mappingOf, withCategory } from './class-mapping.ts';

it('pairs equal names whatever their case, then what the map says, and lists the rest', () => {
  expect(
    mappingOf(['Car', 'truck', 'person', 'kite'], ['car ', 'vehicle', 'Rider'], {
      TRUCK: 'Vehicle',
      kite: 'gone',
    }),
  ).toEqual({
    equal: ['Car'],
    others: [
      { label: 'truck', category: 'vehicle' },
      { label: 'person', category: '' },
      { label: 'kite', category: '' },
    ],
    unreached: ['Rider'],
    strange: [],
  });
  expect(mappingOf(['car'], ['car', 'vehicle'], { car: 'vehicle', van: 'vehicle' })).toEqual({
    equal: [],
    others: [{ label: 'car', category: 'vehicle' }],
    unreached: ['car'],
    strange: ['van'],
  });
});

it('another category takes the place of the one before, and labels of other networks go', () => {
  const map = { Truck: 'vehicle', person: 'Rider', van: 'vehicle' };
  expect(withCategory(['truck', 'person'], map, 'truck', 'car')).toEqual({
    person: 'Rider',
    truck: 'car',
  });
  expect(withCategory(['truck', 'person'], map, 'truck', '')).toEqual({ person: 'Rider' });
});
