import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePictures, mastersIn, siteFiles, siteFolders } from './pictures.mjs';

describe('makePictures', () => {
  let folder, folders;
  const files = [
    { file: 'red-8.avif', master: 'red', type: 'avif', width: 8, height: 6 },
    { file: 'red-4.webp', master: 'red', type: 'webp', width: 4, height: 3 },
    { file: 'videos/green.avif', master: 'videos/green', type: 'avif' },
  ];
  const paint = (file, background) =>
    sharp({ create: { width: 8, height: 6, channels: 3, background } }).toFile(
      join(folders.masters, file),
    );

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lumenloom-pictures-'));
    folders = {
      masters: join(folder, 'masters'),
      output: join(folder, 'output'),
      record: join(folder, 'cache/record.json'),
    };
    mkdirSync(join(folders.masters, 'videos'), { recursive: true });
    await paint('red.webp', 'red');
    await paint('videos/green.png', 'lime');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('makes every file in its size and format, in the colours of its master', async () => {
    expect((await makePictures(folders, files)).sort()).toEqual(
      files.map(({ file }) => file).sort(),
    );
    for (const { file, format, width, height, channel } of [
      { file: 'red-8.avif', format: 'heif', width: 8, height: 6, channel: 0 },
      { file: 'red-4.webp', format: 'webp', width: 4, height: 3, channel: 0 },
      { file: 'videos/green.avif', format: 'heif', width: 8, height: 6, channel: 1 },
    ]) {
      const made = sharp(join(folders.output, file));
      expect(await made.metadata()).toMatchObject({ format, width, height });
      const { channels } = await made.stats();
      expect(channels[channel]?.mean, file).toBeGreaterThan(240);
      expect(channels[2]?.mean, file).toBeLessThan(15);
    }
  });

  test('makes again only what changed', async () => {
    await makePictures(folders, files);
    expect(await makePictures(folders, files)).toEqual([]);
    await paint('red.webp', 'blue');
    expect((await makePictures(folders, files)).sort()).toEqual(['red-4.webp', 'red-8.avif']);
    rmSync(join(folders.output, 'videos/green.avif'));
    expect(await makePictures(folders, files)).toEqual(['videos/green.avif']);
    const [first, ...others] = files;
    expect(await makePictures(folders, [{ ...first, width: 4, height: 3 }, ...others])).toEqual([
      'red-8.avif',
    ]);
  });

  test('removes pictures that are no longer asked for, and nothing else', async () => {
    await makePictures(folders, files);
    await sharp(join(folders.masters, 'red.webp')).toFile(join(folders.output, 'video.png'));
    await makePictures(folders, files.slice(0, 1));
    expect(readdirSync(folders.output, { recursive: true }).sort()).toEqual([
      'red-8.avif',
      'video.png',
      'videos',
    ]);
  });

  test('names the picture whose master is missing', async () => {
    rmSync(join(folders.masters, 'red.webp'));
    await expect(makePictures(folders, files)).rejects.toThrow('"npm run media -- red"');
  });
});

describe("the site's pictures", () => {
  const masters = mastersIn(siteFolders.masters);

  test('each have one master, and each master is used', () => {
    const files = readdirSync(siteFolders.masters, { recursive: true, withFileTypes: true });
    expect(files.filter((entry) => entry.isFile())).toHaveLength(masters.size);
    expect([...new Set(siteFiles().map(({ master }) => master))].sort()).toEqual(
      [...masters.keys()].sort(),
    );
  });

  test('are never larger than their masters, and of the same shape', async () => {
    for (const { file, master, width, height } of siteFiles().filter(({ width }) => width)) {
      const full = await sharp(masters.get(master)).metadata();
      expect(width, file).toBeLessThanOrEqual(full.width);
      expect(Math.abs(height - (full.height * width) / full.width), file).toBeLessThanOrEqual(0.5);
    }
  });

  // In an unpacked archive there is no repository to ask.
  const git = (...args) => spawnSync('git', args, { cwd: siteFolders.output, encoding: 'utf8' });
  const isRepository = spawnSync('git', ['ls-files'], { cwd: siteFolders.masters }).status === 0;
  test.skipIf(!isRepository)('are not committed in any size or format', () => {
    mkdirSync(siteFolders.output, { recursive: true });
    const names = siteFiles().map(({ file }) => file);
    expect(git('ls-files', '--', ...names).stdout).toBe('');
    expect(
      git('check-ignore', '--', ...names)
        .stdout.trim()
        .split('\n'),
    ).toEqual(names);
    expect(
      git('ls-files')
        .stdout.split('\n')
        .filter((file) => !/^videos\/[\w-]+\.(mp4|webm)$/.test(file) && file !== ''),
    ).toEqual([]);
  });
});
