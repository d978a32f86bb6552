import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite, type Site } from './browser.ts';
import { reload } from './site-page.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import {
  button,
  dialog,
  list,
  log,
  openDialog,
  shot,
  inSizes,
  DRAWN_FOR,
} from './workbench-page.ts';

/** Narrow, and the windows that the workbench is drawn for. */
const SIZES = [[375, 768], ...DRAWN_FOR] as const;

let people = 0;
/** The workbench of somebody with an account and a small sensor. */
async function openWorkbench(site: Site, width = 1440, height = 900): Promise<Page> {
  const page = await site.open('/simulate', width, height);
  people += 1;
  await signUp(page, site, `parts${people}@example.com`);
  await chooseSmallCamera(page, 60, 80);
  return page;
}
const openParts = async (page: Page, label: string): Promise<Locator> => {
  await button(page, `${label}: parts`).click();
  await dialog(page).getByRole('grid', { name: 'Parts' }).waitFor();
  return dialog(page);
};
const rows = (page: Page): Locator => dialog(page).locator('tbody tr');
const row = (page: Page, name: string | RegExp): Locator =>
  rows(page).filter({ has: page.getByRole('rowheader', { name }) });
const chosen = (page: Page, label: string): Promise<string | null> =>
  list(page, label).locator('option:checked').textContent();

