import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite, type Site } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import {
  DRAWN_FOR,
  button,
  choose,
  contentOf,
  expectAccessible,
  inSizes,
  list,
  shot,
  shots,
} from './workbench-page.ts';

const pane = (page: Page): Locator => page.getByRole('group', { name: 'Study', exact: true });
const plots = (page: Page): Locator => page.getByRole('group', { name: /^Plots of / });
const state = (page: Page): Locator => pane(page).getByRole('status').first();

let people = 0;

/** The workbench of somebody with an account, with a small camera and the tab Study open. */
async function openStudies(
  site: Site,
  [width, height]: readonly [number, number] = [1280, 800],
  camera: readonly [rows: number, columns: number, pitch?: string] = [48, 66],
): Promise<Page> {
  const page = await site.open('/simulate', width, height);
  people += 1;
  await signUp(page, site, `study${people}@example.com`);
  await chooseSmallCamera(page, ...camera);
  await page.getByRole('tab', { name: 'Study', exact: true }).click();
  await button(page, 'Optimise').click();
  await pane(page).getByText('Choose a field to vary.', { exact: true }).waitFor();
  return page;
}

/** A draft: the gain for the least noise that keeps the dynamic range. */
async function draft(page: Page, runs: number): Promise<void> {
  await list(page, 'Add a field').selectOption('sensorParams.analog_gain');
  await list(page, 'Add a field').selectOption('sensorParams.read_noise');
  await list(page, 'Add a figure').selectOption('sensor.snrAtGrey18');
  await list(page, 'Add a figure').selectOption('sensor.dynamicRangeDb');
  const range = pane(page).getByRole('button', { name: /^Dynamic range .*, dB: / });
  await range.click();
  await range.click();
  await pane(page).getByLabel('Dynamic range (saturation over noise), dB: limit').fill('58');
  await pane(page).getByLabel('Runs', { exact: true }).fill(String(runs));
}

