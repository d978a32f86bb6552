import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { expectNoSidewaysScroll, reload } from './site-page.ts';
import { button, expectAccessible, shot } from './workbench-page.ts';

const camera = (page: Page): Locator => page.getByRole('region', { name: 'Live camera' });
const picture = (page: Page): Locator => camera(page).getByRole('img');
/** Waits until nothing is computed any more. */
const settled = (page: Page): Promise<void> =>
  camera(page).locator('[aria-busy="false"]').waitFor();

/** Mean of red, green and blue of the picture that is shown. */
const meanColour = (page: Page): Promise<number[]> =>
  picture(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const sums = [0, 0, 0];
    data.forEach((value, at) => {
      if (at % 4 < 3) sums[at % 4]! += value;
    });
    return sums.map((sum) => (4 * sum) / data.length);
  });

describeSite('The demo page without the switch demo-camera', (site) => {
  test('has its picture, and no camera', async () => {
    const page = await site().open('/demo');
    await page.getByRole('img', { name: /^A street at dusk/ }).waitFor();
    expect(await button(page, 'Try a camera live').count()).toBe(0);
  });
});

describeSite(
  'The camera of the demo page (issue 19)',
  (site) => {
    test('fits its page at every width, and moves nothing before; it is loaded when it is started, and follows every setting', async () => {
      const widths = [375, 768, 1024, 1440];
      const page = await site().open('/demo', widths[0], 900);
      let answer = (): void => undefined;
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/config.json', async (route) => {
        await isAnswered;
        await route.continue();
      });
      await reload(page);
      await page.evaluate(async () => {
        await document.fonts.ready;
      });
      const atEachWidth = async <Value>(look: (width: number) => Promise<Value>) => {
        const found: Value[] = [];
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          found.push(await look(width));
        }
        return found;
      };
      const places = (): Promise<number[][]> =>
        page.locator('main :is(h1, h2, h3, p, a, img)').evaluateAll((elements) =>
          elements.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [x, y, width, height];
          }),
        );
      const before = await atEachWidth(places);
      expect(before[0]!.length).toBeGreaterThan(10);
      expect(await button(page, 'Try a camera live').count()).toBe(0);
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(request.url()));
      answer();
      await button(page, 'Try a camera live').waitFor();
      expect(scripts.filter((url) => /camera|worker|\.wasm|pictures/.test(url))).toEqual([]);
      expect(await atEachWidth(places)).toEqual(before);
      await atEachWidth(async (width) => {
        if (width === 375 || width === 1440) await expectAccessible(page);
        await shot(page, `demo-before-${width}`);
      });
      await button(page, 'Try a camera live').click();
      await picture(page).waitFor();
      await settled(page);
      await camera(page)
        .getByText(/^Computed in this browser in [\d.]+ m?s$/)
        .waitFor();
      expect(
        await camera(page)
          .getByLabel('Light')
          .evaluate((list) => list.matches(':focus')),
      ).toBe(true);
      await camera(page).scrollIntoViewIfNeeded();
      await atEachWidth(async (width) => {
        await expectNoSidewaysScroll(page);
        await shot(page, `demo-camera-${width}`);
      });

      await expectAccessible(page);
      const [red = 0, green = 0, blue = 0] = await meanColour(page);
      // A table in daylight, white balanced: neither dark nor white, and of no strong colour.
      for (const mean of [red, green, blue]) {
        expect(mean).toBeGreaterThan(40);
        expect(mean).toBeLessThan(220);
      }
      const exposure = camera(page).getByRole('slider', { name: /^Exposure/ });
      await exposure.focus();
      const first = await picture(page).getAttribute('src');
      for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft');
      await expect.poll(() => picture(page).getAttribute('src')).not.toBe(first);
      await settled(page);
      // One stop less.
      expect((await meanColour(page))[1]).toBeLessThan(0.9 * green);

      await camera(page).getByLabel('Processing').selectOption('Raw mosaic');
      await settled(page);
      await expect
        .poll(async () => {
          const [r = 0, g = 0, b = 0] = await meanColour(page);
          return Math.max(r, g, b) - Math.min(r, g, b);
        })
        .toBe(0);
      await camera(page).getByLabel('Light').selectOption('Tungsten');
      await camera(page).getByLabel('Lens').selectOption('Cooke Triplet');
      await page
        .getByRole('img', { name: /^An apple on a table in Tungsten, through the Cooke Triplet/ })
        .waitFor();
      expect(site().pageErrors).toEqual([]);
    });

    test('says what to do where its engine cannot be loaded', async () => {
      const page = await site().open('/demo');
      await page.route('**/api/pictures/**', (route) => route.abort());
      await button(page, 'Try a camera live').click();
      await camera(page).getByText('apple.jpg could not be loaded.').waitFor();
    });
  },
  { WORKBENCH_FEATURES: 'demo-camera' },
);