describeSite(
  'parts, switched on (issue 31)',
  (site) => {
    test('at 375, 1024 and 1440 px: lenses are found, looked at, compared', async () => {
      const page = await openWorkbench(site(), 375, 768);
      const parts = await openParts(page, 'Optics');
      await row(page, 'Voigtländer Heliar 100 mm f/4').waitFor();
      await parts.getByLabel('Search').fill('50 f/2');
      await expect.poll(() => rows(page).count()).toBeLessThan(12);
      await inSizes(page, SIZES, (width) => shot(page, `parts-lenses-${width}`));
      await row(page, 'Voigtländer Ultron 50 mm f/2').click();
      await parts.getByRole('img', { name: /^Section of the lens/ }).waitFor();
      await parts.getByRole('button', { name: 'Use as made: sees 0.2° here' }).waitFor();
      await parts.getByText(/^Source: https:/).waitFor();
      await shot(page, 'parts-lens');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      await parts.getByText('Compared: what differs stands first').waitFor();
      await inSizes(page, SIZES, (width) => shot(page, `parts-compared-${width}`));
    });

    test('filters leave out what does not fit, and say which leaves out most; scenes and lights have the dialog too; a published lens is chosen by keys, runs, has a star and stays in the list; another one is used scaled, as a file of one’s own; a published sensor fills the dialog of the sensor; unknown figures are no numbers', async () => {
      const page = await openWorkbench(site());
      const parts = await openParts(page, 'Optics');
      await parts.getByLabel('Catalogues').uncheck();
      await parts.getByLabel('Longest focal length, mm').fill('3');
      await expect.poll(() => rows(page).count()).toBe(1);
      await row(page, /^Fisheye/).waitFor();
      await parts.getByLabel('Published').uncheck();
      await parts.getByLabel('Shortest focal length, mm').fill('2.5');
      await parts
        .getByText(/^Nothing fits\. EFL up to 3 mm excludes most: without it there are 2\./)
        .waitFor();

      // Scenes and lights have the dialog too.
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await openParts(page, 'Illuminant');
      await row(page, 'D65').waitFor();
      await page.keyboard.press('Escape');
      await openParts(page, 'Scene');
      await row(page, 'Macbeth').click();
      await shot(page, 'parts-scenes-1440');
      await dialog(page).getByRole('button', { name: 'Use', exact: true }).click();
      await expect.poll(() => chosen(page, 'Scene')).toBe('Macbeth');

      // A published lens.
      await openParts(page, 'Optics');
      await parts.getByLabel('Longest focal length, mm').fill('');
      await parts.getByLabel('Shortest focal length, mm').fill('');
      await parts.getByLabel('Published').check();
      await parts.getByLabel('Search').fill('pentax-110');
      await row(page, 'Pentax-110 24 mm f/2.8').waitFor();
      await row(page, 'Pentax-110 24 mm f/2.8')
        .getByRole('button', { name: 'Pentax-110 24 mm f/2.8 in the list' })
        .click();
      await row(page, 'Pentax-110 24 mm f/2.8').focus();
      await page.keyboard.press('/');
      expect(
        await parts.getByLabel('Search').evaluate((input) => input === document.activeElement),
      ).toBe(true);
      await row(page, 'Pentax-110 24 mm f/2.8').focus();
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      expect(await chosen(page, 'Optics')).toBe('Pentax-110 24 mm f/2.8');
      await button(page, 'Run').click();
      await expect
        .poll(() => log(page).textContent())
        .toContain('The lens is that of published:pentax-110-24.');
      await page.getByText('Pentax-110 24 mm f/2.8 · Bayer-grbg').first().waitFor();
      await list(page, 'Optics').selectOption('');
      expect(
        await list(page, 'Optics').locator('optgroup[label="Published"] option').allTextContents(),
      ).toEqual(['Pentax-110 24 mm f/2.8']);
      await reload(page);
      await list(page, 'Optics').locator('optgroup[label="Published"] option').waitFor({
        state: 'attached',
      });

      // A lens is used scaled, as a file of one’s own.
      await openParts(page, 'Optics');
      await row(page, 'Voigtländer Heliar 100 mm f/4').click();
      await parts.getByRole('button', { name: /^Use scaled to 8\.2 mm/ }).click();
      await dialog(page).waitFor({ state: 'detached' });
      const name = 'Voigtländer Heliar 100 mm f/4, scaled to 8.2 mm';
      expect(await chosen(page, 'Optics')).toBe(name);
      await openParts(page, 'Optics');
      await row(page, new RegExp(`^${name}`)).waitFor();
      await expect.poll(() => row(page, new RegExp(`^${name}`)).textContent()).toContain('8.2');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });

      // A published sensor.
      await openParts(page, 'Sensor');
      await row(page, 'Sony IMX252').waitFor();
      expect(await row(page, 'Sony IMX252').textContent()).toContain('–');
      expect(await row(page, 'Sony IMX252').getAttribute('title')).toMatch(/FLIR/);
      await shot(page, 'parts-sensors-1440');
      await row(page, 'onsemi MT9V124').click();
      await parts.getByText('Pixel Size').waitFor();
      await row(page, 'onsemi MT9V124').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => chosen(page, 'Sensor')).toBe('onsemi MT9V124');
      await openDialog(page, 'Sensor Params');
      const pixelSize = dialog(page).getByLabel('Pixel Size');
      expect(await pixelSize.inputValue()).toBe('1.75');
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await dialog(page).waitFor({ state: 'detached' });

      // Until its values are there, and where they do not come, the last sensor stays with its own.
      const answered = async (how: 'continue' | 'abort'): Promise<() => void> => {
        let letCome = (): void => undefined;
        const wait = new Promise<void>((resolve) => {
          letCome = resolve;
        });
        await page.unroute('**/api/sensors/**');
        await page.route('**/api/sensors/**', async (route) => {
          await wait;
          await route[how]();
        });
        await openParts(page, 'Sensor');
        await row(page, 'Sony IMX252').click();
        await row(page, 'Sony IMX252').focus();
        await page.keyboard.press('Enter');
        await dialog(page).waitFor({ state: 'detached' });
        await openDialog(page, 'Sensor Params');
        return letCome;
      };
      const fail = await answered('abort');
      fail();
      await page.getByText(/^Sony IMX252 could not be read: /).waitFor();
      expect(await pixelSize.inputValue()).toBe('1.75');
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      expect(await chosen(page, 'Sensor')).toBe('onsemi MT9V124');
      const come = await answered('continue');
      await page.getByText(/^Sony IMX252 could not be read: /).waitFor({ state: 'detached' });
      expect(await pixelSize.inputValue()).toBe('1.75');
      come();
      await expect.poll(() => pixelSize.inputValue()).toBe('3.45');
      expect(await chosen(page, 'Sensor')).toBe('Sony IMX252');
    });
  },
  { WORKBENCH_FEATURES: 'parts' },
);
