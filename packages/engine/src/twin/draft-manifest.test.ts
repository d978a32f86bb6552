import { expect, test } from 'vitest';
import { draftManifest } from './draft-manifest.ts';
import { readTwinManifest } from './manifest.ts';

test('names of files become entries that have to be looked at', () => {
  const files = ['a/dark_1ms.npy', 'flat-0.02s.DNG', 'Macbeth 250us.png', 'notes.txt', 'IMG_7.tif'];
  const draft = draftManifest(files)!;
  expect(draft['frames']).toEqual([
    { kind: 'dark', file: 'a/dark_1ms.npy', exposure: 0.001, guessed: true },
    { kind: 'flat', file: 'flat-0.02s.DNG', exposure: 0.02, guessed: true },
    { kind: 'chart', file: 'Macbeth 250us.png', exposure: 0.00025, guessed: true },
    { kind: 'flat', file: 'IMG_7.tif', guessed: true },
  ]);
  expect(() => readTwinManifest(draft)).toThrow('frames[0].guessed');
  expect(draftManifest(['notes.txt'])).toBeUndefined();
});
