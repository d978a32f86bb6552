import { pageMessages } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { describeSite } from './browser.ts';
import { reload } from './site-page.ts';
import {
  button,
  choose,
  dialog,
  expectAccessible,
  fake,
  json,
  list,
  log,
  openDialog,
  runBody,
} from './workbench-page.ts';

const photons = (page: Page, nanometres: number): Locator =>
  dialog(page).getByLabel(`Photons at ${nanometres} nm`);
const energy = (page: Page, nanometres: number): Locator =>
  dialog(page).getByLabel(`Energy at ${nanometres} nm`);
const expectFocus = (page: Page, cell: Locator): Promise<void> =>
  cell.and(page.locator(':focus')).waitFor();

describeSite('custom spectrum (specification W-160 to W-172, W-186)', (site) => {
  const open = async (): Promise<Page> => {
    const page = await site().open('/simulate', 1440, 1000);
    await choose(page, { Illuminant: 'Custom' });
    await openDialog(page, 'Illuminant Params');
    return page;
  };

  test('is a table of 31 rows with six decimals, 650 px wide, which starts as daylight; arrow keys move between its cells, and photons and energy follow each other', async () => {
    const page = await open();
    expect((await dialog(page).boundingBox())!.width).toBe(650);
    expect(await dialog(page).locator('tbody th').allInnerTexts()).toEqual(
      Array.from({ length: 31 }, (_, band) => String(400 + 10 * band)),
    );
    expect(await dialog(page).locator('thead th').allInnerTexts()).toEqual([
      'Wavelength (nm)',
      'Photons (1020)',
      'Energy (J)',
    ]);
    const values = await dialog(page)
      .locator('input')
      .evaluateAll((cells) => (cells as HTMLInputElement[]).map((cell) => cell.value));
    expect(values).toHaveLength(62);
    for (const value of values) expect(value).toMatch(/^\d+\.\d{6}$/);
    expect(await energy(page, 560).inputValue()).toBe('100.000000');
    await expectAccessible(page);

    // Arrow keys move between cells; Escape puts back what was.
    await expectFocus(page, photons(page, 400));
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, photons(page, 410));
    await page.keyboard.press('ArrowRight');
    await expectFocus(page, energy(page, 410));
    await page.keyboard.press('ArrowUp');
    await expectFocus(page, energy(page, 400));
    await page.keyboard.press('ArrowLeft');
    await expectFocus(page, photons(page, 400));
    await page.keyboard.type('9');
    expect(await photons(page, 400).inputValue()).toBe('9');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await openDialog(page, 'Illuminant Params');
    expect(await photons(page, 400).inputValue()).toBe('1.666391');

    // Photons and energy follow each other; what is no number clears the other and is not taken.
    await photons(page, 550).fill('1');
    // h c / 550 nm x 10^20.
    expect(Number(await energy(page, 550).inputValue())).toBeCloseTo(36.117, 3);
    expect(await energy(page, 550).inputValue()).toMatch(/^\d+\.\d{6}$/);
    await energy(page, 600).fill('10');
    expect(Number(await photons(page, 600).inputValue())).toBeCloseTo(10 / 33.1074, 4);
    await photons(page, 500).fill('abc');
    expect(await energy(page, 500).inputValue()).toBe('');
    expect(await photons(page, 500).inputValue()).toBe('abc');
    await energy(page, 510).fill('x');
    expect(await photons(page, 510).inputValue()).toBe('');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    const sent = (await runBody(page))['illuminantCustomPhotons'] as number[];
    expect(sent).toHaveLength(31);
    for (const number of sent) expect(Number.isFinite(number)).toBe(true);
    expect(sent[15]).toBe(1);
    expect(sent[20]).toBeCloseTo(10 / 33.1074, 4);
    expect(sent[10]).toBeCloseTo(2.752504, 6);
  });

  test('submitting it clears the scene luminance, and New brings daylight back', async () => {
    const page = await open();
    await page.keyboard.press('Escape');
    const box = await openDialog(page, 'Brightness');
    await box.getByRole('spinbutton').fill('50');
    await page.keyboard.press('Enter');
    await openDialog(page, 'Illuminant Params');
    await photons(page, 400).fill('3');
    await page.keyboard.press('Enter');
    expect(await runBody(page)).toMatchObject({
      illuminant: 'Custom',
      sceneLuminance: '',
      illuminantCustomPhotons: expect.arrayContaining([3]) as unknown,
    });
    await button(page, 'New').click();
    expect(((await runBody(page))['illuminantCustomPhotons'] as number[])[0]).toBeCloseTo(
      1.666391,
      6,
    );
  });
});

describeSite('luminances (specification W-068 to W-072, W-173 to W-177)', (site) => {
  test('each is a single number in cd/m2, and what is set clears the other', async () => {
    const page = await site().open('/simulate');
    for (const [name, title] of [
      ['Illuminant Params', 'Illuminant Luminance'],
      ['Brightness', 'Scene Luminance'],
    ] as const) {
      const box = await openDialog(page, name);
      expect(await box.getByRole('heading').innerText()).toBe(title);
      expect(await box.locator('input').count()).toBe(1);
      const field = box.getByLabel('Luminance (cd/m2)');
      expect([await field.getAttribute('type'), await field.getAttribute('step')]).toEqual([
        'number',
        '0.01',
      ]);
      await expectAccessible(page);
      await field.fill('7');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await openDialog(page, name);
      expect(await field.inputValue()).toBe('');
      await page.keyboard.press('Escape');
    }
    const set = async (name: string, value: string): Promise<unknown[]> => {
      await (await openDialog(page, name)).getByRole('spinbutton').fill(value);
      await page.keyboard.press('Enter');
      const { illuminantLuminance, sceneLuminance } = await runBody(page);
      return [illuminantLuminance, sceneLuminance];
    };
    expect(await set('Illuminant Params', '12.25')).toEqual([12.25, '']);
    expect(await set('Brightness', '80')).toEqual(['', 80]);
    expect(await set('Illuminant Params', '3')).toEqual([3, '']);
    expect(await set('Illuminant Params', '')).toEqual(['', '']);
  });
});

