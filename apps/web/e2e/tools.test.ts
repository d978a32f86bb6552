import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { chooseSmallCamera, logIn, signUp } from './signed-up.ts';
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
  shots,
} from './workbench-page.ts';

const allTools = (page: Page) => page.getByRole('switch', { name: 'All tools' });
const line = (page: Page) => page.getByRole('status').filter({ hasText: 'All tools are on' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** What there is to read and to press, without the row of the switch, numbers of ids and hints. */
const surface = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.querySelector('main')!.cloneNode(true) as HTMLElement;
    for (const hidden of copy.querySelectorAll('[hidden], [role=tooltip], [role=log], output'))
      hidden.remove();
    const words: string[] = [];
    for (const element of copy.querySelectorAll('*')) {
      const own = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join('');
      const names = ['role', 'aria-label', 'disabled', 'name', 'aria-keyshortcuts'];
      const attributes = names.map((name) => element.getAttribute(name)).join('|');
      words.push(`${element.tagName} ${attributes} ${own}`);
    }
    return words.join('\n');
  });

describeSite('All tools (issue 31)', (site) => {
  test('one press turns everything on without a reload, the second restores the surface, and so do the switches of each tool', async () => {
    const page = await site().open('/simulate');
    await chooseSmallCamera(page, 48, 64);
    await button(page, 'Run').click();
    await pictureShown(page);
    const before = await surface(page);
    const lines = await log(page).locator(':scope > *').count();
    expect(await tab(page, 'Measure').count()).toBe(0);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await page.keyboard.press('?');
    expect(await dialog(page).count()).toBe(0);
    await page
      .getByRole('group', { description: 'Save comes with All tools (sidebar).' })
      .waitFor();

    await allTools(page).click();
    await page
      .getByText(
        'All tools are on; ? shows the keys. Which tools are on is remembered in an account: log in.',
      )
      .waitFor();
    for (const name of ['Log', 'Measure', 'Params', 'Pixel', 'Study'])
      await tab(page, name).waitFor();
    expect(await allTools(page).getAttribute('aria-checked')).toBe('true');
    expect(await allTools(page).evaluate((row) => row === document.activeElement)).toBe(true);
    expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
    expect(await page.getByAltText(/^Simulation result/).count()).toBe(1);
    expect(await log(page).textContent()).toContain('Noise seeds');
    await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true);
    await expectAccessible(page);
    await shots(page, 'all-tools');

    // ? shows all keys while tools are on; text fields keep it.
    await page.keyboard.press('?');
    await dialog(page).getByText('switches Live on or off').waitFor();
    await dialog(page).getByText('Ctrl+S', { exact: true }).waitFor();
    await expectAccessible(page);
    await shots(page, 'keys');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    const box = await openDialog(page, 'Sensor Params');
    await box.getByLabel('Rows', { exact: true }).press('?');
    expect(await dialog(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    await dialog(page).waitFor({ state: 'detached' });

    // The sentence goes with the next change.
    await choose(page, { Illuminant: 'D50' });
    await line(page).waitFor({ state: 'detached' });
    await choose(page, { Illuminant: 'D65' });

    await allTools(page).click();
    await expect.poll(() => surface(page)).toBe(before);
    expect(await log(page).locator(':scope > *').count()).toBeGreaterThanOrEqual(lines);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    expect(await allTools(page).evaluate((row) => row === document.activeElement)).toBe(true);

    // Each tool has a switch: on and off in any order leaves what was there.
    await allTools(page).click();
    await button(page, 'Tools').click();
    const switches = dialog(page).getByRole('switch');
    await switches.first().waitFor();
    const count = await switches.count();
    expect(count).toBeGreaterThanOrEqual(13);
    await expectAccessible(page);
    await shots(page, 'tools-dialog');
    // Off from the first to the last, on from the last to the first, off again in another order.
    const order = [...Array(count).keys()];
    for (const at of order) await switches.nth(at).uncheck();
    for (const at of order.toReversed()) await switches.nth(at).check();
    for (const at of order.toSorted((one, other) => ((one * 5) % count) - ((other * 5) % count)))
      await switches.nth(at).uncheck();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => allTools(page).getAttribute('aria-checked')).toBe('false');
    await expect.poll(() => surface(page)).toBe(before);
    expect(site().pageErrors.filter((text) => !text.includes('status of 401'))).toEqual([]);
  });

  test('a run goes on while it is pressed', async () => {
    const page = await site().open('/simulate');
    // Its run takes many times as long as the tools take to come.
    await chooseSmallCamera(page, 3000, 4000);
    await choose(page, { ISP: 'Fast-openISP' });
    await button(page, 'Run').click();
    await log(page)
      .getByText(/^Scene: /)
      .first()
      .waitFor();
    await allTools(page).click();
    await tab(page, 'Measure').waitFor();
    expect(await button(page, 'Stop').isEnabled()).toBe(true);
    await allTools(page).click();
    await page.getByAltText(/^Simulation result/).waitFor();
    await expect.poll(() => button(page, 'Run').isEnabled()).toBe(true);
  });

  test('is remembered in the account: on a second browser, and over a reload', async () => {
    const email = `tools${Date.now()}@example.com`;
    const page = await site().open('/simulate');
    await signUp(page, site(), email);
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/preferences') && response.request().method() === 'PUT',
    );
    await allTools(page).click();
    expect((await saved).status()).toBe(200);
    await reload(page);
    await tab(page, 'Measure').waitFor();

    const second = await site().open('/simulate');
    await logIn(second, site(), email);
    await second.evaluate(() => localStorage.removeItem('tools'));
    await reload(second);
    await tab(second, 'Measure').waitFor();
    expect(await allTools(second).getAttribute('aria-checked')).toBe('true');
    await allTools(second).click();
    await tab(second, 'Measure').waitFor({ state: 'detached' });
    await expect
      .poll(
        async () =>
          (await (await second.request.get(`${site().address}/api/preferences`)).json()) as object,
      )
      .toEqual({ tools: [] });
    await reload(page);
    await tab(page, 'Measure').waitFor({ state: 'detached' });
  });

  test('at 375, 1024 and 1440 px the row is 40 px high and does not move', async () => {
    const page = await site().open('/simulate', 375, 768);
    const row = allTools(page).locator('..');
    await allTools(page).waitFor();
    const places = async (state: string) => {
      const found = [];
      for (const width of [375, 1024, 1440]) {
        await page.setViewportSize({ width, height: 768 });
        found.push((await row.boundingBox())!);
        await shot(page, `all-tools-${state}-${width}`);
        if (state === 'off') continue;
        // Where most is scrolled.
        if (width === 375) await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      return found;
    };
    const before = await places('off');
    await allTools(page).click();
    await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true);
    const after = await places('on');
    for (const [at, { x, y, height }] of before.entries()) {
      expect(height).toBe(40);
      expect([after[at]!.x, after[at]!.y, after[at]!.height]).toEqual([x, y, 40]);
    }
  });
});

