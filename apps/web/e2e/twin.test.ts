import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { npyHeader } from '@lumenloom/engine';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { signUp } from './signed-up.ts';
import { button, dialog, expectAccessible, inSizes, list, shot } from './workbench-page.ts';

const SIZES = [
  [375, 800],
  [1024, 768],
  [1440, 900],
] as const;
const [ROWS, COLUMNS, GAIN, BLACK, READ] = [48, 64, 0.5, 100, 4];
const program = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url));

let folder: string;
/** Codes of a camera of one colour, by a generator of their own. */
function stackOf(count: number, electrons: number, seed: number): Uint8Array {
  let state = seed;
  const normal = (): number => {
    let sum = -6;
    for (let i = 0; i < 12; i += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      sum += state / 2 ** 32;
    }
    return sum;
  };
  const codes = Uint16Array.from({ length: count * ROWS * COLUMNS }, () => {
    const light = electrons + Math.sqrt(electrons) * normal() + READ * normal();
    return Math.max(0, Math.floor(BLACK + GAIN * light + 0.5));
  });
  return Buffer.concat([npyHeader('uint16', [count, ROWS, COLUMNS]), new Uint8Array(codes.buffer)]);
}

const frames = [
  { kind: 'dark', file: 'dark-1ms.npy', exposure: 0.001 },
  { kind: 'flat', file: 'flat-10ms.npy', exposure: 0.01 },
  { kind: 'flat', file: 'flat-20ms.npy', exposure: 0.02 },
];
const manifest = { version: 1, name: 'Bench 3', pattern: 'mono', bits: 12, frames };

/** Bytes that requests carry; a frame alone has 6144. */
async function bodiesOf(requests: readonly Request[]): Promise<number> {
  const sizes = requests
    .filter((request) => request.method() !== 'GET')
    .map(async (request) => (await request.sizes()).requestBodySize);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-twin-'));
  for (const [at, { file }] of frames.entries())
    await writeFile(join(folder, file), stackOf(6, 1000 * at, 7 + at));
});
afterAll(() => rm(folder, { recursive: true }));

describeSite(
  'Twin',
  (site) => {
    test('a folder becomes a camera in the page: its frames never leave it', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), `twin${Date.now()}@example.com`);
      await page.reload();
      const sent: Request[] = [];
      page.on('request', (request) => sent.push(request));
      await button(page, 'Twin').click();
      await page.getByLabel('Folder').setInputFiles(folder);
      const box = dialog(page);
      await box.getByText('There is no manifest.json').waitFor();
      await expectAccessible(page);
      await box.getByRole('cell', { name: 'black level, read noise' }).waitFor();
      expect(await box.getByLabel('Exposure of flat-20ms.npy').inputValue()).toBe('0.02');
      await button(page, 'Measure').click();
      await box.getByText('pattern is missing: a DNG would say it.').waitFor();
      await box.getByLabel('Pattern').selectOption('mono');
      await box.getByLabel('Bits').fill('12');
      await box.getByLabel('Kind of flat-20ms.npy').selectOption('grid');
      await button(page, 'Measure').click();
      await box.getByText('frames[2].columns is missing.').waitFor();
      await box.getByLabel('Kind of flat-20ms.npy').selectOption('flat');
      await button(page, 'Measure').click();
      const gain = box.getByRole('row', { name: /^Gain/ });
      await gain.waitFor();
      expect(await gain.textContent()).toMatch(/^Gain0\.(49|50)\d* ?/);
      await box.getByText('sensor.darkCurrent: All darks have one exposure time.').waitFor();
      await box.getByRole('region', { name: 'Real beside simulated' }).waitFor();
      await inSizes(page, SIZES, (name) => shot(page, `twin-${name}`));
      await expectAccessible(page);
      // Everything so far was computed with what a page loads: nothing could carry a frame.
      expect(await bodiesOf(sent)).toBeLessThan(500);
      expect(Math.max(...sent.map((request) => request.url().length))).toBeLessThan(300);
      await button(page, 'Use this camera').click();
      await box.getByText('The recipe has this camera.').waitFor();
      // Sensor alone: this folder has no f-number. Its file has figures, and no frames.
      const uploads = sent.filter((request) => request.url().endsWith('/api/library'));
      expect(uploads.filter((request) => request.method() === 'POST')).toHaveLength(1);
      expect(await bodiesOf(uploads)).toBeLessThan(8000);
      await box.getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => list(page, 'Sensor').inputValue()).toMatch(/^mine:/);
    });

    test('a session is planned and practised in the page, measured and saved', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), `practise${Date.now()}@example.com`);
      await page.reload();
      await list(page, 'Scene').selectOption('Macbeth');
      await list(page, 'Optics').selectOption('Double-Gauss');
      await list(page, 'Sensor').selectOption('Bayer-grbg');
      await button(page, 'Twin').click();
      const box = dialog(page);
      await button(page, 'Plan and practise').click();
      await box.getByLabel('Colour chart').uncheck();
      await box.getByLabel('Dark squares').uncheck();
      await box.getByLabel('Grid of dots').uncheck();
      await box.getByLabel('Sensor can be warmed').uncheck();
      await box.getByLabel('to, s').fill('0');
      await button(page, 'Plan').click();
      await box.getByText('exposures must be the shortest and the longest time').waitFor();
      await box.getByLabel('to, s').fill('2');
      await button(page, 'Plan').click();
      await box.getByText('8 darks of 2.0 s.').waitFor();
      await box.getByText('Sharpness: it needs dark squares on white.').waitFor();
      await inSizes(page, SIZES, (name) => shot(page, `twin-plan-${name}`));
      await expectAccessible(page);
      await box.getByLabel('Share of the frames').fill('0.25');
      const sent: Request[] = [];
      page.on('request', (request) => sent.push(request));
      await button(page, 'Practise').click();
      await button(page, 'Measure these frames').click();
      await button(page, 'Measure').click();
      await box.getByRole('columnheader', { name: 'Given' }).waitFor();
      await inSizes(page, SIZES, (name) => shot(page, `twin-practised-${name}`));
      expect(await bodiesOf(sent)).toBeLessThan(3000);
      const saved = page.waitForEvent('download');
      await button(page, 'Download report').click();
      const report = await readFile(await (await saved).path(), 'utf8');
      expect(report).toMatch(/^<!doctype html>/);
      expect(report).toContain('Figures of the camera');
      expect(report).not.toMatch(/ (src|href)="(?!data:)/);
      await box.getByRole('button', { name: 'Save', exact: true }).click();
      await box.getByText(/lens\.json is missing|files of your library/).waitFor();
    });

    test('the page has the figures of the command line, bit by bit', async () => {
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
      const out = join(folder, 'out');
      await promisify(execFile)('node', [program, 'twin', folder, '--out', out]);
      const known = await readFile(join(out, 'twin.json'), 'utf8');
      await rm(out, { recursive: true });
      const page = await site().open('/simulate', 1440, 900);
      await button(page, 'Twin').click();
      await page.getByLabel('Folder').setInputFiles(folder);
      await button(page, 'Measure').click();
      const saved = page.waitForEvent('download');
      await button(page, 'Download twin.json').click();
      const text = await readFile(await (await saved).path(), 'utf8');
      expect(JSON.parse(text)).toEqual(JSON.parse(known));
      expect(text).toBe(known);
    });
  },
  { WORKBENCH_FEATURES: 'twin', COMPUTE_AUTH: 'session' },
);
