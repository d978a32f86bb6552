import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import {
  expectNoSidewaysScroll,
  expectPath,
  expectThereAndBack,
  goTo,
  logIn,
  openInWindows,
  pathOf,
  reload,
} from './site-page.ts';
import { expectAccessible } from './workbench-page.ts';

const bar = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const drawerSection = (page: Page, name: string) =>
  drawer(page).locator('summary').filter({ hasText: name });
const barButton = (page: Page, name: string) =>
  bar(page).getByRole('button', { name, exact: true });
const listOf = (page: Page, name: string) =>
  barButton(page, name).locator('xpath=following-sibling::ul');
const logoFilter = (page: Page) =>
  bar(page)
    .locator('a span')
    .first()
    .evaluate((element) => getComputedStyle(element).filter);
const barLink = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true });

const sections = {
  Product: { Features: '/product_features', Pricing: '/product_pricing' },
  Research: {
    Overview: '/research',
    Illuminant: '/illuminant',
    Optics: '/optics',
    Sensor: '/sensor',
    ISP: '/isp',
    Validation: '/research/validation',
    QPU: '/qpu',
  },
  Company: {
    About: '/company',
    Blog: '/blog',
    Careers: '/careers',
    News: '/news',
    Contact: '/contact',
  },
} as const;
const everyItem = Object.entries(sections).flatMap(([section, items]) =>
  Object.entries(items).map(([item, path]) => [section, item, path] as const),
);

async function openDrawer(page: Page): Promise<void> {
  await barButton(page, 'Open menu').click();
  await expect.poll(() => drawer(page).boundingBox()).toMatchObject({ x: 0, width: 300 });
}

describeSite('navigation bar from 992 px (specification S-050 to S-078)', (site) => {
  test('is fixed and black; only the logo inverts once the page is scrolled', async () => {
    const page = await site().open('/');
    const look = () =>
      bar(page).evaluate((element) => ({
        position: getComputedStyle(element).position,
        background: getComputedStyle(element).backgroundColor,
        top: element.getBoundingClientRect().top,
      }));
    const black = { position: 'fixed', background: 'rgb(0, 0, 0)', top: 0 };
    expect(await look()).toEqual(black);
    expect(await logoFilter(page)).toBe('none');
    await page.mouse.wheel(0, 600);
    await expect.poll(() => logoFilter(page)).toBe('invert(1)');
    expect(await look()).toEqual(black);
  });

  test('logo and brand lead home', async () => {
    const page = await site().open('/company');
    await expectThereAndBack(page, barLink(page, 'Lumenloom').locator('svg'), '/');
    await bar(page).getByText('Lumenloom', { exact: true }).click();
    await expectPath(page, '/');
  });

  test('at 992 and 1280 px each item of the lists under the pointer leads to its page', async () => {
    const page = await site().open('/', 992);
    for (const [at, [section, item, path]] of everyItem.entries()) {
      await page.setViewportSize({ width: at % 2 === 0 ? 992 : 1280, height: 800 });
      expect(await barButton(page, 'Open menu').count()).toBe(0);
      await barButton(page, section).hover();
      await barLink(page, item).click();
      await expectPath(page, path);
      await barLink(page, item).waitFor({ state: 'hidden' });
      await page.mouse.move(600, 700);
    }
  });

  test('lists exactly the items that belong there; a click keeps a list open without the pointer', async () => {
    const page = await site().open('/stories');
    for (const [section, items] of Object.entries(sections)) {
      await barButton(page, section).hover();
      await expect
        .poll(() => listOf(page, section).getByRole('link').allInnerTexts())
        .toEqual(Object.keys(items));
    }
    await page.mouse.move(640, 600);

    // A click keeps a list open; a second click, Esc, or a click elsewhere closes it.
    const isOpen = () => barButton(page, 'Research').getAttribute('aria-expanded');
    await expect.poll(isOpen).toBe('false');
    for (const dismiss of [
      () => barButton(page, 'Research').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(640, 500),
    ]) {
      await barButton(page, 'Research').click();
      await page.mouse.move(640, 600);
      expect(await isOpen()).toBe('true');
      await dismiss();
      await page.mouse.move(640, 600);
      await expect.poll(isOpen).toBe('false');
    }
    await barButton(page, 'Research').hover();
    await expect.poll(isOpen).toBe('true');
    // The list is drawn a moment before it listens to keys.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return isOpen();
      })
      .toBe('false');
  });

  test('waits about 100 ms between the choice and its page', async () => {
    const page = await site().open('/stories');
    // The page's time stands still except where the test moves it.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await barButton(page, 'Product').hover();
    await barLink(page, 'Pricing').click();
    await page.clock.runFor(95);
    expect(pathOf(page)).toBe('/stories');
    await page.clock.runFor(10);
    await page.clock.resume();
    await expectPath(page, '/product_pricing');
  });

  test('works by keyboard alone: skip link, enter, arrows, Esc', async () => {
    const page = await site().open('/stories');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab');
    expect(await focused()).toBe('Skip to content');
    await press('Tab', 'Tab', 'Enter');
    expect(await barButton(page, 'Product').getAttribute('aria-expanded')).toBe('true');
    await press('ArrowDown');
    expect(await focused()).toBe('Features');
    await press('ArrowDown');
    expect(await focused()).toBe('Pricing');
    await press('Escape');
    expect([
      await focused(),
      await barButton(page, 'Product').getAttribute('aria-expanded'),
    ]).toEqual(['Product', 'false']);
    await press('ArrowRight', 'ArrowDown', 'End');
    expect(await focused()).toBe('QPU');
    await press('Home', 'ArrowDown', 'Enter');
    await expectPath(page, '/illuminant');
    // From the new page's beginning, not from a list that is closed.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('never covers what has the focus, and its targets are at least 24 px high', async () => {
    const page = await site().open('/', 1280, 500);
    await page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
    });
    await footer(page).getByRole('link', { name: 'Features' }).focus();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const [top, isInBar] = await page.evaluate(() => [
        document.activeElement!.getBoundingClientRect().top,
        document.activeElement!.closest('header') !== null,
      ]);
      if (!isInBar) expect(top).toBeGreaterThanOrEqual(64);
    }
    const heights = await page
      .locator('header :is(a, button):visible, footer :is(a, button)')
      .evaluateAll((targets) =>
        targets.map((target) => Math.round(target.getBoundingClientRect().height)),
      );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });
});

