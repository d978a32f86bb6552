import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readSensorFile } from '@lumenloom/engine';
import { describeSite } from './browser.ts';
import { signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import { button, choose, expectAccessible, list, runBody, shot, shots } from './workbench-page.ts';

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
/** The cells of a figure behind its name: model, measured, Δ, sensors beside. */
const cells = async (page: Page, name: string): Promise<readonly string[]> =>
  page
    .getByRole('table', { name: 'Figures of the sensor' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').filter({ hasText: new RegExp(`^${name} `) }) })
    .getByRole('cell')
    .allInnerTexts();
const model = async (page: Page, name: string): Promise<number> =>
  Number((await cells(page, name))[0]!.replace('−', '-'));
const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});

/** Types into the field that has the focus, by keys alone. */
async function type(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
}

describeSite(
  'Sensor Design (issue 37)',
  (site) => {
    test('a sensor is designed by keys alone, measured, and goes into the recipe', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), `sensor${Date.now()}@example.com`);
      await page.getByRole('link', { name: 'Sensor Design' }).focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).innerText())
        .toBe('Sensor Design');
      await page.getByRole('img', { name: /^Photon transfer: / }).waitFor();
      await expectAccessible(page);
      await shots(page, 'sensor-design');

      // A well that is twice as large: SNR max rises by 3 dB, Back takes it back.
      const before = await model(page, 'SNR max');
      const well = await field(page, 'Well Capacity, e⁻').inputValue();
      await type(page, 'Well Capacity, e⁻', String(2 * Number(well)));
      await expect.poll(() => model(page, 'SNR max')).toBeGreaterThan(before + 2.9);
      await button(page, 'Back').press('Enter');
      await expect.poll(() => model(page, 'SNR max')).toBe(before);
      await button(page, 'Forward').press('Enter');
      await expect.poll(() => model(page, 'SNR max')).toBeGreaterThan(before + 2.9);

      // Beyond its limit the field says it; the figures stay.
      const wide = await model(page, 'SNR max');
      await type(page, 'Fill Factor', '2');
      await page
        .getByRole('alert')
        .getByText(/Fill Factor must be .*1/)
        .waitFor();
      expect(await field(page, 'Fill Factor').getAttribute('aria-invalid')).toBe('true');
      expect(await model(page, 'SNR max')).toBe(wide);
      await shots(page, 'sensor-design-refused');
      await type(page, 'Fill Factor', '0.9');
      await page.getByRole('alert').waitFor({ state: 'detached' });

      await type(page, 'Rows, px', '64');
      await type(page, 'Cols, px', '64');
      // The frames are soon taken, so what is said of them is noted as it comes.
      const noted = await page.evaluateHandle(() => {
        const texts: (string | null)[] = [];
        const status = document.querySelector('[aria-label="Figures"] [role="status"]')!;
        new MutationObserver(() => texts.push(status.textContent)).observe(status, {
          subtree: true,
          characterData: true,
          childList: true,
        });
        return texts;
      });
      await button(page, 'Measure').press('Enter');
      await page.getByText(/^measured as EMVA 1288 asks/).waitFor();
      expect(await noted.jsonValue()).toContainEqual(
        expect.stringMatching(/^frame [1-9]\d* of 164$/),
      );
      for (const name of ['K', 'QE 525 nm of the pixel', 'Well', 'SNR max', 'PRNU']) {
        const [, measured, off] = await cells(page, name);
        expect(measured).toMatch(/ ± /);
        expect(off).not.toMatch(/!/);
      }
      await expectAccessible(page);
      await shots(page, 'sensor-design-measured');

      // A change makes what was measured old; the draft stays over a reload.
      await type(page, 'Well Capacity, e⁻', '20000');
      await page.getByText(/^out of date/).waitFor();
      await expect.poll(() => model(page, 'SNR max')).toBeGreaterThan(wide);
      const designed = await model(page, 'SNR max');
      const slot = page.getByRole('combobox', { name: 'Slot 1' });
      await slot.selectOption('SNR');
      await reload(page);
      await expect.poll(() => model(page, 'SNR max')).toBe(designed);
      expect(await slot.inputValue()).toBe('ratio');

      await type(page, 'Name', 'My pixel');
      await button(page, 'Use in the recipe').press('Control+Shift+Enter');
      await list(page, 'Sensor').waitFor();
      await expect
        .poll(() => list(page, 'Sensor').locator('option:checked').innerText())
        .toBe('My pixel');
      const { sensor, sensorParams } = await runBody(page);
      expect(sensor).toMatch(/^mine:/);
      expect(sensorParams).toMatchObject({ fill_factor: '0.9', rows: '64' });

      // The link is pressed as soon as the lists are drawn, before the address has changed.
      const link = page.getByRole('link', { name: 'Sensor Design' });
      await link.click();
      await button(page, 'Download the sensor').waitFor();
      const goingBack = await link.evaluateHandle((element: HTMLElement) => ({
        pressed: new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            if (!document.querySelector('select[name="sensor"]')) return;
            observer.disconnect();
            element.click();
            resolve();
          }).observe(document.body, { childList: true, subtree: true });
        }),
      }));
      await button(page, 'Use in the recipe').press('Control+Shift+Enter');
      await goingBack.evaluate(({ pressed }) => pressed);
      await button(page, 'Download the sensor').waitFor();

      // The file is a sensor file and opens again; another one is refused by its line.
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Download the sensor').click(),
      ]);
      const whole = await text(await download.createReadStream());
      expect((await readSensorFile(whole, '')).sensor).toMatchObject({
        name: 'My pixel',
        parameters: { fill_factor: 0.9 },
      });
      const open = page.getByLabel('Sensor file', { exact: true });
      await open.setInputFiles(file('none.json', '{"bits": 99}'));
      await page.getByText(/none\.json: bits must be at most 16, not 99/).waitFor();
      expect(await field(page, 'Name').inputValue()).toBe('My pixel');
      await open.setInputFiles(file('again.json', whole.replace('My pixel', 'Read again')));
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('Read again');
      expect(site().pageErrors.filter((error) => !/status of (401|422)/.test(error))).toEqual([]);
    });

    test('curves, colour filters and pixel sizes are edited by keys', async () => {
      const page = await site().open('/simulate/sensor', 1024, 768);
      const slot = page.getByRole('combobox', { name: 'Slot 1' });
      const editor = page.getByRole('slider', { name: /^Quantum efficiency of green/ });
      await editor.waitFor();

      // A higher green by its keys.
      const qe = await model(page, 'QE 525 nm of the pixel');
      await page.getByRole('slider', { name: /at 550 nm$/ }).focus();
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
      await page.getByRole('slider', { name: /at 520 nm$/ }).waitFor();
      for (let step = 0; step < 10; step += 1) {
        const value = await editor.getAttribute('aria-valuenow');
        await page.keyboard.press('ArrowUp');
        await expect.poll(() => editor.getAttribute('aria-valuenow')).not.toBe(value);
      }
      // .1 more at 520 nm, of which 525 nm has half, on .45 of the pixel.
      await expect.poll(() => model(page, 'QE 525 nm of the pixel')).toBeGreaterThan(qe + 2);

      // A bell in place of it, smoothed; the IR cut lies over all colours.
      await button(page, 'Set').press('Enter');
      await expect.poll(() => editor.getAttribute('aria-valuenow')).toBe('0.4675');
      const peak = page.getByText(/^green, 520 nm: /);
      await button(page, 'Smooth all of it').press('Enter');
      await expect.poll(() => peak.innerText()).not.toMatch(/0\.467/);
      const bare = await model(page, 'QE 525 nm of the pixel');
      await page.getByRole('radio', { name: 'IR cut' }).press('Space');
      const cut = page.getByRole('slider', { name: /^Transmission of IR cut at 520 nm$/ });
      await cut.press('ArrowDown');
      await expect.poll(() => cut.getAttribute('aria-valuenow')).toBe('0.99');
      await expect.poll(() => model(page, 'QE 525 nm of the pixel')).toBeLessThan(bare);
      await page.getByRole('radio', { name: 'green' }).press('Space');
      await expect.poll(() => peak.innerText()).toMatch(/0\.46/);
      await expectAccessible(page);
      await shots(page, 'sensor-design-efficiency');

      // The picture follows too, and a place covers sheet and figures until Escape.
      await slot.selectOption('Picture');
      await page.getByText('Choose a scene in System Optimization.').waitFor();
      await page.getByRole('link', { name: 'System Optimization' }).click();
      await choose(page, { Illuminant: 'D65', Scene: 'Macbeth' });
      await page.getByRole('link', { name: 'Sensor Design' }).click();
      await page.getByText(/^full picture, \d+ ms/).waitFor();
      const picture = page.getByAltText(/^Picture of the recipe with /);
      const before = await picture.getAttribute('src');
      await type(page, 'Well Capacity, e⁻', '4000');
      await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
      await button(page, 'Enlarge Slot 1').press('Enter');
      await button(page, 'Make Slot 1 small').waitFor();
      await shots(page, 'sensor-design-picture');
      await page.keyboard.press('Escape');
      await button(page, 'Enlarge Slot 1').waitFor();

      await slot.selectOption('Colour error');
      await page.getByText(/^ΔE00 of 24 patches under D65: mean/).waitFor();
      await shots(page, 'sensor-design-colour');

      await slot.selectOption('CFA');
      await button(page, 'Row 1, column 1: green').focus();
      await page.keyboard.press('w');
      await button(page, 'Row 1, column 1: white').waitFor();
      await page.getByText(/^Not Bayer: the ISP does not develop it, runs end in raw\./).waitFor();
      await expectAccessible(page);
      await shots(page, 'sensor-design-tile');

      await slot.selectOption('Pixel size');
      await button(page, '1.4 µm').press('Enter');
      await expect.poll(() => field(page, 'Pixel Size, µm').inputValue()).toBe('1.4');
      await shots(page, 'sensor-design-size');

      // What a maker does not publish is a dash.
      const beside = page.getByRole('combobox', { name: 'Beside' });
      await beside.selectOption({ label: 'Sony IMX250' });
      await page.getByRole('columnheader', { name: 'Sony IMX250' }).waitFor();
      expect((await cells(page, 'K')).at(-1)).toBe('—');
      // The list of parts has the photodiode's, without the fill factor.
      const photodiode = await model(page, 'QE 525 nm of the photodiode');
      const pixel = await model(page, 'QE 525 nm of the pixel');
      expect(pixel / photodiode).toBeCloseTo(
        Number(await field(page, 'Fill Factor').inputValue()),
        1,
      );
      expect((await cells(page, 'Dynamic range, EMVA 1288')).at(-1)).toBe('71.1');
      await slot.selectOption('SNR');
      await page.getByRole('img', { name: /Sony IMX250$/ }).waitFor();
      await expectAccessible(page);
      await shots(page, 'sensor-design-beside');

      // A phone has all of it one below the other.
      await page.setViewportSize({ width: 375, height: 812 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(375);
      if (process.env['SCREENSHOTS']) await shot(page, 'sensor-design-375');
      expect(site().pageErrors.filter((error) => !/status of (401|422)/.test(error))).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'sensor-design' },
);
