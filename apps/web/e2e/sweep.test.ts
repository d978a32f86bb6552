import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { describeSite, type Site } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import {
  button,
  choose,
  contentOf,
  expectAccessible,
  list,
  openDialog,
  shot,
  shots,
  inSizes,
  DRAWN_FOR,
} from './workbench-page.ts';

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const pane = (page: Page): Locator => page.getByRole('group', { name: 'Sweep', exact: true });
const plots = (page: Page): Locator => page.getByRole('group', { name: /^Plots of / });
const state = (page: Page): Locator => pane(page).getByRole('status').first();

/** How many runs have ended, as the page says. */
const doneOf = async (page: Page): Promise<number> =>
  Number(/\d+/.exec(await state(page).innerText())![0]);

let people = 0;

/** The workbench of somebody with an account, with the tab Study open and a small recipe. */
async function openSweeps(site: Site, width = 1280, height = 800): Promise<Page> {
  const page = await site.open('/simulate', width, height);
  people += 1;
  await signUp(page, site, `sweep${people}@example.com`);
  await chooseSmallCamera(page, 64, 96);
  await tab(page, 'Study').click();
  // Labels can be clicked before the tab is loaded.
  await list(page, 'Add a field').waitFor();
  return page;
}

/** A draft of read noise and gain against two figures of the sensor. */
async function draft(page: Page, steps: number): Promise<void> {
  const add = (label: string, option: string) => list(page, label).selectOption(option);
  await add('Add a field', 'sensorParams.read_noise');
  await pane(page).getByLabel(': steps').fill(String(steps));
  await add('Add a field', 'sensorParams.analog_gain');
  const gain = pane(page).getByRole('group', { name: 'Analog Gain', exact: true });
  await gain.getByLabel(': from').fill('1');
  await gain.getByLabel(': to').fill('4');
  await gain.getByLabel(': steps').fill('2');
  await add('Add a figure', 'sensor.snrAtGrey18');
  const search = pane(page).getByLabel('Search figures');
  await search.fill('dynamic saturation');
  await search.press('Enter');
  await button(page, 'Remove Dynamic range (saturation over noise), dB').waitFor();
}