describeSite('drawer below 992 px (specification S-058 to S-064, S-079 to S-083)', (site) => {
  test('at 375, 768 and 991 px slides in from the left, 300 px wide, has each item, and one leads to its page and closes it', async () => {
    const page = await site().open('/', 375);
    for (const [section, width] of [
      ['Product', 375],
      ['Research', 768],
      ['Company', 991],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect(await barButton(page, 'Product').count()).toBe(0);
      await openDrawer(page);
      await drawerSection(page, section).click();
      const items = drawer(page).locator('details[open] a');
      expect(
        await items.evaluateAll((links) =>
          links.map((link) => [link.textContent, link.getAttribute('href')]),
        ),
      ).toEqual(Object.entries(sections[section]));
      await items.last().click();
      await expectPath(page, Object.values(sections[section]).at(-1)!);
      await drawer(page).waitFor({ state: 'hidden' });
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });

  test('folds its sections, moves in 300 ms, keeps and gives back the focus', async () => {
    const page = await site().open('/stories', 375, 700);
    await openDrawer(page);
    expect(
      await drawer(page).evaluate(
        (element) => getComputedStyle(element).transitionDuration.split(', ')[0],
      ),
    ).toBe('0.3s');
    const research = drawerSection(page, 'Research');
    expect(await drawer(page).getByRole('link').allInnerTexts()).toEqual(['Login']);
    await research.click();
    expect(await drawer(page).getByRole('link').allInnerTexts()).toEqual([
      ...Object.keys(sections.Research),
      'Login',
    ]);
    await research.click();
    expect(await drawer(page).getByRole('link').allInnerTexts()).toEqual(['Login']);
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement?.closest('main, footer') ?? null),
      ).toBeNull();
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });
    await barButton(page, 'Open menu').and(page.locator(':focus')).waitFor();
    await openDrawer(page);
    await page.mouse.click(350, 400);
    await drawer(page).waitFor({ state: 'hidden' });
  });

  test('closes with its sections when the window becomes 992 px wide', async () => {
    const page = await site().open('/stories', 991);
    await openDrawer(page);
    await drawerSection(page, 'Company').click();
    await page.setViewportSize({ width: 1200, height: 800 });
    await drawer(page).waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 900, height: 800 });
    expect(await drawer(page).isVisible()).toBe(false);
    await openDrawer(page);
    await drawerSection(page, 'Company').waitFor();
    expect(await drawer(page).locator('details[open]').count()).toBe(0);
  });

  test('/algorithms, the other reading of its last item, leads to the same page and leaves no trace in the history', async () => {
    const page = await site().open('/stories');
    await page.evaluate(() => {
      window.location.assign('/algorithms');
    });
    await expectPath(page, '/qpu');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await expectPath(page, '/stories');
  });
});

