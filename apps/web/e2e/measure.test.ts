import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { reload } from './site-page.ts';
import {
  contentOf,
  button,
  choose,
  expectAccessible,
  openDialog,
  shot,
  inSizes,
  DRAWN_FOR,
} from './workbench-page.ts';

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const figures = (page: Page): Locator =>
  page.getByRole('group', { name: 'Figures of the picture' });
const picture = (page: Page): Locator => page.getByAltText('Simulation result');
const chain = {
  Illuminant: 'D65',
  Sensor: 'Bayer-grbg',
  ISP: 'Fast-openISP',
};

/** Makes a picture of a scene and shows its figures. */
async function measured(page: Page, scene: string, optics = ''): Promise<void> {
  await choose(page, { ...chain, Scene: scene, Optics: optics });
  await button(page, 'Run').click();
  await picture(page).waitFor();
  await button(page, 'Run').and(page.locator(':enabled')).waitFor();
  await tab(page, 'Measure').click();
  await figures(page).getByText('Of the picture shown.').waitFor();
}

/** SFR: raw, developed and true with Nyquist, and MTF50 as the log has it. */
async function expectSfr(page: Page): Promise<void> {
  const plot = page.getByRole('img', { name: /^SFR: .*raw, developed, true$/ });
  expect(await plot.getByText('Nyquist').count()).toBe(1);
  const row = page.getByRole('row', { name: /^MTF50 raw/ });
  const [raw, expected] = (await row.getByRole('cell').allInnerTexts()).map(Number);
  expect(Math.abs(raw! - expected!)).toBeLessThan(0.03);
  await tab(page, 'Log').click();
  const line = page.getByRole('log').locator('p', { hasText: 'MTF50 on the axis (edge tilted' });
  expect(await line.innerText()).toContain(Number(raw!.toFixed(2)).toString().replace(/^0/, ''));
}

/** Distortion against height, measured and of the lens. */
async function expectGeometry(page: Page): Promise<void> {
  const plot = page.getByRole('img', { name: /^Distortion: .*measured, lens$/ });
  expect(await plot.locator('polyline').count()).toBe(2);
  for (const name of [/^Relative illumination: /, /^Lateral colour: /]) {
    const points = await page.getByRole('img', { name }).locator('polyline').getAttribute('points');
    expect(points!.split(' ')).toHaveLength(25);
  }
  await page.getByRole('img', { name: /^Relative illumination: / }).scrollIntoViewIfNeeded();
  await shot(page, 'geometry');
}

/** The figures take at most 40 percent of the workbench. */
async function expectRoomForPicture(page: Page, name: string, width: number): Promise<void> {
  await shot(page, `${name}-${width}`);
  const main = (await page.locator('main').boundingBox())!;
  const side = (await page.getByRole('tabpanel').boundingBox())!;
  expect(side.width).toBeLessThanOrEqual(0.4 * main.width);
}

