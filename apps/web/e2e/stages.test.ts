import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { luminanceOf, photonsToEnergy, readNpy, type NpyArray } from '@lumenloom/engine';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { describeSite } from './browser.ts';
import {
  contentOf,
  button,
  choose,
  expectAccessible,
  openDialog,
  runBody,
} from './workbench-page.ts';

const strip = (page: Page): Locator => page.getByRole('radiogroup', { name: 'Stages' });
const stage = (page: Page, name: string): Locator =>
  strip(page).getByRole('radio', { name, exact: true });
const picture = (page: Page): Locator => page.getByAltText('Simulation result');
const pictureArea = (page: Page): Locator => page.getByRole('group', { name: /^Picture:/ });
const reading = (page: Page): Locator =>
  page.locator('output[aria-label="Pixel under the cursor"]');
const [ROWS, COLUMNS] = [90, 130];

/** A small camera, so that the command line and the page compute it soon. */
async function smallCamera(page: Page): Promise<void> {
  await choose(page, {
    Scene: 'Macbeth',
    Illuminant: 'D65',
    Optics: 'Cooke Triplet',
    Sensor: 'Bayer-grbg',
    ISP: 'Fast-openISP',
  });
  const box = await openDialog(page, 'Sensor Params');
  await box.getByLabel('Rows').fill(String(ROWS));
  await box.getByLabel('Cols').fill(String(COLUMNS));
  await box.getByLabel('Pixel Size').fill('11');
  await page.keyboard.press('Enter');
}

async function run(page: Page): Promise<void> {
  await button(page, 'Run').click();
  await button(page, 'Run').and(page.locator(':enabled')).waitFor();
  await picture(page).waitFor();
  await strip(page).and(page.locator('[aria-busy="false"]')).waitFor();
}

/**
 * The files that `--stages` of the command line writes for a recipe: those of `simulate`, and those
 * of `isp` for its raw.
 */