describeSite('account entry (specification S-084 to S-097)', (site) => {
  test('at 375 and 1280 px reads Login for visitors and leads to /login', async () => {
    const page = await site().open('/stories', 375);
    await expectThereAndBack(page, barLink(page, 'Login'), '/login');
    await page.setViewportSize({ width: 1280, height: 800 });
    await barLink(page, 'Login').click();
    await expectPath(page, '/login');
  });

  test('at 375 and 1280 px shows the first name with two entries; the drawer has it too', async () => {
    const page = await site().open('/stories', 375);
    await logIn(page);
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await barButton(page, 'Mina').click();
      expect(pathOf(page)).toBe('/stories');
      expect(await barLink(page, 'Login').count()).toBe(0);
      const list = listOf(page, 'Mina');
      await expect
        .poll(() => list.locator('li').allInnerTexts())
        .toEqual(['Simulation Tool', 'Logout']);
      const { x, width: wide } = (await list.boundingBox())!;
      expect(x + wide).toBeLessThanOrEqual(width);
      await expectThereAndBack(page, barLink(page, 'Simulation Tool'), '/simulate');
    }

    await page.setViewportSize({ width: 375, height: 800 });
    await openDrawer(page);
    await drawer(page).getByText('Mina', { exact: true }).waitFor();
    expect(
      await drawer(page).getByRole('link', { name: 'Simulation Tool' }).getAttribute('href'),
    ).toBe('/simulate');
    await drawer(page).getByRole('button', { name: 'Logout' }).click();
    await drawer(page).waitFor({ state: 'hidden' });
    await expectPath(page, '/');
    await barLink(page, 'Login').and(page.locator(':visible')).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('Logout clears storage and goes home, whatever the answer is: 200, 500, a broken connection', async () => {
    const page = await site().open('/stories');
    const calls: Request[] = [];
    let answer: number | undefined;
    await page.route('**/api/logout', (route) => {
      calls.push(route.request());
      return answer ? route.fulfill({ status: answer, body: 'not read' }) : route.abort();
    });
    for (answer of [200, 500, undefined]) {
      calls.length = 0;
      await logIn(page);
      await barButton(page, 'Mina').hover();
      await barButton(page, 'Logout').click();
      await expectPath(page, '/');
      await barLink(page, 'Login').waitFor();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      await expect
        .poll(() =>
          calls.map((call) => [
            call.method(),
            call.headers()['content-type'],
            call.postDataJSON() as unknown,
          ]),
        )
        .toEqual([['POST', 'application/json', { email: 'mina@example.com' }]]);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Customer Stories' }).click();
      await expectPath(page, '/stories');
    }
  });

  test('asks storage once, for the first name alone; the login event asks again', async () => {
    const page = await site().open('/stories');
    await page.evaluate(() => {
      localStorage.setItem('userFirstName', 'Jun');
    });
    await page.mouse.wheel(0, 300);
    // The bar has drawn itself again.
    await expect.poll(() => logoFilter(page)).toBe('invert(1)');
    expect(await barLink(page, 'Login').isVisible()).toBe(true);
    await page.evaluate(() => window.dispatchEvent(new Event('login')));
    await barButton(page, 'Jun').waitFor();
    await reload(page);
    await barButton(page, 'Jun').waitFor();
  });
});

describeSite('footer (specification S-100 to S-118)', (site) => {
  test('has its columns with the routes of the bar, other sites, copyright and particulars, and fits at 375, 768 and 1280 px', async () => {
    const page = await site().open('/stories', 1280);
    const columns = await footer(page)
      .locator('div:has(> h2)')
      .evaluateAll((found) =>
        found.map((column) => [
          column.querySelector('h2')!.textContent,
          [...column.querySelectorAll('a')].map((link) => [
            link.textContent,
            link.getAttribute('href'),
          ]),
        ]),
      );
    const { About, Blog, Careers, News, Contact } = sections.Company;
    expect(columns.slice(0, 3)).toEqual([
      ['Product', Object.entries(sections.Product)],
      ['Research', Object.entries(sections.Research)],
      [
        'Company',
        Object.entries({
          About,
          Blog,
          Careers,
          'Customer Stories': '/stories',
          'Investor Relations': '/ir',
          News,
          Contact,
        }),
      ],
    ]);
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await footer(page).getByRole('heading', { name: 'Product' }).waitFor();
      await expectNoSidewaysScroll(page);
    }

    // It leads to other sites in tabs of their own.
    await footer(page).getByRole('heading', { name: 'Follow Us' }).waitFor();
    for (const name of ['Professional network', 'YouTube Blog', 'Video channel']) {
      const link = footer(page).getByRole('link', { name, exact: true });
      expect(
        await link.evaluate((element: HTMLAnchorElement) => [
          element.hostname === window.location.hostname,
          element.target,
          element.rel,
        ]),
      ).toEqual([false, '_blank', 'noopener']);
    }
    await footer(page).getByRole('img', { name: 'YouTube', exact: true }).waitFor();

    // It ends with the copyright of this year and the Korean particulars on black.
    expect(await footer(page).innerText()).toContain(
      `© ${new Date().getFullYear()} Lumenloom. All Rights Reserved`,
    );
    const strip = footer(page).locator('[lang=ko]');
    const text = await strip.innerText();
    for (const part of [
      '상호',
      '대표자',
      '사업자등록번호',
      '통신판매업 신고번호',
      '주소',
      '서울',
      '이메일',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/\d{3}-\d{2}-\d{5}/);
    expect(await strip.getByRole('link').getAttribute('href')).toMatch(/^mailto:/);
    expect(
      await strip
        .locator('xpath=..')
        .evaluate((element) => getComputedStyle(element).backgroundColor),
    ).toBe('rgb(0, 0, 0)');
  });

  test('Back to top glides there', async () => {
    const page = await site().open('/', 1280, 600);
    await page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
    });
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    // Gliding is the browser's own matter: here it is what the page asks for.
    await page.evaluate(() => {
      const scrolls: unknown[] = [];
      const scrollTo = window.scrollTo.bind(window);
      Object.assign(window, {
        scrolls,
        scrollTo: (options: ScrollToOptions) => {
          scrolls.push(options);
          scrollTo(options);
        },
      });
    });
    await footer(page).getByRole('button', { name: 'Back to top' }).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { scrolls: unknown }).scrolls)).toEqual([
      { top: 0, behavior: 'smooth' },
    ]);
  });
});

