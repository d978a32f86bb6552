import { expect, it } from 'vitest';
import { RegularLook } from './regular-look.ts';

it('looks no more once its end has been asked for', async () => {
  let looks = 0;
  const look = new RegularLook(
    async () => {
      looks += 1;
    },
    () => undefined,
  );
  look.start();
  const ended = look.end();
  look.now();
  await ended;
  look.now();
  expect(looks).toBe(1);
});
