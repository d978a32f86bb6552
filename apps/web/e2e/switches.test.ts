import { fileURLToPath } from 'node:url';
import { DEFAULT_OFFERS } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { describeSite } from './browser.ts';
import { chooseSmallCamera } from './signed-up.ts';
import { goTo, reload } from './site-page.ts';
import {
  button,
  choose,
  expectAccessible,
  fake,
  json,
  list,
  log,
  ndjson,
  openDialog,
  pictureShown,
  shot,
  PICTURE,
} from './workbench-page.ts';

const tinyModels = fileURLToPath(
  new URL('../../../packages/node-host/tests/tiny-models/', import.meta.url),
);

const lines = (page: Page): Promise<string[]> => log(page).locator(':scope > *').allTextContents();

/**
 * A large sensor: its run takes many times as long as the click on Stop that follows its first
 * line.
 */
async function startLongRun(page: Page): Promise<void> {
  await choose(page, {
    Scene: 'Macbeth',
    Illuminant: 'D65',
    Sensor: 'Bayer-grbg',
    ISP: 'Fast-openISP',
  });
  const box = await openDialog(page, 'Sensor Params');
  await box.getByLabel('Rows').fill('3000');
  await box.getByLabel('Cols').fill('4000');
  await page.keyboard.press('Enter');
  await button(page, 'Run').click();
  await log(page)
    .getByText(/^Scene: /)
    .first()
    .waitFor();
}

const LISTS = ['Illuminant', 'Scene', 'Optics', 'Sensor', 'ISP', 'Algorithms'] as const;

/** Chooses every entry of every list, one after the other. @returns the entries, by list. */
async function chooseEveryEntry(
  page: Page,
  message: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const lists = await page.locator('main select[name]').evaluateAll(async (all) => {
    const found = (all as HTMLSelectElement[]).map((list) => {
      const entries = [...list.options].map(({ value }) => value);
      for (const entry of entries) {
        list.value = entry;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      }
      return { list, entries };
    });
    await new Promise(requestAnimationFrame);
    return found.map(({ list: { name, value }, entries }) => ({ name, value, entries }));
  });
  expect(lists).toHaveLength(LISTS.length);
  for (const { value, entries } of lists) expect(value, message).toBe(entries.at(-1));
  return Object.fromEntries(lists.map(({ name, entries }) => [name, entries]));
}

const shared = async (page: Page): Promise<string> => {
  const said = new Promise<string>((resolve) => {
    page.once('dialog', (alert) => {
      resolve(alert.message());
      void alert.accept();
    });
  });
  await button(page, 'Share').and(page.locator(':enabled')).click();
  return said;
};

describeSite(
  'Stop, Share and the plan chooser, switched on (specification W-250 to W-257, W-023, W-024)',
  (site) => {
    test('Stop ends the run, says so, and one can run again; it says why it failed, and the running flag falls', async () => {
      const page = await site().open('/simulate');
      await expect
        .poll(() => page.getByRole('group', { description: 'Nothing is running.' }).count())
        .toBe(1);
      await startLongRun(page);
      await button(page, 'Stop').click();
      await log(page)
        .getByText('Simulation terminated. Ready to run again', { exact: true })
        .waitFor();
      expect((await lines(page)).slice(-3)).toEqual([
        'Terminating simulation...',
        'Wait until start message appears',
        'Simulation terminated. Ready to run again',
      ]);
      await expect.poll(() => button(page, 'Run').isEnabled()).toBe(true);
      expect(await page.getByAltText('Simulation result').count()).toBe(0);

      await page.route('**/simulate', (route) =>
        route.request().method() === 'POST' ? new Promise(() => undefined) : route.fallback(),
      );
      await fake(page, '/stop', json({ message: 'out of order.' }, 500));
      await button(page, 'Run').click();
      await button(page, 'Stop').and(page.locator(':enabled')).click();
      await log(page).getByText('Stop failed: out of order.', { exact: true }).waitFor();
      await expect.poll(() => button(page, 'Run').isEnabled()).toBe(true);
    });

    test('Share copies a link to picture and inputs, and says what is missing or went wrong; the plans stand above the person, and choosing only closes them', async () => {
      const page = await site().open('/simulate');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      expect(await shared(page)).toBe('No simulation result available.');
      await fake(page, '/simulate', ndjson({ type: 'result', content: PICTURE }));
      await choose(page, { Scene: 'Macbeth' });
      await button(page, 'Run').click();
      await page.getByAltText('Simulation result').waitFor();
      // What is shared made the picture, whatever is chosen by then.
      await choose(page, { Scene: 'Gridlines' });
      const [sentence, link] = (await shared(page)).split('\n');
      expect(sentence).toBe('Sharable link is copied to the clipboard!');
      expect(link).toMatch(/^blob:/);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
      });
      expect(await shared(page)).toBe('Failed to create share link');

      await page.evaluate(() => {
        localStorage.setItem('userFirstName', 'Mina');
        localStorage.setItem('userPlan', 'Pro');
      });
      await reload(page);
      await page.getByRole('button', { name: /Mina/ }).click();
      await expect
        .poll(() => page.getByRole('menuitem').allInnerTexts())
        .toEqual(['Trial', 'Basic', 'Pro', 'Max']);
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Max' }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByText('Pro', { exact: true }).waitFor();
      await chooseEveryEntry(page, 'plan-popup');
    });
  },
  { WORKBENCH_FEATURES: 'stop,share,plan-popup' },
);

