import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readLensFile } from '@lumenloom/engine';
import { describeSite } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import { button, expectAccessible, list, runBody, shots } from './workbench-page.ts';

const cell = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
const figure = (page: Page, name: string): Locator =>
  page
    .locator('main header dl > div')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    .getByRole('definition');
const drawing = (page: Page): Locator => page.getByAltText(/^Section of /);
/** Where the page draws the vertex of a surface, px. */
const vertexOf = (page: Page, row: number): Promise<{ readonly x: number; readonly y: number }> =>
  drawing(page)
    .locator('+ svg > polyline')
    .nth(row)
    .evaluate((line) => {
      const { points } = line as SVGPolylineElement;
      const middle = points.getItem(points.numberOfItems >> 1);
      const { x, y } = middle.matrixTransform((line as SVGPolylineElement).getScreenCTM()!);
      return { x, y };
    });
const spots = (page: Page): Locator => page.getByRole('img', { name: /^Spot diagram at / });

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});

/** What a button downloads. */
async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return text(await download.createReadStream());
}

/** Whether something covers the middle of an element. */
const covers = (page: Page, element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** The focal length that the page shows, mm. */
const focalLength = async (page: Page): Promise<number> =>
  parseFloat(await figure(page, 'f').innerText());

describeSite(
  'Optics Design (issue 36)',
  (site) => {
    test('a radius that is typed changes drawing and analyses, and the lens goes into the recipe', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), `optics${Date.now()}@example.com`);
      await page.getByRole('link', { name: 'Optics Design' }).click();
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).innerText())
        .toBe('Optics Design');
      await expect.poll(() => spots(page).count()).toBe(3);
      const [before, section, spot] = [
        await focalLength(page),
        await drawing(page).getAttribute('src'),
        await spots(page).nth(0).getAttribute('aria-label'),
      ];
      await expectAccessible(page);
      await shots(page, 'optics-design');

      // By keys alone: a tenth less, then Enter goes to the next surface.
      const radius = cell(page, 'Radius 1');
      const value = Number(await radius.inputValue());
      await radius.focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(String(0.9 * value));
      await page.keyboard.press('Enter');
      await cell(page, 'Radius 2').and(page.locator(':focus')).waitFor();
      await expect.poll(() => focalLength(page)).not.toBe(before);
      await expect.poll(() => spots(page).nth(0).getAttribute('aria-label')).not.toBe(spot);
      expect(await drawing(page).getAttribute('src')).not.toBe(section);

      // The saved lens is below in grey; a place covers lens and table until Escape.
      await page.getByText('Grey: the lens as it was saved.').first().waitFor();
      const points = (await spots(page).nth(0).locator('path').count()) / 2;
      expect(points).toBeGreaterThanOrEqual(3);
      await button(page, 'Enlarge Analysis 1').click();
      await radius.waitFor();
      await expect.poll(() => covers(page, radius)).toBe(true);
      await shots(page, 'optics-design-enlarged');
      await page.keyboard.press('Escape');
      await expect.poll(() => covers(page, radius)).toBe(false);

      // The buttons of the toolbar are those of the lens.
      await button(page, 'Back').click();
      await expect.poll(() => focalLength(page)).toBe(before);
      await button(page, 'Forward').click();
      await expect.poll(() => focalLength(page)).not.toBe(before);

      // A press in the drawing selects a surface; dragged it changes the thickness before it, in
      // one step, and not at all after Escape.
      const thickness = cell(page, 'Thickness 2');
      const gap = Number(await thickness.inputValue());
      const { x, y } = await vertexOf(page, 2);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await cell(page, 'Radius 3').and(page.locator(':focus')).waitFor();
      await page.mouse.move(x + 20, y, { steps: 4 });
      await expect
        .poll(async () => Number(await thickness.inputValue()))
        .toBeGreaterThan(gap + 0.1);
      await page.keyboard.press('Escape');
      await expect.poll(() => thickness.inputValue()).toBe(String(gap));
      await page.mouse.up();
      await expect.poll(() => vertexOf(page, 2)).toEqual({ x, y });
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 20, y, { steps: 4 });
      await expect.poll(async () => Number(await thickness.inputValue())).toBe(0);
      await page.mouse.move(x + 24, y, { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => Number(await thickness.inputValue())).toBeGreaterThan(gap);
      await button(page, 'Back').click();
      await expect.poll(() => thickness.inputValue()).toBe(String(gap));

      // A lens that cannot be made says why in its cell; the drawing stays.
      const glass = cell(page, 'Glass 1');
      const known = await glass.inputValue();
      await glass.fill('N-NONE');
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .getByText(/there is no glass "?N-NONE/)
        .waitFor();
      expect(await glass.getAttribute('aria-invalid')).toBe('true');
      await drawing(page).waitFor();
      await shots(page, 'optics-design-refused');
      await glass.fill(known);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor({ state: 'detached' });

      // Over a reload workspace, draft and analyses stay; Back leads to the workspace before.
      const designed = await focalLength(page);
      const second = page.getByLabel('Analysis 2', { exact: true });
      await second.selectOption('Through focus');
      await reload(page);
      await expect.poll(() => focalLength(page)).toBe(designed);
      expect(await second.inputValue()).toBe('throughFocus');
      const title = page.getByRole('heading', { level: 1 });
      await page.goBack();
      await expect.poll(() => title.innerText()).toBe('System Optimization');
      expect(new URL(page.url()).pathname).toBe('/simulate');
      await page.goForward();
      await expect.poll(() => title.innerText()).toBe('Optics Design');

      const posts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
      });
      await cell(page, 'Name').fill('My Gauss');
      await page.keyboard.press('Control+Shift+Enter');
      await list(page, 'Optics').waitFor();
      await expect
        .poll(() => list(page, 'Optics').locator('option:checked').innerText())
        .toBe('My Gauss');
      expect(new URL(page.url()).pathname).toBe('/simulate');
      // One file, and no run.
      expect(posts).toEqual(['/api/library']);
      const { optics } = await runBody(page);
      expect(optics).toMatch(/^mine:/);

      // The file of the lens is a lens file, and opens again; another one is refused by its line.
      await page.getByRole('link', { name: 'Optics Design' }).click();
      await expect.poll(() => cell(page, 'Name').inputValue()).toBe('My Gauss');
      const whole = await downloaded(page, 'Download the lens');
      expect(readLensFile(JSON.parse(whole)).name).toBe('My Gauss');
      await expect.poll(() => button(page, 'Download the section').isEnabled()).toBe(true);
      expect(await downloaded(page, 'Download the section')).toMatch(/^<svg /);
      expect(await downloaded(page, 'Download the table')).toMatch(/^surface,radius,/);
      expect(await downloaded(page, 'Download the drawing table')).toMatch(/\n1,1,1,\d/);
      const open = page.getByLabel('Lens file', { exact: true });
      await open.setInputFiles(file('no-lens.json', '{"name": "None"}'));
      await page
        .getByRole('status')
        .getByText(/surfaces/)
        .waitFor();
      expect(await cell(page, 'Name').inputValue()).toBe('My Gauss');
      await open.setInputFiles(file('again.json', whole.replace('My Gauss', 'Read again')));
      await expect.poll(() => cell(page, 'Name').inputValue()).toBe('Read again');
      await expect.poll(() => focalLength(page)).toBe(designed);

      // A search with figures of the picture is a study of the saved lens.
      const first = Number(await radius.inputValue());
      await radius.press('v');
      await button(page, 'On the picture …').press('Enter');
      const varied = page.getByRole('group', { name: 'Surface 0 radius, mm' });
      await varied.waitFor();
      const ends = await Promise.all(
        ['from', 'to'].map((end) => varied.getByLabel(end, { exact: false }).first().inputValue()),
      );
      expect(Number(ends[0]) / first).toBeCloseTo(0.95, 4);
      expect((await runBody(page))['optics']).not.toBe(optics);
      await shots(page, 'optics-design-study');
      expect(site().pageErrors.filter((error) => !/status of (401|422)/.test(error))).toEqual([]);
    });

    test('a search makes the spots smaller, and is one step of the history', async () => {
      const page = await site().open('/simulate/optics', 1024, 768);
      await expect.poll(() => spots(page).count()).toBe(3);
      // One place; the table has all surfaces in sight, and folds to the selected one, which arrows
      // change.
      expect(await page.getByRole('combobox', { name: /^Analysis \d/ }).count()).toBe(1);
      expect(await covers(page, cell(page, 'Radius 8'))).toBe(false);
      await button(page, 'All surfaces').press('Enter');
      await cell(page, 'Radius 1').press('ArrowDown');
      await cell(page, 'Radius 2').and(page.locator(':focus')).waitFor();
      expect(await cell(page, 'Radius 1').count()).toBe(0);
      await button(page, 'All surfaces').press('Enter');
      const rms = async (): Promise<number> =>
        Number(/RMS (\S+) µm/.exec((await spots(page).nth(0).getAttribute('aria-label'))!)![1]);
      const radius = cell(page, 'Radius 1');
      const good = await rms();
      await radius.focus();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+ArrowUp');
      await expect.poll(rms).toBeGreaterThan(good);
      const bad = await rms();
      const spoiled = await radius.inputValue();
      await page.keyboard.press('v');
      await cell(page, 'Radius 1, variable').waitFor();
      for (const name of ['Radius 4', 'Thickness 11']) {
        await cell(page, name).focus();
        await page.keyboard.press('v');
      }
      await button(page, 'Optimise').click();
      await page
        .getByRole('status')
        .getByText(/^Optimise: merit \S+ → \S+/)
        .waitFor();
      await expect.poll(rms).toBeLessThan(bad);
      await shots(page, 'optics-design-optimised');
      await button(page, 'Back').click();
      await expect.poll(() => cell(page, 'Radius 1, variable').inputValue()).toBe(spoiled);

      // The merit: another focal length is held; a bad operand says why in its cell.
      await button(page, 'Merit').click();
      const merit = page.getByRole('region', { name: 'Merit' });
      await merit.getByText(/^merit \S+ µm$/).waitFor();
      await merit.getByRole('button', { name: 'Add an operand' }).click();
      const value = merit.getByLabel('Value of operand 2');
      await expect.poll(() => value.getAttribute('aria-invalid')).toBe('true');
      await merit
        .getByRole('cell')
        .getByText(/must be a number/)
        .waitFor();
      await merit.getByLabel('Limit of operand 2').selectOption('≤');
      await value.fill('20');
      await page.keyboard.press('Enter');
      await merit.getByRole('alert').waitFor({ state: 'detached' });
      const wanted = 0.99 * (await focalLength(page));
      await merit.getByLabel('Value of operand 1').fill(String(wanted));
      await page.keyboard.press('Enter');
      // What is dimmed while it is of the lens before is not looked at.
      await expect.poll(() => merit.locator('[data-old]').count()).toBe(0);
      await expectAccessible(page);
      await shots(page, 'optics-design-merit');
      await button(page, 'Optimise').click();
      await page
        .getByRole('status')
        .getByText(/^Optimise: merit/)
        .waitFor();
      // The lengths that the merit holds weigh as much as its spots.
      await expect
        .poll(async () => Math.abs((await focalLength(page)) / wanted - 1))
        .toBeLessThan(2e-3);

      // Lenses are drawn within tolerances; after a change they are of the lens before.
      await page.getByLabel('Analysis 1', { exact: true }).selectOption('Tolerances and yield');
      const tolerances = page.getByRole('region', { name: 'Tolerances' });
      await tolerances.getByLabel('Preset').selectOption('high');
      await tolerances.getByLabel('Lenses').fill('20');
      await tolerances.getByRole('button', { name: 'Draw lenses' }).click();
      await tolerances.getByText(/^Yield \d+\.\d %/).waitFor();
      await tolerances
        .getByRole('row', { name: /^tilt of element / })
        .first()
        .waitFor();
      await expectAccessible(page);
      await shots(page, 'optics-design-yield');
      await tolerances.getByLabel('± Radius, %').fill('wide');
      await page.keyboard.press('Enter');
      await tolerances.getByText('of the lens before the last change').waitFor();
      await tolerances.getByRole('button', { name: 'Draw lenses' }).click();
      await tolerances
        .getByRole('alert')
        .getByText(/plusMinus must be a number/)
        .waitFor();

      // Lenses from other starts: a press takes one as one step, and a reload keeps all.
      await button(page, 'Search …').click();
      const others = page.getByRole('region', { name: 'Other starts' });
      await others.getByLabel('Starts').fill('9');
      await page.keyboard.press('Enter');
      await others.getByRole('button', { name: 'Search' }).click();
      await others.getByText(/^\d of 9 starts became lenses/).waitFor();
      await expectAccessible(page);
      await shots(page, 'optics-design-starts');
      await reload(page);
      const best = others.getByRole('button', { name: /^merit [\d.]+ µm/ }).first();
      const mine = cell(page, 'Radius 1, variable');
      await mine.press('Alt+ArrowUp');
      const changed = await mine.inputValue();
      await best.click();
      await expect.poll(() => mine.inputValue()).not.toBe(changed);
      await button(page, 'Back').click();
      await expect.poll(() => mine.inputValue()).toBe(changed);
      // A search goes on after a reload, and Stop keeps what is there: very many starts take long.
      await others.getByLabel('Starts').fill('10000');
      await page.keyboard.press('Enter');
      await others.getByRole('button', { name: 'Search' }).click();
      // The first 16 are kept by then.
      await others.getByText(/^start (1[7-9]|[2-9]\d|\d{3,}) of 10000/).waitFor();
      await reload(page);
      const at = await others.getByText(/^start \d+ of 10000/).innerText();
      expect(Number(at.split(' ')[1])).toBeGreaterThanOrEqual(16);
      await others.getByRole('button', { name: 'Stop' }).click();
      await others.getByText(/^\d+ of \d{2,4} starts became lenses/).waitFor();

      // The picture of the recipe through the lens follows it.
      await page.getByLabel('Analysis 1', { exact: true }).selectOption('Picture');
      await page.getByText('Choose a scene in System Optimization.').waitFor();
      await page.getByRole('link', { name: 'System Optimization' }).click();
      await chooseSmallCamera(page, 90, 130);
      await page.getByRole('link', { name: 'Optics Design' }).click();
      const picture = page.getByAltText(/^Picture of the recipe with /);
      await page.getByText(/^full picture, \d+ ms/).waitFor();
      const before = await picture.getAttribute('src');
      await cell(page, 'Radius 1, variable').press('ArrowDown');
      await cell(page, 'Radius 2').press('Alt+ArrowDown');
      await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
      // The picture through the saved lens lies over it up to a line.
      await page.getByText(/^full picture, \d+ ms/).waitFor();
      await page.getByLabel('Analysis 1', { exact: true }).focus();
      await button(page, 'Wipe to the saved one (W)').press('w');
      const line = page.getByRole('slider', { name: 'Wipe: A at the left, B at the right' });
      await line.waitFor();
      await page.getByAltText('A: saved').waitFor();
      await shots(page, 'optics-design-picture');
      await button(page, 'Wipe to the saved one (W)').press('w');
      await line.waitFor({ state: 'detached' });
      expect(site().pageErrors.filter((error) => !/status of (401|422)/.test(error))).toEqual([]);
    });

    test('glasses, pickups, solves and aspheres by keys alone', async () => {
      const page = await site().open('/simulate/optics', 1024, 768);
      await expect.poll(() => spots(page).count()).toBe(3);
      const press = (...keys: readonly string[]): Promise<void> =>
        keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
      const before = await focalLength(page);
      const glass = cell(page, 'Glass 1');
      const known = await glass.inputValue();

      // An arrow applies the nearest glass at once, Escape restores, Enter keeps; one step back.
      await cell(page, 'Radius 1').focus();
      await press('g');
      const chooser = page.getByRole('region', { name: 'Glass of surface 1' });
      await chooser.getByText(`Surface 1: ${known}, n 1.`).waitFor();
      await chooser.getByRole('listbox', { name: 'Glasses' }).getByText('S-LAH79').waitFor();
      await expectAccessible(page);
      await press('ArrowUp');
      await expect.poll(() => glass.inputValue()).not.toBe(known);
      await expect.poll(() => focalLength(page)).not.toBe(before);
      await shots(page, 'optics-design-glass');
      await press('Escape');
      await chooser.waitFor({ state: 'detached' });
      await expect.poll(() => glass.inputValue()).toBe(known);
      await expect.poll(() => focalLength(page)).toBe(before);
      await cell(page, 'Radius 1').focus();
      await press('g');
      await chooser.getByText(`Surface 1: ${known}, n 1.`).waitFor();
      await press('ArrowUp', 'ArrowRight', 'Enter');
      await chooser.waitFor({ state: 'detached' });
      const chosen = await glass.inputValue();
      expect(chosen).not.toBe(known);
      await button(page, 'Back').click();
      await expect.poll(() => glass.inputValue()).toBe(known);
      await expect.poll(() => focalLength(page)).toBe(before);

      // A radius follows another; the last thickness follows the focus.
      await cell(page, 'Radius 3').focus();
      await press('p', 'Control+A', '1', 'Tab', 'Control+A');
      await page.keyboard.type('0.67');
      await press('Enter');
      const follows = cell(page, 'Radius 3, follows');
      await expect.poll(() => follows.inputValue()).toBe('P 0.67 #1');
      await follows.and(page.locator(':focus')).waitFor();
      const first = Number(await cell(page, 'Radius 1').inputValue());
      await expect
        .poll(async () => Number(await follows.getAttribute('title')))
        .toBeCloseTo(0.67 * first, 5);
      await button(page, 'Back').click();
      await cell(page, 'Thickness 11').focus();
      const thickness = cell(page, 'Thickness 11, follows');
      await press('s');
      await expect.poll(() => thickness.inputValue()).toMatch(/^S \d/);
      const focus = await thickness.inputValue();
      await cell(page, 'Thickness 10').focus();
      await press('Alt+ArrowUp');
      await expect.poll(() => thickness.inputValue()).not.toBe(focus);
      // The smallest spots of all fields are in front of the paraxial focus.
      const paraxial = Number(await thickness.getAttribute('title'));
      await thickness.focus();
      await press('s');
      await expect.poll(() => thickness.inputValue()).toMatch(/^B \d/);
      await expect
        .poll(async () => Number(await thickness.getAttribute('title')) / paraxial)
        .toBeLessThan(0.999);

      // The last radius holds the focal length, then the f-number.
      const last = cell(page, 'Radius 11, follows');
      await cell(page, 'Radius 11').focus();
      await press('s');
      await expect.poll(() => last.inputValue()).toMatch(/^S -?\d/);
      await press('s');
      await expect.poll(() => last.inputValue()).toMatch(/^F -?\d/);
      const ratio = async (): Promise<number> => Number(await figure(page, 'f/').innerText());
      const [held, length] = [await ratio(), await focalLength(page)];
      await cell(page, 'Thickness 1').focus();
      for (let step = 0; step < 20; step += 1) await press('Alt+ArrowUp');
      await expect.poll(() => focalLength(page)).not.toBe(length);
      // Shown is the f-number by the light; the paraxial one is held.
      expect(Math.abs((await ratio()) - held)).toBeLessThan(0.021);

      // Coefficients fold out.
      await button(page, 'Aspheres').focus();
      await press('Enter');
      await cell(page, 'r^4 1').fill('1e-4');
      await press('Enter');
      await expect.poll(() => cell(page, 'r^4 1').inputValue()).toBe('0.0001');
      await shots(page, 'optics-design-aspheres');
      const whole = readLensFile(JSON.parse(await downloaded(page, 'Download the lens')));
      expect(whole.surfaces[0]!.aspheric).toEqual([0, 1e-4]);
      expect(site().pageErrors.filter((error) => !/status of (401|422)/.test(error))).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'optics-design,study' },
);

