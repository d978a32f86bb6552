import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { npyHeader } from '@lumenloom/engine';
import { describeSite } from './browser.ts';
import { signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import {
  button,
  choose,
  dialog,
  expectAccessible,
  list,
  log,
  openDialog,
  pictureShown,
  runBody,
  shot,
} from './workbench-page.ts';

const [ROWS, COLUMNS] = [48, 64];

/** Distances of a slanted edge of 64 samples, which has one more: .4 m on the left, then 3 m. */
const SIDE = 65;
const distances = Float32Array.from({ length: SIDE * SIDE }, (_, at) =>
  at % SIDE < SIDE / 2 ? 0.4 : 3,
);
const MAP = {
  name: 'near-and-far.npy',
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat([npyHeader('float32', [SIDE, SIDE]), new Uint8Array(distances.buffer)]),
};
const optics = (page: Page): Locator => page.getByRole('dialog', { name: 'Optics Params' });
const picture = (page: Page): Locator => page.getByRole('group', { name: /^Picture:/ });

async function smallCamera(page: Page, pitch = '22'): Promise<void> {
  await choose(page, { Illuminant: 'D65', Sensor: 'Bayer-grbg', ISP: 'Fast-openISP' });
  const box = await openDialog(page, 'Sensor Params');
  await box.getByLabel('Rows').fill(String(ROWS));
  await box.getByLabel('Cols').fill(String(COLUMNS));
  await box.getByLabel('Pixel Size').fill(pitch);
  await page.keyboard.press('Enter');
}

async function run(page: Page): Promise<void> {
  await button(page, 'Run').click();
  await button(page, 'Run').and(page.locator(':enabled')).waitFor();
}

describeSite(
  'focus and distance (issue 33)',
  (site) => {
    test('are set in two dialogs and in the picture, and go into the request and the log', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await choose(page, { Scene: 'Macbeth' });
      await smallCamera(page, '11');
      expect('opticsParams' in (await runBody(page))).toBe(false);
      await run(page);
      await pictureShown(page);

      // A scene at infinity has nothing to focus on.
      await picture(page).focus();
      await page.keyboard.press('f');
      await page.getByText('Set a distance or a depth map first').waitFor();
      await page
        .locator('main')
        .getByRole('status')
        .getByRole('button', { name: 'Scene Params' })
        .click();
      const scene = dialog(page);
      await scene.getByLabel('Object distance', { exact: true }).waitFor();
      expect(await scene.locator('summary').first().innerText()).toBe('Distance infinity');
      await scene.getByLabel('Object distance', { exact: true }).fill('3');
      await expect.poll(() => scene.locator('summary').first().innerText()).toBe('Distance 3 m');
      await expectAccessible(page);
      await shot(page, 'depth-scene-fold');
      await button(page, 'Modify').click();

      // A flat scene is focused as a whole.
      await picture(page).focus();
      await page.keyboard.press('f');
      await page.getByText('The scene is flat: focus on its 3 m').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('group', { name: /^Focus at x 33, y 24:/ }).waitFor();
      await shot(page, 'depth-crosshair');
      await page.keyboard.press('Enter');
      const square = page.getByText('3.00 m', { exact: true });
      await square.waitFor();
      await shot(page, 'depth-square');
      await button(page, 'Back').hover();
      await page.getByRole('tooltip', { name: 'Back: focus 3.00 m at x 33 y 24' }).waitFor();

      await choose(page, { Optics: 'Cooke Triplet' });
      await button(page, 'Optics: focus').click();
      const box = optics(page);
      expect(await box.getByLabel('Focus', { exact: true }).inputValue()).toBe('distance');
      await box.getByText(/^3\.00 m; sharp \S+ .* at one pixel of blur$/).waitFor();
      await box.getByLabel('F-number').fill('1.4');
      await box
        .getByText('F-number must be at least 4.97, that of the lens wide open, not 1.4.')
        .waitFor();
      await shot(page, 'depth-refused');
      await box.getByLabel('F-number').fill('8');
      await box.getByLabel('Focus', { exact: true }).selectOption('hyperfocal');
      await box.getByText(/^\S+ m: sharp from half of it to infinity\.$/).waitFor();
      await box.getByText(/^\S+ m; sharp from \S+ m at one pixel of blur$/).waitFor();
      await expectAccessible(page);
      await shot(page, 'depth-optics');
      await button(page, 'Modify').click();
      await expect.poll(() => square.count()).toBe(0);
      await expect.poll(async () => (await log(page).textContent())!).toMatch(/Object at 3\.00 m/);
      const body = (await runBody(page))['opticsParams'] as Readonly<Record<string, string>>;
      expect(body['fNumber']).toBe('8');
      expect(Number(body['focusDistance'])).toBeGreaterThan(0.05);

      // Stray light is a fold of the same dialog, and a stage after the irradiance.
      await button(page, 'Optics: focus').click();
      expect(await box.locator('summary').innerText()).toBe('Stray light off');
      await box.locator('summary').click();
      await box.getByLabel('Stray light', { exact: true }).selectOption('scatter');
      await expect.poll(() => box.locator('summary').innerText()).toBe('Stray light scatter 1 %');
      await box.getByLabel('Scatter (%)', { exact: true }).fill('5');
      await shot(page, 'depth-stray-fold');
      await button(page, 'Modify').click();
      await run(page);
      await expect
        .poll(async () => (await log(page).textContent())!)
        .toMatch(/Stray lightveiling glare \S+\s%/);
      expect(await log(page).textContent()).toMatch(/m; sharp .* at one pixel of blur/);
      const strip = page.getByRole('radiogroup', { name: 'Stages' });
      await strip.getByRole('radio', { name: 'Stray light' }).click();
      await page.getByText(/Scattered light and ghosts, as part of the irradiance\.$/).waitFor();
      expect(
        (await strip.getByRole('radio').allInnerTexts()).slice(0, 4).map((text) => text.trim()),
      ).toEqual(['Scene', 'Irrad.', 'Stray', 'e⁻']);
      await shot(page, 'depth-stray-stage');
      await page.keyboard.press('?');
      await dialog(page).getByText('focuses on a place of the picture').waitFor();
      await page.keyboard.press('Escape');
      // Whoever is not logged in is told that there are no files.
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });

    test('a depth map of one own is sent from the dialog, and cuts the scene into layers', async () => {
      const page = await site().open('/simulate', 1280, 900);
      await signUp(page, site(), 'depth-map@example.com');
      await reload(page);
      await choose(page, { Scene: 'Slanted Edge' });
      await smallCamera(page);
      await page.getByRole('button', { name: 'Scene Params' }).first().click();
      const box = dialog(page);
      await box.getByLabel('Image Size').fill(String(SIDE - 1));
      await box.locator('summary').first().click();
      await box.locator('summary', { hasText: 'Add a depth map' }).click();
      await expectAccessible(page);
      await shot(page, 'depth-map-fold');
      await box.getByLabel('Depth map file').setInputFiles(MAP);
      const chosen = box.getByLabel('Depth map', { exact: true });
      await expect.poll(() => chosen.inputValue()).toMatch(/^mine:/);
      expect(await chosen.locator('option:checked').innerText()).toBe('near-and-far.npy');
      expect(await box.getByLabel('Object distance', { exact: true }).count()).toBe(0);
      await button(page, 'Modify').click();
      expect((await runBody(page))['sceneDepth']).toMatch(/^mine:/);
      await run(page);
      await expect
        .poll(async () => (await log(page).textContent())!)
        .toMatch(/Depth: from 0\.4\S* m to 3\S* m, blur radius from .* in \d+ layers\./);
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });

    test('follow a chart with depth: the stage Depth, focus here, Live', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await choose(page, { Scene: 'Depth Steps' });
      await (await openDialog(page, 'Scene Params')).getByLabel('Image Size').fill('48');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await smallCamera(page);
      await run(page);
      await pictureShown(page);
      const strip = page.getByRole('radiogroup', { name: 'Stages' });
      await strip.getByRole('radio').first().waitFor();
      expect(
        (await strip.getByRole('radio').allInnerTexts()).slice(0, 3).map((text) => text.trim()),
      ).toEqual(['Scene', 'Depth', 'Irrad.']);
      await strip.getByRole('radio', { name: 'Depth' }).click();
      await page.getByText(/m\. Distance along the axis/).waitFor();
      expect(await list(page, 'Colours of the stage').inputValue()).toBe('false colours');
      await shot(page, 'depth-stage');
      await strip
        .getByRole('radio', { name: 'Result', exact: true })
        .or(strip.getByRole('radio', { name: 'The picture' }))
        .click();

      // The ideal lens focuses too, with the mouse.
      await picture(page).focus();
      await page.keyboard.press('f');
      const layer = page.getByRole('group', { name: /^Focus at/ });
      await layer.waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => layer.count()).toBe(0);
      await page.keyboard.press('f');
      const area = (await picture(page).getByRole('img').boundingBox())!;
      await page.mouse.click(area.x + 0.1 * area.width, area.y + area.height / 2);
      await button(page, 'Back').hover();
      await page.getByRole('tooltip', { name: /^Back: focus \S+ m at x \d+ y \d+/ }).waitFor();
      const near = (await runBody(page))['opticsParams'] as Readonly<Record<string, string>>;
      expect(Object.keys(near)).toEqual(['focusDistance']);

      // Live draws every change of focus and f-number.
      const shown = page.getByAltText(/^Simulation result/);
      await button(page, 'Live').click();
      await page.getByText(/^\d+ ms$/).waitFor();
      const before = await shown.getAttribute('src');
      await button(page, 'Optics: focus').click();
      await optics(page).getByLabel('F-number', { exact: true }).fill('16');
      await expect.poll(() => shown.getAttribute('src')).not.toBe(before);
      await optics(page).locator('summary').click();
      // The strip is pale while its stages are computed.
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
      await expectAccessible(page);
      await shot(page, 'depth-live');
      await page.keyboard.press('Escape');
      await expect.poll(() => optics(page).count()).toBe(0);
      // Whoever is not logged in is told that there are no files.
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'depth,glare,charts,stages,live,history' },
);
