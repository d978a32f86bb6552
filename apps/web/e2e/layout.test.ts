import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { describeSite } from './browser.ts';
import { goTo, reload } from './site-page.ts';
import {
  button,
  choose,
  expectAccessible,
  fake,
  inSizes,
  log,
  ndjson,
  PICTURE,
  pictureShown,
  shot,
} from './workbench-page.ts';

const sidebar = (page: Page) => page.getByRole('complementary');
const widthOf = async (page: Page): Promise<number> => (await sidebar(page).boundingBox())!.width;

async function asPerson(page: Page, firstName: string, plan: string): Promise<void> {
  await page.evaluate(
    ([name, which]) => {
      localStorage.setItem('userFirstName', name!);
      localStorage.setItem('userPlan', which!);
    },
    [firstName, plan],
  );
  await reload(page);
  await page.getByRole('log').locator('> *').first().waitFor();
}

describeSite('sidebar (specification W-001 to W-026)', (site) => {
  test('is 240 px wide, 60 px when collapsed, and changes gradually', async () => {
    const page = await site().open('/simulate');
    expect(await widthOf(page)).toBe(240);
    expect(
      await sidebar(page).evaluate((element) =>
        Number.parseFloat(getComputedStyle(element).transitionDuration),
      ),
    ).toBeGreaterThan(0);
    await button(page, 'Collapse sidebar').click();
    await expect.poll(() => widthOf(page)).toBe(60);
    const expand = button(page, 'Expand sidebar');
    await page.mouse.move(700, 400);
    await page.keyboard.press('Tab');
    await expand.locator('svg').last().waitFor({ state: 'hidden' });
    await expand.hover();
    await expand.locator('svg').last().waitFor();
    await expand.click();
    await expect.poll(() => widthOf(page)).toBe(240);
    await sidebar(page).getByRole('link', { name: 'Lumenloom' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });
});

describeSite('toolbar and sidebar (specification W-001 to W-041)', (site) => {
  const documented = ['New', 'Save', 'Back', 'Forward', 'Run', 'Stop', 'SFR', 'Share'];
  const absent = documented.filter((name) => name !== 'New' && name !== 'Run');

  test('begins with its eight buttons in order; six and two workspaces are disabled for every plan, and say why to keyboard and pointer', async () => {
    const page = await site().open('/simulate', 1024);
    await asPerson(page, 'Mina', 'Max');
    const buttons = page.getByRole('toolbar', { name: 'Actions' }).getByRole('button');
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await buttons.allInnerTexts()).slice(0, documented.length)).toEqual(documented);
      for (const name of ['New', 'Run']) expect(await button(page, name).isEnabled()).toBe(true);
      for (const name of absent) expect(await button(page, name).isDisabled()).toBe(true);
      const wrapper = page.getByRole('group', {
        description: 'Save comes with All tools (sidebar).',
      });
      await wrapper.focus();
      const tooltip = page.getByRole('tooltip', { name: 'Save comes with All tools (sidebar).' });
      await tooltip.waitFor();
      await wrapper.blur();
      await tooltip.waitFor({ state: 'detached' });
      expect(await page.locator('input[type=file]:enabled').count()).toBe(0);
    }

    expect(
      await page.getByRole('link', { name: 'System Optimization' }).getAttribute('aria-current'),
    ).toBe('page');
    for (const name of ['Optics Design', 'Sensor Design']) {
      expect(await button(page, name).isDisabled()).toBe(true);
      expect(
        await button(page, name).evaluate((element) => getComputedStyle(element).opacity),
      ).toBe('0.5');
    }

    // Who is there stands out of reach of the pointer.
    const footer = sidebar(page).locator('footer');
    await expect
      .poll(async () => (await footer.innerText()).split(/\s+/))
      .toEqual(['M', 'Mina', 'Max']);
    expect(await footer.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe(
      'none',
    );
    expect(await footer.locator('button, [tabindex]').count()).toBe(0);
    const { x, y } = (await footer.boundingBox())!;
    await page.mouse.click(x + 20, y + 20);
    expect(await page.getByRole('menu').count()).toBe(0);
  });

  test('Run and New are disabled and dimmed while a simulation runs, Stop and Share stay disabled', async () => {
    const page = await site().open('/simulate');
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await page.route('**/simulate', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await ended;
      return route.fulfill(ndjson({ type: 'result', content: PICTURE }));
    });
    await button(page, 'Run').click();
    for (const name of ['Run', 'New']) {
      await button(page, name).and(page.locator(':disabled')).waitFor();
      expect(
        Number(await button(page, name).evaluate((element) => getComputedStyle(element).opacity)),
      ).toBeLessThan(1);
    }
    for (const name of absent) expect(await button(page, name).isDisabled()).toBe(true);
    await expectAccessible(page);
    end();
    await page.getByAltText('Simulation result').waitFor();
    for (const name of ['Run', 'New'])
      await expect.poll(() => button(page, name).isEnabled()).toBe(true);
    for (const name of absent) expect(await button(page, name).isDisabled()).toBe(true);
    await expectAccessible(page);
  });
});

