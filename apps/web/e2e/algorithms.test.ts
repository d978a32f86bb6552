import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startMirror, tinyMirrorFiles } from '../../../packages/node-host/tests/mirror.ts';
import { describeSite } from './browser.ts';
import {
  button,
  choose,
  contentOf,
  expectAccessible,
  list,
  log,
  openDialog,
  pictureShown,
  runBody,
} from './workbench-page.ts';

const tinyModels = fileURLToPath(
  new URL('../../../packages/node-host/tests/tiny-models/', import.meta.url),
);
const choices = {
  Illuminant: 'D65',
  Scene: 'apple.jpg',
  Sensor: 'Bayer-grbg',
  ISP: 'Fast-openISP',
};

/** Chooses a recipe on a sensor that is soon read out. */
async function prepare(page: Parameters<typeof choose>[0], algorithm: string): Promise<void> {
  await choose(page, { ...choices, Algorithms: algorithm });
  await openDialog(page, 'Sensor Params');
  await page.getByRole('dialog').getByLabel('Rows').fill('180');
  await page.getByRole('dialog').getByLabel('Cols').fill('260');
  await page.getByRole('dialog').getByLabel('Pixel Size').fill('5.5');
  await button(page, 'Modify').click();
}

describeSite(
  'algorithms (specification W-055, W-271)',
  (site) => {
    test('are listed in order, and sent by their label; a run without one has neither toggle nor second download; DETR and MiDaS_DPT_Small: from the list to overlay, log and both downloads', async () => {
      const page = await site().open('/simulate');
      expect(await list(page, 'Algorithms').locator('option').allTextContents()).toEqual([
        '',
        'DETR',
        'MiDaS_DPT_Small',
      ]);
      await choose(page, { Algorithms: 'DETR' });
      expect(await runBody(page)).toMatchObject({ algorithm: 'DETR' });

      await prepare(page, '');
      await button(page, 'Run').click();
      await pictureShown(page);
      expect(await button(page, 'Overlay').count()).toBe(0);
      expect(await button(page, 'Download PNG').count()).toBe(1);
      const picture = page.getByAltText('Simulation result');
      await button(page, 'Run').and(page.locator(':enabled')).waitFor();

      for (const [algorithm, line] of [
        ['DETR', /tiny: reddish .+ ideal/],
        ['MiDaS_DPT_Small', /rank correlation 0\.\d+/],
      ] as const) {
        await choose(page, { Algorithms: algorithm });
        await button(page, 'Run').click();
        await button(page, 'Run').and(page.locator(':enabled')).waitFor();
        await log(page).getByText(line).first().waitFor();
        const drawn = await picture.getAttribute('src');

        // The toggle, by keyboard: pressed shows the overlay.
        const overlay = button(page, 'Overlay');
        expect(await overlay.getAttribute('aria-pressed')).toBe('true');
        await overlay.focus();
        await page.keyboard.press('Space');
        expect(await overlay.getAttribute('aria-pressed')).toBe('false');
        const plain = await picture.getAttribute('src');
        expect(plain).not.toBe(drawn);
        await page.keyboard.press('Space');
        expect(await picture.getAttribute('src')).toBe(drawn);
        await expectAccessible(page);

        const name = `d65-apple-jpg-ideal-lens-bayer-grbg-fast-openisp`;
        for (const [label, file, content] of [
          [
            'Download PNG with overlay',
            `${name}-${algorithm.toLowerCase().replaceAll('_', '-')}.png`,
            drawn,
          ],
          ['Download PNG without overlay', `${name}.png`, plain],
        ] as const) {
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            button(page, label).click(),
          ]);
          expect(download.suggestedFilename()).toBe(file);
          expect((await contentOf(download)).toString('base64')).toBe(content!.split(',')[1]);
        }
      }
    });
  },
  { MODELS_DIR: tinyModels },
);

/** The algorithms that cannot be chosen, and why. */
const absentOf = (page: Page): Promise<string[]> =>
  list(page, 'Algorithms')
    .locator('option:disabled')
    .evaluateAll((options: HTMLOptionElement[]) =>
      options.map(({ textContent, title }) => `${textContent}: ${title}`),
    );

