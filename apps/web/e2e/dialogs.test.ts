import { expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { describeSite } from './browser.ts';
import {
  button,
  choose,
  dialog,
  expectAccessible,
  log,
  openDialog,
  runBody,
  shots,
} from './workbench-page.ts';

/** Labels and values of the fields that are shown, in order. */
const fieldsOf = (box: Locator): Promise<(readonly [string, string])[]> =>
  box
    .locator('input:not([type=checkbox]), select')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).map(
        (field) => [(field.labels?.[0]?.textContent ?? field.ariaLabel)!, field.value] as const,
      ),
    );

const scenes = [
  [
    'Macbeth',
    'Macbeth Chart Parameters',
    360,
    'macbethParams',
    [
      ['HFoV (degrees)', '10'],
      ['Patch Size', '16'],
    ],
  ],
  [
    'Point Array',
    'Point Array Parameters',
    360,
    'pointarrayParams',
    [
      ['HFoV (degrees)', '10'],
      ['Array Size', '128'],
      ['Point Spacing', '16'],
    ],
  ],
  [
    'Gridlines',
    'Gridlines Parameters',
    360,
    'gridlinesParams',
    [
      ['HFoV (degrees)', '10'],
      ['Gridline Size', '128'],
      ['Line Spacing', '16'],
      ['Line Thickness', '1'],
    ],
  ],
  [
    'Slanted Edge',
    'Slanted Edge Parameters',
    360,
    'slantededgeParams',
    [
      ['HFoV (degrees)', '10'],
      ['Image size', '128'],
      ['Bar Slope', '2.6'],
      ['Dark Level', '0'],
    ],
  ],
  [
    'Rings Rays',
    'Rings & Rays Parameters',
    360,
    'ringsraysParams',
    [
      ['HFoV (degrees)', '10'],
      ['Radial Frequency', '8'],
      ['Size', '128'],
    ],
  ],
  ['apple.jpg', 'Scene File Parameters', 400, 'sceneFileParams', [['HFoV (degrees)', '10']]],
] as const;

describeSite('scene dialogs (specification W-057 to W-064, W-080 to W-102)', (site) => {
  test('a hint under the pointer stays when the focus goes elsewhere; each scene has its dialog, no scene has none', async () => {
    const page = await site().open('/simulate');
    const copy = page.getByRole('button', { name: 'Copy log' });
    await copy.focus();
    await copy.hover();
    await page.getByRole('combobox', { name: 'Scene' }).focus();
    await page.getByRole('tooltip').waitFor();
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });

    // Without a scene the button does nothing.
    await button(page, 'Scene Params').click();
    expect(await dialog(page).count()).toBe(0);
    await page.getByRole('tooltip', { name: 'Scene parameters: choose a scene first.' }).waitFor();

    // Each scene has its dialog.
    for (const [scene, title, width, wireKey, fields] of scenes) {
      await choose(page, { Scene: scene });
      const box = await openDialog(page, 'Scene Params');
      expect(await box.getByRole('heading').innerText()).toBe(title);
      expect((await box.boundingBox())!.width).toBe(width);
      expect(await fieldsOf(box)).toEqual(fields);
      // The most fields, and the widest dialog.
      if (['Gridlines', 'apple.jpg'].includes(scene)) await expectAccessible(page);
      // What was typed is forgotten on Escape, and kept on Enter.
      const hfov = box.getByLabel('HFoV');
      await hfov.fill('33');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await button(page, 'Scene Params').and(page.locator(':focus')).waitFor();
      await openDialog(page, 'Scene Params');
      expect(await hfov.inputValue()).toBe('10');
      await hfov.fill('12.5');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      expect((await runBody(page))[wireKey]).toMatchObject({ hfov: 12.5 });
    }
  });

  test('covers the page, takes an emptied field as its default and passes on what is no number, without a message; the log of a run says it', async () => {
    const page = await site().open('/simulate');
    await choose(page, { Scene: 'Macbeth' });
    const run = (await button(page, 'Run').boundingBox())!;
    const box = await openDialog(page, 'Scene Params');
    await page.mouse.click(run.x + run.width / 2, run.y + run.height / 2);
    await page.keyboard.press('Control+Enter');
    expect(await page.getByText('Run makes the picture (Ctrl+Enter).').count()).toBe(1);
    expect(await dialog(page).count()).toBe(1);
    await box.getByLabel('HFoV').fill('');
    await box.getByLabel('Patch Size').fill('large');
    await box.getByRole('button', { name: 'Modify' }).click();
    expect(await dialog(page).count()).toBe(0);
    const bodies: unknown[] = [(await runBody(page))['macbethParams']];
    expect(bodies).toEqual([{ hfov: 10, patchSize: null }]);
    await openDialog(page, 'Scene Params');
    expect(await fieldsOf(box)).toEqual([
      ['HFoV (degrees)', '10'],
      ['Patch Size', 'NaN'],
    ]);
    await box.getByRole('button', { name: 'Defaults' }).click();
    expect(await fieldsOf(box)).toEqual([
      ['HFoV (degrees)', '10'],
      ['Patch Size', '16'],
    ]);

    // In a run it becomes the default, and the log says so.
    await box.getByLabel('Patch Size').fill('large');
    await page.keyboard.press('Enter');
    await button(page, 'Run').click();
    await log(page)
      .getByText('Patch Size (macbethParams.patchSize) was blank: using 16 px.')
      .waitFor();
    await page.getByAltText('Simulation result').waitFor();
  });
});

