import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePicture } from '@lumenloom/node-host';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { describeSite } from './browser.ts';
import {
  contentOf,
  button,
  choose,
  expectAccessible,
  openDialog,
  shots,
  shownPixels,
} from './workbench-page.ts';

const runs = (page: Page): Locator => page.getByRole('toolbar', { name: 'Runs' });
const runButton = (page: Page, number: number): Locator =>
  runs(page).getByRole('button', { name: new RegExp(`^run ${number}\\b`) });
const picture = (page: Page): Locator => page.getByAltText('Simulation result');
const pictureA = (page: Page): Locator => page.getByAltText(/^A: /);
const area = (page: Page): Locator => page.getByRole('group', { name: /^Picture:/ }).last();
const [ROWS, COLUMNS] = [90, 130];

/** The PNG files of the runs that a test makes. */
async function makeRuns(page: Page, lights: readonly string[]): Promise<readonly Buffer[]> {
  await choose(page, { Scene: 'Macbeth', Sensor: 'Bayer-grbg', ISP: 'Fast-openISP' });
  const box = await openDialog(page, 'Sensor Params');
  await box.getByLabel('Rows').fill(String(ROWS));
  await box.getByLabel('Cols').fill(String(COLUMNS));
  await box.getByLabel('Pixel Size').fill('11');
  await page.keyboard.press('Enter');
  const files: Buffer[] = [];
  for (const [at, light] of lights.entries()) {
    await choose(page, { Illuminant: light });
    await button(page, 'Run').click();
    await runButton(page, at + 1).waitFor();
    files.push(Buffer.from((await picture(page).getAttribute('src'))!.split(',')[1]!, 'base64'));
  }
  return files;
}

/** Red, green and blue of every pixel of a PNG file. */
const pixelsOf = async (file: Buffer): Promise<Uint8Array> =>
  Uint8Array.from((await decodePicture(file)).data);