describeSite(
  'Optics Design of a published lens (issue 60)',
  (site) => {
    test('opens it, and analyses the fields, wavelengths and object that are typed', async () => {
      const page = await site().open('/simulate/optics', 1024, 768);
      await drawing(page).waitFor();
      const lenses = list(page, 'Lens');
      await expect
        .poll(() => lenses.locator('optgroup[label=Published] option').count())
        .not.toBe(0);
      await lenses.selectOption('published:heliar');
      await page.getByAltText(/^Section of (?!Double-Gauss)/).waitFor();
      // More than one surface is shown at 1024 px.
      expect(await cell(page, 'Radius 3').isVisible()).toBe(true);
      const analysed = page.getByRole('group', { name: 'Analysed for' });
      const type = async (name: string, text: string): Promise<void> => {
        await analysed.getByLabel(name).fill(text);
        await analysed.getByLabel(name).press('Enter');
      };
      await expect.poll(() => spots(page).count()).toBe(3);
      await type('Fields, %', '0 100');
      await expect.poll(() => spots(page).count()).toBe(2);
      await type('Wavelengths, nm', '550');
      await expect.poll(() => page.getByText('550 nm').count()).toBeGreaterThan(0);
      const rms = async (): Promise<number> =>
        parseFloat(
          /RMS ([\d.]+)/.exec((await spots(page).first().getAttribute('aria-label'))!)![1]!,
        );
      const far = await rms();
      await type('Object, m', '1');
      await expect.poll(rms).not.toBe(far);
      const near = await rms();
      await analysed.getByLabel('Focused on it').check();
      await expect.poll(rms).toBeLessThan(near);
      await type('Fields, %', '130');
      expect(await analysed.getByRole('alert').innerText()).toBe(
        'Fields: 130 is not from 0 to 100.',
      );
      await expectAccessible(page);
      await shots(page, 'optics-published');
      await reload(page);
      expect(await analysed.getByLabel('Wavelengths, nm').inputValue()).toBe('550');
    });
  },
  { WORKBENCH_FEATURES: 'optics-design,parts' },
);