describeSite('spectrum (specification W-178 to W-185)', (site) => {
  test('opens a window of 900 x 700 with energy against wavelength, which survives a reload', async () => {
    const page = await site().open('/simulate');
    await choose(page, { Illuminant: 'Illuminant A' });
    const asked = page.waitForRequest('**/get_illuminant');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      button(page, 'Spectrum').click(),
    ]);
    const body = (await asked).postDataJSON() as { readonly photonValues: readonly number[] };
    expect(body).toMatchObject({ illuminant: 'Illuminant A', illuminantLuminance: '' });
    expect(Object.keys(body).sort()).toEqual(['illuminant', 'illuminantLuminance', 'photonValues']);
    expect(body.photonValues).toHaveLength(31);
    for (const visit of ['first', 'reloaded']) {
      if (visit === 'reloaded') await reload(popup);
      await popup.getByRole('heading', { name: 'Illuminant A' }).waitFor();
      expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([
        900, 700,
      ]);
      const plot = popup.getByRole('img', { name: /wavelength \(nm\)/ });
      await plot.waitFor();
      expect(await plot.getAttribute('aria-label')).toContain(
        'Energy (relative) against wavelength (nm), 31 samples from 400 to 700 nm',
      );
      // A curve that rises with the wavelength, as the curve of a lamp does, over a fill in more
      // than one hue.
      const points = (await plot.locator('polyline').getAttribute('points'))!
        .split(' ')
        .map((point) => point.split(',').map(Number));
      expect(points).toHaveLength(31);
      const down = (await plot.boundingBox())!.height;
      expect((points[6]![1]! - points[29]![1]!) / down).toBeGreaterThan(0.3);
      const hues = await plot
        .locator('stop')
        .evaluateAll((stops) => stops.map((stop) => stop.getAttribute('stop-color')));
      expect(new Set(hues).size).toBeGreaterThan(20);
    }
    await popup.getByRole('img').focus();
    await popup.keyboard.press('ArrowRight');
    await expect.poll(() => popup.getByRole('status').innerText()).toMatch(/^400 nm\s+\d/);
    const { x, y, width, height } = (await popup.getByRole('img').boundingBox())!;
    await popup.mouse.move(x + width / 2, y + height / 2);
    await expect.poll(() => popup.getByRole('status').innerText()).toMatch(/^5\d0 nm\s+\d/);
    await expectAccessible(popup);
  });

  test('an address without a curve says what to do', async () => {
    const page = await site().open('/spectrum');
    await page.getByText('There is no curve in this address').waitFor();
    await expectAccessible(page);
  });

  test('a blocked window, an answer without energy, a refusal and a broken connection are for the console only', async () => {
    const page = await site().open('/simulate');
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('spectrum:')) said.push(message.type());
    });
    page.on('dialog', (alert) => {
      said.push(`alert ${alert.message()}`);
    });
    // What the page asks of the browser, which blocks the first window.
    await page.evaluate(() => {
      const windows = { opened: 0, closed: 0 };
      const close = (): void => void (windows.closed += 1);
      Object.assign(window, { windows });
      window.open = () => {
        windows.opened += 1;
        return windows.opened === 1 ? null : ({ close } as Window);
      };
    });
    await log(page).getByText('Using CPU').waitFor();
    const before = await log(page).innerText();
    await list(page, 'Illuminant').selectOption('D65');
    for (const [at, [answer, level]] of (
      [
        [json({ wave: [400, 410], energy: [1, 2] }), 'warning'],
        [json({ wave: [400, 410] }), 'warning'],
        [json({ message: 'no' }, 500), 'error'],
        [null, 'error'],
      ] as const
    ).entries()) {
      said.length = 0;
      await page.unroute('**/get_illuminant');
      const bodies = await fake(page, '/get_illuminant', answer);
      await button(page, 'Spectrum').click();
      await expect.poll(() => said).toEqual([level]);
      expect(bodies).toHaveLength(Math.min(at, 1));
      // Windows that have nothing to show are closed.
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { windows: object }).windows))
        .toEqual({ opened: at + 1, closed: at });
    }
    expect(await page.getByText(pageMessages.spectrumBlocked).count()).toBe(0);
    expect(await log(page).innerText()).toBe(before);
  });
});

describeSite(
  'spectrum with tools',
  (site) => {
    test('what keeps the window away is told above the picture until one opens', async () => {
      const page = await site().open('/simulate');
      await page.evaluate(() => {
        const open = window.open.bind(window);
        window.open = () => {
          window.open = open;
          return null;
        };
      });
      const reasons = page.getByText(
        /^(The browser blocked the window of the spectrum|Choose an illuminant to see)/,
      );
      await button(page, 'Spectrum').click();
      await page.getByText(pageMessages.spectrumBlocked).waitFor();
      await button(page, 'Spectrum').click();
      await page.getByText('Choose an illuminant to see its spectrum.').waitFor();
      await choose(page, { Illuminant: 'D65' });
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        button(page, 'Spectrum').click(),
      ]);
      await popup.getByRole('heading').waitFor();
      await expect.poll(() => reasons.count()).toBe(0);
    });
  },
  { WORKBENCH_FEATURES: 'measure' },
);