async function stagesOf(recipe: object): Promise<{
  readonly file: (name: string) => Buffer;
  readonly array: (name: string) => NpyArray;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'lumenloom-stages-'));
  try {
    const [simulated, developed] = [join(folder, 'simulate'), join(folder, 'isp')];
    writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
    const isp = join(folder, 'isp.json');
    writeFileSync(isp, JSON.stringify((recipe as { ispParams: object }).ispParams));
    await lumenloom('simulate', join(folder, 'recipe.json'), '--stages', '--out', simulated);
    const raw = join(simulated, 'raw.npy');
    const camera = ['--pattern', 'grbg', '--bits', '10'];
    await lumenloom('isp', raw, '--params', isp, ...camera, '--stages', '--out', developed);
    const files = new Map(
      [
        ...['scene', 'irradiance', 'electrons', 'raw'].map((name) => join(simulated, name)),
        ...['01-dpc.bayer', '06-cfa.rgb', '08-gac.rgb', '09-csc.y', '09-csc.cbcr', '10-nlm.y'].map(
          (name) => join(developed, name),
        ),
      ].map((path) => [path.split('/').at(-1)!, readFileSync(`${path}.npy`)]),
    );
    const file = (name: string): Buffer => files.get(name)!;
    return { file, array: (name) => readNpy(file(name)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Points at a pixel of the picture that is shown. */
async function pointAt(page: Page, x: number, y: number, columns = COLUMNS): Promise<void> {
  const box = (await picture(page).boundingBox())!;
  const scale = box.width / columns;
  await page.mouse.move(box.x + (x + 0.5) * scale, box.y + (y + 0.5) * scale);
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, `Save ${name}`).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  return contentOf(download);
}

const digits = (value: number): string => value.toPrecision(5).replace('e+', 'e');

describeSite('The workbench without the switches stages and live', (site) => {
  test('has no strip and no Live, and starts no engine', async () => {
    const page = await site().open('/simulate');
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    await choose(page, { Scene: 'Macbeth' });
    await button(page, 'Run').click();
    await button(page, 'Run').and(page.locator(':enabled')).waitFor();
    await picture(page).waitFor();
    expect(await page.getByRole('group', { name: 'The strip shows' }).count()).toBe(0);
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await button(page, 'Live').count()).toBe(0);
    expect(await page.getByRole('status', { name: 'Live' }).count()).toBe(0);
    expect(workers).toEqual([]);
    const [before, after] = [await picture(page).getAttribute('src'), ']'];
    await pictureArea(page).press(after);
    await pictureArea(page).press('w');
    expect(await picture(page).getAttribute('src')).toBe(before);
  });
});

describeSite(
  'The stage strip (issue 19)',
  (site) => {
    test('values under the cursor, the column and saved arrays are those of the command line; keys step; the picture keeps its place; a recipe that the page cannot compute', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await smallCamera(page);
      const files = await stagesOf(await runBody(page));
      await run(page);

      // The picture keeps its place when stages come, and a look changes colours alone.
      const place = await picture(page).boundingBox();
      const result = await picture(page).getAttribute('src');
      await stage(page, 'Raw').click();
      await expect.poll(() => picture(page).getAttribute('src')).toMatch(/^blob:/);
      expect(await picture(page).boundingBox()).toEqual(place);
      await page.getByLabel('Colours of the stage').selectOption('by filter');
      await pointAt(page, 64, 45);
      await expect
        .poll(() =>
          picture(page).evaluate(async (image: HTMLImageElement) => {
            await image.decode().catch(() => undefined);
            const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
            const context = canvas.getContext('2d')!;
            context.drawImage(image, 0, 0);
            // Red pixels of the order grbg: odd columns of even rows.
            const [red, green, blue] = context.getImageData(65, 44, 1, 1).data;
            return red! > 0 && green === 0 && blue === 0;
          }),
        )
        .toBe(true);
      expect(await picture(page).boundingBox()).toEqual(place);

      // Keys: [ and ] step, arrow keys move along the strip, Escape goes back to the result.
      const current = (): Promise<string | null> =>
        strip(page).locator('[aria-checked="true"]').getAttribute('aria-label');
      await pictureArea(page).focus();
      await page.keyboard.press('Escape');
      await expect.poll(current).toBe('The picture');
      await page.keyboard.press('[');
      expect(await current()).toBe('BCC');
      await page.keyboard.press('[');
      expect(await current()).toBe('HSC');
      await page.keyboard.press(']');
      expect(await current()).toBe('BCC');
      await stage(page, 'BCC').focus();
      await page.keyboard.press('Home');
      expect(await current()).toBe('Scene');
      await page.keyboard.press('ArrowRight');
      expect(await current()).toBe('Irradiance');
      await expect.poll(() => picture(page).getAttribute('src')).toMatch(/^blob:/);
      await page.keyboard.press('Escape');
      await expect.poll(() => picture(page).getAttribute('src')).toBe(result);
      expect(await current()).toBe('The picture');

      await page.getByRole('tab', { name: 'Pixel' }).click();
      const column = page.getByRole('group', { name: 'Pixel', exact: true });
      const pixels = [
        [10, 12],
        [41, 33],
        [64, 45],
        [120, 70],
      ] as const;
      const at = (name: string, [x, y]: readonly [number, number], channel = 0): number => {
        const { data, shape } = files.array(name);
        return data[(y * COLUMNS + x) * (shape[2] ?? 1) + channel]!;
      };
      const irradiance = files.array('irradiance').data;
      const expected: Readonly<Record<string, (pixel: readonly [number, number]) => string>> = {
        Irradiance: ([x, y]) => {
          let sum = 0;
          for (let band = 0; band < 31; band += 1)
            sum += irradiance[(band * ROWS + y) * COLUMNS + x]! * 10;
          return `${digits(sum)} photons/(s·m²)`;
        },
        Electrons: (pixel) => `${letter(pixel)} ${digits(at('electrons', pixel))} e⁻`,
        Raw: (pixel) => `${letter(pixel)} ${at('raw', pixel)} code`,
        DPC: (pixel) => `${letter(pixel)} ${at('01-dpc.bayer', pixel)} code`,
        CFA: (pixel) =>
          `R ${at('06-cfa.rgb', pixel, 2)} G ${at('06-cfa.rgb', pixel, 1)} B ${at('06-cfa.rgb', pixel)} linear code`,
        GAC: (pixel) =>
          `R ${at('08-gac.rgb', pixel, 2)} G ${at('08-gac.rgb', pixel, 1)} B ${at('08-gac.rgb', pixel)} code`,
        NLM: (pixel) =>
          `Y ${at('10-nlm.y', pixel)} Cb ${at('09-csc.cbcr', pixel)} Cr ${at('09-csc.cbcr', pixel, 1)} code`,
      };
      const letter = ([x, y]: readonly [number, number]): string =>
        [
          ['G', 'R'],
          ['B', 'G'],
        ][y & 1]![x & 1]!;
      for (const [name, words] of Object.entries(expected)) {
        await stage(page, name).click();
        for (const pixel of pixels) {
          await pointAt(page, pixel[0], pixel[1]);
          const shown = `x ${pixel[0]} y ${pixel[1]}${words(pixel)}`;
          await expect.poll(() => reading(page).textContent()).toBe(shown);
        }
      }
      // The column has the values of the last pixel through all stages.
      const last = pixels.at(-1)!;
      for (const [name, words] of Object.entries(expected)) {
        const row = column.getByRole('row', { name: new RegExp(`^${name}\\b`) });
        expect((await row.locator('td').allInnerTexts()).join(' ')).toBe(words(last));
      }
      await expectAccessible(page);
      for (const [name, arrays] of [
        ['Scene', ['scene']],
        ['Irradiance', ['irradiance']],
        ['Electrons', ['electrons']],
        ['Raw', ['raw']],
        ['DPC', ['01-dpc.bayer']],
        ['CFA', ['06-cfa.rgb']],
        ['CSC', ['09-csc.y', '09-csc.cbcr']],
      ] as const) {
        await stage(page, name).click();
        for (const array of arrays)
          expect((await saved(page, `${array}.npy`)).equals(files.file(array)), array).toBe(true);
      }

      // The scene is read in its own pixels, in cd/m², and at the place of a pixel.
      const { shape, data } = files.array('scene');
      expect(shape).toEqual([31, 64, 96]);
      await stage(page, 'Scene').click();
      await page.getByText('96 × 64 px').waitFor();
      for (const [x, y] of [
        [8, 56],
        [40, 20],
        [90, 3],
      ] as const) {
        const radiance = Array.from({ length: 31 }, (_, band) => data[(band * 64 + y) * 96 + x]!);
        const luminance = luminanceOf(photonsToEnergy(Float64Array.from(radiance)));
        await pointAt(page, x, y, 96);
        await expect
          .poll(() => reading(page).textContent())
          .toBe(`x ${x} y ${y}${digits(luminance)} cd/m²`);
        const cell = column
          .getByRole('row', { name: /^Scene/ })
          .locator('td')
          .first();
        expect(await cell.innerText()).toBe(digits(luminance));
      }
      expect(site().pageErrors).toEqual([]);

      // A worker that does not answer: neither strip nor column mixes two recipes, and another
      // worker follows.
      await page.evaluate(() => {
        // oxlint-disable-next-line typescript/unbound-method -- it is called on the worker itself
        const { postMessage } = Worker.prototype;
        let isLost = true;
        Worker.prototype.postMessage = function post(this: Worker, ...sent: [unknown]) {
          const { kind } = sent[0] as { kind: string };
          if (kind === 'stages' && isLost) isLost = false;
          else postMessage.apply(this, sent);
        } as typeof postMessage;
      });
      const again = async (light: string): Promise<void> => {
        await choose(page, { Illuminant: light });
        await button(page, 'Run').click();
        await button(page, 'Run').and(page.locator(':enabled')).waitFor();
      };
      const resultRow = column.getByRole('row', { name: /^Result/ });
      expect(await resultRow.count()).toBe(1);
      await again('Tungsten');
      await strip(page)
        .getByText(/^Of the recipe before; /)
        .waitFor();
      await column.getByText(/· the recipe before$/).waitFor();
      expect(await resultRow.count()).toBe(0);
      expect(await stage(page, 'Result').count()).toBe(0);
      await again('D50');
      await strip(page).and(page.locator('[aria-busy="false"]')).waitFor();
      await column.getByText(/· Run \d+$/).waitFor();
      expect(await resultRow.count()).toBe(1);

      // A recipe that the page cannot compute: the strip says why, and Run still works.
      await choose(page, { Optics: '', ISP: '' });
      const box = await openDialog(page, 'Sensor Params');
      await box.getByLabel('Rows').fill('2100');
      await box.getByLabel('Cols').fill('2100');
      await page.keyboard.press('Enter');
      await button(page, 'Run').click();
      for (const place of [page.locator('main section'), column])
        await place
          .getByText(/^No stages: Stages are shown of pictures up to 4 megapixels/)
          .first()
          .waitFor();
      await button(page, 'Run').and(page.locator(':enabled')).waitFor();
      await page.getByText('2100 × 2100 px', { exact: true }).waitFor();
    });
  },
  { WORKBENCH_FEATURES: 'stages' },
);