const sensorFields = [
  ['Voltage Swing (V)', '1.15'],
  ['Well Capacity (e)', '9000'],
  ['Fill Factor', '0.45'],
  ['Pixel Size (µm)', '2.2'],
  ['Dark Voltage (µV/s)', '10'],
  ['Read Noise (mV)', '0.96'],
  ['PRNU (%)', '0.2218'],
  ['DSNU (mV)', '1'],
  ['Analog Gain', '1'],
  ['Analog Offset (V)', '0'],
  ['Rows', '450'],
  ['Cols', '650'],
];

describeSite(
  'dialogs with any switch of the workbench on (issue 29)',
  (site) => {
    const description = (field: Locator): Promise<string | null> =>
      field.evaluate(
        (element) =>
          document.getElementById(element.getAttribute('aria-describedby')!)!.textContent,
      );
    /** The field is marked as wrong, with a sentence, and Enter does not close the dialog. */
    const expectRefused = async (field: Locator, text: string): Promise<void> => {
      await field.fill(text);
      await field.and(field.page().locator('[aria-invalid=true]')).waitFor();
      await field.press('Enter');
      await field.and(field.page().locator(':focus')).waitFor();
    };

    test('a wrong number is marked while it is typed, and Escape asks before it discards; labels of the ISP begin with plain words, and gains stand beside themselves as decimals; cells, luminance and spectrum are checked in the same way', async () => {
      const page = await site().open('/simulate', 1440, 900);
      const box = await openDialog(page, 'Sensor Params');
      const field = box.getByLabel('Pixel Size');
      await expectRefused(field, '-3');
      expect(await description(field)).toBe('Pixel Size must be at least 0.01 µm, not -3 µm.');
      expect(await box.locator('[aria-invalid]').count()).toBe(1);
      await page.keyboard.press('Escape');
      const question = box.getByRole('group', { name: 'Discard what you typed?' });
      await button(page, 'Keep editing').and(page.locator(':focus')).waitFor();
      await expectAccessible(page);
      await shots(page, 'dialog-question');
      // Escape takes its question back; what was typed and the focus are still there.
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await field.and(page.locator(':focus')).waitFor();
      expect(await field.inputValue()).toBe('-3');
      await page.keyboard.press('Escape');
      await box.getByLabel('Well Capacity').click();
      await question.waitFor({ state: 'detached' });
      await box.getByLabel('Well Capacity').and(page.locator(':focus')).waitFor();
      await box.getByRole('button', { name: 'Close' }).click();
      await button(page, 'Discard').click();
      await dialog(page).waitFor({ state: 'detached' });
      await button(page, 'Sensor Params').and(page.locator(':focus')).waitFor();
      await openDialog(page, 'Sensor Params');
      expect(await field.inputValue()).toBe('2.2');
      // Nothing was typed: nothing is asked.
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await openDialog(page, 'Sensor Params');
      await field.fill('3');
      expect(await box.locator('[aria-invalid]').count()).toBe(0);
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      expect((await runBody(page))['sensorParams']).toMatchObject({ pixel_size: '3' });

      // Labels of the ISP.
      await choose(page, { ISP: 'Fast-openISP' });
      await openDialog(page, 'ISP Params');
      const labels = (await fieldsOf(box)).map(([label]) => label);
      expect(labels.slice(1, 12)).toEqual([
        'Red black level bl_r',
        'Green black, red rows bl_gr',
        'Green black, blue rows bl_gb',
        'Blue black level bl_b',
        'Red into green alpha',
        'Blue into green beta',
        'Red gain r_gain',
        'Green gain, red rows gr_gain',
        'Green gain, blue rows gb_gain',
        'Blue gain b_gain',
        'Chroma noise threshold CNF value',
      ]);
      const gain = box.getByLabel('Red gain r_gain', { exact: true });
      const section = box.getByRole('region', { name: 'AWB' });
      expect(await section.getByText(/^= /).allTextContents()).toEqual([
        '= 1.37',
        '= 1.17',
        '= 1.17',
        '= 4.88',
      ]);
      await gain.fill('1024');
      await section.getByText('= 1.00', { exact: true }).waitFor();
      const matrix = box.getByRole('region', { name: 'CCM' });
      expect(await matrix.getByText('= 1.95', { exact: true }).count()).toBe(3);
      await expectAccessible(page);
      await shots(page, 'dialog-isp-top');
      await matrix.scrollIntoViewIfNeeded();
      await shots(page, 'dialog-isp-matrix');
      await page.keyboard.press('Escape');
      await button(page, 'Discard').click();
      await dialog(page).waitFor({ state: 'detached' });

      // Cells, luminance and spectrum.
      await choose(page, { Illuminant: 'Custom' });
      const discard = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await button(page, 'Discard').click();
        await dialog(page).waitFor({ state: 'detached' });
      };
      const isp = await openDialog(page, 'ISP Params');
      await expectRefused(isp.getByLabel('CCM values, row G, column B'), 'x');
      await isp
        .getByText('CCM values, row G, column B, must be a number, not "x".', { exact: true })
        .waitFor();
      expect(await isp.locator('[aria-invalid]').count()).toBe(1);
      await isp.getByLabel('CCM values, row G, column B').fill('0');
      await expectRefused(isp.getByLabel('tiles'), '1,6');
      await discard();

      const luminance = await openDialog(page, 'Brightness');
      await expectRefused(luminance.getByLabel('Luminance'), '-1');
      expect(await description(luminance.getByLabel('Luminance'))).toBe(
        'Scene luminance must be more than 0 cd/m², not -1 cd/m².',
      );
      await luminance.getByLabel('Luminance').fill('5');
      await expect.poll(() => luminance.locator('[aria-invalid=true]').count()).toBe(0);
      await discard();

      const spectrum = await openDialog(page, 'Illuminant Params');
      await expectRefused(spectrum.getByLabel('Photons at 410 nm'), '-1');
      await spectrum
        .getByText(/^At 410 nm: Custom illuminant photons must be numbers from 0 to/)
        .waitFor();
      await spectrum.getByLabel('Energy at 410 nm').fill('abc');
      await spectrum.getByText('At 410 nm: Type a number.', { exact: true }).waitFor();
      await expectAccessible(page);
      await discard();
    });
  },
  { WORKBENCH_FEATURES: 'history' },
);

