import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import { button, contentOf, expectAccessible, shots } from './workbench-page.ts';

const pane = (page: Page): Locator => page.getByRole('group', { name: 'Race', exact: true });
const left = (page: Page): Locator => pane(page).getByRole('status', { name: 'What is left' });

const TABLE = 'part;price\nD65;40\nTungsten;30\n';

describeSite(
  'Choose in the tab Study, switched on (issue 68)',
  (site) => {
    test('parts, requirements with what is left, a race, its statement, the best, reload', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'choose1@example.com');
      await chooseSmallCamera(page, 36, 24);
      await page.getByRole('tab', { name: 'Study', exact: true }).click();
      await button(page, 'Choose').click();
      await pane(page).getByText('Choose lenses or sensors to race.', { exact: true }).waitFor();
      expect(await button(page, 'Start race').isDisabled()).toBe(true);

      await pane(page).locator('summary', { hasText: 'Lights' }).click();
      const lights = pane(page).getByRole('group', { name: 'Lights' });
      for (const name of ['D65', 'Tungsten'])
        await lights.getByLabel(name, { exact: true }).check();
      const search = pane(page).getByRole('searchbox', { name: 'Search figures' });
      await search.fill('sensor.exposureSeconds');
      await search.press('Enter');
      await pane(page).getByLabel('Better is').selectOption('smaller');
      await left(page).getByText('2 of 2 are left.', { exact: true }).waitFor();
      await pane(page).getByLabel('Cost', { exact: true }).first().fill('35');
      await pane(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
      await pane(page).getByPlaceholder('lens.price + sensor.price').fill('light.price');
      await left(page).getByText('1 of 2 are left.', { exact: true }).waitFor();
      await left(page)
        .getByText('cost: 1, such as D65: costs 40, at most 35', { exact: true })
        .waitFor();
      await expectAccessible(page);
      await shots(page, 'choose-draft');

      await pane(page).getByLabel('Cost', { exact: true }).first().fill('45');
      await left(page).getByText('2 of 2 are left.', { exact: true }).waitFor();
      await pane(page).getByPlaceholder('cost, sizeMm').fill('cost');
      await pane(page).getByLabel('Name', { exact: true }).fill('two lights');
      await button(page, 'Start race').click();
      await pane(page)
        .getByText(/^Done: (\d+) of \1 looks\.$/)
        .waitFor();
      const plots = page.getByRole('group', { name: 'Plots of two lights' });
      await plots.getByRole('row', { name: /^Tungsten .* best 30$/ }).waitFor();
      await plots.getByRole('heading', { name: 'Front', exact: true }).waitFor();
      await expectAccessible(page);
      await shots(page, 'choose-results');
      await reload(page);
      await pane(page)
        .getByText(/^1 camera is on the front of score and cost/)
        .waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        pane(page).getByRole('link', { name: 'CSV', exact: true }).click(),
      ]);
      expect((await contentOf(download)).toString()).toContain('D65');
      await button(page, 'Use the best').click();
      await page.getByRole('status').filter({ hasText: 'Done' }).first().waitFor();
      await button(page, 'Delete').click();
      await button(page, 'Start race').waitFor();
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });

    test('a yield: tolerances, a limit, cameras as they come, the share', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'yield1@example.com');
      await chooseSmallCamera(page, 36, 24);
      await page.getByRole('tab', { name: 'Study', exact: true }).click();
      await button(page, 'Yield').click();
      const form = page.getByRole('group', { name: 'Yield', exact: true });
      await form.getByText('Add a field that the factory spreads.', { exact: true }).waitFor();
      await form
        .getByRole('combobox', { name: 'Add a field' })
        .selectOption('sensorParams.read_noise');
      const search = form.getByRole('searchbox', { name: 'Search figures' });
      await search.fill('sensor.snrAtGrey18');
      await search.press('Enter');
      await form.getByText('Type the limit, a number.', { exact: true }).waitFor();
      await form.getByLabel('Limit', { exact: true }).fill('20');
      await form.getByLabel('Name', { exact: true }).fill('wafers');
      await form.getByLabel('Cameras', { exact: true }).fill('20');
      await expectAccessible(page);
      await shots(page, 'yield-draft');
      await button(page, 'Start yield').click();
      await form.getByText('Done: 23 of 23 cameras.', { exact: true }).waitFor();
      const plots = page.getByRole('group', { name: 'Plots of wafers' });
      await plots.getByText(/ % of cameras reach 20 /).waitFor();
      await plots.getByRole('row', { name: / 100 %$/ }).waitFor();
      await expectAccessible(page);
      await shots(page, 'yield-results');
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'choose,study' },
);

describeSite(
  'Choose and heat in Optics Design (issue 68)',
  (site) => {
    test('defocus against temperature, and tolerances that go to the yield of the camera', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'yield2@example.com');
      await page.getByRole('link', { name: 'Optics Design' }).click();
      const analysis = page.getByLabel('Analysis 1', { exact: true });
      await analysis.selectOption('Defocus against temperature');
      await page.getByRole('img', { name: 'Defocus from -40 to 80 °C', exact: true }).waitFor();
      await page.getByText(/a quarter wave of defocus, [\d.]+ µm/).waitFor();
      await expectAccessible(page);
      await shots(page, 'optics-design-heat');

      await analysis.selectOption('Tolerances and yield');
      await page.getByLabel('± Radius, %').fill('0.3');
      await page.keyboard.press('Enter');
      await button(page, 'Yield of the camera').click();
      const form = page.getByRole('group', { name: 'Yield', exact: true });
      await form.getByText('Choose the figure that counts.', { exact: true }).waitFor();
      const tolerance = form.getByLabel('thickness 1: tolerance', { exact: true });
      expect(await tolerance.inputValue()).toBe('0.02');
      await form.getByLabel('tilt of element 1: tolerance', { exact: true }).waitFor();
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'choose,study,optics-design,environment' },
);