describeSite(
  'All tools, with tools of the operator (issue 31)',
  (site) => {
    test('lists them as locked, and turns on what else is offered', async () => {
      const page = await site().open('/simulate');
      await tab(page, 'Measure').waitFor();
      expect(await allTools(page).getAttribute('aria-checked')).toBe('false');
      await allTools(page).click();
      await button(page, 'Tools').click();
      const locked = dialog(page).getByRole('switch', { name: 'Measure' });
      expect([await locked.isChecked(), await locked.isDisabled()]).toEqual([true, true]);
      await dialog(page).getByText('The operator of this server has switched it on.').waitFor();
      expect(await dialog(page).getByRole('switch').count()).toBe(2);
    });
  },
  { WORKBENCH_FEATURES: 'measure', WORKBENCH_OFFERS: 'live' },
);

describe('WORKBENCH_OFFERS=none (issue 31)', () => {
  describeSite(
    'the workbench',
    (site) => {
      test('has no row, no hint of it and no sheet of keys', async () => {
        const page = await site().open('/simulate');
        await page.evaluate(() => localStorage.setItem('tools', '["measure"]'));
        await reload(page);
        await page.getByRole('group', { description: 'Save is not part of this build.' }).waitFor();
        await expect.poll(() => allTools(page).count()).toBe(0);
        await expect.poll(() => tab(page, 'Measure').count()).toBe(0);
        expect(await page.getByText('All tools').count()).toBe(0);
        await page.keyboard.press('?');
        expect(await dialog(page).count()).toBe(0);
        expect(site().pageErrors).toEqual([]);
      });
    },
    { WORKBENCH_OFFERS: 'none' },
  );
});

