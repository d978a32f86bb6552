import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Picture } from '../picture.ts';
import { photographed } from '../rasterise.ts';

const SERVER = fileURLToPath(new URL('../../../../apps/server/dist/main.js', import.meta.url));
/** What the pictures show. */
const FEATURES =
  'optics-design,sensor-design,stop,history,measure,stages,compare,sweep,study,live,upload';
const SIZE = { width: 1280, height: 960, widths: [640, 960, 1280] } as const;

/** A page of the built product, from a server of its own that asks for no login. */
async function pageOfProduct(path: string, prepare: (page: Page) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  const server = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      WORKBENCH_FEATURES: FEATURES,
      COMPUTE_AUTH: 'open',
      WARM_THREADS: '0',
    },
  });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const [address] = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(line) ?? [];
      if (address !== undefined)
        return await photographed(`${address}${path}`, SIZE, prepare, (page) =>
          page.addInitScript(() => localStorage.setItem('isLoggedIn', 'true')),
        );
    }
    throw new Error('The server has ended before it said its address.');
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

const workspace = (
  path: string,
  caption: string,
  prepare: (page: Page) => Promise<void>,
): Picture => ({
  ...SIZE,
  make: async () => ({ picture: sharp(await pageOfProduct(path, prepare)), caption }),
});

/** The workspaces of the product, as a browser shows them. */
export const workspaces: Readonly<Record<string, Picture>> = {
  'workspace-bench': workspace(
    '/simulate',
    'The workbench: apple.jpg under D65 through Double-Gauss, Bayer-grbg and Fast-openISP, beside it the log of the run',
    async (page) => {
      for (const [label, choice] of [
        ['Illuminant', 'D65'],
        ['Scene', 'apple.jpg'],
        ['Optics', 'Double-Gauss'],
        ['Sensor', 'Bayer-grbg'],
        ['ISP', 'Fast-openISP'],
      ] as const)
        await page.getByRole('combobox', { name: label, exact: true }).selectOption(choice);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Download PNG', exact: true }).waitFor();
      await page.getByText('The stages are being computed').waitFor({ state: 'hidden' });
      // The button's hint stands under the pointer.
      await page.mouse.move(100, 600);
      await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    },
  ),
  'workspace-optics': workspace(
    '/simulate/optics',
    'Optics Design: Double-Gauss with its first radius 0.2 % larger; in grey the lens before',
    async (page) => {
      await page.getByRole('img', { name: /^Modulation/ }).waitFor();
      await page.getByRole('textbox', { name: 'Radius 1', exact: true }).focus();
      await page.keyboard.press('Alt+Shift+ArrowUp');
      await page.keyboard.press('Alt+Shift+ArrowUp');
      await page.getByText('Grey: the lens as it was saved.').nth(1).waitFor();
    },
  ),
  'workspace-sensor': workspace(
    '/simulate/sensor',
    'Sensor Design: photon transfer and quantum efficiency of Bayer-grbg, with a published sensor beside',
    async (page) => {
      await page.getByRole('slider', { name: /^Quantum efficiency of green/ }).waitFor();
      await page.getByLabel('Beside').selectOption({ label: 'Sony IMX250' });
      await page.getByRole('columnheader', { name: 'Sony IMX250' }).waitFor();
    },
  ),
};