describeSite(
  'the Measure tab and SFR, switched on (issue 17)',
  (site) => {
    test('Macbeth: what to do before the first run; tabs have keys; tab and width are remembered; 24 split patches, histograms, SNR of the greys; the SFR asks for a region where there is no edge; Suit this light fills AWB and CCM in', async () => {
      const page = await site().open('/simulate');
      await tab(page, 'Log').focus();
      await page.keyboard.press('ArrowRight');
      await figures(page).getByText('Run makes a picture and measures it (Ctrl+Enter).').waitFor();
      const divider = page.getByRole('separator', { name: 'Width of the figures' });
      await divider.press('ArrowLeft');
      expect(await divider.getAttribute('aria-valuenow')).toBe('32');
      await reload(page);
      await divider.waitFor();
      expect(await tab(page, 'Measure').getAttribute('aria-selected')).toBe('true');
      expect(await divider.getAttribute('aria-valuenow')).toBe('32');

      await measured(page, 'Macbeth');
      await inSizes(page, DRAWN_FOR, (width) => expectRoomForPicture(page, 'macbeth', width));
      expect(await page.getByRole('list', { name: 'Patches' }).getByRole('listitem').count()).toBe(
        24,
      );
      for (const name of [/^Histogram linear/, /^Histogram developed/])
        expect(await page.getByRole('img', { name }).locator('polyline').count()).toBe(3);

      await figures(page).locator('summary', { hasText: 'Noise' }).click();
      const plot = page.getByRole('img', { name: /^Noise: .*sensor, greys, developed$/ });
      const points = await plot.locator('polyline').last().getAttribute('points');
      // White is clipped: all of its pixels are equal, so it has no ratio.
      expect(points!.split(' ')).toHaveLength(5);
      await plot.scrollIntoViewIfNeeded();
      await shot(page, 'noise');
      await expectAccessible(page);

      // The button SFR opens the SFR.
      await tab(page, 'Log').click();
      await button(page, 'SFR').and(page.locator(':enabled')).click();
      expect(await tab(page, 'Measure').getAttribute('aria-selected')).toBe('true');
      await figures(page)
        .getByText(/draw a region across an edge/)
        .waitFor();
      const summary = figures(page).locator('summary', { hasText: 'SFR' });
      await summary.click();
      await figures(page).evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
      await button(page, 'SFR').click();
      await summary.and(page.locator(':focus')).waitFor();
      expect(await summary.evaluate((element) => element.parentElement!.matches('[open]'))).toBe(
        true,
      );
      expect(await figures(page).evaluate((pane) => pane.scrollTop)).toBeLessThan(50);

      // Suit this light.
      const meanError = async (): Promise<number> => {
        const row = figures(page).getByRole('row', { name: /^CIEDE2000 mean/ });
        return Number(await row.getByRole('cell').first().innerText());
      };
      const before = await meanError();
      const box = await openDialog(page, 'ISP Params');
      await box.getByRole('button', { name: 'Suit this light' }).click();
      await box
        .getByText(/^For the Macbeth chart under D65: CIEDE2000 .* 9 of 12 CCM values\.$/)
        .waitFor();
      expect(await box.getByLabel('Red gain r_gain', { exact: true }).inputValue()).not.toBe(
        '1400',
      );
      await expectAccessible(page);
      await shot(page, 'suit-this-light');
      await button(page, 'Modify').click();
      await measured(page, 'Macbeth');
      // Without a lens and in the page's own size 8.2 becomes 6.3.
      expect(await meanError()).toBeLessThan(0.85 * before);
      await choose(page, { Scene: 'Gridlines' });
      await figures(page)
        .getByText(/^Out of date/)
        .waitFor();
    });

    test('Slanted Edge and Gridlines at 1024 and 1440 px: figures beside the truth, accessible, the picture keeps 60 percent', async () => {
      const page = await site().open('/simulate', 1024, 768);
      for (const [scene, expectFigures] of [
        ['Slanted Edge', expectSfr],
        ['Gridlines', expectGeometry],
      ] as const) {
        await measured(page, scene, 'Double-Gauss');
        await inSizes(page, DRAWN_FOR, (width) =>
          expectRoomForPicture(page, scene.toLowerCase().replace(' ', '-'), width),
        );
        await expectFigures(page);
      }
    });

    test('a region by keys and by Alt-drag: statistics and SFR within 100 ms; figures copy as text; plots download as CSV and PNG', async () => {
      const page = await site().open('/simulate');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await measured(page, 'Slanted Edge');
      await button(page, 'Copy SFR on the axis').click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
        /^SFR on the axis\nfigure\tmeasured\ttrue\tdifference\tunit\nMTF50 raw\t/,
      );
      const saved = async (name: string): Promise<{ name: string; bytes: Buffer }> => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          button(page, name).click(),
        ]);
        return { name: download.suggestedFilename(), bytes: await contentOf(download) };
      };
      const csv = await saved('Download SFR as CSV');
      expect(csv.name).toBe('sfr.csv');
      const [head, ...rows] = csv.bytes.toString().trim().split('\n');
      expect(head).toContain('"raw","cycles per pixel","developed","cycles per pixel","true"');
      expect(rows).toHaveLength(50);
      const png = await saved('Download SFR as PNG');
      expect(png.name).toBe('sfr.png');
      expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([1008, 612]);

      // A region.
      const area = page.getByRole('group', { name: /^Picture:/ });
      await area.focus();
      await page.keyboard.press('r');
      const frame = page.getByRole('group', { name: /^Region x/ });
      expect(await frame.getAttribute('aria-label')).toContain('x 293, y 193, 64 by 64');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      expect(await frame.getAttribute('aria-label')).toContain('x 294, y 193, 64 by 65');
      await page.getByRole('img', { name: /^Region SFR/ }).waitFor();
      await expectAccessible(page);
      await shot(page, 'region');
      const ms = await frame.evaluate(async (element) => {
        const times: number[] = [];
        for (let x = 293; x >= 289; x -= 1) {
          const start = performance.now();
          element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
          while (!document.querySelector('[role=tabpanel]')?.textContent.includes(`x ${x},`))
            await new Promise(requestAnimationFrame);
          times.push(performance.now() - start);
        }
        // The fastest of five: other programs share the machine.
        return Math.min(...times);
      });
      expect(ms).toBeLessThan(100);
      await page.keyboard.press('Escape');
      expect(await area.evaluate((element) => element === document.activeElement)).toBe(true);
      const box = (await picture(page).boundingBox())!;
      await page.keyboard.down('Alt');
      await page.mouse.move(box.x + 10, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + 60, { steps: 3 });
      await page.mouse.up();
      await page.keyboard.up('Alt');
      await figures(page)
        .getByText(/^No SFR: /)
        .waitFor();
      expect(await figures(page).getByRole('row', { name: /^Mean/ }).count()).toBe(3);
    });
  },
  { WORKBENCH_FEATURES: 'measure,sfr' },
);
