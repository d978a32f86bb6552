/** Comparisons that are fair, and what a camera sees of an object (docs/reference/jobs.md). */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { button, dialog, expectAccessible, list, openDialog, shots } from './workbench-page.ts';

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const results = (page: Page): Locator => page.getByRole('region', { name: /^Results of the/ });
const ended = (page: Page, runs: number): Promise<void> =>
  page.getByText(`Done: ${runs} of ${runs} runs.`).waitFor();

describeSite(
  'fair comparisons',
  (site) => {
    test('chips say what is held; a meter that moved is cured by a press; what is clipped is hollow', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'jobs1@example.com');
      await chooseSmallCamera(page, 48, 64, '4');
      await tab(page, 'Study').click();
      await list(page, 'Add a field').selectOption('sensorParams.pixel_size');
      const pane = page.getByRole('group', { name: 'Sweep', exact: true });
      for (const [input, value] of [
        ['from', '4'],
        ['to', '6'],
        ['steps', '2'],
      ] as const)
        await pane.getByLabel(`: ${input}`).fill(value);
      await list(page, 'Add a figure').selectOption('sensor.snrAtGrey18');
      const chips = page.getByRole('group', { name: 'Kept equal between runs' });
      expect(await chips.getByRole('button').allInnerTexts()).toEqual([
        'Exposure held',
        'Die held 0.256 × 0.192 mm',
        'Electrons per µm² held',
      ]);
      await chips.getByRole('button', { name: /^Exposure/ }).click();
      await chips.getByRole('button', { name: /^Electrons/ }).click();
      await chips.getByRole('button', { name: 'Exposure not held' }).waitFor();
      await expectAccessible(page);
      await button(page, 'Start sweep').click();
      await ended(page, 2);
      await results(page)
        .getByText(/^The exposure differs between runs, from/)
        .waitFor();
      const points = results(page)
        .getByRole('img', { name: 'SNR at 18 % grey, dB' })
        .first()
        .locator('circle');
      expect(await points.count()).toBe(2);
      await button(page, 'Hold the exposure and run again').click();
      await results(page)
        .getByText(/^Held: exposure .* ms, die 0\.26 × 0\.19 mm\. Varied: Sensor Pixel Size, µm\.$/)
        .waitFor();
      await ended(page, 2);
      await results(page)
        .getByText(/^Run 1 is clipped/)
        .waitFor();
      await expect.poll(() => points.and(page.locator('[data-clipped]')).count()).toBe(1);
      expect(await results(page).getByRole('columnheader', { name: 'Exposure, ms' }).count()).toBe(
        1,
      );
      await shots(page, 'hold-clipped');
    });

    test('an example leads to the object, to pairs of parts with a verdict, and to a mono sensor', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'jobs2@example.com');
      await page.getByRole('link', { name: 'Code at 400 mm' }).click();
      await page.getByText('0.165 mm per pixel, 12.1 px on a module of 2 mm.').waitFor();

      const optics = await openDialog(page, 'Optics: focus');
      const line = optics.getByRole('status', { name: 'At the object' });
      await line
        .getByText('0.165 mm per pixel · field 21.1 × 15.8 mm · 12.1 px on 2 mm (needs 4)')
        .waitFor();
      await optics.getByText(/^Object/).click();
      await optics.getByLabel('Speed (mm/s)').fill('120');
      await line.getByText(/ · 0\.5 px of blur at 0\.687 ms$/).waitFor();
      await button(page, 'Modify').click();

      await button(page, 'Sensor: parts').click();
      for (const name of ['Sony IMX252', 'Sony IMX287'])
        await dialog(page)
          .getByRole('checkbox', { name: `Compare ${name}`, exact: true })
          .check();
      await shots(page, 'compare-parts');
      await button(page, 'Compare 2 pairs').click();
      await ended(page, 2);
      const rows = page.getByRole('region', { name: 'Compared parts' }).getByRole('row');
      expect(await rows.nth(1).innerText()).toMatch(/^Sony IMX252\s+enough\s/);
      expect(await rows.nth(1).locator('i').count()).toBe(1);
      expect(await rows.nth(2).locator('i').count()).toBe(0);
      await results(page)
        .getByText(/assumed: .*read noise 2\.3 e⁻ of Sony IMX252 \(the median of 19/)
        .waitFor();
      await results(page)
        .getByText(/^Enough: Sony IMX252; Sony IMX287\./)
        .waitFor();
      await expectAccessible(page);
      await shots(page, 'pairs');

      await button(page, 'Result').click();
      await button(page, 'Sensor: parts').click();
      await button(page, 'Use Sony IMX287').click();
      const fit = list(page, 'ISP').locator('option[disabled]');
      await expect
        .poll(() => fit.allInnerTexts())
        .toEqual([
          'Fast-openISP needs a Bayer sensor; this one is mono: choose none or the tone curve.',
        ]);
      await button(page, 'Run').click();
      await tab(page, 'Measure').click();
      const figures = page.getByRole('group', { name: 'Figures of the picture' });
      const histogram = figures.getByRole('img', { name: /^Histogram linear.*white$/ });
      await histogram.locator('polyline').waitFor();
      await figures
        .getByText('The colours of Bayer sensors are measured; this one is mono.')
        .waitFor({ state: 'attached' });
      await expect.poll(() => figures.innerText()).not.toMatch(/\b(?:red|green|blue)\b/i);
      await shots(page, 'mono');
    });
  },
  { WORKBENCH_FEATURES: 'all' },
);
