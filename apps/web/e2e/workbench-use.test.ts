import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { goTo, reload } from './site-page.ts';
import {
  button,
  choose,
  dialog,
  dropFile,
  expectAccessible,
  keptRuns,
  fake,
  isAtRest,
  json,
  list,
  log,
  ndjson,
  openDialog,
  PICTURE,
  runBody,
} from './workbench-page.ts';

/** What a critical user stumbled over in the workbench (issue 16). */

const chain = {
  Illuminant: 'D65',
  Scene: 'Macbeth',
  Optics: 'Double-Gauss',
  Sensor: 'Bayer-grbg',
  ISP: 'Fast-openISP',
};
const picture = (page: Page): Locator => page.getByAltText('Simulation result');
const bodyText = async (page: Page): Promise<string> =>
  (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');

/** Runs with a faked answer, and waits for its end. */
async function runWith(page: Page, ...events: readonly object[]): Promise<void> {
  await page.unroute('**/simulate');
  await fake(page, '/simulate', ndjson(...events));
  await button(page, 'Run').click();
  await button(page, 'Run').and(page.locator(':enabled')).waitFor();
}
const result = (content = PICTURE) => ({ type: 'result', content });

/** Submits values in a dialog. */
async function modify(
  page: Page,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const box = await openDialog(page, name);
  for (const [label, value] of Object.entries(values))
    await box.getByLabel(label, { exact: true }).fill(value);
  await button(page, 'Modify').click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** A PNG of grey pixels that are black and white in turn. */
function checkerboard(width: number, height: number): string {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => ((x + y) % 2) * 255)]),
  );
  const crcTable = Array.from({ length: 256 }, (_, n) =>
    Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n),
  );
  const crc = (data: Buffer): number =>
    ~data.reduce((c, byte) => crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8), ~0) >>> 0;
  const chunk = (type: string, data: Buffer): Buffer => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const content = Buffer.concat([Buffer.from(type), data]);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(content));
    return Buffer.concat([length, content, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

describeSite('2: a picture says what it was made with, and what has changed since', (site) => {
  test('the sentence, the dots and the caption; the picture does not move', async () => {
    const page = await site().open('/simulate');
    await choose(page, chain);
    const mark = (name: string) => button(page, name).and(page.locator('[data-marked]'));
    expect(await page.locator('[data-marked]').count()).toBe(0);
    await modify(page, 'Sensor Params', { 'Read Noise (mV)': '2' });
    await mark('Sensor Params').waitFor();
    expect(await page.locator('[data-marked]').count()).toBe(1);
    await runWith(page, result());
    const before = (await picture(page).boundingBox())!;
    expect(await bodyText(page)).toContain('Not default: sensor read noise 2 mV');
    expect(await bodyText(page)).not.toContain('Changed since this picture');

    await modify(page, 'ISP Params', { b_gain: '9000' });
    const sentence = page.getByText('Changed since this picture: ISP b_gain 5000 → 9000');
    await sentence.waitFor();
    expect(await picture(page).boundingBox()).toEqual(before);
    expect((await sentence.boundingBox())!.y).toBeLessThan(before.y);
    await mark('ISP Params').hover();
    await page.getByRole('tooltip', { name: 'ISP parameters: ISP b_gain 9000' }).waitFor();
    await expectAccessible(page);
    // What takes part in no run changes nothing.
    await modify(page, 'ISP Params', { b_gain: '5000' });
    await sentence.waitFor({ state: 'detached' });
    expect(await picture(page).boundingBox()).toEqual(before);
  });
});

describeSite('3: the log can be scanned', (site) => {
  test('keys are bold, warnings and the rule between runs stand out, figures keep their units', async () => {
    const page = await site().open('/simulate', 1440, 900);
    await choose(page, { ...chain, Scene: 'apple.jpg' });
    await modify(page, 'Sensor Params', { Rows: '90', Cols: '130', 'Pixel Size (µm)': '11' });
    // The field-of-view check answers in between otherwise.
    await log(page)
      .getByText(/^On the default/)
      .waitFor();
    for (const _ of ['first', 'second']) {
      await button(page, 'Run').click();
      await button(page, 'Run').and(page.locator(':enabled')).waitFor();
    }
    const line = (start: string) => log(page).locator('p', { hasText: start }).last();
    const key = line('Exposure: ').locator('b');
    expect(await key.innerText()).toBe('Exposure:');
    const weight = (locator: Locator): Promise<number> =>
      locator.evaluate((element) => Number(getComputedStyle(element).fontWeight));
    expect(await weight(key)).toBeGreaterThan(await weight(line('Exposure: ')));
    const colour = (locator: Locator): Promise<string> =>
      locator.evaluate((element) => getComputedStyle(element).color);
    expect(await colour(line('Clipped at CCM'))).not.toBe(
      await colour(line('Clipped at AWB: none')),
    );
    // One rule, between the two runs, and the time of each run under its own heading.
    expect(await log(page).locator('[data-rule]').count()).toBe(2);
    const times = log(page).locator('h3[data-time]');
    expect(await times.allTextContents()).toEqual(['Recipe', 'Recipe']);
    const text = await log(page).innerText();
    expect(text).toMatch(/Exposure:\s+\d+(\.\d+)?\u00a0(ms|s) /);
    expect(text).toContain('130\u00a0×\u00a090');
    expect(text).not.toMatch(/\d (deg|um|x \d|ms|µm|%|e⁻|lp\/mm)/);
    expect(text).not.toMatch(/\bdeg\b|\bum\b|\d\sx\s\d/);
  });
});

describeSite('4 to 6: why is it blue? The ISP dialog; all errors at once', (site) => {
  test('the dialog answers in its own units, follows what is typed and sets the gains; 17 names to jump by, marks and a reset per field, the focus never under header or footer; three wrong fields are three sentences, the first also in the picture area; each field or list is one click away', async () => {
    const page = await site().open('/simulate', 1440, 900);
    await choose(page, chain);
    await modify(page, 'Sensor Params', { Rows: '90', Cols: '130', 'Pixel Size (µm)': '11' });
    const box = await openDialog(page, 'ISP Params');
    const note = box.getByRole('region', { name: 'AWB' }).getByText('neutral');
    const said = async (): Promise<string> => (await note.innerText()).replaceAll('\u00a0', ' ');
    expect(await said()).toContain(
      'Blue 11 % above neutral for D65; neutral would be r_gain 1521, b_gain 4500.',
    );
    await box.getByLabel('b_gain', { exact: true }).fill('9000');
    await expect.poll(said).toContain('Blue 100 % above neutral for D65;');
    await box.getByRole('button', { name: 'Set these' }).click();
    expect(await box.getByLabel('r_gain', { exact: true }).inputValue()).toBe('1521');
    await box.getByText('Neutral for D65.').waitFor();
    await page.keyboard.press('Escape');
    // The gains of the dialog are those of the log of a run.
    await button(page, 'Run').click();
    await log(page)
      .getByText(/neutral for this light R\s1\.268, B\s3\.750/)
      .waitFor();
    await button(page, 'Run').and(page.locator(':enabled')).waitFor();

    // 5: the ISP dialog.
    await openDialog(page, 'ISP Params');
    const names = box.getByRole('toolbar', { name: 'Go to' });
    expect(await names.getByRole('button').allTextContents()).toHaveLength(17);
    const top = (await names.boundingBox())!;
    await names.getByRole('button', { name: 'HSC' }).click();
    const section = box.getByRole('region', { name: 'HSC' });
    await section.getByRole('checkbox').and(page.locator(':focus')).waitFor();
    await expect.poll(async () => (await section.boundingBox())!.y).toBeLessThan(800);
    expect((await names.boundingBox())!.y).toBe(top.y);
    expect((await section.boundingBox())!.y).toBeGreaterThanOrEqual(top.y + top.height - 1);

    // One tab stop, arrow keys within.
    await names.getByRole('button', { name: 'HSC' }).focus();
    await page.keyboard.press('ArrowLeft');
    await names.getByRole('button', { name: 'FCS' }).and(page.locator(':focus')).waitFor();
    expect(await names.locator('[tabindex="0"]').count()).toBe(1);

    expect(await box.locator('[data-changed]').count()).toBe(0);
    const gain = box.getByLabel('saturation gain');
    await gain.fill('300');
    await names.getByRole('button', { name: 'HSC' }).and(page.locator('[data-changed]')).waitFor();
    await box.getByRole('button', { name: 'Reset saturation gain' }).click();
    expect(await gain.inputValue()).toBe('256');
    await gain.and(page.locator(':focus')).waitFor();
    expect(await box.locator('[data-changed]').count()).toBe(0);
    await expectAccessible(page);

    // Every field that the keyboard reaches is in sight.
    await box.getByRole('checkbox', { name: 'DPC' }).focus();
    for (let steps = 0; steps < 70; steps += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement!;
        const { top: upper, bottom } = focused.getBoundingClientRect();
        const frame = focused.closest('[role=dialog]')!;
        const footer = frame.querySelector('footer')!;
        if (footer.contains(focused) || focused.closest('header, [role=toolbar]')) return false;
        const bar = frame.querySelector('[role=toolbar]')!.getBoundingClientRect();
        return bottom > footer.getBoundingClientRect().top || upper < bar.bottom;
      });
      expect(hidden, `step ${steps}`).toBe(false);
    }
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    // 6: all errors at once.
    await modify(page, 'Sensor Params', {
      'Fill Factor': '7',
      'Pixel Size (µm)': '9999',
      Rows: '-3',
    });
    await button(page, 'Run').click();
    const failures = log(page).locator('p', { has: page.getByRole('button') });
    await expect.poll(() => failures.count()).toBe(3);
    const sentences = (await failures.allTextContents()).map((text) =>
      text.replaceAll('\u00a0', ' '),
    );
    expect(sentences[0]).toBe('Simulation failed: Fill Factor must be at most 1, not 7. Change');
    expect(sentences[1]).toMatch(/^Pixel Size must be at most 1000 µm, not 9999 µm\./);
    expect(sentences[2]).toMatch(/^Rows must be at least 1 px, not -3 px\./);
    const area = page.getByRole('region', { name: 'Result' });
    await area.getByText('Fill Factor must be at most 1, not 7.').waitFor();
    await area.getByText('The log has 2 more.').waitFor();
    await expectAccessible(page);
    await area.getByRole('button', { name: 'Change it' }).click();
    await dialog(page).getByLabel('Fill Factor').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await failures.nth(2).getByRole('button').click();
    await dialog(page).getByLabel('Rows').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    // A wrong choice leads to its list.
    const problem = { field: 'optics', message: 'There is no such lens.' };
    await fake(page, '/simulate', json({ ...problem, problems: [problem] }, 422));
    await button(page, 'Run').click();
    await area.getByText('There is no such lens.').waitFor();
    await area.getByRole('button', { name: 'Change it' }).click();
    await list(page, 'Optics').and(page.locator(':focus')).waitFor();
  });
});

