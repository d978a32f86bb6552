import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite, type Site } from './browser.ts';
import { chooseSmallCamera, signUp } from './signed-up.ts';
import { button, dialog, expectAccessible, inSizes, list, shot } from './workbench-page.ts';

const SIZES = [
  [375, 800],
  [1024, 768],
  [1440, 900],
] as const;

/** Two lenses whose distance changes, with an entrance pupil that the real ray does not fill. */
const ZOOM = `RDM;LEN
TITLE 'two lenses'
DIM M
EPD 9
YAN 0 4
WL 656.3 587.6 486.1
REF 2
SO 0 1E20
S 40 3 BK7_SCHOTT
S -80 5
STO
S 60 2 NBK7_SCHOTT
S 0 30
SI 0 0
ZOO 3
ZOO THI S2 5 9 14
`;

/** Two mirrors, the second of which folds the light down, and a key that no reader knows. */
const FOLDED = `MODE SEQ
NAME folded
UNIT MM X W X CM MR CPMM
ENPD 20
GCAT SCHOTT
FTYP 0 0 2 1 0 0 0
XFLN 0 0
YFLN 0 1
WAVM 1 0.55 1
PWAV 1
SURF 0
  TYPE STANDARD
  CURV 0
  DISZ INFINITY
SURF 1
  TYPE STANDARD
  CURV 0
  DISZ 60
  QOFF 1
  DIAM 12 1
SURF 2
  TYPE STANDARD
  CURV -0.005
  CONI -1
  DISZ -60
  STOP
  GLAS MIRROR 0 0 1 0
  DIAM 12 1
SURF 3
  TYPE COORDBRK
  CURV 0
  PARM 3 45
  DISZ 0
SURF 4
  TYPE STANDARD
  CURV 0
  DISZ 0
  GLAS MIRROR 0 0 1 0
  SQAP 9 9
  DIAM 14 1
SURF 5
  TYPE COORDBRK
  CURV 0
  PARM 3 45
  DISZ 40
SURF 6
  TYPE STANDARD
  CURV 0
  DISZ 0
  DIAM 20
`;

let people = 0;
async function openWorkbench(site: Site): Promise<Page> {
  const page = await site.open('/simulate', 1440, 900);
  people += 1;
  await signUp(page, site, `lenses${people}@example.com`);
  await chooseSmallCamera(page, 60, 80);
  return page;
}

/** Chooses a lens file in the dialog of the list Optics. */
async function pick(page: Page, name: string, text: string): Promise<Locator> {
  await button(page, 'Optics: files of your own').click();
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  return dialog(page);
}

describeSite(
  'lens files of other programs, switched on (issue 65)',
  (site) => {
    test('a position is chosen in the dialog and computed; a refusal shows its line, and is read without its key', async () => {
      const page = await openWorkbench(site());
      const shown = await pick(page, 'zoom.seq', ZOOM);
      const facts = shown.getByRole('region', { name: 'The lens file' });
      await facts.getByText('entrance pupil 9 mm', { exact: true }).waitFor();
      await facts.getByText(/^entrance pupil 9\.0\d+ mm, f\/\d/).waitFor();
      await facts.getByText('BK7_SCHOTT is N-BK7 (SCHOTT; successor)').waitFor();
      const positions = facts.getByRole('table', { name: 'Configurations' });
      expect(await positions.getByRole('row').count()).toBe(4);
      const third = await positions.getByRole('row').nth(3).getByRole('cell').first().textContent();
      await positions.getByRole('radio', { name: '3 Position 3' }).click();
      await shown.getByText(new RegExp(`^f = ${third!} mm, `)).waitFor();
      await inSizes(page, SIZES, (width) => shot(page, `lens-file-${width}`));
      await expectAccessible(page);
      await button(page, 'Confirm').click();
      await shown.waitFor({ state: 'detached' });
      const sent = page.waitForRequest((request) => request.url().endsWith('/simulate'));
      await button(page, 'Run').click();
      expect((await sent).postDataJSON()).toMatchObject({ opticsParams: { configuration: '3' } });
      await list(page, 'Optics').selectOption('Double-Gauss');

      const refused = await pick(page, 'folded.zmx', FOLDED);
      await refused
        .getByRole('alert')
        .getByText(/surface 1 has QOFF, which is not known/)
        .waitFor();
      await refused.getByLabel('Line 19 of folded.zmx').getByText('QOFF 1').waitFor();
      await inSizes(page, SIZES, (width) => shot(page, `lens-refused-${width}`));
      await expectAccessible(page);
      await button(page, 'Read without it').click();
      await refused.getByRole('img', { name: /^Section of the lens in folded\.zmx/ }).waitFor();
      await inSizes(page, SIZES, (width) => shot(page, `lens-folded-${width}`));
      await button(page, 'Confirm').click();
      await refused.waitFor({ state: 'detached' });

      await page.getByRole('link', { name: 'Optics Design' }).click();
      const table = page.getByRole('table', { name: 'Surfaces' });
      await table
        .getByLabel('Glass 2', { exact: true })
        .and(page.locator('[value="MIRROR"]'))
        .waitFor();
      const move = table.getByRole('group', { name: 'move 1 before surface 3' });
      const tilt = move.getByLabel('Tilt x of move 1 before surface 3');
      expect(await tilt.inputValue()).toBe('45');
      await button(page, 'Parts of surface 3').click();
      const parts = table.getByRole('group', { name: 'Parts of surface 3' });
      await parts.getByRole('img', { name: 'Apertures of surface 3' }).waitFor();
      await inSizes(page, SIZES, (width) => shot(page, `lens-parts-${width}`));
      await expectAccessible(page);
      await parts.getByLabel('Half width of aperture 1 of surface 3').fill('7.5');
      await page.keyboard.press('Enter');
      await parts.getByLabel('Kind of surface 3', { exact: true }).selectOption('biconic');
      await parts.getByLabel('Radius x 3').waitFor();
      const saved = page.waitForEvent('download');
      await page.getByRole('combobox', { name: 'Export' }).selectOption('zmx');
      const text = readFileSync(await (await saved).path(), 'utf8');
      expect(text).toContain('SQAP 7.5 9');
      expect(text).toContain('TYPE BICONICX');
    });
  },
  {
    WORKBENCH_FEATURES: 'upload,optics-design,lens-files',
    COMPUTE_AUTH: 'session',
  },
);
