import { decodePicture } from '@lumenloom/node-host';
import { strFromU8, unzipSync } from 'fflate';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { chooseSmallCamera } from './signed-up.ts';
import {
  button,
  contentOf,
  expectAccessible,
  list,
  log,
  openDialog,
  pictureShown,
  runBody,
  shot,
  shots,
} from './workbench-page.ts';

const [ROWS, COLUMNS] = [48, 64];
const fold = (box: Locator, label: string): Locator =>
  box.locator('summary').filter({ hasText: new RegExp(`^${label} `) });
const logText = async (page: Page): Promise<string> =>
  ((await log(page).textContent()) ?? '').replaceAll('\u00a0', ' ');
/** Pictures of the widths that the workbench is drawn for, and of a phone. */
async function looks(page: Page, name: string): Promise<void> {
  await shots(page, name);
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 375, height: 800 });
  await shot(page, `${name}-375`);
  await page.setViewportSize(size);
}

describeSite(
  'motion, shutter and flicker (issue 34)',
  (site) => {
    test('are folds of Scene Params and Sensor Params, and go into request and log', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await chooseSmallCamera(page, ROWS, COLUMNS);
      const before = await runBody(page);
      for (const key of ['motion', 'flicker', 'sensorFile', 'antiFlickerHertz'])
        expect(key in before).toBe(false);

      const scene = await openDialog(page, 'Scene Params');
      const motion = fold(scene, 'Motion');
      expect(await motion.innerText()).toBe('Motion off');
      await motion.click();
      await scene.getByLabel('Motion', { exact: true }).selectOption('image');
      await scene.getByLabel('To the Right (px/s)', { exact: true }).fill('fast');
      await scene.getByText('motion.pixelsPerSecond must be a list of 2 numbers.').waitFor();
      await scene.getByLabel('To the Right (px/s)', { exact: true }).fill('2e6');
      await scene.getByText(/must be at most 1000000/).waitFor();
      await scene.getByLabel('To the Right (px/s)', { exact: true }).fill('200');
      expect(await motion.innerText()).toBe('Motion image 200, 0 px/s');
      const flicker = fold(scene, 'Flicker');
      expect(await flicker.innerText()).toBe('Flicker off');
      await flicker.click();
      await scene.getByLabel('Flicker', { exact: true }).selectOption('pwm');
      await scene.getByLabel('Flicker Frequency', { exact: true }).fill('0');
      await scene.getByText('Flicker Frequency must be at least 0.1 Hz, not 0 Hz.').waitFor();
      await scene.getByLabel('Flicker Frequency', { exact: true }).fill('90');
      expect(await flicker.innerText()).toBe('Flicker pwm 90 Hz');
      await looks(page, 'motion-scene');
      await expectAccessible(page);
      await button(page, 'Modify').click();

      const sensor = await openDialog(page, 'Sensor Params');
      expect(await sensor.evaluate((element) => element.clientWidth)).toBeGreaterThanOrEqual(478);
      const shutter = fold(sensor, 'Shutter');
      expect(await shutter.innerText()).toBe('Shutter as the sensor');
      await shutter.click();
      await sensor.getByLabel('Shutter', { exact: true }).selectOption('rolling');
      await sensor.getByLabel('Line Time', { exact: true }).fill('200000');
      await sensor.getByText(/lineSeconds must be at most 0\.1/).waitFor();
      await sensor.getByLabel('Line Time', { exact: true }).fill('50');
      expect(await shutter.innerText()).toBe('Shutter rolling 50 µs per line');
      await looks(page, 'motion-shutter');
      await expectAccessible(page);
      await button(page, 'Modify').click();

      const body = await runBody(page);
      expect(body['motion']).toEqual({ pixelsPerSecond: [200, 0] });
      expect(body['flicker']).toEqual({ kind: 'pwm', hertz: 90 });
      expect(body['sensorFile']).toEqual({ shutter: { kind: 'rolling', lineSeconds: 5e-5 } });
      await button(page, 'Run').click();
      await expect
        .poll(() => logText(page))
        .toMatch(/Motion[\d.]+ px during the exposure; rolling 2\.4 ms; rows differ by up to/);
      await page.getByText(/^Not default: .*motion pixelsPerSecond 200, 0/).waitFor();
      await pictureShown(page);
      await looks(page, 'motion-result');

      // Back takes the last change away; Defaults those of the dialog.
      await button(page, 'Back').click();
      expect('sensorFile' in (await runBody(page))).toBe(false);
      const again = await openDialog(page, 'Scene Params');
      await button(page, 'Defaults').click();
      expect(await fold(again, 'Motion').innerText()).toBe('Motion off');
      await button(page, 'Modify').click();
      expect('motion' in (await runBody(page))).toBe(false);
    });
  },
  { WORKBENCH_FEATURES: 'motion,history' },
);

