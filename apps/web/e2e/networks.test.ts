import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { testPicture } from '../../../packages/datasets/src/test-files.ts';
import { describeSite } from './browser.ts';
import { signUp } from './signed-up.ts';
import { button, dialog, expectAccessible, json, list, shot } from './workbench-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'lumenloom-networks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const network = (name: string): string =>
  fileURLToPath(
    new URL(`../../../packages/node-host/tests/vision-networks/${name}.onnx`, import.meta.url),
  );
const LABELS = {
  images: ['day/a.png', 'night/b.png'].map((file_name, id) => ({
    id,
    file_name,
    width: 200,
    height: 120,
  })),
  annotations: [
    { id: 1, image_id: 0, category_id: 1, bbox: [10, 20, 50, 40], area: 2000, iscrowd: 0 },
  ],
  categories: [
    { id: 1, name: 'Bright mark' },
    { id: 2, name: 'blob' },
  ],
};
const PICTURE = await testPicture(200, 120);
const SPOTS = join(folder, 'spots');
for (const [name, content] of [
  ['annotations.json', JSON.stringify(LABELS)],
  ['images/day/a.png', PICTURE],
  ['images/night/b.png', PICTURE],
] as const) {
  mkdirSync(dirname(join(SPOTS, name)), { recursive: true });
  writeFileSync(join(SPOTS, name), content);
}

/** Pictures for people to look at, at three widths. */
async function widths(page: Page, name: string): Promise<void> {
  if (!process.env['SCREENSHOTS']) return;
  for (const width of [375, 1024, 1440]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 768 });
    await shot(page, `${name}-${width}`);
  }
}

describeSite(
  'networks and data sets of one’s own, switched on (issue 32)',
  (site) => {
    test('a network is tried, corrected, saved and chosen; a data set is sent, described and deleted', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'networks@example.com');
      await button(page, 'Algorithms: parts').click();
      const box = dialog(page);
      await box.getByRole('rowheader', { name: 'DETR' }).waitFor();
      const add = box.getByLabel('Network', { exact: true });
      const save = button(page, 'Save to Mine');
      const trial = box.getByRole('region', { name: 'Trial' });

      // Values that are divided by too much: the trial offers a scale that finds something.
      await add.setInputFiles(network('marks'));
      await box.getByText('opset 17').waitFor();
      // What it finds is shown before anything of it is under Mine.
      await trial.getByText(/mark \d\.\d\d.* · \d+ ms$/).waitFor();
      const mine = await page.request.get(`${site().address}/api/library`);
      expect(await mine.json()).toMatchObject({ files: [] });
      await box.getByLabel('Deviation').fill('300');
      await button(page, 'Run trial').click();
      await trial.getByText(/^Nothing is found · \d+ ms$/).waitFor();
      await trial.getByText(/^RGB 0…255: \d+/).waitFor();
      await shot(page, 'networks-nothing-1440');
      await trial.getByRole('button', { name: 'Use' }).first().click();
      expect(await box.getByLabel('Scale').inputValue()).toBe('0,255');
      await trial.getByText(/of other settings$/).waitFor();
      await button(page, 'Cancel').click();

      await add.setInputFiles(network('torchvision-detection'));
      await box.getByText('0 names').waitFor();
      await box.getByLabel('Fit guessed').waitFor();
      await box.getByText('labels are not in the file: give --labels').waitFor();
      await trial.getByText(/^class 0 0\.90, class 2 0\.70 · \d+ ms$/).waitFor();
      await save.and(page.locator(':enabled')).waitFor();
      await box.getByLabel('Labels guessed').fill('bolt, nut, washer');
      await save.and(page.locator(':disabled')).waitFor();
      await button(page, 'Run trial').click();
      await trial.getByText(/^bolt 0\.90, washer 0\.70 · \d+ ms$/).waitFor();
      await expectAccessible(page);
      await widths(page, 'networks-trial');
      await box.getByLabel('Name', { exact: true }).fill('Parts finder');
      await save.click();
      await box.getByRole('row', { name: /^Parts finder Mine detection any 3 / }).waitFor();
      await box.getByLabel('Name', { exact: true }).fill('Finder');
      await button(page, 'Rename').click();
      await box.getByRole('row', { name: /^Finder Mine detection/ }).waitFor();
      await button(page, 'Rename').and(page.locator(':disabled')).waitFor();
      await button(page, 'Use').click();
      await dialog(page).waitFor({ state: 'detached' });
      expect(await list(page, 'Algorithms').locator('optgroup[label="Mine"]').textContent()).toBe(
        'Finder',
      );
      expect(await list(page, 'Algorithms').locator('option:checked').textContent()).toBe('Finder');

      await button(page, 'Algorithms: parts').click();
      await box.getByRole('tab', { name: 'Data sets' }).click();
      await box.getByText('You have no data sets yet.').waitFor();
      await box.getByLabel('Zip file').setInputFiles({
        name: 'broken.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('no zip file'),
      });
      await box
        .getByRole('alert')
        .getByText(/^Refused: broken\.zip is no zip file that can be read/)
        .waitFor();
      await button(page, 'Take broken away').click();
      await box.getByLabel('Folder').setInputFiles(SPOTS);
      await box.getByRole('button', { name: /^spots 1 problem · coco · 2 pictures/ }).waitFor();
      await box.getByText('Folders: images/day (1), images/night (1).').waitFor();
      await box.getByRole('img', { name: 'images/day/a.png: 1 box of Bright mark' }).waitFor();
      await box
        .getByText('0 of 3 labels have equal names; no label means Bright mark, blob.')
        .waitFor();
      await box.getByLabel('Category of bolt').selectOption('blob');
      await box.getByText('0 of 3 labels have equal names; no label means Bright mark.').waitFor();
      await box.getByLabel('Width, °').fill('400');
      await box.getByLabel('Licence').fill('CC BY 4.0');
      await button(page, 'Save changes').click();
      await box
        .getByRole('alert')
        .getByText('Width must be a number of degrees from 0.1 to 170.')
        .waitFor();
      // What is typed stays while another tab is looked at.
      await box.getByRole('tab', { name: 'Networks' }).click();
      await box.getByRole('tab', { name: 'Data sets' }).click();
      await expect.poll(() => box.getByLabel('Licence').inputValue()).toBe('CC BY 4.0');
      await box.getByLabel('Width, °').fill('40');
      await button(page, 'Save changes').click();
      await button(page, 'Save changes').and(page.locator(':disabled')).waitFor();
      await expectAccessible(page);
      await widths(page, 'networks-data-set');
      const answer = await page.request.get(`${site().address}/api/datasets`);
      expect(await answer.json()).toMatchObject({
        datasets: [{ hfov: 40, luminance: null, licence: 'CC BY 4.0', classMap: { bolt: 'blob' } }],
      });

      page.on('dialog', (question) => void question.accept());
      const sentence = 'An evaluation of yours that has not ended needs this data set.';
      await page.route('**/api/datasets/*', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill(json({ field: '', message: sentence }, 409))
          : route.fallback(),
      );
      await button(page, 'Delete this data set').click();
      await box.getByRole('alert').getByText(sentence).waitFor();
      await page.unroute('**/api/datasets/*');
      await button(page, 'Delete this data set').click();
      await box.getByText('You have no data sets yet.').waitFor();
    });
  },
  { WORKBENCH_FEATURES: 'networks', COMPUTE_AUTH: 'session' },
);
