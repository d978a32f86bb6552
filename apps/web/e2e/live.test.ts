/* oxlint-disable typescript/unbound-method -- methods of prototypes are called on the objects themselves */
import { toPlan } from '@lumenloom/contract';
import { simulate } from '@lumenloom/engine';
import { decodePicture, nodeHost } from '@lumenloom/node-host';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { reload } from './site-page.ts';
import {
  button,
  choose,
  contentOf,
  dialog,
  DRAWN_FOR,
  expectAccessible,
  inSizes,
  list,
  log,
  openDialog,
  runBody,
  shownPixels,
  shots,
} from './workbench-page.ts';

const status = (page: Page): Locator => page.locator('output[aria-label="Live"]');
const picture = (page: Page): Locator => page.getByAltText('Simulation result');

/** Waits for a full picture after which nothing is computed. */
const settled = async (page: Page): Promise<void> => {
  await page.locator('output[aria-label="Live"][aria-busy="false"]', { hasText: / ms$/ }).waitFor();
};

/** Counts what the page asks its engine for from now on, by previews and full pictures. */
async function countQuestions(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.evaluate(() => {
    const asked = { full: 0, preview: 0 };
    Object.assign(globalThis, { asked, dying: false });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(this: Worker, ...sent: [unknown]) {
      const message = sent[0] as { kind: string; isPreview?: boolean };
      if (message.kind === 'compute') {
        asked[message.isPreview ? 'preview' : 'full'] += 1;
        if ((globalThis as unknown as { dying: boolean }).dying) {
          this.dispatchEvent(new ErrorEvent('error'));
          return;
        }
      }
      postMessage.apply(this, sent);
    } as typeof postMessage;
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { asked: Record<string, number> }).asked);
}

/** What a fresh run of the same request gives. */
async function freshPixels(body: object): Promise<Uint8Array> {
  const decoded = toPlan({ ...body, algorithm: '' });
  if (!decoded.ok || !decoded.value.plan) throw new Error(JSON.stringify(decoded));
  const { image } = await simulate(decoded.value.plan, nodeHost(1), {
    stopped: () => false,
    log: () => undefined,
    progress: () => undefined,
    stage: () => undefined,
  });
  return Uint8Array.from(
    image.channels === 3 ? image.data : [...image.data].flatMap((value) => [value, value, value]),
  );
}

async function expectFresh(page: Page): Promise<void> {
  const shown = await shownPixels(picture(page));
  const fresh = await freshPixels(await runBody(page));
  expect(shown.length).toBe(fresh.length);
  expect(shown.findIndex((value, at) => value !== fresh[at])).toBe(-1);
}

const CHAIN = { Scene: 'Macbeth', Illuminant: 'D65', Sensor: 'Bayer-grbg' };

/** A small camera, so that a busy machine answers soon. */
async function smallCamera(page: Page): Promise<void> {
  await choose(page, CHAIN);
  const box = await openDialog(page, 'Sensor Params');
  await box.getByRole('textbox', { name: 'Rows' }).fill('90');
  await box.getByRole('textbox', { name: 'Cols' }).fill('130');
  await box.getByRole('textbox', { name: 'Pixel Size' }).fill('11');
  await page.keyboard.press('Enter');
}