describeSite(
  'captures of a frame (issue 34)',
  (site) => {
    test('are a fold of Sensor Params, a group of the log and stages of the strip; lead to their fold where a run refuses them', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await chooseSmallCamera(page, ROWS, COLUMNS);
      await list(page, 'ISP').selectOption('Fast-openISP');
      expect('sensorFile' in (await runBody(page))).toBe(false);
      const sensor = await openDialog(page, 'Sensor Params');
      const hdr = fold(sensor, 'HDR');
      expect(await hdr.innerText()).toBe('HDR off');
      await hdr.click();
      await sensor.getByLabel('HDR', { exact: true }).selectOption('dual gain');
      expect(await hdr.innerText()).toBe('HDR dual gain 9000 and 90000 e⁻');
      await sensor.getByLabel('Merge', { exact: true }).selectOption('variance');
      await sensor
        .getByText('merge.rule variance needs captures with charges of their own.')
        .waitFor();
      await looks(page, 'hdr-dual-gain');
      await sensor.getByLabel('HDR', { exact: true }).selectOption('split');
      expect(await hdr.innerText()).toBe('HDR split 1:12, variance');
      await sensor.getByLabel('HDR', { exact: true }).selectOption('bracket');
      await sensor.getByLabel('Merge', { exact: true }).selectOption('pick');
      await sensor.getByLabel('Exposure Ratio', { exact: true }).fill('0.5');
      await sensor.getByText(/exposureRatio must be at most 1/).waitFor();
      await sensor.getByLabel('Exposure Ratio', { exact: true }).fill('16');
      expect(await hdr.innerText()).toBe('HDR bracket 1:16');
      await looks(page, 'hdr-bracket');
      await expectAccessible(page);
      await button(page, 'Modify').click();
      expect((await runBody(page))['sensorFile']).toEqual({
        captures: [{ name: 'long' }, { name: 'short', exposureRatio: 1 / 16 }],
      });

      await button(page, 'Run').click();
      await expect
        .poll(() => logText(page))
        .toMatch(/HDR2 exposures, [\d.]+ dB; seam SNR dip [\d.]+ dB\./);
      await page.getByText(/^Not default: .*captures name long; name short/).waitFor();
      await pictureShown(page);
      const strip = page.getByRole('radiogroup', { name: 'Stages' });
      await strip.and(page.locator('[aria-busy="false"]')).waitFor();
      const labels = (await strip.getByRole('radio').allInnerTexts()).map((text) => text.trim());
      const raw = labels.indexOf('Raw');
      expect(labels.slice(raw, raw + 5)).toEqual(['Raw', 'Raw 1', 'Raw 2', 'Merged', 'DPC']);
      await strip.getByRole('radio', { name: 'Raw 2, short' }).click();
      await page.getByText(/Electrons that the codes of the capture short stand for/).waitFor();
      await looks(page, 'hdr-raw-2');

      // Below the knee the merged value is the value of the first capture.
      const values: Record<string, number> = {};
      const reading = page.locator('output[aria-label="Pixel under the cursor"]');
      for (const name of ['Raw 1, long', 'Merged']) {
        await strip.getByRole('radio', { name, exact: true }).click();
        await page.getByRole('group', { name: /^Picture:/ }).hover({ position: { x: 40, y: 300 } });
        await expect.poll(() => reading.textContent()).toMatch(/e⁻/);
        values[name] = Number(/[RGB]\s([\d.]+)/.exec((await reading.textContent())!)![1]);
      }
      await looks(page, 'hdr-merged');
      expect(values['Merged']).toBeGreaterThan(0);
      expect(values['Merged']).toBe(values['Raw 1, long']);

      // A run that refuses them leads to their fold.
      await openDialog(page, 'Sensor Params');
      await hdr.click();
      await sensor.getByLabel('HDR', { exact: true }).selectOption('dual gain');
      await sensor.getByLabel('Well, Low Gain (e)', { exact: true }).fill('8000');
      await button(page, 'Modify').click();
      await button(page, 'Run').click();

      await expect.poll(() => logText(page)).toMatch(/captures must go from the most sensitive/);
      await log(page).getByRole('button', { name: 'Change' }).click();
      const design = page.getByRole('dialog').getByLabel('HDR', { exact: true });
      await design.waitFor();
      await looks(page, 'hdr-refused');
      expect(await design.inputValue()).toBe('dual gain');
    });
  },
  { WORKBENCH_FEATURES: 'hdr,stages,history' },
);

