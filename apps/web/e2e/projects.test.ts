import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Download, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { describeSite, type Site } from './browser.ts';
import { chooseSmallCamera, logIn, signUp } from './signed-up.ts';
import { reload } from './site-page.ts';
import {
  contentOf,
  button,
  choose,
  dialog,
  expectAccessible,
  list,
  shot,
  inSizes,
  DRAWN_FOR,
  shots,
} from './workbench-page.ts';

/** The path of an example. */
const exampleFile = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));

/** The name of the project in the header of the result. */
const nameButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const rows = (page: Page): Locator => dialog(page).getByRole('listitem');
const status = (page: Page): Locator => page.getByRole('status');

let people = 0;

/** A browser in the workbench, of somebody with a new account. */
async function openWorkbench(site: Site, width = 1280, height = 800): Promise<Page> {
  const page = await site.open('/simulate', width, height);
  await nameButton(page, 'Untitled').waitFor();
  people += 1;
  await signUp(page, site, `project${people}@example.com`);
  return page;
}

/** Another browser of whoever has opened the workbench last. */
async function openAgain(site: Site): Promise<Page> {
  const page = await site.open('/simulate');
  await nameButton(page, 'Untitled').waitFor();
  await logIn(page, site, `project${people}@example.com`);
  return page;
}

async function saveAs(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+o');
  await dialog(page).getByPlaceholder('Name').fill(name);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

/** The file that Export gives. */
async function exported(page: Page): Promise<Download> {
  await page.keyboard.press('Control+o');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export').click(),
  ]);
  return download;
}

async function open(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+o');
  await dialog(page)
    .locator('li > button')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
  await dialog(page).waitFor({ state: 'detached' });
}