describeSite('7: empty states know the state', (site) => {
  test('"Choose a scene" is there only while none is chosen', async () => {
    const page = await site().open('/simulate');
    const ask = page.getByText('Choose a scene, then Run (Ctrl+Enter).', { exact: true });
    await ask.waitFor();
    await choose(page, { Scene: 'Macbeth' });
    await ask.waitFor({ state: 'detached' });
    await page.getByText('Run makes the picture (Ctrl+Enter).').waitFor();
    await choose(page, { Scene: '' });
    await button(page, 'Run').click();
    await log(page).getByText('Choose a scene to simulate.').waitFor();
    await ask.waitFor();
  });

  test('without model files neither caption nor toolbar claims an algorithm', async () => {
    const page = await site().open('/simulate');
    await choose(page, { ...chain, Algorithms: 'DETR' });
    const stages = ['isp', 'algorithm'].map((name) => ({
      type: 'stage',
      content: { name, ms: 3 },
    }));
    const analysis = (status: string) => ({ type: 'analysis', content: { label: 'DETR', status } });
    const caption = page.getByRole('region', { name: 'Result' }).locator('header');
    const toolbar = page.getByRole('toolbar', { name: 'Actions' });
    // The hint of Run, while the pointer is over it, stands in the place of the stages.
    await runWith(page, ...stages, analysis('no model files'), result());
    await page.mouse.move(0, 0);
    await toolbar.getByText('isp').waitFor();
    expect(await toolbar.innerText()).not.toContain('algorithm');
    expect(await caption.innerText()).not.toContain('DETR');
    expect(await bodyText(page)).not.toContain('Changed since');
    await runWith(page, ...stages, analysis('done'), result());
    await page.mouse.move(0, 0);
    await toolbar.getByText('algorithm').waitFor();
    expect(await caption.innerText()).toContain('DETR');
  });
});

