/* oxlint-disable typescript/unbound-method -- methods of prototypes are called on the objects themselves */
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { DAWN_OPTIONS } from '@lumenloom/gpu/dawn';
import { describeSite, isAlive, markLoggedIn } from './browser.ts';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { chooseSmallCamera } from './signed-up.ts';
import { button, choose, openDialog } from './workbench-page.ts';

/** Chromium's GPU of software, which is there on every machine, and slow. */
const SWIFTSHADER = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  ...DAWN_OPTIONS.map((option) => `--${option}`),
];

/** A page whose live takes a GPU of software; undefined where the browser has none. */
async function openPage(address: string): Promise<Page | undefined> {
  const args = [...chromiumFlags, ...SWIFTSHADER];
  const browser = await chromium.launch({ executablePath: chromiumPath!, args });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(this: Worker, message: { kind: string }) {
      const isFirst = message.kind === 'engine';
      postMessage.call(this, isFirst ? { ...message, takesSoftwareGpu: true } : message);
    } as typeof postMessage;
  });
  await markLoggedIn(page, address);
  await page.goto(`${address}/simulate`);
  await isAlive(page);
  const hasGpu = await page.evaluate(async () => Boolean(await navigator.gpu.requestAdapter()));
  return hasGpu ? page : undefined;
}

/** Loses the GPU of live in the middle of the next work. */
const loseGpu = (page: Page) =>
  Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() => {
        const { createBindGroup } = GPUDevice.prototype;
        GPUDevice.prototype.createBindGroup = function lose(this: GPUDevice, group) {
          GPUDevice.prototype.createBindGroup = createBindGroup;
          this.destroy();
          return createBindGroup.call(this, group);
        };
      }),
    ),
  );

describeSite(
  'Live with a GPU',
  (site) => {
    test('previews come from it; where it is lost, the newest change has its pictures', async (context) => {
      const page = await openPage(site().address);
      if (!page) {
        context.skip('skipped: this Chromium has no software GPU');
        return;
      }
      // A quarter of a second on a fast processor; a preview is made where it would take .1 s.
      await chooseSmallCamera(page, 340, 490, '2.9');
      await choose(page, { Optics: 'Cooke Triplet' });
      await button(page, 'Live').click();
      const box = await openDialog(page, 'Sensor Params');
      let rows = 340;
      /** Changes what takes long enough for a preview. @returns whether a GPU has computed that. */
      const isPreviewOnGpu = async (): Promise<boolean> => {
        rows += 2;
        await box.getByRole('textbox', { name: 'Rows' }).fill(String(rows));
        await expect
          .poll(() =>
            page
              .getByAltText('Simulation result')
              .evaluate((image: HTMLImageElement) => image.naturalHeight),
          )
          .toBe(rows);
        await page
          .locator('output[aria-label="Live"][aria-busy="false"]', { hasText: / ms$/ })
          .waitFor();
        await button(page, 'Live').hover();
        await page
          .getByText(/^From the change to the picture/)
          .first()
          .waitFor();
        return (await page.getByText(/Previews are computed on the GPU/).count()) > 0;
      };
      // The processor computes them while the GPU is being opened, at first and after its loss.
      await expect.poll(isPreviewOnGpu).toBe(true);
      expect(await isPreviewOnGpu()).toBe(true);
      await loseGpu(page);
      expect(await isPreviewOnGpu()).toBe(false);
      await expect.poll(isPreviewOnGpu).toBe(true);
    });
  },
  { WORKBENCH_FEATURES: 'live' },
);
