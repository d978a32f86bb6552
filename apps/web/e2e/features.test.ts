import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { describeSite } from './browser.ts';
import { chooseSmallCamera } from './signed-up.ts';
import { reload } from './site-page.ts';
import { button, pictureShown, shots } from './workbench-page.ts';

const TABS = ['Log', 'Measure', 'Params', 'Pixel', 'Study'];
/** Least width of a tab beside the picture, px. */
const LEAST = 320;

/** The tabs whose labels are not whole, and the width of the pane under them. */
const tabsOf = (page: Page) =>
  page.getByRole('tablist', { name: 'Beside the picture' }).evaluate((row) => {
    const { right } = row.getBoundingClientRect();
    // Labels fade away over the last 16 px.
    const end = right - 16;
    return {
      width: row.parentElement!.getBoundingClientRect().width,
      labels: [...row.querySelectorAll('[role=tab]')].map((one) => one.textContent),
      cut: [...row.querySelectorAll('[role=tab]')]
        .filter((one) => one.getBoundingClientRect().right > end)
        .map((one) => one.textContent),
    };
  });

describeSite(
  'five tabs beside the picture, switched on (issue 31)',
  (site) => {
    test.each([
      [1024, 768],
      [1440, 900],
    ])('at %i x %i px each is wide enough, and all labels are whole', async (width, height) => {
      const page = await site().open('/simulate', width, height);
      await chooseSmallCamera(page, 64, 96);
      await button(page, 'Run').click();
      await pictureShown(page);
      await expect
        .poll(() => page.getByRole('complementary').evaluate((side) => side.clientWidth))
        .toBeLessThanOrEqual(width < 1200 ? 60 : 240);
      for (const name of TABS) {
        await page.getByRole('tab', { name, exact: true }).click();
        const { labels, cut, width: wide } = await tabsOf(page);
        expect(labels).toEqual(TABS);
        expect(cut).toEqual([]);
        expect(wide).toBeGreaterThanOrEqual(LEAST);
        await shots(page, `tab-${name}`);
      }
    });

    test('a divider that was dragged far leaves a tab wide enough', async () => {
      const page = await site().open('/simulate', 1024, 768);
      const divider = page.getByRole('separator');
      for (const name of ['Log', 'Measure']) {
        await page.getByRole('tab', { name, exact: true }).click();
        await divider.press('End');
        expect((await tabsOf(page)).width).toBeGreaterThanOrEqual(LEAST);
      }
    });
  },
  { WORKBENCH_FEATURES: 'all' },
);

describeSite('without switches', (site) => {
  test('the sidebar has its words at 1024 px, and the log stands alone', async () => {
    const page = await site().open('/simulate', 1024, 768);
    await button(page, 'Run').waitFor();
    expect(await page.getByRole('complementary').evaluate((side) => side.clientWidth)).toBe(239);
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});

describeSite('what is switched off ends (issue 31)', (site) => {
  test('workers of Live and of the stages end with All tools', async () => {
    const page = await site().open('/simulate', 1440, 900);
    const allTools = page.getByRole('switch', { name: 'All tools' });
    await chooseSmallCamera(page, 64, 96);
    await button(page, 'Run').click();
    await pictureShown(page);
    await allTools.click();
    await page.getByRole('radiogroup', { name: 'Stages' }).waitFor();
    await button(page, 'Live').click();
    await page.getByRole('status', { name: 'Live' }).filter({ hasText: /ms$/ }).waitFor();
    expect(page.workers().length).toBeGreaterThan(1);
    await allTools.click();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});

/** What the scripts of the workbench may weigh before Run can be pressed, kB after brotli. */
const LARGEST_FIRST_LOAD = 170;

describeSite('scripts without switches (issue 31)', (site) => {
  test('all that are requested until Run can be pressed weigh at most 170 kB', async () => {
    const page = await site().open('/simulate');
    const scripts = new Map<string, number>();
    const read: Promise<void>[] = [];
    page.on('response', (response) => {
      if (/\.js$/.test(new URL(response.url()).pathname))
        read.push(
          response.body().then((body) => {
            scripts.set(response.url(), brotliCompressSync(body).length / 1000);
          }),
        );
    });
    await reload(page);
    await button(page, 'Run').and(page.locator(':enabled')).waitFor();
    await Promise.all(read);
    const sum = [...scripts.values()].reduce((total, one) => total + one, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(LARGEST_FIRST_LOAD);
  });
});
