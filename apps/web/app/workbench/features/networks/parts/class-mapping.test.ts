import { expect, it } from 'vitest';
import { mappingOf } from './class-mapping.ts';

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
  });
  expect(mappingOf(['car'], ['car', 'vehicle'], { car: 'vehicle' })).toEqual({
    equal: [],
    others: [{ label: 'car', category: 'vehicle' }],
    unreached: ['car'],
  });
});