describeSite('panes (specification W-006 to W-010)', (site) => {
  const region = (page: Page, name: string) => page.getByRole('region', { name });

  test('share the width about 80 to 20 at 1024, 1280, 1440 and 1920 px, and nothing lies outside; the line between them moves', async () => {
    const page = await site().open('/simulate', 1024);
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const [result, logPane] = [
        (await region(page, 'Result').boundingBox())!,
        (await region(page, 'Log').boundingBox())!,
      ];
      const share = result.width / (result.width + logPane.width);
      expect(share).toBeGreaterThan(0.72);
      expect(share).toBeLessThan(0.82);
      expect(result.x).toBeLessThan(logPane.x);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }

    // The line between them moves by keyboard and by pointer, and a double click puts it back.
    await page.setViewportSize({ width: 1280, height: 800 });
    const divider = page.getByRole('separator', { name: 'Width of the log' });
    const logWidth = async (): Promise<number> => (await region(page, 'Log').boundingBox())!.width;
    const before = await logWidth();
    await divider.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await divider.getAttribute('aria-valuenow')).toBe('22');
    expect(await logWidth()).toBeGreaterThan(before);
    const { x, y } = (await divider.boundingBox())!;
    await page.mouse.move(x, y + 100);
    await page.mouse.down();
    await page.mouse.move(x - 200, y + 100);
    await page.mouse.up();
    await expect.poll(logWidth).toBeGreaterThan(before + 190);
    await divider.dblclick();
    await expect.poll(logWidth).toBe(before);
  });

  test('the log stays at its end, holds still while somebody reads, and can be copied', async () => {
    const page = await site().open('/simulate');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await log(page).getByText('Using CPU').waitFor();
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    await fake(page, '/simulate', ndjson(...lines.map((content) => ({ type: 'log', content }))));
    const distance = (): Promise<number> =>
      log(page).evaluate(
        ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
      );
    await button(page, 'Run').click();
    await log(page).getByText('line 99', { exact: true }).waitFor();
    await expect.poll(distance).toBeLessThan(2);
    for (const size of [
      { width: 375, height: 667 },
      { width: 1024, height: 500 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(distance).toBeLessThan(2);
      expect(await button(page, 'To the newest line').count()).toBe(0);
    }
    await log(page).hover();
    await page.mouse.wheel(0, -600);
    await button(page, 'To the newest line').waitFor();
    const top = await log(page).evaluate((element) => element.scrollTop);
    await button(page, 'Run').click();
    await expect.poll(async () => (await log(page).innerText()).split('line 99').length).toBe(3);
    expect(await log(page).evaluate((element) => element.scrollTop)).toBe(top);
    await button(page, 'To the newest line').click();
    await expect.poll(distance).toBeLessThan(2);
    await button(page, 'Copy log').click();
    await expect
      .poll(async () => (await page.evaluate(() => navigator.clipboard.readText())).split('\n'))
      .toEqual(['Using CPU for calculation', ...lines, '', ...lines, '']);
  });

  test('the page does not grow with each run, and older lines come to who scrolls up', async () => {
    const page = await site().open('/simulate');
    const lines = Array.from({ length: 150 }, (_, index) => `line ${index}`);
    const events = lines.map((content) => ({ type: 'log', content }));
    // Not those of the head, where code that is loaded later is named, nor a hint that appears.
    const nodes = (): Promise<number> => page.locator('body *:not([role="tooltip"])').count();
    const runs = async (names: readonly string[]): Promise<void> => {
      for (const name of names) {
        await page.unroute('**/simulate');
        await fake(page, '/simulate', ndjson({ type: 'log', content: name }, ...events));
        await button(page, 'Run').click();
        await log(page).getByText(name, { exact: true }).waitFor();
        await button(page, 'Run').and(page.locator(':enabled')).waitFor();
      }
    };
    await runs(['first', 'second', 'third']);
    const before = await nodes();
    await runs(['fourth', 'fifth', 'sixth', 'seventh']);
    await expect.poll(nodes).toBe(before);
    expect(await log(page).getByText('first', { exact: true }).count()).toBe(0);
    await log(page).hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -3000);
        return log(page).getByText('first', { exact: true }).count();
      })
      .toBe(1);
    await button(page, 'To the newest line').click();
    await expect.poll(nodes).toBe(before);
  });

  test('the picture is pixelated, zooms at the cursor, fits by double click, reads its pixels and can be saved', async () => {
    const page = await site().open('/simulate');
    await fake(page, '/simulate', ndjson({ type: 'result', content: PICTURE }));
    await choose(page, { Scene: 'Macbeth' });
    await button(page, 'Run').click();
    const picture = page.getByAltText('Simulation result');
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toBe(PICTURE);
    expect(await picture.evaluate((element) => getComputedStyle(element).imageRendering)).toBe(
      'pixelated',
    );
    const fitted = (await picture.boundingBox())!;
    const spot = { x: fitted.x + fitted.width * 0.75, y: fitted.y + fitted.height * 0.25 };
    await page.mouse.move(spot.x, spot.y);
    const reading = page.getByRole('status', { name: 'Pixel under the cursor' });
    await expect
      .poll(async () => (await reading.innerText()).replaceAll(/\s+/g, ' '))
      .toBe('x 1 y 0 R 0 G 255 B 0');

    // Its four pixels fill the pane already, so there is nothing to zoom in to: out, and back.
    await page.mouse.wheel(0, 500);
    await expect
      .poll(async () => (await picture.boundingBox())!.width)
      .toBeLessThan(fitted.width / 2);
    await page.mouse.dblclick(spot.x, spot.y);
    await expect
      .poll(async () => (await picture.boundingBox())!.width)
      .toBeCloseTo(fitted.width, 0);
    await page.mouse.move(0, 0);
    await reading.waitFor({ state: 'detached' });

    await page.getByRole('group', { name: /^Picture/ }).focus();
    await page.keyboard.press('-');
    await expect.poll(async () => (await picture.boundingBox())!.width).toBe(2 * 64);
    await page.keyboard.press('0');
    await expect
      .poll(async () => (await picture.boundingBox())!.width)
      .toBeCloseTo(fitted.width, 0);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download PNG').click(),
    ]);
    expect(download.suggestedFilename()).toBe('native-light-macbeth-ideal-lens-no-sensor.png');
  });
});

