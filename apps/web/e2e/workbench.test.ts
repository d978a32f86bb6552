import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { button, choose, expectAccessible, list, log } from './workbench-page.ts';

const runButton = (page: Page) => button(page, 'Run');

/** Width and height of the shown picture, from the PNG itself. */
async function pictureSize(page: Page): Promise<readonly [number, number]> {
  const source = await page.getByAltText('Simulation result').getAttribute('src');
  expect(source).toMatch(/^data:image\/png;base64,/);
  const png = Buffer.from(source!.slice('data:image/png;base64,'.length), 'base64');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describeSite('workbench', (site) => {
  test('Run: the log streams and the picture arrives; the log stands under headings, figures and units together, and is copied so', async () => {
    const page = await site().open('/simulate', 1440, 900);
    await log(page).getByText('Using CPU for calculation').waitFor();
    await choose(page, { Illuminant: 'D65', Scene: 'Macbeth', Sensor: 'Bayer-grbg' });
    await choose(page, { ISP: 'Fast-openISP' });
    await runButton(page).click();
    await log(page).getByRole('heading', { name: 'Verdict' }).waitFor();
    await runButton(page).and(page.locator(':enabled')).waitFor();
    await page.getByAltText('Simulation result').waitFor();
    expect(await pictureSize(page)).toEqual([650, 450]);
    // A blank line closes the run (specification W-213).
    await expect.poll(() => log(page).locator(':scope > *').last().textContent()).toBe('');
    const text = (await log(page).innerText()).replaceAll('\u00a0', ' ');
    for (const line of [
      'Scene: Macbeth, 96 × 64 samples',
      'Light: D65',
      'Exposure: ',
      'Noise seeds: ',
      'Time: ',
    ])
      expect(text).toContain(line);
    const headings = await log(page).getByRole('heading').allTextContents();
    expect(headings).toEqual([
      'Recipe',
      'Lens',
      'Scene and light',
      'Field of view',
      'Sensor',
      'Exposure',
      'Signal',
      'ISP',
      'Clipping',
      'White balance',
      'Seeds',
      'How it was computed',
      'Measurements',
      'Verdict',
    ]);
    const group = log(page)
      .locator('> *')
      .filter({ has: page.getByRole('heading', { name: 'White balance' }) });
    const [verdict, ...more] = await group.locator('p').allTextContents();
    expect(more).toEqual([]);
    expect(verdict).toMatch(/a white diffuser will look blue, B\/R\u00a0\+21\u00a0%\.$/);
    // The time stands beside the first heading, and only there.
    expect(await log(page).locator('h3[data-time]').allTextContents()).toEqual(['Recipe']);
    await expectAccessible(page);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy log').click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('\n\nRecipe\n  Run: D65, Macbeth, Bayer-grbg, Fast-openISP.\n\nLens\n');
    expect(site().pageErrors).toEqual([]);
  });

  test('every scene and every list member that is offered can be run, by keyboard', async () => {
    const page = await site().open('/simulate');
    const options = async (label: string): Promise<string[]> =>
      (await list(page, label).locator('option').allTextContents()).filter(
        (option) => option !== '',
      );
    const scenes = await options('Scene');
    expect(scenes).toEqual([
      'Macbeth',
      'Point Array',
      'Gridlines',
      'Slanted Edge',
      'Rings Rays',
      'apple.jpg',
    ]);
    expect(await options('Illuminant')).toEqual([
      'Custom',
      'D50',
      'D55',
      'D65',
      'D75',
      'Illuminant A',
      'Illuminant B',
      'Illuminant C',
      'Fluorescent',
      'Tungsten',
    ]);
    expect(await options('Sensor')).toEqual([
      'Bayer-grbg',
      'Bayer-rggb',
      'Bayer-bggr',
      'Bayer-gbrg',
    ]);
    for (const [index, scene] of scenes.entries()) {
      await choose(page, { Illuminant: 'Custom', Scene: scene, Sensor: 'Bayer-rggb' });
      await page.keyboard.press('Control+Enter');
      await expect
        .poll(async () => (await log(page).innerText()).split('Time: ').length - 1)
        .toBe(index + 1);
      await page.getByAltText('Simulation result').waitFor();
      // Until then the keys of the next run mean nothing.
      await runButton(page).and(page.locator(':enabled')).waitFor();
    }
  });

  test('the whole chain by keyboard alone: from the lists and a dialog to the picture', async () => {
    const page = await site().open('/simulate');
    await log(page).getByText('Using CPU for calculation').waitFor();
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if (
          (await page.evaluate(() => {
            const element = document.activeElement;
            return element instanceof HTMLSelectElement
              ? element.labels[0]?.textContent
              : element?.textContent;
          })) === name
        )
          return;
      }
      throw new Error(`${name} cannot be reached with Tab`);
    };
    const chosen = (label: string): Promise<string | undefined> =>
      list(page, label).evaluate(
        (element: HTMLSelectElement) => element.selectedOptions[0]?.textContent,
      );
    for (const [label, option] of [
      ['Illuminant', 'D65'],
      ['Scene', 'Slanted Edge'],
      ['Optics', 'Double-Gauss'],
      ['Sensor', 'Bayer-bggr'],
      ['ISP', 'Fast-openISP'],
    ] as const) {
      await tabTo(label);
      // By arrows: typed letters count as one word only while they follow each other quickly.
      const options = await list(page, label).locator('option').allTextContents();
      for (const _ of options.slice(0, options.indexOf(option)))
        await page.keyboard.press('ArrowDown');
      expect(await chosen(label)).toBe(option);
    }
    await page.keyboard.press('Control+Enter');
    await page.getByAltText('Simulation result').waitFor();
    expect(await pictureSize(page)).toEqual([650, 450]);
    expect(await log(page).innerText()).toContain('Scene: Slanted Edge');
    await expectAccessible(page);
  });
});

describeSite('pages', (site) => {
  test('the workbench has no accessibility finding at 375 and 1280 px', async () => {
    const page = await site().open('/simulate', 375);
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
    }
  });

  test('an unknown address is a 404 with the error screen, without an accessibility finding at 375 and 1280 px', async () => {
    expect(
      (await fetch(`${site().address}/nowhere`, { headers: { accept: 'text/html' } })).status,
    ).toBe(404);
    const page = await site().open('/nowhere', 375);
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
    }
  });
});