describeSite(
  'Optimise in the tab Study, switched on (issue 35)',
  (site) => {
    test('draft, runs as they come, best, compare with start, use best', async () => {
      const page = await openStudies(site(), [1440, 900]);
      await draft(page, 16);
      await pane(page)
        .getByText(/^16 runs, about \d+ s\. Parzen estimators: /)
        .waitFor();
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `study-draft-${width}`));
      await button(page, 'Start study').click();
      await state(page).getByText('Done: 16 of 16 runs.').waitFor();
      await plots(page)
        .getByRole('img', { name: /^Best SNR at 18 % grey, dB so far/ })
        .waitFor();
      await pane(page)
        .getByRole('heading', { name: /^Best: run \d+$/ })
        .waitFor();
      await pane(page)
        .getByText(
          /^With fresh noise: SNR at 18 % grey: [\d.]+ ± [\d.]+ dB, \+[\d.]+ \(95 % for the noise on this scene: [+−]?[\d.]+ to [+−]?[\d.]+\) against the start; /,
        )
        .waitFor();
      for (const at of [pane(page), plots(page)])
        await at.getByText('Dynamic range (saturation over noise) at least 58 dB: met').waitFor();
      await plots(page)
        .getByText(/^Against the start, both with fresh noise: SNR at 18 % grey, dB \+/)
        .waitFor();
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `study-results-${width}`));
      await plots(page).getByRole('button', { name: 'Wipe between start and best' }).click();
      const line = plots(page).getByRole('slider', { name: /^Wipe/ });
      await line.focus();
      await page.keyboard.press('Shift+ArrowLeft');
      expect(await line.getAttribute('aria-valuenow')).toBe('40');
      const wiped = plots(page).getByRole('heading', { name: /^Start and run \d+$/ });
      await inSizes(page, [...DRAWN_FOR, [375, 700]], async (width) => {
        await wiped.scrollIntoViewIfNeeded();
        await shot(page, `study-wipe-${width}`);
      });
      await button(page, 'Go on with 100 more').click();
      await state(page).getByText('Done: 116 of 116 runs.').waitFor();
      await plots(page).getByRole('button', { name: 'Run 0', exact: true }).focus();
      await page.keyboard.press('Enter');
      await pane(page).getByRole('heading', { name: 'Run 0', exact: true }).waitFor();
      await reload(page);
      await state(page).getByText('Done: 116 of 116 runs.').waitFor();
      // The start is what the recipe has.
      await pane(page)
        .getByText(/^Sensor Analog Gain: 1 → [\d.]+$/)
        .waitFor();

      await button(page, 'Compare with start').click();
      await page
        .getByText('Start and best are in Runs as A and B: W wipes between them.')
        .waitFor();
      await shots(page, 'study-compared');
      await expectAccessible(page);

      // A figure beside the picture goes into the draft of the goal that was shown last.
      const measure = page.getByRole('tab', { name: 'Measure', exact: true });
      await measure.click();
      await page.getByRole('heading', { name: 'Noise', exact: true }).click();
      await button(page, 'Add SNR at white to the study').click();
      const added = button(page, 'SNR at white is in the study: show it');
      await added.waitFor();
      await inSizes(page, [...DRAWN_FOR, [375, 700]], (width) => shot(page, `study-add-${width}`));
      await added.click();
      await pane(page)
        .getByRole('button', { name: 'SNR at white, dB: as large as possible' })
        .waitFor();
      await button(page, 'Sweep').click();
      await measure.click();
      await page.getByRole('heading', { name: 'Noise', exact: true }).click();
      await button(page, 'Add SNR at white to the sweep').click();
      await button(page, 'SNR at white is in the sweep: show it').click();
      await button(page, 'Remove SNR at white, dB').waitFor();
    });

    test('a stopped study goes on, and its files are those of the command line; whoever switches the goal keeps the fields', async () => {
      const page = await openStudies(site());
      await draft(page, 200);
      await button(page, 'Start study').click();
      await state(page)
        .getByText(/^Running/)
        .waitFor();
      await button(page, 'Stop study').click();
      await state(page)
        .getByText(/^Stopped: \d+ of 200 runs\.$/)
        .waitFor();
      await button(page, 'Go on').click();
      await state(page)
        .getByText(/^Running/)
        .waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Document').click(),
      ]);
      expect(JSON.parse((await contentOf(download)).toString())).toMatchObject({
        objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
        constraints: [{ figure: 'sensor.dynamicRangeDb', min: 58 }],
        budget: { runs: 200 },
      });
      await button(page, 'Stop study').click();
      await state(page)
        .getByText(/^Stopped/)
        .waitFor();

      // Whoever switches the goal keeps the fields.
      await button(page, 'Sweep').click();
      await page
        .getByRole('group', { name: 'Sweep', exact: true })
        .getByRole('group', { name: 'Analog Gain', exact: true })
        .getByLabel(': steps')
        .waitFor();
    });

    test('Tune ISP measures the start and searches with limits from it', async () => {
      const page = await openStudies(site(), [1440, 900], [180, 260, '5.5']);
      expect(await button(page, 'Tune ISP').isDisabled()).toBe(true);
      await choose(page, { ISP: 'Fast-openISP' });
      await button(page, 'Tune ISP').click();
      await state(page)
        .getByText(/^Running \d+ of 400/)
        .waitFor();
      await pane(page).getByRole('heading', { name: 'Tune ISP', exact: true }).waitFor();
      // A run that is better and keeps all limits may take a hundred others: any run tells both.
      await plots(page).getByRole('button', { name: 'Run 1', exact: true }).focus();
      await page.keyboard.press('Enter');
      await pane(page)
        .getByText(/^Macbeth: Mean colour error: [\d.]+ → [\d.]+ ΔE00$/)
        .waitFor();
      await shots(page, 'study-tune');
      await plots(page).getByRole('figure', { name: 'Feasible runs are dark' }).focus();
      await shots(page, 'study-tune-all-runs');
      await button(page, 'Stop study').click();
      await state(page)
        .getByText(/^Stopped/)
        .waitFor();
      await pane(page).getByRole('combobox', { name: /^Show/ }).selectOption('');
      await pane(page)
        .getByText(/^400 runs of 3 cases, about [\d.]+ (s|min|h)\. CMA-ES: one objective\.$/)
        .waitFor();
      await shots(page, 'study-tune-draft');
    });
  },
  { WORKBENCH_FEATURES: 'study,sweep,compare,history,measure' },
);
