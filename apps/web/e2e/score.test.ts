import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { reload } from './site-page.ts';
import { signUp } from './signed-up.ts';
import { button, contentOf, expectAccessible, list, shots } from './workbench-page.ts';

const pane = (page: Page): Locator => page.getByRole('group', { name: 'Score', exact: true });

describeSite(
  'Score in the tab Study, switched on (issue 32)',
  (site) => {
    test('the example: fill in, start, table with differences, reload, download', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await signUp(page, site(), 'score1@example.com');
      await page.getByRole('tab', { name: 'Study', exact: true }).click();
      await button(page, 'Score').click();
      await pane(page).getByText('Choose a network.', { exact: true }).waitFor();
      await button(page, 'fill in the example').click();
      await pane(page).getByLabel('Pictures', { exact: true }).fill('2');
      await list(page, 'Add a field').selectOption('sceneLuminance');
      await pane(page).getByLabel('Luminance: values, cd/m²').fill('100, 10');
      await pane(page)
        .getByText(/^2 pictures × 2 cameras × 2 levels \+ ideal = 10 runs ≈ \d+ s$/)
        .waitFor();
      await expectAccessible(page);
      await shots(page, 'score-draft');
      const [started] = await Promise.all([
        page.waitForRequest(`${site().address}/api/evaluations`),
        button(page, 'Start score').click(),
      ]);
      await button(page, 'Stop score').click();
      const stopped = pane(page).getByText(
        /^Stopped(?: before it began\.|: [01] of 2 pictures\.)$/,
      );
      await stopped.waitFor();
      await reload(page);
      await stopped.waitFor();
      await pane(page).getByRole('button', { name: 'Delete', exact: true }).waitFor();
      await button(page, 'Go on').click();
      const done = pane(page).getByText('Done: 2 of 2 pictures.', { exact: true });
      await done.waitFor();
      const table = page.getByRole('group', {
        name: 'Figures of the ideal camera and of each camera',
      });
      await table.getByRole('columnheader', { name: 'A − B', exact: true }).waitFor();
      await table
        .getByRole('row', {
          name: /^mAP \.\d+ [01]?\.\d+ to [01]?\.\d+ \.\d+ \(−\.\d+\) [01]?\.\d+ to /,
        })
        .waitFor();
      await page.getByRole('img', { name: /^mAP by condition/ }).waitFor();
      await page
        .getByText('their own blur and noise are in every column, ideal included.')
        .waitFor();
      await page
        .getByText('Only a few pictures: the intervals are rough.', { exact: true })
        .waitFor();
      // The answer is the first sentence, and the pictures that tell the cameras apart come first.
      const view = page.getByRole('group', { name: /^Score marks/ });
      expect(await view.locator('p').first().textContent()).toMatch(
        /is better than|no difference in/,
      );
      await view
        .getByRole('group', { name: 'mAP by condition', exact: true })
        .getByText('metered')
        .first()
        .waitFor();
      expect(
        await page
          .getByRole('button', { name: /^(?:Found|Missed) .* \d+$/ })
          .first()
          .textContent(),
      ).toMatch(/^Found by [AB] .*, not by [AB] /);
      await shots(page, 'score-answer');
      const missed = page.getByRole('button', { name: /^Missed by A .* [1-9]\d*$/ });
      await missed.click();
      await page
        .getByRole('img', { name: /, through the camera$/ })
        .first()
        .waitFor();
      await expectAccessible(page);
      await shots(page, 'score-results');
      // A thumbnail opens the whole picture in Result, and Escape leaves it.
      await page
        .getByRole('button', { name: /, through the camera$/ })
        .first()
        .click();
      await page.getByRole('img', { name: /^[1-9]\d* true, \d+ found$/ }).waitFor();
      await page.getByText(/The truth is dashed, what was found solid\.$/).waitFor();
      await shots(page, 'score-picture');
      await button(page, 'Back to the result').click();
      await button(page, 'Study').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        pane(page).getByRole('link', { name: 'results.json', exact: true }).click(),
      ]);
      expect(JSON.parse((await contentOf(download)).toString())).toMatchObject({ images: 2 });
      const [plan] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'plan.json').click(),
      ]);
      // The command line computes the same results from the document that the server was sent
      // (apps/server/tests/remote-experiments.test.ts).
      expect(JSON.parse((await contentOf(plan)).toString())).toMatchObject(
        started.postDataJSON() as object,
      );
      await reload(page);
      await done.waitFor();
      await button(page, 'Delete').click();
      await pane(page).getByRole('button', { name: 'Start score', exact: true }).waitFor();
      // Before the login the page is told that there is none.
      expect(site().pageErrors.filter((error) => !error.includes('401'))).toEqual([]);
    });
  },
  { WORKBENCH_FEATURES: 'sweep,networks' },
);