describeSite(
  'Live',
  (site) => {
    test('draws every change, and shows what a fresh run gives, after random edits too; the figures follow the picture; without kernels the plain path runs and says so', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await smallCamera(page);
      expect(await status(page).textContent()).toBe('off');
      await button(page, 'Live').click();
      await settled(page);
      // The first picture comes with its code, and takes nothing else away for that.
      expect(await button(page, 'Live').evaluate((live) => live === document.activeElement)).toBe(
        true,
      );
      await expectFresh(page);
      await button(page, 'Live').click();
      expect(await status(page).textContent()).toBe('off');
      await button(page, 'Live').click();
      await choose(page, { Illuminant: 'Tungsten', ISP: 'Fast-openISP' });
      await settled(page);
      await expectAccessible(page);

      // It is downloaded as the PNG of the same pixels.
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Download PNG').click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.png$/);
      const { data } = await decodePicture(await contentOf(download));
      expect(Buffer.compare(Uint8Array.from(data), await shownPixels(picture(page)))).toBe(0);

      // Random edits.
      let random = 20261122;
      const below = (count: number): number => {
        random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
        return Math.floor((random / 2 ** 32) * count);
      };
      const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
      const choices: readonly (readonly [string, readonly string[]])[] = [
        ['Illuminant', ['D65', 'Tungsten', 'Fluorescent', '']],
        ['Scene', ['Macbeth', 'Slanted Edge', 'Rings Rays', 'apple.jpg']],
        ['Optics', ['', 'Cooke Triplet']],
        ['Sensor', ['Bayer-grbg', 'Bayer-rggb']],
        ['ISP', ['', 'Fast-openISP']],
      ];
      for (let edit = 0; edit < 50; edit += 1) {
        const [label, options] = pick(choices);
        await list(page, label).selectOption(pick(options));
      }
      await settled(page);
      await expectFresh(page);

      // The figures of the tab Measure are those of a run.
      await choose(page, { ...CHAIN, Scene: 'Slanted Edge', Optics: '', ISP: '' });
      await settled(page);
      await page.getByRole('tab', { name: 'Measure', exact: true }).click();
      const figures = page.getByRole('group', { name: 'Figures of the picture' });
      const sections = async (): Promise<string> =>
        (await figures.locator('details').allInnerTexts()).join('\n');
      await figures.getByText('Of the picture shown.').waitFor();
      await figures
        .getByText(/^MTF50/)
        .first()
        .waitFor();
      const before = await sections();
      await choose(page, { Optics: 'Cooke Triplet' });
      await expect.poll(sections).not.toBe(before);
      await settled(page);
      await figures.getByText('Of the picture shown.').waitFor();
      const live = await sections();
      await button(page, 'Live').click();
      await button(page, 'Run').click();
      await picture(page).waitFor();
      await button(page, 'Run').and(page.locator(':enabled')).waitFor();
      await figures
        .getByText(/^MTF50/)
        .first()
        .waitFor();
      expect(await sections()).toBe(live);
      expect(site().pageErrors).toEqual([]);

      // Without kernels, and without a lens, whose tables take seconds then.
      await page.route('**/*.wasm', (route) => route.abort());
      await choose(page, { Optics: '', ISP: 'Fast-openISP' });
      await button(page, 'Live').click();
      await settled(page);
      await button(page, 'Live').hover();
      await page
        .getByText(/Without SIMD/)
        .first()
        .waitFor();
    });

    test('at 1024 and 1440 px a dialog stands in the tab Params and covers nothing; labels scrub, a wrong value is told, Back reaches it; sliders of the ISP reach the values that are of use, cells of the matrix too; without shared memory: one thread, the same picture, and it says so', async () => {
      const page = await site().open('/simulate', 1024, 768);
      await smallCamera(page);
      await button(page, 'Live').click();
      await settled(page);
      const box = await openDialog(page, 'Sensor Params');
      expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Params');
      expect(await button(page, 'Run').isEnabled()).toBe(true);
      await inSizes(page, DRAWN_FOR, async (width) => {
        const [covering, shown] = [await box.boundingBox(), await picture(page).boundingBox()];
        expect(covering!.x).toBeGreaterThanOrEqual(shown!.x + shown!.width);
        expect(covering!.x + covering!.width).toBeLessThanOrEqual(width);
      });

      // A label scrubs, and a double click resets.
      const field = box.getByRole('textbox', { name: 'Read Noise' });
      const label = box.locator('label', { hasText: 'Read Noise' });
      await label.scrollIntoViewIfNeeded();
      const { x, y } = (await label.boundingBox())!;
      await page.mouse.move(x + 5, y + 5);
      await page.mouse.down();
      await page.mouse.move(x + 45, y + 5, { steps: 4 });
      await page.mouse.up();
      expect(Number(await field.inputValue())).toBeGreaterThan(0.96);
      await settled(page);
      await label.dblclick({ position: { x: 5, y: 5 } });
      expect(await field.inputValue()).toBe('0.96');
      await settled(page);

      // A wrong value: the picture stays, dimmed, and the sentence stands above it.
      await field.fill('abc');
      await expect.poll(() => status(page).textContent()).toBe('failed');
      expect(await picture(page).isVisible()).toBe(true);
      await page
        .getByText(/Read Noise.*number/)
        .first()
        .waitFor();
      await field.fill('3');
      await settled(page);

      // Back reaches the open dialog, and what is typed next does not undo it.
      await button(page, 'Back').click();
      await expect.poll(() => field.inputValue()).not.toBe('3');
      const before = await field.inputValue();
      await box.getByRole('textbox', { name: 'Well Capacity' }).fill('12000');
      const body = (await runBody(page)) as { sensorParams: Record<string, string> };
      expect(body.sensorParams).toMatchObject({ read_noise: before, well_capacity: '12000' });
      await settled(page);

      // Another dialog takes its place; Escape gives the focus back and the log its tab.
      const brightness = await openDialog(page, 'Brightness');
      await brightness.getByLabel('Luminance').fill('70');
      await settled(page);
      await page.keyboard.press('Escape');
      await brightness.waitFor({ state: 'detached' });
      expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Log');
      expect(
        await button(page, 'Brightness').evaluate((tool) => tool === document.activeElement),
      ).toBe(true);
      await expectFresh(page);

      // Sliders of the ISP.
      await page.setViewportSize({ width: 1440, height: 900 });
      await choose(page, { ISP: 'Fast-openISP' });
      await openDialog(page, 'ISP Params');
      const ends = async (name: string): Promise<string[]> => {
        const value = box.getByLabel(name, { exact: true });
        const values: string[] = [];
        for (const key of ['Home', 'End']) {
          await box.getByRole('slider', { name: `${name}, slider` }).press(key);
          values.push(await value.inputValue());
        }
        return values;
      };
      expect(await ends('Blue gain b_gain')).toEqual(['0', '16384']);
      expect(await ends('Red into green alpha')).toEqual(['-1024', '1024']);
      expect(await ends('CCM values, row G, column B')).toEqual(['-4096', '4096']);
      expect(await ends('CCM values, row B, column Offset')).toEqual(['-65536', '65536']);
      await settled(page);
      await expectAccessible(page);
      await shots(page, 'live-matrix');
      await box.getByLabel('Blue gain b_gain', { exact: true }).scrollIntoViewIfNeeded();
      await shots(page, 'live-gains');
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });

      // Without shared memory.
      await page.route('**/simulate', async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const response = await route.fetch();
        const headers = { ...response.headers() };
        delete headers['cross-origin-embedder-policy'];
        return route.fulfill({ response, headers });
      });
      await reload(page);
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
      await button(page, 'Live').click();
      await settled(page);
      await button(page, 'Live').hover();
      await page
        .getByText(/On one thread/)
        .first()
        .waitFor();
      await expectFresh(page);
    });

    test('a slider beside the picture: fifty changes in a second end in few computations and the right picture; a worker that dies is replaced', async () => {
      const page = await site().open('/simulate');
      const asked = await countQuestions(page);
      await choose(page, { ...CHAIN, ISP: 'Fast-openISP' });
      await button(page, 'Live').click();
      await settled(page);
      await openDialog(page, 'Sensor Params');
      const slider = dialog(page).getByRole('slider', { name: 'Read Noise, slider' });
      const before = await asked();
      const seconds = await slider.evaluate(async (input: HTMLInputElement) => {
        const begin = performance.now();
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
        for (let change = 1; change <= 50; change += 1) {
          set!.call(input, String(100 + 4 * change));
          input.dispatchEvent(new Event('input', { bubbles: true }));
          // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the pace of the changes; the test waits for none of them
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        return (performance.now() - begin) / 1000;
      });
      await settled(page);
      const after = await asked();
      // Full pictures take longer than the pace of the changes; what comes meanwhile is left out.
      // A busy machine stretches the pace.
      expect(after['full']! - before['full']!).toBeLessThanOrEqual(10 * Math.max(1, seconds));
      expect(after['preview']! - before['preview']!).toBeLessThanOrEqual(50);
      // The picture beside the dialog shows the last change.
      expect(await picture(page).isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await expectFresh(page);
      await smallCamera(page);
      await dialog(page).waitFor({ state: 'detached' });
      await settled(page);

      // A worker that dies: live says so, the next change has a picture, and Run still works.
      // Preview and full picture are both answered by a death of the worker.
      await page.evaluate(() => Object.assign(globalThis, { dying: true }));
      await choose(page, { Illuminant: 'Tungsten' });
      await expect.poll(() => status(page).textContent()).toBe('failed');
      await page
        .getByText('The engine in this page has failed: its thread has ended.')
        .first()
        .waitFor();
      expect(await status(page).getAttribute('aria-busy')).toBe('false');
      await page.evaluate(() => Object.assign(globalThis, { dying: false }));
      await button(page, 'Start again').click();
      await settled(page);
      await expectFresh(page);
      await choose(page, { Illuminant: 'D50' });
      await settled(page);
      await expectFresh(page);
      expect((await asked())['full']).toBeGreaterThan(after['full']! + 1);
      await button(page, 'Run').click();
      await log(page)
        .getByText(/^Time: /)
        .first()
        .waitFor();

      // Log and times are of the run, and say so while Live shows another picture, which has lines
      // and a verdict of its own.
      const shownRun = (line: string | RegExp): Promise<void> =>
        page.locator('#side-panel').locator('..').getByText(line).first().waitFor();
      await button(page, 'Run').and(page.locator(':enabled')).waitFor();
      await shownRun('Run 1 · ideal lens, Bayer-grbg');
      expect(await log(page).getByText('Of run 1', { exact: true }).count()).toBe(0);
      await choose(page, { Illuminant: 'D65' });
      await settled(page);
      await shownRun(/^Live · \d+ ms$/);
      await log(page).getByText('Of run 1', { exact: true }).waitFor();
      const own = log(page).getByRole('group', { name: 'Live', exact: true });
      await own.getByText(/^In short: /).waitFor();
      expect(await page.getByRole('toolbar').locator('dl').textContent()).toMatch(/ofrun 1$/);
      await expectAccessible(page);
      await shots(page, 'live-log');

      // Live, switched off, takes the dialog beside the picture with it.
      await openDialog(page, 'Sensor Params');
      await button(page, 'Live').click();
      await dialog(page).waitFor({ state: 'detached' });
      expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Log');
      await shownRun('Run 1 · ideal lens, Bayer-grbg · changed since');
    });
  },
  { WORKBENCH_FEATURES: 'live,measure,history' },
);