const sections = [
  'DPC',
  'BLC',
  'AAF',
  'AWB',
  'CNF',
  'CFA',
  'CCM',
  'GAC',
  'CSC',
  'NLM',
  'BNF',
  'CEH',
  'EEH',
  'FCS',
  'HSC',
  'BCC',
  'SCL',
];

describeSite(
  'sensor and ISP dialogs (specification W-065, W-066, W-073, W-086, W-089, W-090, W-103 to W-105, W-110 to W-123, W-130 to W-152)',
  (site) => {
    test('the sensor has twelve text fields, which travel as text; the ISP opens only with Fast-openISP; has 17 sections with their switches, labels, values and help, in 850 x 900 px that scroll; submits text and switches, on Enter; Escape forgets; a chain that cannot run is refused; values beyond their limits are taken without a message, and the log names the field and its limit; all fit 420 x 500 px', async () => {
      const page = await site().open('/simulate', 1440, 1000);
      const box = await openDialog(page, 'Sensor Params');
      expect(await box.getByRole('heading').innerText()).toBe('Sensor Parameters');
      expect((await box.boundingBox())!.width).toBe(480);
      expect(await fieldsOf(box)).toEqual(sensorFields);
      expect(await box.locator('input[type=text]').count()).toBe(12);
      await expectAccessible(page);
      await box.getByLabel('Pixel Size').fill('1.4');
      await box.getByLabel('Rows').fill('');
      await box.getByLabel('Cols').fill('');
      await page.keyboard.press('Enter');
      const sent = (await runBody(page))['sensorParams'] as Record<string, unknown>;
      expect(Object.values(sent).map((value) => typeof value)).toEqual(
        Array.from({ length: 12 }, () => 'string'),
      );
      // docs/reference/protocol.md#sensor-size-defaults: the dialog's own defaults for what was
      // emptied.
      expect(sent).toMatchObject({
        pixel_size: '1.4',
        rows: '400',
        cols: '600',
        voltage_swing: '1.15',
      });

      // The ISP.
      await button(page, 'ISP Params').click();
      expect(await dialog(page).count()).toBe(0);
      await choose(page, { ISP: 'Fast-openISP' });
      await openDialog(page, 'ISP Params');
      expect(await dialog(page).getByRole('heading', { level: 2 }).innerText()).toBe(
        'ISP Parameters (Fast-openISP)',
      );

      expect(await box.boundingBox()).toMatchObject({ width: 850, height: 900 });
      expect(
        await box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight),
      ).toBe(true);
      const switches = box.getByRole('checkbox');
      expect(
        await box
          .getByRole('region')
          .evaluateAll((elements) =>
            elements.map((element) => element.querySelector('span')!.textContent),
          ),
      ).toEqual(sections);
      expect(
        await switches.evaluateAll((boxes) =>
          (boxes as HTMLInputElement[]).map(({ checked }) => checked),
        ),
      ).toEqual(sections.map((section) => section !== 'SCL'));
      expect(await fieldsOf(box)).toEqual([
        ['difference threshold', '30'],
        ['bl_r', '0'],
        ['bl_gr', '0'],
        ['bl_gb', '0'],
        ['bl_b', '0'],
        ['alpha', '0'],
        ['beta', '0'],
        ['r_gain', '1400'],
        ['gr_gain', '1200'],
        ['gb_gain', '1200'],
        ['b_gain', '5000'],
        ['CNF value', '0'],
        ['CFA type', 'malvar'],
        ...[
          ['0', '0', '2000', '0'],
          ['0', '2000', '0', '0'],
          ['2000', '0', '0', '0'],
        ].flatMap((row, r) =>
          row.map((cell, c) => [
            `CCM values, row ${'RGB'[r]!}, column ${['R', 'G', 'B', 'Offset'][c]!}`,
            cell,
          ]),
        ),
        ['GAC gain', '256'],
        ['gamma', '0.8'],
        ['search window size', '9'],
        ['patch size', '3'],
        ['NLM height', '10'],
        ['intensity sigma', '1.0'],
        ['spatial sigma', '1.0'],
        ['tiles', '4,6'],
        ['clip limit', '0.01'],
        ['edge gain', '384'],
        ['flat threshold', '100'],
        ['edge threshold', '4'],
        ['delta threshold', '1000'],
        ['delta min', '8'],
        ['delta max', '32'],
        ['hue offset (degrees)', '0'],
        ['saturation gain', '256'],
        ['brightness offset', '0'],
        ['contrast gain', '256'],
        ['width', '1920'],
        ['height', '1080'],
      ]);
      expect(await box.getByLabel('CFA type').locator('option').allTextContents()).toEqual([
        'bilinear',
        'malvar',
      ]);
      expect(await box.locator('[aria-describedby]').count()).toBeGreaterThanOrEqual(30);
      await expectAccessible(page);

      await box.getByLabel('clip limit').fill('0.5');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await openDialog(page, 'ISP Params');
      expect(await box.getByLabel('clip limit').inputValue()).toBe('0.01');
      await box.getByRole('checkbox', { name: 'NLM' }).uncheck();
      await box.getByRole('checkbox', { name: 'SCL' }).check();
      await box.getByLabel('CFA type').selectOption('bilinear');
      await box.getByLabel('tiles').fill('8,8');
      await box.getByLabel('CCM values, row G, column Offset').fill('7');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      const sentIsp = (await runBody(page))['ispParams'] as Record<string, unknown>;
      expect(sentIsp).toMatchObject({
        nlmEnabled: false,
        sclEnabled: true,
        dpcEnabled: true,
        cfaType: 'bilinear',
        cehGain: '8,8',
        cehOffset: '0.01',
        dpcValue: '30',
        ccmValues: [
          ['0', '0', '2000', '0'],
          ['0', '2000', '0', '7'],
          ['2000', '0', '0', '0'],
        ],
      });

      // A chain that cannot run is refused with the two modules in the sentence.
      await choose(page, { Scene: 'Macbeth', Sensor: 'Bayer-grbg' });
      await openDialog(page, 'ISP Params');
      await box.getByRole('checkbox', { name: 'GAC' }).uncheck();
      await box.getByRole('button', { name: 'Modify' }).click();
      await button(page, 'Run').click();
      await log(page)
        .getByText('Simulation failed: CSC needs GAC: enable GAC or disable CSC.')
        .waitFor();
      await button(page, 'Run').and(page.locator(':enabled')).waitFor();

      // Values beyond their limits.
      await choose(page, { ISP: '' });
      await openDialog(page, 'Sensor Params');
      await box.getByLabel('Pixel Size').fill('-3');
      expect(await box.locator('[aria-invalid]').count()).toBe(0);
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await button(page, 'Run').click();
      await log(page)
        .getByText('Simulation failed: Pixel Size must be at least 0.01 µm, not -3 µm.')
        .waitFor();

      // Small windows.
      await page.setViewportSize({ width: 420, height: 500 });
      await choose(page, { ISP: 'Fast-openISP', Illuminant: 'Custom' });
      for (const name of ['Sensor Params', 'ISP Params', 'Illuminant Params']) {
        const { x, y, width, height } = (await (await openDialog(page, name)).boundingBox())!;
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(8);
        expect(x + width).toBeLessThanOrEqual(412);
        expect(y + height).toBeLessThanOrEqual(492);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          420,
        );
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }
    });
  },
);