/**
 * What can be pressed or chosen in the workbench and is cut off at a side: by a pane or the window,
 * and not in a row that scrolls.
 */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, select, input)')]
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        if (width === 0) return false;
        for (let at = control.parentElement; at; at = at.parentElement) {
          if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return false;
          const box = at.getBoundingClientRect();
          const cuts = at.matches('section, main, body');
          if (cuts && (left < box.left - 0.5 || right > box.right + 0.5)) return true;
        }
        return false;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );

/**
 * Runs a small camera with an ISP, and looks for what is cut off at several widths, before the run,
 * with its picture and, where there is a strip, with each of its stages.
 */
async function expectNothingCutOff(page: Page, hasStages: boolean): Promise<void> {
  const atEachWidth = async (look: (width: number) => Promise<void>): Promise<void> => {
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // On a narrow screen the sidebar is collapsed, which takes a moment.
      await expect.poll(() => cutOff(page), { message: `at ${width} px` }).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await look(width);
    }
  };
  await atEachWidth(() => Promise.resolve());
  await chooseSmallCamera(page, 48, 64);
  await choose(page, { ISP: 'Fast-openISP' });
  await button(page, 'Run').click();
  await pictureShown(page);
  const strip = page.getByRole('radiogroup', { name: 'Stages' });
  if (hasStages) await strip.and(page.locator('[aria-busy="false"]')).waitFor();
  await atEachWidth(async (width) => {
    await shot(page, `widths-${hasStages}-${width}`);
    if (!hasStages) return;
    await page.getByRole('group', { name: /^Picture:/ }).focus();
    for (const stage of (await strip.getByRole('radio').all()).toReversed()) {
      await stage.and(page.locator('[aria-checked=true]')).waitFor();
      expect(await cutOff(page)).toEqual([]);
      await page.keyboard.press('[');
    }
    await page.keyboard.press('Escape');
  });
}

/** Nothing in the page has failed. What the account of nobody refuses is no failure of the page. */
async function expectWhole(page: Page, pageErrors: readonly string[]): Promise<void> {
  expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  expect(pageErrors.filter((text) => !text.includes('status of 401'))).toEqual([]);
  await button(page, 'New').waitFor();
}

describeSite(
  'every entry of every list (issue 29)',
  (site) => {
    test('runs once, with all switches on; at 375, 768 and 1280 px nothing is cut off at a side', async () => {
      const page = await site().open('/simulate', 375);
      await expectNothingCutOff(page, true);
      const entries = await Promise.all(
        LISTS.map((label) => list(page, label).locator('option').allTextContents()),
      );
      expect(entries[1]).toContain('SFR Field');
      const picture = page.getByAltText(/^Simulation result/);
      for (let run = 0; run < Math.max(...entries.map(({ length }) => length)); run += 1) {
        // Lenses and networks take long: each runs once.
        const chosen = entries.map((options, at) =>
          ['Optics', 'Algorithms'].includes(LISTS[at]!)
            ? (options[run] ?? '')
            : options[run % options.length]!,
        );
        await choose(page, Object.fromEntries(LISTS.map((label, at) => [label, chosen[at]!])));
        await button(page, 'Run').click();
        await button(page, 'Run').and(page.locator(':enabled')).waitFor();
        await expect
          .poll(() => picture.count(), { message: chosen.join() })
          .toBe(chosen[1] === '' ? 0 : 1);
        await expectWhole(page, site().pageErrors);
      }
    });
  },
  { WORKBENCH_FEATURES: 'all', MODELS_DIR: tinyModels },
);