describeSite('8: zoom', (site) => {
  test('reduces by averaging, keeps pixels where it enlarges, meets 100 %, goes by 1:n and n:1, and Z toggles fit and 1:1', async () => {
    const page = await site().open('/simulate');
    await runWith(page, result(checkerboard(4000, 3000)));
    const scale = async (): Promise<string> =>
      (await page.getByLabel('Zoom', { exact: true }).innerText()).replaceAll('\u00a0', ' ');
    await expect.poll(scale).toMatch(/^1:\d/);
    const fitted = await scale();

    // Reducing averages.
    await expect.poll(async () => (await picture(page).boundingBox())?.width).toBeLessThan(1000);
    const { x, y } = (await picture(page).boundingBox())!;
    const clip = { x: Math.round(x) + 200, y: Math.round(y) + 200, width: 40, height: 40 };
    const shot = await page.screenshot({ clip });
    const levels = await page.evaluate(
      async (png) => {
        const image = new Image();
        image.src = png;
        await image.decode();
        const context = new OffscreenCanvas(40, 40).getContext('2d')!;
        context.drawImage(image, 0, 0);
        return [...context.getImageData(0, 0, 40, 40).data].filter((_, index) => index % 4 === 0);
      },
      `data:image/png;base64,${shot.toString('base64')}`,
    );
    // A fine checkerboard is grey from afar; dropped pixels would be black and white.
    expect(Math.min(...levels)).toBeGreaterThan(90);
    expect(Math.max(...levels)).toBeLessThan(200);
    const rendering = (): Promise<string> =>
      picture(page).evaluate((element) => getComputedStyle(element).imageRendering);

    // Enlarging keeps the pixels.
    await page.getByRole('group', { name: /^Picture/ }).focus();
    await page.keyboard.press('z');
    await expect.poll(scale).toBe('100 %');
    await expect.poll(rendering).toBe('pixelated');
    expect((await picture(page).boundingBox())!.width).toBe(4000);
    await page.keyboard.press('z');
    await expect.poll(scale).toBe(fitted);
    const steps: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('+');
      steps.push(await scale());
    }
    expect(steps).toEqual(['1:4', '1:3', '1:2', '100 %', '200 %', '300 %']);
    await button(page, 'Zoom out').click();
    expect(await scale()).toBe('200 %');
  });
});