describeSite(
  'algorithms without model files, with all tools',
  (site) => {
    test('are grey in the lists with what the operator has to do', async () => {
      const page = await site().open('/simulate');
      await expect
        .poll(() => absentOf(page))
        .toEqual(
          ['DETR', 'MiDaS_DPT_Small'].map(
            (name) =>
              `${name} (not installed): ${name} is not installed on this server: whoever runs it installs it with "npm run models -- ${name}".`,
          ),
        );
      await button(page, 'Algorithms: parts').click();
      await page.getByRole('row', { name: /^DETR/ }).getByRole('button').click();
      const sheet = page.getByRole('region', { name: 'DETR' });
      await sheet.getByText(/whoever runs it installs it with/).waitFor();
      expect(await sheet.getByRole('button', { name: 'Use' }).isDisabled()).toBe(true);
    });

    test('the network of the examples is listed, and runs', async () => {
      const page = await site().open('/simulate');
      await prepare(page, 'marks, a detector of the example');
      expect(await runBody(page)).toMatchObject({ algorithm: 'example:marks' });
      await button(page, 'Run').click();
      await log(page)
        .getByText(/marks\.onnx/)
        .first()
        .waitFor();
      await button(page, 'Overlay').waitFor();
    });
  },
  { MODELS_DIR: `${tinyModels}nowhere`, WORKBENCH_FEATURES: 'networks' },
);

describeSite(
  'algorithms without model files',
  (site) => {
    test('are a line in the log with what to do, and the picture arrives', async () => {
      const page = await site().open('/simulate');
      await prepare(page, 'DETR');
      await button(page, 'Run').click();
      await page.getByAltText('Simulation result').waitFor();
      await log(page)
        .getByText(
          'DETR did not run: its model files are not installed. Whoever runs this server or program fetches them with "npm run models -- DETR"',
        )
        .waitFor();
      expect(await button(page, 'Overlay').count()).toBe(0);
      // The specified list stays as it is with the tools off.
      expect(await absentOf(page)).toEqual([]);
    });
  },
  { MODELS_DIR: `${tinyModels}nowhere` },
);

const { list: tinyList, files: mirrorFiles } = await tinyMirrorFiles();
const mirror = await startMirror(mirrorFiles);
const fetched = await mkdtemp(join(tmpdir(), 'lumenloom-fetched-'));
await writeFile(join(fetched, 'list.json'), JSON.stringify(tinyList));
afterAll(async () => {
  await mirror.close();
  await rm(fetched, { recursive: true, force: true });
});

describeSite(
  'algorithms behind a mirror, with no model files yet',
  (site) => {
    test('DETR: Run fetches them, toolbar and log tell how far it is, and the overlay is there', async () => {
      mirror.behaviour.piece = { bytes: 500, pauseMs: 150 };
      let sendRest = (): void => undefined;
      mirror.behaviour.halfUntil = new Promise((resolve) => {
        sendRest = resolve;
      });
      const page = await site().open('/simulate');
      await prepare(page, 'DETR');
      await button(page, 'Run').click();
      // A pointer that rests on Run opens its hint, which stands in the place of the stages.
      await page.mouse.move(0, 0);
      const toolbar = page.getByRole('toolbar', { name: 'Actions' });
      await toolbar.getByText('fetching DETR').waitFor();
      const bar = page.getByRole('progressbar', { name: 'Simulation progress' });
      const share = async (): Promise<number> => Number(await bar.getAttribute('aria-valuenow'));
      await expect.poll(share).toBeGreaterThan(20);
      expect(await bar.getAttribute('aria-valuetext')).toMatch(/^\d+ %, at work: fetching DETR$/);
      await expectAccessible(page);
      delete mirror.behaviour.piece;
      sendRest();

      await page.getByAltText('Simulation result').waitFor();
      expect(await button(page, 'Overlay').getAttribute('aria-pressed')).toBe('true');
      expect(await toolbar.getByText('fetching DETR').count()).toBe(0);
      const text = await log(page).innerText();
      for (const line of [
        /DETR: fetching quantized weights of Xenova\/detr-resnet-50 at \w{7}, .+ Licence: Apache-2\.0\./,
        /DETR: 50 % of .+ fetched\./,
        /DETR: 100 % of .+ fetched\./,
        /DETR: onnx\/model_quantized\.onnx is in place; size and sha256 are those of the list\./,
        /DETR: quantized weights .+ sha256 \w{64}, as in models\/list\.json\./,
        /tiny: reddish .+ ideal/,
      ])
        expect(text.replaceAll(/\s+/g, ' ')).toMatch(line);
      expect(site().pageErrors).toEqual([]);

      const requests = mirror.requests.length;
      await button(page, 'Run').and(page.locator(':enabled')).click();
      await log(page).getByText('DETR: model in memory').waitFor();
      expect(mirror.requests).toHaveLength(requests);
    });
  },
  { MODELS_DIR: fetched, MODELS_FETCH: 'auto', MODELS_MIRROR: mirror.address },
);