describeSite('while pages load, or fail to (specification S-035, S-039, S-518)', (site) => {
  test('is painted before it asks for scripts, and has no style sheet to wait for', async () => {
    const page = await site().open('/stories');
    const { ready, scripts, waiting } = await page.evaluate(() => ({
      ready: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
        .domContentLoadedEventStart,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
      waiting: performance
        .getEntriesByType('resource')
        .filter(
          (entry) =>
            (entry as PerformanceResourceTiming & { renderBlockingStatus: string })
              .renderBlockingStatus === 'blocking',
        )
        .map(({ name }) => name),
    }));
    expect(scripts.length).toBeGreaterThan(5);
    expect(Math.min(...scripts)).toBeGreaterThanOrEqual(ready);
    expect(waiting).toEqual([]);
  });

  test('says Loading... until the page is there', async () => {
    const page = await site().open('/stories');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/login-page-*.js', async (route) => {
      await held;
      await route.fallback();
    });
    await barLink(page, 'Login').click();
    await page.getByText('Loading...', { exact: true }).waitFor();
    expect(pathOf(page)).toBe('/stories');
    release();
    await expectPath(page, '/login');
    await expect.poll(() => page.getByText('Loading...', { exact: true }).count()).toBe(0);
  });

  test('a page whose code does not come ends at the error screen', async () => {
    const page = await site().open('/stories');
    await page.route('**/assets/login-page-*.js', (route) => route.abort());
    await barLink(page, 'Login').click();
    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText(/^Loading chunk login-page-\S+ failed\.$/).waitFor();
    await expectAccessible(page);
    await page.unroute('**/assets/login-page-*.js');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByLabel('Email').waitFor();
  });

  test('an address without a page has the error screen, which leads home', async () => {
    const page = await site().open('/no-such-page');
    const error = page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' });
    await error.waitFor();
    for (const path of ['/blog/nope', '/team', '/simulate/nope']) {
      await goTo(page, site().address + path);
      await error.waitFor();
    }
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Simulate Your Vision' }).waitFor();
  });
});

describeSite('the quiet pages (specification S-015, S-016, S-022)', (site) => {
  test.each([
    ['/stories', 'Coming Soon...'],
    ['/ir', 'Coming soon...'],
    ['/demo', 'Contact Sales'],
  ])('%s', async (path, text) => {
    await openInWindows(site(), path, [768], (page) =>
      page.getByRole('main').getByText(text, { exact: true }).waitFor(),
    );
  });

  test('the demo page leads to sales, with its plan, and to the features', async () => {
    const page = await site().open('/demo');
    await page.getByRole('main').getByRole('link', { name: 'Contact Sales' }).click();
    await expectPath(page, '/contact_sales');
    expect(await page.evaluate(() => (window.history.state as { usr: unknown }).usr)).toEqual({
      planName: 'Enterprise',
    });
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'See all product features' }).click();
    await expectPath(page, '/product_features');
  });
});

describeSite(
  'analytics (specification S-516, S-517)',
  (site) => {
    test('asks for the script of the deployment; without it the page works', async () => {
      const page = await site().open('/stories');
      await expect.poll(() => page.locator('script[src="/no-such-script.js"]').count()).toBe(1);
      await expect
        .poll(() => site().pageErrors)
        .toContain('analytics: /no-such-script.js did not load.');
      await barButton(page, 'Product').hover();
      await barLink(page, 'Pricing').click();
      await expectPath(page, '/product_pricing');
    });
  },
  { ANALYTICS_SRC: '/no-such-script.js' },
);