describeSite(
  'frames (issue 34)',
  (site) => {
    const frames = (page: Page): Locator => page.getByRole('radiogroup', { name: 'Frames' });
    const saved = async (page: Page, name: RegExp): Promise<Buffer> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      return contentOf(download);
    };

    test('Run takes them one after the other; they are stepped, played and saved; Stop keeps those that are there', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await chooseSmallCamera(page, ROWS, COLUMNS);
      expect('frame' in (await runBody(page))).toBe(false);
      const scene = await openDialog(page, 'Scene Params');
      await fold(scene, 'Motion').click();
      await scene.getByLabel('Motion', { exact: true }).selectOption('image');
      await scene.getByLabel('To the Right (px/s)', { exact: true }).fill('40');
      await button(page, 'Modify').click();
      await button(page, 'Frames').click();
      await page.getByText('Run takes the frames in their order').waitFor();
      await page.getByLabel('Number of frames').fill('241');
      await page.getByTitle('Frames must be a whole number from 1 to 240.').waitFor();
      await button(page, 'Run').and(page.locator(':disabled')).waitFor();
      await looks(page, 'frames-refused');
      await page.getByLabel('Number of frames').fill('4');
      await page.getByLabel('Frames per second', { exact: true }).fill('4');
      await page.getByText('up to 1 MB').waitFor();
      const bodies: unknown[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/simulate'))
          bodies.push((request.postDataJSON() as { frame: unknown }).frame);
      });
      await button(page, 'Run').click();
      await page.getByText(/Took 4 frames at 4 per second/).waitFor();
      expect(bodies).toEqual([0, 1, 2, 3].map((index) => ({ index, rate: 4 })));
      await page.getByText('Frame 1 of 4 begins at 0 s').waitFor();
      const picture = page.getByAltText(/^Simulation result: Frame/);
      await picture.waitFor();
      await looks(page, 'frames');
      await expectAccessible(page);

      // Keys of the picture step, the scrubber and the thumbnails go to a frame.
      await page.getByRole('group', { name: /^Picture:/ }).focus();
      await page.keyboard.press('.');
      await page.keyboard.press('.');
      await page.getByText('Frame 3 of 4 begins at 0.5 s').waitFor();
      await page.keyboard.press(',');
      await page.getByText('Frame 2 of 4').waitFor();
      await page.getByLabel('Frame', { exact: true }).fill('3');
      await page.getByText('Frame 4 of 4').waitFor();
      await page.keyboard.press('p');
      await button(page, 'Pause').waitFor();
      await page.getByText(/Frame [123] of 4/).waitFor();
      await page.keyboard.press('p');
      await button(page, 'Play').waitFor();
      await frames(page).getByRole('radio', { name: 'Frame 1', exact: true }).click();
      await page.getByText('Frame 1 of 4').waitFor();

      // The archive has what the server computed; the picture moves by 10 pixels per frame.
      const files = unzipSync(new Uint8Array(await saved(page, /^Save .*\.zip$/)));
      const decoded = await Promise.all(
        [0, 1, 2].map(async (at) => decodePicture(Buffer.from(files[`frame_00${at}.png`]!))),
      );
      const shiftOf = (one: number, other: number): number => {
        const [a, b] = [decoded[one]!, decoded[other]!];
        const apart = (shift: number): number => {
          let sum = 0;
          for (let y = 0; y < ROWS; y += 2)
            for (let x = 0; x + 24 < COLUMNS; x += 2)
              sum += Math.abs(
                a.data[a.channels * (y * COLUMNS + x)]! -
                  b.data[b.channels * (y * COLUMNS + x + shift)]!,
              );
          return sum;
        };
        return [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24].reduce((best, shift) =>
          apart(shift) < apart(best) ? shift : best,
        );
      };
      expect([shiftOf(0, 1), shiftOf(0, 2)]).toEqual([10, 20]);
      expect(JSON.parse(strFromU8(files['recipe.json']!))).toMatchObject({
        motion: { pixelsPerSecond: [40, 0] },
      });
      const gif = await saved(page, /^Save .*\.gif$/);
      expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
      expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([COLUMNS, ROWS]);
      // Matroska begins with the mark of EBML.
      const webm = await saved(page, /^Save .*\.webm$/);
      expect(webm.readUInt32BE(0)).toBe(0x1a45dfa3);
      const mp4 = await saved(page, /^Save .*\.mp4$/);
      expect(mp4.subarray(4, 8).toString()).toBe('ftyp');
      // In Matroska the last frame has no length.
      for (const [video, seconds] of [
        [webm, 0.75],
        [mp4, 1],
      ] as const) {
        const input = new Input({ source: new BufferSource(video), formats: ALL_FORMATS });
        const track = (await input.getPrimaryVideoTrack())!;
        expect((await track.computePacketStats()).packetCount).toBe(4);
        expect(await input.computeDuration()).toBeCloseTo(seconds, 2);
      }

      // The next run is A while Space is held; its frames are those of the strip.
      await button(page, 'Runs').click();
      await page.getByRole('toolbar', { name: 'Runs' }).getByText('run 1').dblclick();
      await page.getByLabel('Name of run 1').fill('first');
      await page.keyboard.press('Enter');
      await button(page, 'Frames').click();
      await page.getByLabel('Number of frames').fill('2');
      const first = await picture.getAttribute('src');
      await list(page, 'Illuminant').selectOption('D50');
      await button(page, 'Run').click();
      await page.getByText('Frame 1 of 2').waitFor();
      await button(page, 'Run').and(page.locator(':enabled')).waitFor();
      await page.getByRole('group', { name: /^Picture:/ }).focus();
      await page.keyboard.down(' ');
      await page.getByText('A first').waitFor();
      await page.keyboard.up(' ');
      await page.getByText('Frame 1 of 2').waitFor();
      await page.getByLabel('Frames of the run').selectOption('first, 4 frames');
      await page.getByText('Frame 1 of 4').waitFor();
      expect(await picture.getAttribute('src')).toBe(first);
      await looks(page, 'frames-of-a-named-run');

      // Live draws the first frame.
      await button(page, 'Live').click();
      await page.getByText('Live draws the first frame only').waitFor();
      await button(page, 'Live').click();
      expect(site().pageErrors).toEqual([]);

      // Stop keeps those that are there.
      await page.getByLabel('Number of frames').fill('3');
      await page.getByLabel('Frames per second', { exact: true }).fill('4');
      // The server does not answer the third one.
      await page.route('**/simulate', (route) => {
        const body = route.request().postDataJSON() as { frame?: { index: number } } | null;
        return body?.frame?.index === 2 ? undefined : route.fallback();
      });
      await button(page, 'Run').click();
      await page.getByText('Frame 1 of 2 begins at 0 s; computing 3').waitFor();
      await button(page, 'Stop').click();
      await page.getByText('Frame 1 of 2 begins at 0 s; stopped before 3').waitFor();
      await page.unroute('**/simulate');
    });
  },
  { WORKBENCH_FEATURES: 'motion,compare,live,stop' },
);