describeSite(
  'the tab Study, switched on (issue 18)',
  (site) => {
    test('at 1024 and 1440 px: draft, estimate, plots, compare two runs, open one', async () => {
      const page = await openSweeps(site(), 1024, 768);
      await draft(page, 3);
      await pane(page)
        .getByText(/^6 runs, about \d+ s$/)
        .waitFor();
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `sweep-draft-${width}`));
      await button(page, 'Start sweep').click();
      await state(page).getByText('Done: 6 of 6 runs.').waitFor();
      const plot = plots(page).getByRole('img', { name: 'SNR at 18 % grey, dB' }).first();
      expect(await plot.locator('circle').count()).toBe(6);
      await plot.locator('circle').last().click();
      await pane(page).getByRole('heading', { name: 'Run 5', exact: true }).waitFor();
      // The table's buttons do the same with keys.
      await plots(page).getByRole('button', { name: 'Run 0', exact: true }).focus();
      await page.keyboard.press('Enter');
      await pane(page)
        .getByText(/^A → B: sensor read noise 1.92 → 0.48.mV, analog gain 4 → 1\.$/)
        .waitFor();
      await pane(page)
        .getByText(/^Dynamic range \(saturation over noise\): [\d.]+ → [\d.]+ dB \(\+\d+ %\)$/)
        .waitFor();
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `sweep-results-${width}`));
      await plots(page)
        .getByRole('heading', { name: 'Sensitivity' })
        .evaluate((heading) => heading.scrollIntoView());
      await shots(page, 'sweep-sensitivity');
      await button(page, 'Open and run').click();
      await page.getByAltText('Simulation result').waitFor();
      await page.getByText(/^Not default: sensor read noise 0.48/).waitFor();
    });

    test('sweeps are named by what they vary, a chosen one shows its plots, and the command line takes its files', async () => {
      const page = await openSweeps(site(), 1440, 900);
      await draft(page, 3);
      const name = pane(page).getByLabel('Name');
      const byFields = 'Sensor Read Noise: 0.48 to 1.92 mV; Sensor Analog Gain: 1 to 4, 6 runs';
      expect(await name.getAttribute('placeholder')).toBe(byFields);
      await shots(page, 'sweep-name');
      await button(page, 'Start sweep').click();
      await state(page).getByText('Done: 6 of 6 runs.').waitFor();
      const show = pane(page).getByRole('combobox', { name: /^Show/ });
      await show.selectOption('');
      await page
        .getByRole('button', { name: 'Result', exact: true })
        .and(page.locator('[aria-pressed=true]'))
        .waitFor();
      await button(page, 'Remove Analog Gain').click();
      await name.fill('My noise');
      await button(page, 'Start sweep').click();
      await state(page).getByText('Done: 3 of 3 runs.').waitFor();
      await show.selectOption('');
      await show.selectOption({ label: `${byFields}, done` });
      await page.getByRole('group', { name: `Plots of ${byFields}` }).waitFor();
      await expect
        .poll(() => plots(page).getByRole('img').first().locator('circle').count())
        .toBe(6);
      await expectAccessible(page);
      await shots(page, 'sweep-chosen');
      await show.selectOption({ label: 'My noise, done' });
      await page.getByRole('group', { name: 'Plots of My noise' }).waitFor();

      const folder = mkdtempSync(join(tmpdir(), 'lumenloom-sweep-'));
      try {
        for (const [file, label] of [
          ['sweep.json', 'Document'],
          ['results.json', 'JSON'],
        ] as const) {
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            button(page, label).click(),
          ]);
          expect(download.suggestedFilename()).toBe(file);
          await download.saveAs(join(folder, file));
          const { stdout } = await lumenloom(
            ...['sweep', join(folder, file), '--out', join(folder, label)],
          );
          expect(stdout).toContain('3 runs of "My noise"');
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('at 1024 and 1440 px: a matrix and a pair are chosen in their dialog and the list, a point opens with its entry', async () => {
      const page = await openSweeps(site(), 1024, 768);
      await choose(page, { ISP: 'Fast-openISP' });
      const rows = pane(page).getByRole('group', { name: /^(CCM values|tiles)/ });
      const names = () =>
        rows.evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));
      const box = await openDialog(page, 'ISP Params');
      const label = (text: RegExp): Locator =>
        box.locator('[data-sweep]').filter({ hasText: text });
      const stateOf = (text: RegExp): Promise<string | null> =>
        label(text).first().getAttribute('data-sweep');

      // A pair: both numbers in, both out again.
      await label(/^tiles$/).click();
      expect(await stateOf(/^tiles$/)).toBe('varied');
      expect(await names()).toEqual(['tiles, rows', 'tiles, columns']);
      await label(/^tiles$/).click();
      expect(await stateOf(/^tiles$/)).toBe('free');

      // A matrix: one number, then the rest of its row, then all of the row out.
      const row = label(/^G$/).last();
      await label(/^G,B$/).click();
      expect(await stateOf(/^G,B$/)).toBe('varied');
      expect(await row.getAttribute('data-sweep')).toBe('partly');
      await row.click();
      expect(await row.getAttribute('data-sweep')).toBe('varied');
      expect(await names()).toEqual([
        'CCM values G,B',
        'CCM values G,R',
        'CCM values G,G',
        'CCM values G,Offset',
      ]);
      await shots(page, 'sweep-matrix-dialog');
      await row.click();
      expect(await stateOf(/^G,B$/)).toBe('free');
      expect(await rows.count()).toBe(0);
      await label(/^Offset$/).click();
      expect(await rows.count()).toBe(3);
      await label(/^Offset$/).click();
      await label(/^R,G$/).click();
      await inSizes(page, DRAWN_FOR);
      await page.keyboard.press('Escape');

      const entry = pane(page).getByRole('group', { name: 'CCM values R,G', exact: true });
      await entry.waitFor();
      expect(await entry.innerText()).not.toContain('ispParams');
      expect(await entry.getByLabel(': from').inputValue()).toBe('-500');
      await entry.getByLabel(': steps').fill('3');
      await list(page, 'Add a field').selectOption({ label: 'tiles, rows' });
      const tiles = pane(page).getByRole('group', { name: 'tiles, rows', exact: true });
      await tiles.getByLabel(': steps').fill('2');
      await list(page, 'Add a figure').selectOption('isp.whiteBalance.blueOverRedPercent');
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `sweep-matrix-list-${width}`));
      await button(page, 'Start sweep').click();
      await state(page).getByText('Done: 6 of 6 runs.').waitFor();
      const plot = plots(page).getByRole('img', { name: 'White: blue over red, %' }).first();
      const figures = await plot
        .locator('circle')
        .evaluateAll((points) => points.map((point) => point.getAttribute('cy')));
      expect(figures).toHaveLength(6);
      // The white depends on the matrix only.
      expect(new Set(figures).size).toBe(3);
      await shots(page, 'sweep-matrix-results');

      await plot.locator('circle').last().click();
      await pane(page)
        .getByText('ISP CCM values R,G: 500; ISP tiles, rows: 10', { exact: true })
        .waitFor();
      await plots(page).getByRole('button', { name: 'Run 0', exact: true }).click();
      await pane(page)
        .getByText('A → B: ISP CCM values R,G 500 → -500, tiles 10,6 → 2,6.', { exact: true })
        .waitFor();
      await button(page, 'Open recipe').click();
      const opened = await openDialog(page, 'ISP Params');
      expect(await opened.getByLabel('CCM values, row R, column G').inputValue()).toBe('-500');
      expect(await opened.getByLabel('CCM values, row R, column B').inputValue()).toBe('2000');
      expect(await opened.getByLabel('tiles', { exact: true }).inputValue()).toBe('2,6');
    });

    test('report.html draws its plots by itself', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'lumenloom-sweep-'));
      try {
        const document = {
          name: 'Noise <i>&</script>',
          recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 64, cols: 96 } },
          vary: [{ path: 'sensorParams.read_noise', from: 1, to: 4, steps: 3 }],
          measure: ['sensor.snrAtGrey18', 'sensor.dynamicRangeDb'],
        };
        writeFileSync(join(folder, 'sweep.json'), JSON.stringify(document));
        const out = join(folder, 'out');
        await lumenloom('sweep', join(folder, 'sweep.json'), '--out', out);
        const page = await site().open('/');
        await page.goto(pathToFileURL(join(out, 'report.html')).href);
        await page.getByRole('heading', { name: document.name, exact: true }).waitFor();
        const plot = page
          .getByRole('img', { name: 'Dynamic range (saturation over noise), dB' })
          .first();
        expect(await plot.locator('circle').count()).toBe(3);
        expect(await page.getByRole('row').count()).toBe(4);
        // Pressed again, the head of a column sorts the other way round.
        await page.getByRole('button', { name: 'run', exact: true }).click();
        const numbers = page.locator('tbody tr td:first-child');
        expect(await numbers.allInnerTexts()).toEqual(['2', '1', '0']);
        expect(await page.locator('thead').innerText()).not.toMatch(/sensorParams|Db/);
        await page.getByLabel('Show').fill('sensor read noise >= 2.5 and done');
        await page.getByRole('status').getByText('2 of 3 runs').waitFor();
        expect(await numbers.allInnerTexts()).toEqual(['2', '1']);
        await page.getByLabel('Limit').fill('0');
        await page.getByText('Yield 100 %.').waitFor();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('a click on a label takes its field in and out, only while the tab is open; a sentence of the server names what is wrong; a reload finds the running sweep again, and Stop ends it; results as files', async () => {
      const page = await openSweeps(site());
      const label = page.locator('label', { hasText: /^Optics$/ });
      await label.click();
      const row = pane(page).getByRole('group', { name: 'Optics', exact: true });
      expect(await row.getByLabel('Optics: values').inputValue()).toContain('Double-Gauss');
      const box = await openDialog(page, 'Sensor Params');
      await box.locator('label', { hasText: /^Read Noise/ }).click();
      await page.keyboard.press('Escape');
      await pane(page).getByRole('group', { name: 'Read Noise', exact: true }).waitFor();
      await label.click();
      await row.waitFor({ state: 'detached' });
      await tab(page, 'Log').click();
      await label.click();
      await tab(page, 'Study').click();
      expect(await row.count()).toBe(0);
      await button(page, 'Remove Read Noise').click();

      // A sentence of the server.
      await draft(page, 400);
      await pane(page).getByLabel(': to').first().fill('-1');
      await button(page, 'Start sweep').click();
      expect(await pane(page).getByRole('alert').innerText()).toMatch(/read.?noise/i);

      // A sweep that goes on.
      await pane(page).getByLabel(': to').first().fill('1.92');
      await button(page, 'Start sweep').click();
      await state(page)
        .getByText(/^Running \d+ of 800/)
        .waitFor();
      await reload(page);
      // Without a run that has ended there are no files.
      await state(page)
        .getByText(/^Running [1-9]\d* of 800/)
        .waitFor();
      await button(page, 'Stop sweep').click();
      await state(page)
        .getByText(/^Cancelled: \d+ of 800 runs\.$/)
        .waitFor();
      const done = await doneOf(page);
      const saved = async (name: string): Promise<string> => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          button(page, name).click(),
        ]);
        return (await contentOf(download)).toString();
      };
      const [head, ...rows] = (await saved('CSV')).trimEnd().split('\n');
      expect(head).toBe(
        'run,seed,sensorParams.read_noise,sensorParams.analog_gain,sensor.snrAtGrey18,sensor.dynamicRangeDb,status,message',
      );
      expect(rows).toHaveLength(done);
      const results = JSON.parse(await saved('JSON')) as { runs: unknown[]; document: object };
      expect(results.runs).toHaveLength(done);
      expect(results.document).toMatchObject({
        name: 'Sensor Read Noise: 0.48 to 1.92 mV; Sensor Analog Gain: 1 to 4, 800 runs',
        mode: 'grid',
      });

      // More is computed; what was stored comes with it. Runs side by side end in any order.
      await button(page, 'Go on').click();
      await state(page)
        .getByText(/^Running \d+ of 800/)
        .waitFor();
      await expect.poll(() => doneOf(page)).toBeGreaterThan(done + 8);
      await button(page, 'Stop sweep').click();
      await state(page)
        .getByText(/^Cancelled: /)
        .waitFor();
      const [, ...more] = (await saved('CSV')).trimEnd().split('\n');
      expect(more).toHaveLength(await doneOf(page));
      for (const row of rows) expect(more).toContain(row);
    });

    test('tolerances of a lens, drawn by chance; runs that fail are told', async () => {
      const page = await openSweeps(site());
      await choose(page, { Optics: 'Cooke Triplet' });
      await pane(page).getByRole('combobox', { name: /^Mode/ }).selectOption('random');
      await pane(page).getByLabel('Points').fill('2');
      await list(page, 'Add a field').selectOption('lens.surfaces[0].radius');
      const radius = pane(page).getByRole('group', { name: 'surface 0 radius', exact: true });
      const mean = Number(await radius.getByLabel(': mean').inputValue());
      expect(mean).toBeGreaterThan(0);
      await list(page, 'Add a field').selectOption('lens.surfaces[1].thickness');
      await list(page, 'Add a figure').selectOption('sensor.snrAtGrey18');
      await expectAccessible(page);
      await button(page, 'Start sweep').click();
      await state(page).getByText('Done: 2 of 2 runs.').waitFor();
      const radii = await plots(page)
        .getByRole('row')
        .evaluateAll((rows) => rows.slice(1).map((row) => row.textContent));
      expect(new Set(radii).size).toBe(2);

      await pane(page).getByRole('combobox', { name: /^Show/ }).selectOption('');
      const thickness = pane(page).getByRole('group', { name: 'surface 1 thickness', exact: true });
      await list(page, 'surface 1 thickness: distribution').selectOption('uniform');
      await thickness.getByLabel(': from').fill('39');
      await thickness.getByLabel(': to').fill('41');
      await button(page, 'Start sweep').click();
      await state(page)
        .getByText(/^Failed: 2 of 2 runs\.$/)
        .waitFor();
      await pane(page)
        .getByText(/^2 failed: [A-Z].*\.$/)
        .waitFor();
    });
  },
  { WORKBENCH_FEATURES: 'sweep' },
);
