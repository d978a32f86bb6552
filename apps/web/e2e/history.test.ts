import { deflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BLANK, describeSite, isAlive, type Site } from './browser.ts';
import { goTo, reload } from './site-page.ts';
import {
  button,
  choose,
  dialog,
  expectAccessible,
  list,
  log,
  openDialog,
  runBody,
} from './workbench-page.ts';

const status = (page: Page): Locator => page.getByRole('status');
const picture = (page: Page): Locator => page.getByAltText('Simulation result');

async function setReadNoise(page: Page, value: string): Promise<void> {
  const box = await openDialog(page, 'Sensor Params');
  await box.getByLabel('Read Noise').fill(value);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

/** A small camera whose noise differs visibly from the noise of another seed. */
async function smallCamera(page: Page): Promise<void> {
  await choose(page, { Illuminant: 'D65', Scene: 'Macbeth', Sensor: 'Bayer-grbg' });
  const box = await openDialog(page, 'Sensor Params');
  await box.getByLabel('Rows').fill('64');
  await box.getByLabel('Cols').fill('96');
  await page.keyboard.press('Enter');
}

/** The picture of a run with the real engine. */
async function runPicture(page: Page): Promise<string> {
  await button(page, 'Run').click();
  await button(page, 'Run').and(page.locator(':enabled')).waitFor();
  return (await picture(page).getAttribute('src'))!;
}

/** Lets the page write to the clipboard, and gives what it wrote. */
async function copied(page: Page, press: () => Promise<void>): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press();
  await page.getByRole('tooltip', { name: 'Copied' }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}
const copyLink = (page: Page): Promise<string> =>
  copied(page, () => button(page, 'Copy link').click());

describeSite('The workbench without history and save', (site) => {
  test('leaves the keys to the browser, ignores links, and has no button for them', async () => {
    const page = await site().open('/simulate');
    await choose(page, { Scene: 'Macbeth' });
    await page.keyboard.press('Control+z');
    expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
    expect(
      await page.evaluate(() => {
        const key = new KeyboardEvent('keydown', {
          key: 's',
          ctrlKey: true,
          cancelable: true,
          bubbles: true,
        });
        return document.body.dispatchEvent(key);
      }),
    ).toBe(true);
    expect(await button(page, 'Copy link').count()).toBe(0);
    expect(await button(page, 'Back').getAttribute('aria-keyshortcuts')).toBeNull();
    await goTo(page, `${site().address}/simulate#r1=${linkTo({ scene: 'Gridlines' })}`);
    await log(page).locator(':scope > *').first().waitFor();
    expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
  });
});

const linkTo = (json: unknown): string => deflateSync(JSON.stringify(json)).toString('base64url');

describeSite(
  'Back and Forward, switched on (issue 19)',
  (site) => {
    test('step through the recipes with buttons and keys, each step named; the keys of a text field are left to it', async () => {
      const page = await site().open('/simulate');
      await page.getByRole('group', { description: 'Nothing to undo.' }).waitFor();
      await choose(page, { Scene: 'Macbeth', Sensor: 'Bayer-grbg' });
      await setReadNoise(page, '2');
      await button(page, 'Back').hover();
      await page
        .getByRole('tooltip', { name: /^Back: sensor read noise 0\.96 → 2.mV \(Ctrl\+Z\)$/ })
        .waitFor();
      await button(page, 'Back').click();
      await status(page)
        .getByText(/^Undone: sensor read noise 0\.96 → 2.mV$/)
        .waitFor({ state: 'attached' });
      await page.keyboard.press('Control+z');
      expect(await list(page, 'Sensor').inputValue()).toBe('');
      await page.keyboard.press('Control+Shift+Z');
      expect(await list(page, 'Sensor').inputValue()).toBe('Bayer-grbg');
      await button(page, 'Forward').hover();
      await page
        .getByRole('tooltip', { name: /^Forward: sensor read noise .* \(Ctrl\+Shift\+Z\)$/ })
        .waitFor();
      await button(page, 'Forward').click();
      await page.getByRole('group', { description: 'Nothing to do again.' }).waitFor();
      await expectAccessible(page);
      const box = await openDialog(page, 'Sensor Params');
      expect(await box.getByLabel('Read Noise').inputValue()).toBe('2');

      // Keys of a text field are left to it.
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await page.evaluate(() => {
        const field = document.createElement('input');
        document.querySelector('main')!.append(field);
        field.focus();
      });
      await page.keyboard.press('Control+z');
      expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
    });

    test('survive a reload, and bring back what New has cleared', async () => {
      const page = await site().open('/simulate');
      await choose(page, { Scene: 'Macbeth', Sensor: 'Bayer-grbg' });
      await setReadNoise(page, '2');
      const sent = await runBody(page);
      await button(page, 'New').click();
      await expect.poll(() => list(page, 'Scene').inputValue()).toBe('');
      await reload(page);
      await button(page, 'Back').hover();
      await page.getByRole('tooltip', { name: 'Back: New (Ctrl+Z)' }).waitFor();
      await button(page, 'Back').click();
      expect(await runBody(page)).toEqual(sent);
      await button(page, 'Back').click();
      await button(page, 'Back').click();
      expect(await list(page, 'Sensor').inputValue()).toBe('');
      await reload(page);
      await button(page, 'Forward').click();
      await button(page, 'Forward').click();
      expect(await runBody(page)).toEqual(sent);
    });
  },
  { WORKBENCH_FEATURES: 'history' },
);

/** Opens an address as somebody does who has it from a colleague. */
async function follow(site: Site, page: Page, fragment: string): Promise<void> {
  await page.goto(`${site.address}${BLANK}`);
  await page.goto(`${site.address}/simulate${fragment}`);
  await isAlive(page);
  await log(page).locator(':scope > *').first().waitFor();
}

describeSite(
  'A link to a recipe (issue 19)',
  (site) => {
    test('reproduces the picture bit for bit, seeds included, in a browser that knows nothing', async () => {
      const page = await site().open('/simulate');
      await smallCamera(page);
      const made = await runPicture(page);
      const link = await copyLink(page);
      expect(link.length).toBeLessThan(200);
      const other = await site().open('/simulate');
      await goTo(other, link);
      await expect.poll(() => list(other, 'Sensor').inputValue()).toBe('Bayer-grbg');
      expect(await runPicture(other)).toBe(made);
      // A seed of its own gives other noise, and travels with the link.
      await follow(
        site(),
        other,
        `#r1=${linkTo({ scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-grbg', sensorParams: { rows: '64', cols: '96' }, seed: 5 })}`,
      );
      await expect.poll(() => list(other, 'Sensor').inputValue()).toBe('Bayer-grbg');
      const seeded = await runPicture(other);
      expect(seeded).not.toBe(made);
      await other.getByText(/^Not default: sensor rows 64.px, cols 96.px, noise seed 5$/).waitFor();
      const again = await copyLink(other);
      await goTo(page, again);
      await expect.poll(() => new URL(page.url()).hash).toBe('');
      expect(await runPicture(page)).toBe(seeded);
      // Opening it was a step.
      await page.keyboard.press('Control+z');
      expect(await runPicture(page)).toBe(made);
    });

    test('leaves the address, so that a reload keeps what was changed since; of another version, damaged, or to what this server does not offer says so in a sentence, and nothing is lost', async () => {
      const page = await site().open('/simulate');
      await follow(site(), page, `#r1=${linkTo({ scene: 'Macbeth' })}`);
      await expect.poll(() => list(page, 'Scene').inputValue()).toBe('Macbeth');
      expect(page.url()).toBe(`${site().address}/simulate`);
      await choose(page, { Optics: 'Double-Gauss' });
      await reload(page);
      expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
      expect(await list(page, 'Optics').inputValue()).toBe('Double-Gauss');

      for (const [fragment, sentence] of [
        ['#r2=abc', /^This link was made by a newer version of Lumenloom/],
        ['#r0=abc', /^This link was made by an older version of Lumenloom/],
        [`#r1=${linkTo({ scene: 'Macbeth' }).slice(0, -5)}`, /^This link is damaged/],
        [`#r1=${linkTo({ scene: 'Grey Steps' })}`, /^This link chooses Grey Steps under Scene/],
      ] as const) {
        await choose(page, { Scene: 'Gridlines' });
        await goTo(page, `${site().address}/simulate${fragment}`);
        await status(page).getByText(sentence).waitFor();
        expect(await list(page, 'Scene').inputValue()).toBe('Gridlines');
        await follow(site(), page, fragment);
        await status(page).getByText(sentence).waitFor();
        expect(await list(page, 'Scene').inputValue()).toBe('');
      }
      await expectAccessible(page);
    });

    test('is kept over the login', async () => {
      const page = await site().open('/desktop-info');
      page.on('dialog', (alert) => void alert.accept());
      const fragment = `#r1=${linkTo({ scene: 'Macbeth', optics: 'Double-Gauss' })}`;
      await page.goto(`${site().address}/simulate${fragment}`);
      const wayBack = `?next=${encodeURIComponent(`/simulate${fragment}`)}`;
      await page.waitForURL(`${site().address}/login${wayBack}`);
      // Round by the sign-up, too.
      await page.getByRole('link', { name: 'Sign up' }).click();
      await page.waitForURL(`${site().address}/signup${wayBack}`);
      await page.getByRole('link', { name: 'Login' }).first().click();
      // The address changes before the page does, and both pages have a field for the address.
      await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
      expect(page.url()).toBe(`${site().address}/login${wayBack}`);
      await page.route('**/api/login', (route) =>
        route.fulfill({
          contentType: 'application/json',
          body: '{"firstName":"Ada","plan":"Trial"}',
        }),
      );
      await page.getByLabel('Email').fill('ada@example.com');
      await page.keyboard.press('Enter');
      await page.getByLabel('Password', { exact: true }).fill('Aa1!aaaa');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/simulate');
      await expect.poll(() => list(page, 'Scene').inputValue()).toBe('Macbeth');
      expect(await list(page, 'Optics').inputValue()).toBe('Double-Gauss');
    });
  },
  { WORKBENCH_FEATURES: 'history,save' },
);
