/** The examples of the empty workbench, and the next step after their first result. */
import { expect, test } from 'vitest';
import { EXAMPLES } from '../app/workbench/model/examples.ts';
import { describeSite } from './browser.ts';
import { expectAccessible, list } from './workbench-page.ts';

describeSite('examples, where tools are offered', (site) => {
  test('stand as links in the empty picture, each an address that opens elsewhere too', async () => {
    const page = await site().open('/simulate');
    const links = page.getByRole('region', { name: 'Result' }).getByRole('link');
    await expect
      .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      .toEqual(EXAMPLES.map(({ id }) => `/simulate#example=${id}`));
    expect(await links.allInnerTexts()).toEqual(EXAMPLES.map(({ name }) => name));
    expect(await page.getByRole('region', { name: 'Result' }).locator('img').count()).toBe(0);
    await expectAccessible(page);
  });

  test('one press leads to a picture with a figure and a next step, and that to a draft', async () => {
    const page = await site().open('/simulate');
    await page.getByRole('link', { name: 'Dash camera at dusk' }).click();
    await page.getByText(/^SNR 11\.\d dB at 18 % grey\.$/).waitFor();
    await page.getByAltText(/^Simulation result/).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await list(page, 'Illuminant').inputValue()).toBe('D75');
    await page.getByText('to measure, compare and vary it.').waitFor();
    await page.getByRole('button', { name: 'Turn on all tools' }).click();
    await page.getByText('All tools are on; ? shows the keys.').waitFor();
    await page.getByRole('button', { name: 'Sweep the pixel size' }).click();
    await page.getByRole('tab', { name: 'Study', selected: true }).waitFor();
    await page.getByText('Pixel Size').first().waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Start sweep' }).isEnabled())
      .toBe(true);
    expect(await page.getByText(/^SNR 11/).count()).toBe(0);
  });

  test('the answer of a link goes with Escape', async () => {
    const page = await site().open('/simulate#example=ar-wide-angle');
    const answer = page.getByText(/^Distortion −23\.7\d % at 43°/);
    await answer.waitFor();
    await page.keyboard.press('Escape');
    await answer.waitFor({ state: 'detached' });
    expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
  });
});

describeSite(
  'examples, where nothing is offered',
  (site) => {
    test('are not there, and their addresses open nothing', async () => {
      const page = await site().open('/simulate#example=inspection-line');
      await page.getByText('Choose a scene, then Run (Ctrl+Enter).').waitFor();
      expect(await page.getByText('Or open an example').count()).toBe(0);
      expect(await list(page, 'Scene').inputValue()).toBe('');
    });
  },
  { WORKBENCH_OFFERS: 'none' },
);