/** What `lumenloom measure difference` says of two files. */
async function measuredDifference(one: Buffer, other: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'lumenloom-difference-'));
  try {
    const [a, b] = [join(folder, 'a.png'), join(folder, 'b.png')];
    writeFileSync(a, one);
    writeFileSync(b, other);
    const { stdout } = await lumenloom('measure', 'difference', a, b, '--json');
    return JSON.parse(stdout) as {
      maxAbs: number;
      meanAbs: number;
      psnrDb: number;
      ciede2000: { mean: number; max: number };
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const threeDigits = (value: number): string =>
  value >= 100 ? String(Number(value.toPrecision(3))) : value.toPrecision(3);

describeSite(
  'Compare (issue 19)',
  (site) => {
    test('wipe: A at the left of the line, B at the right, pixel by pixel; side by side; difference; two runs can be pressed in any order', async () => {
      const page = await site().open('/simulate', 1440, 900);
      const [one, other] = await makeRuns(page, ['D65', 'Tungsten']);
      await area(page).focus();
      await page.keyboard.press('w');
      const line = page.getByRole('slider', { name: /^Wipe/ });
      await line.waitFor();
      await page.getByText('run 1 → run 2: illuminant D65 → Tungsten').waitFor();
      await expectAccessible(page);
      // Four screen pixels per pixel of the picture, on whole screen pixels.
      await area(page).focus();
      await page.keyboard.press('z');
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      const box = (await picture(page).boundingBox())!;
      expect(box.width).toBe(4 * COLUMNS);
      const [a, b] = [await pixelsOf(one!), await pixelsOf(other!)];
      const screen = await decodePicture(await page.screenshot());
      const shownAt = (x: number, y: number): number[] => {
        const [left, top] = [Math.round(box.x) + 4 * x + 2, Math.round(box.y) + 4 * y + 2];
        const at = screen.channels * (top * screen.columns + left);
        return Array.from(screen.data.slice(at, at + 3));
      };
      const at = (pixels: Uint8Array, x: number, y: number): number[] =>
        Array.from(pixels.slice(3 * (y * COLUMNS + x), 3 * (y * COLUMNS + x) + 3));
      const { x: lineX, width } = (await line.boundingBox())!;
      const middle = (lineX + width / 2 - box.x) / 4;
      for (const y of [20, 45, 80])
        for (const x of [5, 30, 55, 75, 100, 125]) {
          expect(Math.abs(x - middle)).toBeGreaterThan(2);
          expect(shownAt(x, y), `x ${x} y ${y}`).toEqual(at(x < middle ? a : b, x, y));
        }
      await line.focus();
      await page.keyboard.press('End');
      expect(await line.getAttribute('aria-valuetext')).toBe('100 % of A');
      await page.keyboard.press('Shift+ArrowLeft');
      expect(await line.getAttribute('aria-valuetext')).toBe('90 % of A');
      const place = (await line.boundingBox())!;
      await page.mouse.move(place.x + place.width / 2, place.y + 100);
      await page.mouse.down();
      await page.mouse.move(place.x - 200, place.y + 120, { steps: 3 });
      await page.mouse.up();
      await expect
        .poll(async () => Number(await line.getAttribute('aria-valuenow')))
        .toBeLessThan(80);
      // Dragging the line has not moved the picture.
      expect(await picture(page).boundingBox()).toEqual(box);
      await page.keyboard.press('Escape');
      await line.waitFor({ state: 'detached' });

      // Side by side: zoom and pan are linked.
      await area(page).focus();
      await page.keyboard.press('0');
      await page.keyboard.press('s');
      await pictureA(page).waitFor();
      await expectAccessible(page);
      const transforms = async (): Promise<(string | null)[]> =>
        Promise.all(
          [pictureA(page), picture(page)].map((image) =>
            image.evaluate((element) => element.style.transform),
          ),
        );
      const [before] = await transforms();
      await page
        .getByRole('group', { name: /^Picture:/ })
        .first()
        .hover();
      await page.mouse.wheel(0, -300);
      await expect.poll(async () => (await transforms())[0]).not.toBe(before);
      await area(page).focus();
      await page.keyboard.press('ArrowLeft');
      const [left, right] = await transforms();
      expect(left).toBe(right);
      const [atLeft, atRight] = [
        await pictureA(page).boundingBox(),
        await picture(page).boundingBox(),
      ];
      expect([atLeft!.width, atLeft!.y]).toEqual([atRight!.width, atRight!.y]);
      await page.keyboard.press('Escape');
      await pictureA(page).waitFor({ state: 'detached' });

      // Difference: amplified pixels, and the figures of the command line.
      await area(page).focus();
      await page.keyboard.press('0');
      await page.keyboard.press('d');
      const figures = page.locator('output[aria-label="Difference"]');
      const { maxAbs, meanAbs, psnrDb, ciede2000 } = await measuredDifference(one!, other!);
      await expect
        .poll(() => figures.textContent())
        .toBe(
          `max ${maxAbs} · mean ${threeDigits(meanAbs)} · PSNR ${threeDigits(psnrDb)} dB · ΔE00 mean ${threeDigits(ciede2000.mean)}, max ${threeDigits(ciede2000.max)}`,
        );
      await expectAccessible(page);
      for (const factor of [8, 2]) {
        await page.getByLabel('Amplification of the difference').selectOption(String(factor));
        const expected = a.map((value, at) => Math.min(255, factor * Math.abs(value - b[at]!)));
        await expect
          .poll(async () => Buffer.compare(await shownPixels(picture(page)), expected))
          .toBe(0);
      }
      // The read-out has the difference, not the colour of its picture.
      const difference = (await picture(page).boundingBox())!;
      await page.mouse.move(
        difference.x + difference.width / 2,
        difference.y + difference.height / 2,
      );
      const signed = [0, 1, 2].map((channel) => {
        const place = 3 * ((ROWS / 2) * COLUMNS + COLUMNS / 2) + channel;
        const change = b[place]! - a[place]!;
        return change > 0 ? `+${change}` : String(change).replace('-', '−');
      });
      await expect
        .poll(() => page.locator('output[aria-label="Pixel under the cursor"]').textContent())
        .toBe(`x 65 y 45B − A  R ${signed[0]} G ${signed[1]} B ${signed[2]}`);

      // Two runs can be pressed in any order, each can be downloaded, and there is always an A.
      await page.keyboard.press('Escape');
      await figures.waitFor({ state: 'detached' });
      const downloaded = async (): Promise<Buffer> => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          button(page, 'Download PNG').click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/\.png$/);
        return contentOf(download);
      };
      const [runA, runB] = [/^run 1\s*A$/, /^run 2\s*B$/].map((name) =>
        runs(page).getByRole('button', { name }),
      );
      const forwards = async (): Promise<void> => {
        await runA!.waitFor();
        await runB!.waitFor();
      };
      const backwards = page.getByText('run 2 → run 1: illuminant Tungsten → D65');
      // The run that is A becomes B, and B becomes A.
      await runButton(page, 1).click();
      await backwards.waitFor();
      await expectAccessible(page);
      await shots(page, 'compare-exchanged');
      expect((await downloaded()).equals(one!)).toBe(true);
      await runButton(page, 2).click();
      await forwards();
      expect((await downloaded()).equals(other!)).toBe(true);
      await runButton(page, 2).click({ modifiers: ['Shift'] });
      await backwards.waitFor();
      await page.keyboard.press('Escape');
      await forwards();

      // A stays while runs are looked through.
      await choose(page, { Illuminant: 'D50' });
      await button(page, 'Run').click();
      await runButton(page, 3).waitFor();
      await runButton(page, 1).click();
      await backwards.waitFor();
    });

    test('Space held shows A; Shift-click chooses A, a click B; Escape goes one level out; a name stays', async () => {
      const page = await site().open('/simulate', 1440, 900);
      const files = await makeRuns(page, ['D65', 'Tungsten', 'D50']);
      const wanted = await Promise.all(files.map(pixelsOf));
      /** The number of the run whose picture is shown, from 0. */
      const shown = async (): Promise<number> => {
        const pixels = await shownPixels(picture(page));
        return wanted.findIndex((other) => Buffer.compare(pixels, other) === 0);
      };
      await area(page).focus();
      await page.keyboard.down(' ');
      await expect.poll(shown).toBe(1);
      await page.keyboard.up(' ');
      await expect.poll(shown).toBe(2);
      await runButton(page, 1).click({ modifiers: ['Shift'] });
      await area(page).focus();
      await page.keyboard.down(' ');
      await expect.poll(shown).toBe(0);
      await page.getByText('run 1 → run 3: illuminant D65 → D50').waitFor();
      await page.keyboard.up(' ');
      await runButton(page, 2).click();
      await expect.poll(shown).toBe(1);
      await area(page).focus();
      await page.keyboard.press('w');
      await page.getByText('run 1 → run 2: illuminant D65 → Tungsten').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(shown).toBe(1);
      await page.keyboard.press('Escape');
      await expect.poll(shown).toBe(2);
      await runButton(page, 2).focus();
      await page.keyboard.press('F2');
      await page.getByLabel('Name of run 2').fill('warm');
      await page.keyboard.press('Enter');
      await runs(page).getByRole('button', { name: /^warm/ }).waitFor();
      await expectAccessible(page);
      expect(site().pageErrors).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'compare' },
);