describeSite('every entry of every list (issue 29)', (site) => {
  test('can be chosen with each switch alone; with none, nothing is cut off at a side at 375, 768 and 1280 px', async () => {
    const page = await site().open('/simulate', 375);
    await expectNothingCutOff(page, false);
    // As the server answers whom it does not know; it would refuse so many calls.
    await page.route('**/api/preferences', (route) =>
      route.fulfill(json({ message: 'Log in.' }, 401)),
    );
    await page.getByRole('switch', { name: 'All tools' }).click();
    // Their code is there by now: what is switched on comes at once.
    await page.getByRole('tab', { name: 'Study', exact: true }).waitFor();
    await button(page, 'Tools').click();
    const tools = page.getByRole('dialog');
    const switches = tools.getByRole('switch');
    await switches.first().waitFor();
    const press = (control: Locator): Promise<void> =>
      control.evaluate(async (element: HTMLElement) => {
        element.click();
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      });
    for (const control of await switches.all()) await press(control);
    for (const control of await switches.all()) {
      await press(control);
      const on = tools.getByRole('switch', { checked: true });
      expect(await on.count()).toBe(1);
      const name = await on.evaluate((input: HTMLInputElement) => input.labels![0]!.innerText);
      const { scene } = await chooseEveryEntry(page, name);
      expect(scene!.includes('Grey Steps')).toBe(name === 'Charts');
      expect(await page.locator('[role=alert]').allTextContents(), name).toEqual([]);
      await press(control);
    }
    expect(await switches.count()).toBe(DEFAULT_OFFERS.length);
    await page.keyboard.press('Escape');
    await tools.waitFor({ state: 'detached' });
    await expectWhole(page, site().pageErrors);
  });
});

/** From now on the browser refuses to make elements of a kind; `''` ends that. */
const refuse = (page: Page, kind: string): Promise<void> =>
  page.evaluate((refused) => {
    type Make = (this: Document, name: string) => Element;
    const kept = globalThis as unknown as { make?: Make };
    const make = (kept.make ??= Reflect.get(Document.prototype, 'createElement') as Make);
    const makeOrRefuse: Make = function (name) {
      if (name === refused) throw new Error('out of memory');
      return make.call(this, name);
    };
    Reflect.set(Document.prototype, 'createElement', makeOrRefuse);
  }, kind);

describeSite('a part of the workbench that fails (issue 29)', (site) => {
  const alert = (page: Page, sentence: string) =>
    page.getByRole('alert').filter({ hasText: sentence });
  const tryAgain = (page: Page) => button(page, 'Try again').click();

  test('leaves the other parts and the log as they are, and can be tried again', async () => {
    const page = await site().open('/simulate');
    await choose(page, { Scene: 'Macbeth' });
    await fake(
      page,
      '/simulate',
      ndjson({ type: 'log', content: 'one' }, { type: 'result', content: PICTURE }),
    );
    await refuse(page, 'img');
    await button(page, 'Run').click();
    await alert(page, 'The result cannot be shown (out of memory).').waitFor();
    await log(page).getByText('one', { exact: true }).waitFor();
    expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
    await expectAccessible(page);
    await shot(page, 'part-that-fails');
    await refuse(page, '');
    await tryAgain(page);
    await page.getByAltText(/^Simulation result/).waitFor();

    await page.getByRole('link', { name: 'Lumenloom' }).click();
    await log(page).waitFor({ state: 'detached' });
    await refuse(page, 'select');
    await page.goBack();
    await alert(page, 'The row of lists cannot be shown (out of memory).').waitFor();
    await log(page).getByText('one', { exact: true }).waitFor();
    await refuse(page, '');
    await tryAgain(page);
    expect(await list(page, 'Scene').inputValue()).toBe('Macbeth');
  });

  test('is closed, or loaded with the page and the same recipe, where it could not be loaded', async () => {
    const page = await site().open('/simulate');
    await choose(page, { Scene: 'Macbeth' });
    const code = '**/assets/dialogs-*.js';
    await page.route(code, (route) => route.abort());
    await button(page, 'Sensor Params').click();
    const failure = alert(page, 'The dialog cannot be shown');
    await failure.waitFor();
    await expectAccessible(page);
    await shot(page, 'dialog-that-fails');
    await button(page, 'Close').click();
    await failure.waitFor({ state: 'detached' });
    await button(page, 'Sensor Params').click();
    await failure.waitFor();
    expect(await button(page, 'Try again').count()).toBe(0);
    await page.unroute(code);
    await button(page, 'Load the page again').click();
    await failure.waitFor({ state: 'detached' });
    await expect.poll(() => list(page, 'Scene').inputValue()).toBe('Macbeth');
    await button(page, 'Sensor Params').click();
    await page.getByRole('dialog').getByLabel('Rows').waitFor();
  });
});

describeSite('the notice for narrow screens (specification W-258, W-259)', (site) => {
  test('has its sentence and goes one step back', async () => {
    const page = await site().open('/', 375);
    await goTo(page, `${site().address}/desktop-info`);
    await page
      .getByText(
        'Free trial is only available on desktop. Please use a desktop computer to start your trial.',
        { exact: true },
      )
      .waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await button(page, 'Back to Mainpage').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });
});
