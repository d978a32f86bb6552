import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import { button, choose, contentOf, expectAccessible, shots } from './workbench-page.ts';

const pane = (page: Page): Locator => page.getByRole('group', { name: 'Report', exact: true });

describeSite(
  'Report in the tab Measure, switched on (issue 67)',
  (site) => {
    test('profile, make report, its sections, reload, files, delete', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'report1@example.com');
      await chooseSmallCamera(page, 72, 72);
      await choose(page, { ISP: 'Fast-openISP' });
      await page.getByRole('tab', { name: 'Measure', exact: true }).click();
      await button(page, 'Report').click();
      await pane(page).getByLabel('Name', { exact: true }).fill('small camera');
      await pane(page).getByRole('combobox', { name: 'Profile' }).selectOption('mobile');
      // A whole report asks for its seeds, and refuses what is no number of them.
      const isDraft = pane(page).getByLabel('Draft: one seed, one field, small charts');
      await isDraft.uncheck();
      await pane(page).getByLabel('Seeds', { exact: true }).fill('0');
      await pane(page).getByText('seeds must be at least 1.', { exact: true }).waitFor();
      expect(await button(page, 'Make report').isDisabled()).toBe(true);
      await isDraft.check();
      await expectAccessible(page);
      await shots(page, 'report-draft');
      await button(page, 'Make report').click();
      const done = pane(page).getByText(/^Done: (\d+) of \1 frames\.$/);
      await done.waitFor();
      const plots = page.getByRole('group', { name: 'Plots of small camera' });
      await plots.getByRole('heading', { name: 'Visual noise', exact: true }).waitFor();
      await plots
        .getByRole('row', { name: /^Sensor Bayer-grbg/ })
        .first()
        .waitFor();
      await expectAccessible(page);
      await shots(page, 'report-results');
      await reload(page);
      await done.waitFor();
      for (const [name, begin] of [
        ['PDF', '%PDF-'],
        ['HTML', '<!doctype html>'],
        ['CSV', 'camera,section,figure'],
        ['JSON', '{'],
      ] as const) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          pane(page).getByRole('link', { name, exact: true }).click(),
        ]);
        expect((await contentOf(download)).toString('latin1').startsWith(begin)).toBe(true);
      }
      // The figures of the run stand in the same tab.
      await button(page, 'Figures').click();
      await pane(page).waitFor({ state: 'detached' });
      await button(page, 'Report').click();
      await button(page, 'Delete').click();
      await button(page, 'Make report').waitFor();
      // A camera that is kept is the first of two, and what the recipe becomes the second.
      await pane(page).getByLabel('Two cameras: keep this one as the first').check();
      await pane(page).getByText('Change the recipe now', { exact: false }).waitFor();
      await choose(page, { Sensor: 'Bayer-rggb' });
      await pane(page)
        .getByText('The recipe as it is now is the second camera', { exact: false })
        .waitFor();
      await expectAccessible(page);
      await shots(page, 'report-two-draft');
      await button(page, 'Make report').click();
      await done.waitFor();
      await page.getByRole('columnheader', { name: 'difference', exact: true }).first().waitFor();
      await shots(page, 'report-two-results');
      // Before the login the page is told that there is none.
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });

    test('Information tells what raw pixels know of an object, once it is asked for', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await chooseSmallCamera(page, 72, 72);
      await page.getByRole('tab', { name: 'Measure', exact: true }).click();
      await page.locator('summary', { hasText: 'Information' }).click();
      await button(page, 'Compute with each run').click();
      await page
        .getByText('The figures come with the next run of a sensor', { exact: false })
        .waitFor();
      await button(page, 'Run').click();
      await page.locator('summary', { hasText: /^Information.*SNRi [\d.]+ dB/ }).waitFor();
      const figures = page.getByRole('table').filter({ hasText: 'Information of the raw pixels' });
      await figures.getByRole('row').filter({ hasText: 'capacity by the disc' }).waitFor();
      await expectAccessible(page);
      await shots(page, 'information');
      await button(page, 'Leave it out of runs').click();
      // The section closes with it.
      await page.locator('summary', { hasText: 'Information' }).click();
      await button(page, 'Compute with each run').waitFor();
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'lab' },
);