describeSite('9: a pasted column fills downwards', (site) => {
  const paste = (page: Page, cell: Locator, text: string): Promise<void> =>
    cell.evaluate((element, content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', content);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);

  test('from a spreadsheet and from a CSV file, into photons or energy', async () => {
    const page = await site().open('/simulate', 1440, 1000);
    await choose(page, { Illuminant: 'Custom' });
    const box = await openDialog(page, 'Illuminant Params');
    const cell = (label: string) => box.getByLabel(label, { exact: true });
    await paste(page, cell('Photons at 420 nm'), '1\r\n2\r\n3\r\n');
    const photons = (from: number): Promise<string[]> =>
      Promise.all([0, 10, 20].map((step) => cell(`Photons at ${from + step} nm`).inputValue()));
    expect(await photons(420)).toEqual(['1.000000', '2.000000', '3.000000']);
    expect(Number(await cell('Energy at 420 nm').inputValue())).toBeCloseTo(47.2963, 3);
    await box.getByText('3 rows pasted.').waitFor();
    await paste(page, cell('Energy at 400 nm'), 'nm,J\n550,36.117\n560,35.472\n');
    expect(Number(await cell('Photons at 550 nm').inputValue())).toBeCloseTo(1, 4);
    await paste(page, cell('Photons at 690 nm'), '4,5\n5,5\n6,5');
    expect(await cell('Photons at 700 nm').inputValue()).toBe('5.500000');
    await box.getByText('2 rows pasted; 1 more do not fit.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const sent = (await runBody(page))['illuminantCustomPhotons'] as number[];
    expect([sent[2], sent[3], sent[4], sent[29], sent[30]]).toEqual([1, 2, 3, 4.5, 5.5]);
  });
});

describeSite('10: work is not lost', (site) => {
  test('a reload keeps recipe, sidebar, picture and log; a new visit begins anew', async () => {
    const page = await site().open('/simulate');
    await choose(page, chain);
    await modify(page, 'ISP Params', { b_gain: '9000' });
    await modify(page, 'Scene Params', { 'Patch Size': 'large' });
    await button(page, 'Collapse sidebar').click();
    await runWith(page, { type: 'log', content: 'one' }, result());
    const sent = await runBody(page);
    await runWith(page, { type: 'log', content: 'two' }, result());
    // Picture and log are stored after the end of the run.
    await expect.poll(async () => (await keptRuns(page)).join()).toContain('two');
    await page.unroute('**/simulate');
    await reload(page);
    await picture(page).waitFor();
    expect(await picture(page).getAttribute('src')).toBe(PICTURE);
    for (const [label, option] of Object.entries(chain))
      expect(await list(page, label).inputValue()).toBe(option);
    await log(page).getByText('two').waitFor();
    expect((await page.getByRole('complementary').boundingBox())!.width).toBe(60);
    expect(await runBody(page)).toEqual(sent);

    await goTo(page, `${site().address}/simulate`);
    await log(page).getByText('Using CPU').waitFor();
    expect(await list(page, 'Scene').inputValue()).toBe('');
    expect(await picture(page).count()).toBe(0);
  });

  test('a reload during a run says that the run was ended, one after the run does not; a dropped file does not leave the page, and it is said why it was not taken', async () => {
    const page = await site().open('/simulate');
    await choose(page, chain);
    const ended = log(page).getByText('The run was ended when the page was loaded again');
    // Its answer does not come.
    await page.route('**/simulate', (route) =>
      route.request().method() === 'POST' ? undefined : route.fallback(),
    );
    await button(page, 'Run').click();
    await page.getByText('Simulating…').waitFor();
    await reload(page);
    await ended.waitFor();
    for (const [label, option] of Object.entries(chain))
      expect(await list(page, label).inputValue()).toBe(option);
    await runWith(page, result());
    await expect.poll(() => keptRuns(page)).toHaveLength(1);
    await page.unroute('**/simulate');
    await reload(page);
    await picture(page).waitFor();
    expect(await ended.count()).toBe(1);

    await dropFile(page, page.getByRole('complementary'), 'lens.zmx', 'x');
    await dialog(page)
      .getByText(/^“lens\.zmx” was not taken: files of your own come with All/)
      .waitFor();
    await expectAccessible(page);
    const refused = page.getByRole('alert');
    await dropFile(page, dialog(page), 'other.zmx', 'x');
    expect(await refused.innerText()).toBe(
      '“other.zmx” was not taken: close the dialog, then drop again.',
    );
    await page.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });
  });

  test('New can be undone once; a logout leaves nothing behind', async () => {
    const page = await site().open('/simulate');
    await choose(page, chain);
    await runWith(page, { type: 'log', content: 'one' }, result());
    await button(page, 'New').click();
    await expect.poll(() => list(page, 'Scene').inputValue()).toBe('');
    expect(await picture(page).count()).toBe(0);
    await expectAccessible(page);
    await button(page, 'Undo').click();
    await picture(page).waitFor();
    for (const [label, option] of Object.entries(chain))
      expect(await list(page, label).inputValue()).toBe(option);
    await log(page).getByText('one', { exact: true }).waitFor();
    expect(await button(page, 'Undo').count()).toBe(0);

    await page.evaluate(() => localStorage.setItem('userFirstName', 'Mina'));
    const stored = async (): Promise<readonly number[]> => {
      const recipes = await page.evaluate(
        () => Object.keys(sessionStorage).filter((key) => key.endsWith(' recipe')).length,
      );
      return [recipes, (await keptRuns(page)).length];
    };
    await expect.poll(stored).toEqual([1, 1]);
    await page.getByRole('link', { name: 'Lumenloom' }).click();
    await page.getByRole('button', { name: /Mina/ }).click();
    await button(page, 'Logout').click();
    await expect.poll(stored).toEqual([0, 0]);
  });
});

describeSite('1 and 11: the window, keyboard and tooltips', (site) => {
  test('the lists are reached soon: past the sidebar at once, and each before its buttons, which are one stop, as is the toolbar; list and picture say what they hold', async () => {
    const page = await site().open('/simulate');
    const isAt = (target: Locator) => target.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await isAt(button(page, 'Skip to the lists'));
    for (let stops = 0; stops < 8; stops += 1) await page.keyboard.press('Tab');
    await isAt(list(page, 'Scene'));
    await page.keyboard.press('Shift+Tab');
    await isAt(button(page, 'Spectrum'));
    await page.keyboard.press('ArrowRight');
    await isAt(button(page, 'Illuminant Params'));

    await button(page, 'Skip to the lists').focus();
    await page.keyboard.press('Enter');
    await isAt(list(page, 'Illuminant'));
    const link = page.getByRole('link', { name: 'System Optimization' });
    await link.focus();
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('tooltip', { name: 'Optics Design comes with All tools (sidebar).' })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('tooltip', { name: 'Sensor Design comes with All tools (sidebar).' })
      .waitFor();

    // The toolbar is one stop with arrow keys, those of disabled buttons included.
    const toolbar = page.getByRole('toolbar', { name: 'Actions' });
    expect(await toolbar.locator('[tabindex="0"]').count()).toBe(1);
    await button(page, 'New').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tooltip', { name: 'Save comes with All tools (sidebar).' }).waitFor();
    for (const _ of ['Back', 'Forward', 'Run']) await page.keyboard.press('ArrowRight');
    await button(page, 'Run').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tooltip', { name: 'Share comes with All tools (sidebar).' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await button(page, 'New').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    expect(await toolbar.locator(':focus').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    await button(page, 'New').and(page.locator(':focus')).waitFor();

    // List and picture say what they hold to those who do not see it.
    const lens = list(page, 'Optics');
    expect(await lens.locator('option').first().textContent()).toBe('');
    await page
      .getByRole('combobox', {
        name: 'Optics',
        description: 'Blank means an ideal lens, without blur and falloff.',
      })
      .waitFor();
    await choose(page, { ...chain, ISP: '' });
    await runWith(page, result());
    await page
      .getByAltText('Simulation result: D65, Macbeth, Double-Gauss, Bayer-grbg, raw', {
        exact: true,
      })
      .waitFor();
  });

  test('at 200 % in a window of 1280 x 800 px the picture fills most of the window, and all can be reached; no tooltip covers its own control or list, that of the toolbar no control, at 640, 1024 and 1440 px; the window holds everything after a run with the sidebar collapsed', async () => {
    const page = await site().open('/simulate', 640, 400);
    await choose(page, chain);
    const stages = ['optics', 'sensor', 'isp'].map((name) => ({
      type: 'stage',
      content: { name, ms: 1234.5 },
    }));
    await runWith(page, ...stages, result());
    await picture(page).scrollIntoViewIfNeeded();
    const { width: wide, height } = (await picture(page).boundingBox())!;
    expect(Math.min(wide, height)).toBeGreaterThan(250);
    await button(page, 'Copy log').scrollIntoViewIfNeeded();
    await button(page, 'Copy log').click();
    await expectAccessible(page);

    // Tooltips.
    await page.setViewportSize({ width: 640, height: 800 });
    // Tooltips of the browser lie over what they explain.
    expect(await page.locator('main [title]').count()).toBe(0);
    const controls = page.locator('main button:enabled');
    // The tooltip of Run, which was pressed.
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    for (const width of [640, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // No control is under the pointer.
      await page.mouse.move(0, 0);
      await isAtRest(page);
      for (const control of await controls.all()) {
        const { x, y } = await control.evaluate((element) => {
          element.scrollIntoView({ block: 'nearest' });
          const box = element.getBoundingClientRect();
          for (const old of document.querySelectorAll('[role=tooltip]'))
            old.setAttribute('data-old', '');
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        });
        // From one control to the next: the tooltip of the last one goes.
        await page.mouse.move(x, y);
        const covered = await control.evaluate(async (element) => {
          const find = () => document.querySelector('[role=tooltip]:not([data-old])');
          const tooltip =
            find() ??
            (await new Promise<Element>((resolve) => {
              const observer = new MutationObserver(() => {
                const found = find();
                if (!found) return;
                observer.disconnect();
                resolve(found);
              });
              observer.observe(document.body, { childList: true, subtree: true });
            }));
          // It is placed after it has come.
          for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
          const cover = tooltip.getBoundingClientRect();
          const group = element.parentElement?.parentElement?.querySelector('select');
          const explained = element.closest('[role=toolbar][aria-label=Actions]')
            ? [...document.querySelectorAll('main :is(button, select)')]
            : [element, ...(group ? [group] : [])];
          return explained
            .filter((part) => {
              const box = part.getBoundingClientRect();
              return (
                cover.left < box.right &&
                box.left < cover.right &&
                cover.top < box.bottom &&
                box.top < cover.bottom
              );
            })
            .map((part) => `${element.textContent} covers ${part.outerHTML}`);
        });
        expect(covered).toEqual([]);
      }
    }

    // 1: the window holds everything.
    await page.setViewportSize({ width: 1024, height: 800 });
    await button(page, 'Collapse sidebar').click();
    await expect
      .poll(async () => (await page.getByRole('complementary').boundingBox())!.width)
      .toBe(60);
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await isAtRest(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const pane = (await page.getByRole('region', { name: 'Log' }).boundingBox())!;
      expect(pane.x + pane.width).toBeLessThanOrEqual(width);
    }
  });
});
