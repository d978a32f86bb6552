import { expect, it } from 'vitest';
import { particleOptions } from './particle-options.ts';

it('has the specified numbers (specification S-149), and only pushing bound to the click', () => {
  expect(particleOptions.particles).toMatchObject({
    number: { value: 50 },
    links: { distance: 150 },
  });
  expect(particleOptions.interactivity).toMatchObject({
    modes: { push: { quantity: 4 }, remove: { quantity: 2 }, repulse: { distance: 200 } },
    events: { onClick: { enable: true, mode: 'push' } },
  });
});