describeSite(
  'Projects, switched on (issue 19)',
  (site) => {
    test('at 1024 and 1440 px: save, change, open, rename, duplicate and delete', async () => {
      const page = await openWorkbench(site(), 1024, 768);
      await nameButton(page, 'Untitled').waitFor();
      await choose(page, { Scene: 'Macbeth', Illuminant: 'D65' });
      await nameButton(page, 'Untitled, not saved').waitFor();
      await page.keyboard.press('Control+s');
      await dialog(page).getByText('You have no projects yet').waitFor();
      await inSizes(page, DRAWN_FOR);
      await dialog(page).getByPlaceholder('Name').fill('dash cam');
      await page.keyboard.press('Enter');
      await nameButton(page, 'dash cam').waitFor();
      await page.getByRole('group', { description: 'Everything is saved.' }).waitFor();

      await choose(page, { Optics: 'Double-Gauss' });
      await nameButton(page, 'dash cam, not saved').waitFor();
      await shots(page, 'project-changed');
      await button(page, 'Save').click();
      await nameButton(page, 'dash cam').waitFor();

      await button(page, 'New').click();
      await nameButton(page, 'Untitled').waitFor();
      await choose(page, { Scene: 'Gridlines' });
      await saveAs(page, 'door bell');
      await open(page, 'dash cam');
      await nameButton(page, 'dash cam').waitFor();
      expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
      expect(await list(page, 'Optics').inputValue()).toBe('Double-Gauss');
      // It is a step of the history, with its name.
      await button(page, 'Back').hover();
      await page.getByRole('tooltip', { name: 'Back: Open “dash cam” (Ctrl+Z)' }).waitFor();

      await nameButton(page, 'dash cam').click();
      await rows(page).nth(1).waitFor();
      await button(page, 'Rename dash cam').click();
      await dialog(page).getByLabel('New name of dash cam').fill('given up');
      await page.keyboard.press('Escape');
      await button(page, 'Rename dash cam').click();
      await dialog(page).getByLabel('New name of dash cam').fill('car');
      await page.keyboard.press('Enter');
      await button(page, 'Duplicate car').click();
      await button(page, 'Rename car (copy)').waitFor();
      await inSizes(page, DRAWN_FOR, (width) => shot(page, `projects-${width}`));
      page.on('dialog', (question) => void question.accept());
      await button(page, 'Delete door bell').click();
      await expect
        .poll(async () => (await rows(page).locator('span').allInnerTexts()).filter(Boolean).sort())
        .toEqual(expect.arrayContaining(['car', 'car (copy)']));
      await button(page, 'Rename door bell').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await nameButton(page, 'car').waitFor();
      expect(site().pageErrors).toEqual([]);
    });

    test('a reload keeps the project and what is not saved of it, as does New that is undone; one that was deleted elsewhere can be saved anew', async () => {
      const page = await openWorkbench(site());
      await choose(page, { Scene: 'Macbeth' });
      await saveAs(page, 'kept');
      await choose(page, { Sensor: 'Bayer-grbg' });
      await reload(page);
      await nameButton(page, 'kept, not saved').waitFor();
      await page.keyboard.press('Control+z');
      await nameButton(page, 'kept').waitFor();

      // New can be undone with its project.
      await button(page, 'New').click();
      await nameButton(page, 'Untitled').waitFor();
      await button(page, 'Undo').click();
      await nameButton(page, 'kept').waitFor();

      // One that was deleted elsewhere can be saved anew.
      const { projects } = (await (
        await page.request.get(`${site().address}/api/projects`)
      ).json()) as { projects: readonly { readonly id: string }[] };
      await page.request.delete(`${site().address}/api/projects/${projects[0]!.id}`);
      await choose(page, { Scene: 'Gridlines' });
      await button(page, 'Save').click();
      await dialog(page).getByText('This project was deleted elsewhere').waitFor();
      await dialog(page).getByPlaceholder('Name').fill('back');
      await page.keyboard.press('Enter');
      await nameButton(page, 'back').waitFor();
    });

    test('two tabs that save: mine, theirs, both', async () => {
      const one = await openWorkbench(site());
      await choose(one, { Scene: 'Macbeth' });
      await saveAs(one, 'shared');
      const other = await openAgain(site());
      await open(other, 'shared');
      /** Both change the project, and the other tab saves first. */
      const collide = async (mine: string, theirs: string): Promise<void> => {
        await choose(other, { Sensor: theirs });
        await button(other, 'Save').click();
        await nameButton(other, 'shared').waitFor();
        await choose(one, { Sensor: mine });
        await button(one, 'Save').click();
        await dialog(one)
          .getByText(/^“shared” was saved elsewhere on /)
          .waitFor();
        await dialog(one)
          .getByText(`Theirs → mine: sensor ${theirs || 'no sensor'} → ${mine}`)
          .waitFor();
      };
      await collide('Bayer-grbg', 'Bayer-rggb');
      await expectAccessible(one);
      await shot(one, 'project-conflict');
      await button(one, 'Take theirs').click();
      await nameButton(one, 'shared').waitFor();
      expect(await list(one, 'Sensor').inputValue()).toBe('Bayer-rggb');

      await collide('Bayer-bggr', 'Bayer-gbrg');
      await button(one, 'Keep mine').click();
      await nameButton(one, 'shared').waitFor();
      expect(await list(one, 'Sensor').inputValue()).toBe('Bayer-bggr');
      await open(other, 'shared');
      expect(await list(other, 'Sensor').inputValue()).toBe('Bayer-bggr');

      await collide('Bayer-grbg', 'Bayer-rggb');
      await button(one, 'Keep both').click();
      await nameButton(one, 'shared (mine)').waitFor();
      expect(await list(one, 'Sensor').inputValue()).toBe('Bayer-grbg');
      await open(one, 'shared');
      await expect.poll(() => list(one, 'Sensor').inputValue()).toBe('Bayer-rggb');
    });

    test('an exported file runs through the command line, with the bits of the page, and comes back', async () => {
      const page = await openWorkbench(site());
      await chooseSmallCamera(page, 64, 96);
      await choose(page, { ISP: 'Fast-openISP' });
      await saveAs(page, 'Front door, night');
      await button(page, 'Run').click();
      const shown = await page.getByAltText('Simulation result').getAttribute('src');
      const download = await exported(page);
      expect(download.suggestedFilename()).toBe('front-door-night.json');
      const folder = mkdtempSync(join(tmpdir(), 'lumenloom-project-'));
      const file = join(folder, 'exported.json');
      await download.saveAs(file);
      try {
        expect(await lumenloom('simulate', file, '--out', folder)).toMatchObject({ status: 0 });
        const made = readFileSync(join(folder, 'result.png')).toString('base64');
        expect(shown).toBe(`data:image/png;base64,${made}`);

        // What the command line takes, the page takes: numbers as numbers, a seed of its own.
        const recipe = JSON.parse(readFileSync(file, 'utf8')) as object;
        const other = join(folder, 'other.json');
        writeFileSync(
          other,
          JSON.stringify({ ...recipe, sensorParams: { rows: 32, cols: 48 }, seed: 9 }),
        );
        await dialog(page).locator('input[type=file]').setInputFiles(other);
        await dialog(page).waitFor({ state: 'detached' });
        await nameButton(page, 'Untitled, not saved').waitFor();
        await status(page)
          .getByText(
            /^Changed since this picture: sensor rows 64 → 32.px, cols 96 → 48.px, noise seed automatic → 9$/,
          )
          .waitFor();

        writeFileSync(other, JSON.stringify({ scene: 'Macbeth', sensorParams: { row: 3 } }));
        await page.keyboard.press('Control+o');
        await dialog(page).locator('input[type=file]').setInputFiles(other);
        await dialog(page)
          .getByText('other.json cannot be opened: sensorParams.row means nothing in a recipe.')
          .waitFor();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('who is not logged in is told what to do, and files work', async () => {
      const page = await site().open('/simulate');
      await nameButton(page, 'Untitled').waitFor();
      await choose(page, { Scene: 'Macbeth' });
      await page.keyboard.press('Control+s');
      await dialog(page).getByText('Log in to keep projects: they belong to an account.').waitFor();
      await expectAccessible(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Export').click(),
      ]);
      expect(JSON.parse((await contentOf(download)).toString())).toMatchObject({
        scene: 'Macbeth',
      });
    });

    test('a project of another account is not there', async () => {
      const page = await openWorkbench(site());
      await choose(page, { Scene: 'Macbeth' });
      await saveAs(page, 'mine alone');
      const { projects } = (await (
        await page.request.get(`${site().address}/api/projects`)
      ).json()) as { projects: readonly { readonly id: string }[] };
      people += 1;
      await signUp(page, site(), `project${people}@example.com`);
      await page.keyboard.press('Control+o');
      await dialog(page).getByText('You have no projects yet').waitFor();
      const path = `${site().address}/api/projects/${projects[0]!.id}`;
      expect((await page.request.get(path)).status()).toBe(404);
    });
  },
  { WORKBENCH_FEATURES: 'save,history' },
);

describeSite(
  'Projects with files of one’s own',
  (site) => {
    test('an exported file holds own files, and its camera runs through the command line', async () => {
      const page = await openWorkbench(site());
      const folder = mkdtempSync(join(tmpdir(), 'lumenloom-project-'));
      const file = join(folder, 'camera.json');
      try {
        const added = await page.request.post(`${site().address}/api/library`, {
          multipart: {
            kind: 'lens',
            name: 'My triplet',
            file: {
              name: 'triplet.zmx',
              mimeType: 'text/plain',
              buffer: readFileSync(exampleFile('triplet.zmx')),
            },
          },
        });
        const { id } = (await added.json()) as { id: string };
        const camera = {
          scene: 'Macbeth',
          illuminant: 'D65',
          optics: `mine:${id}`,
          sensor: 'published:imx250',
          sensorParams: { rows: 32, cols: 48 },
        };
        writeFileSync(file, JSON.stringify(camera));
        await page.keyboard.press('Control+o');
        await dialog(page).locator('input[type=file]').setInputFiles(file);
        await dialog(page).waitFor({ state: 'detached' });
        await button(page, 'Run').click();
        const shown = await page.getByAltText('Simulation result').getAttribute('src');
        const download = await exported(page);
        await download.saveAs(file);
        expect(await lumenloom('simulate', file, '--out', folder)).toMatchObject({ status: 0 });
        const made = readFileSync(join(folder, 'result.png')).toString('base64');
        expect(shown).toBe(`data:image/png;base64,${made}`);
        await dialog(page).locator('input[type=file]').setInputFiles(file);
        await dialog(page).waitFor({ state: 'detached' });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
  { WORKBENCH_FEATURES: 'save,upload,parts' },
);
