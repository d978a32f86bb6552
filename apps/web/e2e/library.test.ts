import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { npyHeader } from '@lumenloom/engine';
import { encodePng } from '@lumenloom/node-host';
import { lensFiles } from '../../../packages/engine/references/optics/lens-files.ts';
import { asZemax } from '../../../packages/engine/references/optics/written-lens.ts';
import { describeSite, type Site } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import {
  button,
  dialog,
  dropFile,
  expectAccessible,
  list,
  log,
  openDialog,
  shot,
  inSizes,
  DRAWN_FOR,
  shots,
} from './workbench-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'lumenloom-own-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const { focalLengthMm: _, ...native } = lensFiles['cooke-triplet'];
const LENS = written('own.zmx', asZemax(native));
const MIRROR = written('mirror.zmx', asZemax(native).replace(/GLAS \S+/, 'GLAS MIRROR'));
const last = native.surfaces.at(-1)!;
const OFF_FOCUS = written(
  'off.zmx',
  asZemax({
    ...native,
    surfaces: [...native.surfaces.slice(0, -1), { ...last, thickness: last.thickness + 0.5 }],
  }),
);
const NETWORK = fileURLToPath(
  new URL('../../../packages/node-host/tests/vision-networks/yolo11.onnx', import.meta.url),
);
const LIGHT = written('led.csv', 'nm,energy\n400,0.1\n450,1\n500,0.4\n600,0.8\n700,0.2\n');
const QE = written(
  'qe.csv',
  'nm,red,green,blue\n400,0.02,0.1,0.4\n550,0.1,0.5,0.1\n700,0.4,0.1,0.02\n',
);
const cube = Float32Array.from({ length: 3 * 24 * 36 }, (_, i) => (i % 36) / 36);
const CUBE = written(
  'leaves.npy',
  Buffer.concat([npyHeader('float32', [3, 24, 36]), new Uint8Array(cube.buffer)]),
);
const PICTURE = written(
  'shot.png',
  await encodePng({
    rows: 90,
    columns: 120,
    channels: 3,
    data: Uint8Array.from({ length: 3 * 90 * 120 }, (_, i) => (i * 7) % 256),
  }),
);

/** Narrow, and as wide as most screens. */
const SIZES = [
  [375, 800],
  [1280, 800],
] as const;

let people = 0;
/** The workbench of somebody with an account and a small sensor. */
async function openWorkbench(site: Site, width = 1280, height = 800): Promise<Page> {
  const page = await site.open('/simulate', width, height);
  people += 1;
  await signUp(page, site, `files${people}@example.com`);
  await chooseSmallCamera(page, 60, 80);
  return page;
}

const upload = (page: Page, label: string): Locator => button(page, `${label}: files of your own`);
const optionsOf = (page: Page, label: string): Promise<string[]> =>
  list(page, label).locator('optgroup[label="Mine"] option').allTextContents();

/** Chooses a file in the dialog of a list, and waits for what was read. */
async function pick(page: Page, label: string, path: string): Promise<Locator> {
  await upload(page, label).click();
  await dialog(page).locator('input[type=file]').setInputFiles(path);
  return dialog(page);
}
async function run(page: Page): Promise<void> {
  await button(page, 'Run').click();
  await button(page, 'Run').and(page.locator(':enabled')).waitFor();
  await expect.poll(() => log(page).textContent()).toContain('How it was computed');
}

/** A sensor of a file is chosen once its values have been read. */
const qeIsChosen = (page: Page): Promise<void> =>
  expect.poll(() => list(page, 'Sensor').locator('option:checked').textContent()).toBe('qe.csv');

