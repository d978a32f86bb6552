import { expect, test } from 'vitest';
import { lossSentence } from './why-lost.ts';

const ladder = (name: string, optics: number, pixel: number) => ({
  name,
  conditions: [
    {
      condition: '',
      weight: 1,
      stages: [
        { stage: 'optics', loss: optics },
        { stage: 'pixel', loss: pixel },
      ],
    },
  ],
});
const best = ladder('best', 0.5, 0);

test('says which part makes most of a loss', () => {
  expect(lossSentence(ladder('rival', 0.6, 0.3), best)).toBe(
    'rival loses .4 to best, .3 of it by pixels and well.',
  );
});

test('a part that loses more than the camera is not a part of the loss', () => {
  expect(lossSentence(ladder('rival', 0.4, 0.3), best)).toBe(
    'rival loses .2 to best: .3 by pixels and well, of which other parts win .1 back.',
  );
});
