import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newestPackage } from './newest-package.ts';

it('goes by the numbers of the version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-packages-'));
  try {
    expect(await newestPackage(join(folder, 'nothing'))).toBeUndefined();
    expect(await newestPackage(folder)).toBeUndefined();
    for (const file of [
      'lumenloom-1.9.0.tgz',
      'lumenloom-1.10.0.tgz',
      'lumenloom-1.2.11.tgz',
      'lumenloom-9.tgz',
      'lumenloom-2.0.0.tgz.part',
      'other-3.0.0.tgz',
    ])
      await writeFile(join(folder, file), '');
    expect(await newestPackage(folder)).toBe('lumenloom-1.10.0.tgz');
  } finally {
    await rm(folder, { recursive: true });
  }
});