/** What can be pressed and is smaller than 24 px; a box or a dot counts with its label. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, summary, input')].flatMap((one) => {
      const target = (one.matches('[type=checkbox], [type=radio]') && one.closest('label')) || one;
      const { width, height } = target.getBoundingClientRect();
      const isSeen =
        one.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) > 1;
      return isSeen && Math.min(width, height) < 24
        ? [`${width} x ${height}: ${target.outerHTML.slice(0, 200)}`]
        : [];
    }),
  );

describeSite(
  'all tools on a phone and beyond (issue 60)',
  (site) => {
    test('in 360 px the picture is 280 px wide; it is named by what it shows, and described by its outcome and keys; targets have 24 px; nothing breaks the security policy', async () => {
      const page = await site().open('/simulate', 360, 640);
      await asPerson(page, 'Mina', 'Trial');
      const drawn = await page.evaluate(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 65, height: 45 });
        canvas.getContext('2d')!.fillRect(0, 0, 9, 9);
        return canvas.toDataURL();
      });
      const verdict = 'In short: the lens keeps 28 % of the contrast.';
      const events = [
        { type: 'log', content: verdict, topic: 'Verdict' },
        { type: 'result', content: drawn },
      ];
      await fake(page, '/simulate', ndjson(...events));
      await choose(page, { Scene: 'Macbeth', Illuminant: 'D65' });
      await button(page, 'Run').click();
      await pictureShown(page);
      const area = page.getByRole('group', { name: /^Picture: Simulation result: D65, Macbeth/ });
      expect(
        await area.evaluate(
          (one) => document.getElementById(one.getAttribute('aria-describedby')!)!.textContent,
        ),
      ).toMatch(/^In short: the lens keeps 28 % of the contrast\. Plus and minus zoom, .*1:1, R /);
      await inSizes(
        page,
        [
          [360, 640],
          [1024, 768],
        ],
        async (width) => {
          expect(await smallTargets(page)).toEqual([]);
          const box = (await page.getByAltText(/^Simulation result/).boundingBox())!;
          expect(box.width).toBeGreaterThanOrEqual(280);
          await shot(page, `all-tools-${width}`);
        },
      );
      await page.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ blockedURI }) =>
          sessionStorage.setItem('violation', blockedURI),
        ),
      );
      for (const [path, last] of [
        ['/simulate/optics', /^Spot diagram at /],
        ['/simulate/sensor', /^Photon transfer: /],
      ] as const) {
        await goTo(page, site().address + path);
        await page.getByRole('img', { name: last }).first().waitFor();
        expect(await smallTargets(page)).toEqual([]);
        expect(await page.evaluate(() => sessionStorage.getItem('violation'))).toBeNull();
      }
    });

    test('three switches of the strip stay in it, a tab is where it was after a press, and the person has a name', async () => {
      const page = await site().open('/simulate', 1440, 900);
      await asPerson(page, '', '');
      await page.getByRole('tab', { name: 'Measure' }).waitFor();
      const box = async (element: Locator) => (await element.boundingBox())!;
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
      ] as const) {
        await page.setViewportSize({ width, height });
        const modes = page.getByRole('group', { name: 'The strip shows' });
        await expect.poll(() => modes.getByRole('button').count()).toBe(3);
        const strip = await box(modes.locator('..'));
        for (const mode of await modes.getByRole('button').all()) {
          const { y, height: high } = await box(mode);
          expect(y).toBeGreaterThanOrEqual(strip.y);
          expect(y + high).toBeLessThanOrEqual(strip.y + strip.height);
        }
        const measure = page.getByRole('tab', { name: 'Measure' });
        const before = await box(measure);
        await measure.click();
        expect(await box(measure)).toEqual(before);
        await page.getByRole('tab', { name: 'Log' }).click();
        expect(await box(measure)).toEqual(before);
        await expectAccessible(page);
      }
    });
  },
  { WORKBENCH_FEATURES: 'all' },
);