describeSite(
  'the exposure in Sensor Params (issue 31)',
  (site) => {
    test('is a fold under the twelve fields, which goes into the request and the log', async () => {
      const page = await site().open('/simulate');
      await chooseSmallCamera(page, 48, 64);
      expect('exposureParams' in (await runBody(page))).toBe(false);
      const box = await openDialog(page, 'Sensor Params');
      expect(await box.evaluate((element) => element.clientWidth)).toBeGreaterThanOrEqual(478);
      expect(await box.locator('summary').innerText()).toBe('Exposure auto');
      await box.locator('summary').click();
      await box.getByLabel('Longest Exposure').fill('0.0001');
      await shot(page, 'exposure-auto');
      await box.getByLabel('Longest Exposure').fill('-1');
      await box.getByText('Longest Exposure must be more than 0 s, not -1 s.').waitFor();
      await box.getByLabel('Longest Exposure').fill('0.0001');
      await expectAccessible(page);
      await button(page, 'Modify').click();
      expect((await runBody(page))['exposureParams']).toEqual({ longest: '0.0001' });
      await button(page, 'Run').click();
      // Groups of the log are folded.
      await expect
        .poll(() => log(page).textContent())
        .toMatch(/Exposure:\s100\sµs,\s\S+\sstops\sbelow\sthe\smeter/);
      await page.getByText(/^Not default: .*longest exposure 0\.0001/).waitFor();

      const again = await openDialog(page, 'Sensor Params');
      expect(await again.locator('summary').innerText()).toBe('Exposure auto, at most 0.0001 s');
      await again.locator('summary').click();
      await again.getByLabel('Exposure', { exact: true }).selectOption('fixed');
      expect(await again.getByLabel('Exposure Seconds').inputValue()).toBe('0.0001');
      await again.getByLabel('Exposure Seconds').fill('');
      await again.getByText('A fixed exposure needs seconds.').waitFor();
      await again.getByLabel('Exposure Seconds').fill('0.02');
      await shot(page, 'exposure-fixed');
      await button(page, 'Modify').click();
      expect((await runBody(page))['exposureParams']).toEqual({ mode: 'fixed', seconds: '0.02' });
      // Defaults are those of the exposure too, and Escape leaves it as it was.
      const third = await openDialog(page, 'Sensor Params');
      await button(page, 'Defaults').click();
      await third.getByText('Exposure auto').waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'Discard').click();
      expect((await runBody(page))['exposureParams']).toEqual({ mode: 'fixed', seconds: '0.02' });
    });

    test('is drawn by Live while it is typed, and each of its numbers can be swept', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await chooseSmallCamera(page, 48, 64);
      await button(page, 'Live').click();
      const picture = page.getByAltText(/^Simulation result/);
      await picture.waitFor();
      const metered = await picture.getAttribute('src');
      const box = await openDialog(page, 'Sensor Params');
      await box.locator('summary').click();
      await box.getByLabel('Exposure Compensation', { exact: true }).fill('-2');
      await expect.poll(() => picture.getAttribute('src')).not.toBe(metered);
      expect(await box.locator('summary').innerText()).toBe('Exposure auto, -2 stops');
      await expectAccessible(page);
      await shot(page, 'exposure-live');
      await page.keyboard.press('Escape');
      await button(page, 'Live').click();

      await tab(page, 'Study').click();
      const fields = list(page, 'Add a field');
      await fields.waitFor();
      expect(await fields.locator('optgroup[label=Exposure] option').allTextContents()).toEqual([
        'Longest Exposure',
        'Exposure Compensation',
      ]);
    });
  },
  { WORKBENCH_FEATURES: 'exposure,live,sweep' },
);

describeSite(
  'corrections and the reference ISP in ISP Params (issue 34)',
  (site) => {
    test('are a fold under the modules, which goes into the request and the comparison; the reference ISP stands in the list, with parameters of its own', async () => {
      const page = await site().open('/simulate');
      await chooseSmallCamera(page, 48, 64);
      await list(page, 'ISP').selectOption('Fast-openISP');
      const before = await runBody(page);
      expect('toneMap' in before || 'whiteBalance' in before).toBe(false);
      expect('referenceParams' in before).toBe(false);
      const box = await openDialog(page, 'ISP Params');
      const fold = box.locator('summary').filter({ hasText: 'Corrections' });
      expect(await fold.innerText()).toBe('Corrections none');
      await fold.click();
      await box.getByLabel('White balance rule').selectOption('greyWorld');
      await box.getByLabel('Key', { exact: true }).fill('2');
      await box.getByText('Key must be at most 1, not 2.').waitFor();
      await box.getByLabel('Key', { exact: true }).fill('0.3');
      expect(await fold.innerText()).toBe('Corrections tone map, white balance');
      await shot(page, 'corrections');
      await expectAccessible(page);
      await button(page, 'Modify').click();
      const body = await runBody(page);
      expect(body['toneMap']).toEqual({ key: '0.3' });
      expect(body['whiteBalance']).toBe('greyWorld');
      await button(page, 'Run').click();
      await expect.poll(() => log(page).textContent()).toMatch(/Tone map:\sreinhard/);
      await page.getByText(/^Not default: .*tone map key 0\.3/).waitFor();

      await button(page, 'Run').and(page.locator(':enabled')).waitFor();
      await list(page, 'ISP').selectOption('Reference ISP');
      await openDialog(page, 'ISP Params');
      await box.getByLabel('Denoising').fill('0');
      await button(page, 'Modify').click();
      expect((await runBody(page))['referenceParams']).toMatchObject({ denoising: '0' });
      await button(page, 'Run').click();
      await expect.poll(() => log(page).textContent()).toMatch(/Reference\sISP:/);
    });
  },
  { WORKBENCH_FEATURES: 'hdr,reference-isp' },
);