describeSite(
  'files of one’s own, switched on (issue 20)',
  (site) => {
    test('at 1024 and 1440 px: a lens is chosen, shown, confirmed, run, renamed, its sheet read, and deleted', async () => {
      const page = await openWorkbench(site(), 1024, 768);
      await upload(page, 'Optics').click();
      await dialog(page).getByText('You have no files here yet.').waitFor();
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `library-empty-${width}`));
      await dialog(page).locator('input[type=file]').setInputFiles(LENS);
      await button(page, 'Confirm').waitFor();
      await dialog(page)
        .getByText(/^f = .* mm, f\/.*, half field .*°, \d+ surfaces$/)
        .waitFor();
      await dialog(page)
        .getByRole('img', { name: 'Section of the lens in own.zmx with its rays' })
        .waitFor();
      for (const plot of [
        'MTF at 587.6 nm',
        'Distortion',
        'Field curvature',
        'Relative illumination',
        'Chief-ray angle',
      ])
        await dialog(page)
          .getByRole('img', { name: new RegExp(`^${plot}\\b`) })
          .waitFor();
      expect(
        await dialog(page)
          .getByRole('img', { name: /^Spot diagram at / })
          .count(),
      ).toBe(4);
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `library-lens-${width}`));
      await dialog(page).getByLabel('Name', { exact: true }).fill('Prototype 7');
      await button(page, 'Confirm').click();
      await dialog(page).waitFor({ state: 'detached' });
      expect(await optionsOf(page, 'Optics')).toEqual(['Prototype 7']);
      expect(await list(page, 'Optics').locator('option:checked').textContent()).toBe(
        'Prototype 7',
      );

      await run(page);
      await expect.poll(() => log(page).textContent()).toContain('The lens is that of own.zmx.');
      await page.getByText('D65 · Macbeth · Prototype 7 · Bayer-grbg').first().waitFor();
      await shots(page, 'library-run');

      await upload(page, 'Optics').click();
      await button(page, 'Rename Prototype 7').click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('Prototype 8');
      await page.keyboard.press('Enter');
      await button(page, 'Lens sheet of Prototype 8').waitFor();
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `library-mine-${width}`));
      await button(page, 'Lens sheet of Prototype 8').click();
      await dialog(page).getByRole('heading', { name: 'Prototype 8' }).waitFor();
      await shots(page, 'library-sheet');
      await dialog(page).getByRole('button', { name: 'Back', exact: true }).click();
      page.once('dialog', (question) => void question.accept());
      await button(page, 'Delete Prototype 8').click();
      await dialog(page).getByText('You have no files here yet.').waitFor();
      await page.keyboard.press('Escape');
      expect(await optionsOf(page, 'Optics')).toEqual([]);
      expect(await list(page, 'Optics').inputValue()).toBe('');
      expect(
        await upload(page, 'Optics').evaluate((element) => element === document.activeElement),
      ).toBe(true);
    });

    test('a network is chosen as the algorithm, its sheet shown, and it runs; so are light, efficiency, picture and cube, used together; a reload finds them', async () => {
      const page = await openWorkbench(site(), 1440, 900);
      const sheet = await pick(page, 'Algorithms', NETWORK);
      await sheet.getByText('detection (yolo), 128 × 96 pixels').waitFor();
      await sheet.getByText('letterbox', { exact: true }).waitFor();
      await sheet.getByText('bolt, nut, washer', { exact: true }).waitFor();
      await expectAccessible(page);
      await shot(page, 'library-network');
      await button(page, 'Confirm').click();
      await dialog(page).waitFor({ state: 'detached' });
      expect(await optionsOf(page, 'Algorithms')).toEqual(['yolo11.onnx']);

      // Light, efficiency, picture and cube.
      for (const [label, path, picture] of [
        ['Illuminant', LIGHT, /^Spectrum: /],
        ['Sensor', QE, /^Quantum efficiency: .*red, green, blue$/],
        ['Scene', PICTURE, /^The scene of shot\.png$/],
      ] as const) {
        const box = await pick(page, label, path);
        await box.getByRole('img', { name: picture }).waitFor();
        await shot(page, `library-${label.toLowerCase()}`);
        await button(page, 'Confirm').click();
        await box.waitFor({ state: 'detached' });
      }
      const box = await pick(page, 'Scene', CUBE);
      await box.getByLabel('Wavelengths, nm').fill('400:150:700');
      await shot(page, 'library-cube-options');
      await button(page, 'Read').click();
      await box.getByText(/^36 × 24, \d+ planes? of spectra$/).waitFor();
      await shot(page, 'library-cube');
      await button(page, 'Confirm').click();
      await box.waitFor({ state: 'detached' });
      await qeIsChosen(page);
      await run(page);
      await expect
        .poll(() => log(page).textContent())
        .toContain('yolo11.onnx: a network of your own for detection (yolo)');
      for (const file of ['leaves.npy', 'led.csv', 'qe.csv'])
        expect(await log(page).textContent()).toContain(file);
      await reload(page);
      await expect.poll(() => optionsOf(page, 'Scene')).toEqual(['leaves.npy', 'shot.png']);
      expect(await list(page, 'Scene').locator('option:checked').textContent()).toBe('leaves.npy');
      await openDialog(page, 'Scene Params');
      await dialog(page).getByText('Scene File Parameters').waitFor();
    });

    test('a file that is dropped on its list is read, and Cancel keeps nothing of it; what cannot be read is refused with its line; keys alone will do; at 375 and 1280 px lenses of the list have sheets, and a sensor off its focus gets a warning', async () => {
      const page = await openWorkbench(site());
      const light = 'nm,energy\n400,0.1\n700,1\n';
      await dropFile(page, list(page, 'Illuminant'), 'led.csv', light);
      await dialog(page)
        .getByRole('img', { name: /^Spectrum: energy against nm/ })
        .waitFor();
      await expectAccessible(page);
      await button(page, 'Cancel').click();
      await dialog(page).getByText('You have no files here yet.').waitFor();
      const kept = async (): Promise<unknown> => {
        const answer = await page.request.get(`${site().address}/api/library`);
        return ((await answer.json()) as { readonly files: unknown }).files;
      };
      await expect.poll(kept).toEqual([]);

      // Beside the lists it is asked what it is.
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await dropFile(page, page.getByRole('complementary'), 'led.csv', light);
      await dialog(page).getByRole('heading', { name: 'What is “led.csv”?' }).waitFor();
      await expectAccessible(page);
      await shots(page, 'library-dropped');
      await dialog(page).getByRole('button', { name: 'Illuminant', exact: true }).click();
      await dialog(page)
        .getByRole('img', { name: /^Spectrum: energy against nm/ })
        .waitFor();
      await button(page, 'Cancel').dblclick();
      await expect.poll(kept).toEqual([]);
      expect(await page.getByRole('alert').count()).toBe(0);

      // What cannot be read is refused with its line.
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await pick(page, 'Optics', MIRROR);
      await page
        .getByRole('alert')
        .getByText(
          /^Line \d+: surfaces\[\d+\]\.thickness: .* lies against the light; behind 1 mirror /,
        )
        .waitFor();
      await shot(page, 'library-refused');
      await expectAccessible(page);

      // By keyboard alone.
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await upload(page, 'Sensor').focus();
      await page.keyboard.press('Enter');
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Choose a file').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(QE);
      await button(page, 'Confirm').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await qeIsChosen(page);

      // Sheets of listed lenses.
      await page.setViewportSize({ width: 375, height: 800 });
      await upload(page, 'Optics').click();
      await button(page, 'Lens sheet of Cooke Triplet').click();
      await dialog(page).getByRole('heading', { name: 'Cooke Triplet' }).waitFor();
      await dialog(page)
        .getByRole('img', { name: 'Section of the lens in Cooke Triplet with its rays' })
        .waitFor();
      await dialog(page)
        .getByRole('img', { name: /^MTF at 587\.6 nm: / })
        .waitFor();
      await inSizes(page, SIZES, (width) => shot(page, `library-listed-sheet-${width}`));
      await dialog(page).getByRole('button', { name: 'Back', exact: true }).click();
      await button(page, 'Lens sheet of Fisheye').waitFor();
      await shot(page, 'library-listed');
      await dialog(page).locator('input[type=file]').setInputFiles(OFF_FOCUS);
      await dialog(page)
        .getByText(/^Warning: the sensor stands 0\.\d+ mm behind the sharpest focus/)
        .waitFor();
      await inSizes(page, SIZES, (width) => shot(page, `library-off-focus-${width}`));
    });

    test('live and stages take own lights, not own scenes; the strip says what to do when an own file is gone', async () => {
      const page = await openWorkbench(site());
      await pick(page, 'Illuminant', LIGHT);
      await button(page, 'Confirm').click();
      await button(page, 'Live').click();
      const status = page.getByRole('status', { name: 'Live' });
      await status.getByText(/\d ms/).waitFor();
      // A dialog in the tab Params leaves room for the question what a dropped file is.
      await openDialog(page, 'Sensor Params');
      await dropFile(page, page.getByRole('complementary'), 'led.csv', 'nm,energy\n400,1\n');
      await page.getByRole('heading', { name: 'What is “led.csv”?' }).waitFor();
      await page.keyboard.press('Escape');
      await page
        .getByRole('heading', { name: 'What is “led.csv”?' })
        .waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await pick(page, 'Scene', PICTURE);
      await button(page, 'Confirm').click();
      await status.getByText('not available').waitFor();
      await button(page, 'Live').hover();
      await page
        .getByText(
          'Live is not available for scenes of your own, which stay on the server; Run works.',
        )
        .waitFor();

      // The light is taken away.
      await button(page, 'Live').click();
      await list(page, 'Scene').selectOption('Macbeth');
      await run(page);
      await page.evaluate(async () => {
        const { files } = (await (await fetch('/api/library')).json()) as {
          readonly files: readonly { readonly id: string }[];
        };
        for (const { id } of files) await fetch(`/api/library/${id}`, { method: 'DELETE' });
      });
      await reload(page);
      await page
        .getByText(
          'No stages: the file that is chosen as illuminant is no longer in your library. Choose another one, or upload it again.',
        )
        .waitFor();
    });
  },
  { WORKBENCH_FEATURES: 'upload,live,stages', COMPUTE_AUTH: 'session' },
);
