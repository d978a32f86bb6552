import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { button, expectAccessible, fake, ndjson, shot, shots } from './workbench-page.ts';

const picture = (page: Page, what = 'Picture'): Locator =>
  page.getByRole('img', { name: new RegExp(`^${what} of `) });
const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
const note = (page: Page): Locator => page.getByRole('status', { name: 'Note' });
/** Mean of the codes of the canvas. */
const brightness = (page: Page): Promise<number> =>
  picture(page).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const { data } = (element as HTMLCanvasElement)
      .getContext('2d')!
      .getImageData(0, 0, width, height);
    return data.reduce((sum, value) => sum + value, 0) / data.length;
  });
/** Columns of the picture: the preview has 64 at most. */
const columns = async (page: Page): Promise<number> =>
  Number(await picture(page).getAttribute('width'));

describeSite(
  'Scene Design (issue 69)',
  (site) => {
    test('a world is opened, changed, mixed, taken back and probed', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await page.getByRole('link', { name: 'Scene Design' }).focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).innerText())
        .toBe('Scene Design');
      await picture(page).waitFor();
      await page.getByRole('img', { name: 'View of where things stand' }).waitFor();
      await expect.poll(() => columns(page)).toBe(325);
      await page.getByText(/325 × 225, \d+ of 64 samples/).waitFor();
      await expectAccessible(page);
      await shots(page, 'scene-design');

      // A thing is placed; the picture shows the changed world, small at first.
      await button(page, 'mug plastic-white').or(button(page, 'mug red')).press('Enter');
      await field(page, 'Position x, m').fill('0.05');
      await field(page, 'Position x, m').press('Enter');
      await page.getByText(/^Preview of 64 ×|325 × 225, 1 of/).waitFor();
      await page.getByRole('combobox', { name: 'Material' }).selectOption('copper');
      await button(page, 'mug copper').waitFor();
      await button(page, 'Back').press('Enter');
      await button(page, 'mug red').waitFor();

      // What is refused is said, and the last picture stays.
      await page.getByRole('tab', { name: 'Lights' }).press('Enter');
      await button(page, 'lamp 600 lm').press('Enter');
      await field(page, 'Level, lm').fill('-1');
      await field(page, 'Level, lm').press('Enter');
      await expect.poll(() => note(page).innerText()).toMatch(/lights\.lamp\.lumens/);
      expect(await columns(page)).toBeGreaterThan(0);
      await button(page, 'Back').press('Enter');
      await expect.poll(() => note(page).innerText()).toBe('');

      // Slots of what stands there, and light under the cursor by keys.
      await page.getByRole('combobox', { name: 'What is shown' }).selectOption('Identifiers');
      await picture(page, 'Identifiers').waitFor();
      await page.getByRole('combobox', { name: 'What is shown' }).selectOption('Picture');
      await page.getByRole('slider', { name: 'Light under the cursor' }).press('ArrowDown');
      await page.getByText(/ lx, .* cd\/m²\./).waitFor();
      await shots(page, 'scene-design-lights');
      await page.getByRole('combobox', { name: 'What is shown' }).selectOption('Lux map');
      await page.getByRole('img', { name: /^Dark is 0 lx, pale is \d+ lx/ }).waitFor();
      await picture(page, 'Lux map').waitFor();
      await shots(page, 'scene-design-lux');
      await page.getByRole('combobox', { name: 'What is shown' }).selectOption('Picture');

      // As it was opened, the world is an example that a recipe names.
      await button(page, 'Back').press('Enter');
      await page.getByRole('combobox', { name: 'World', exact: true }).waitFor();
      // The world goes in front of the recipe's camera, and away again.
      const bodies = await fake(
        page,
        '/simulate',
        ndjson({ type: 'log', message: 'photographed' }),
      );
      await page
        .getByRole('slider', { name: 'Light under the cursor' })
        .press('Control+Shift+Enter');
      await expect
        .poll(() => page.getByRole('heading', { level: 1 }).innerText())
        .toBe('System Optimization');
      await page.getByText(/^The lens had no focus: it is set to [\d.]+ m/).waitFor();
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => bodies.length).toBe(1);
      expect(bodies[0]).toMatchObject({ world: 'example:desk', scene: '' });
      expect(bodies[0]).not.toHaveProperty('macbethParams');
      await button(page, 'Scene: no world').press('Enter');
      await expect.poll(() => button(page, 'Scene: no world').count()).toBe(0);
    });

    test('four lamps are mixed without rendering, and a refused drop leaves the world', async () => {
      const page = await site().open('/simulate/scene', 1024, 768);
      await page.getByRole('combobox', { name: /^World/ }).selectOption('Inspection cell');
      await page.getByRole('slider', { name: 'Level of ring' }).waitFor();
      await picture(page).waitFor();
      await page.getByRole('combobox', { name: 'Paths of each pixel' }).selectOption('4');
      await page.getByText(/4 of 4 samples, standard error/).waitFor();
      const before = await brightness(page);
      for (const lamp of ['ring', 'dome', 'bar', 'coaxial'])
        await page.getByRole('slider', { name: `Level of ${lamp}` }).press('Home');
      await expect.poll(() => brightness(page)).toBeLessThan(0.5 * before);
      await button(page, 'Back').press('Enter');
      await expect.poll(() => brightness(page)).toBeGreaterThan(0.6 * before);
      expect(await columns(page)).toBe(320);

      await page
        .getByLabel('Files of a world')
        .setInputFiles({ name: 'broken.stl', mimeType: 'model/stl', buffer: Buffer.from('solid') });
      await expect.poll(() => note(page).innerText()).toMatch(/broken\.stl/);
      expect(await page.getByRole('button', { name: /^broken/ }).count()).toBe(0);
      await expectAccessible(page);
      await shots(page, 'scene-design-mixed');
      await page.setViewportSize({ width: 375, height: 720 });
      await expectAccessible(page);
      if (process.env['SCREENSHOTS']) await shot(page, 'scene-design-375');
    });
  },
  { WORKBENCH_FEATURES: 'world,history,stop' },
);
