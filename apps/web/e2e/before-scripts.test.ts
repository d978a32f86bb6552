/**
 * What a person does before the scripts of a page have come, while they fail, and where there are
 * none. calls-to-action.test.ts presses everything before the scripts, and what it does then is
 * what it does in a page that is alive; here is what comes besides.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applicationPaths, publicPaths } from '../app/routes.ts';
import { describeSite, isAlive } from './browser.ts';
import { field, fill, submit } from './form-page.ts';
import { expectPath, pathOf } from './site-page.ts';
import { fake } from './workbench-page.ts';

const main = (page: Page): Locator => page.getByRole('main');
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Menu' });
const row = (page: Page, role: string): Locator =>
  main(page).locator('summary').filter({ hasText: role });
const planCard = (page: Page, name: string): Locator =>
  main(page).getByRole('article', { name, exact: true });

const PAID_PLANS = ['Basic', 'Pro', 'Enterprise', 'Education'] as const;
const NARROW = 375;
const WIDE = 1280;
describeSite('a press before the scripts have come', (site) => {
  test.each([
    ['/', 'Start Free Trial', NARROW, false, '/desktop-info'],
    ['/', 'Start Free Trial', WIDE, false, '/login'],
    ['/', 'Start Free Trial', NARROW, true, '/desktop-info'],
    ['/', 'Start Free Trial', WIDE, true, '/simulate'],
    ['/product_pricing', 'Start Free Trial', NARROW, true, '/simulate'],
    ['/product_pricing', 'Start Free Trial', WIDE, true, '/simulate'],
  ] as const)(
    '%s: %s at %i px, logged in: %s, leads to %s',
    async (...[path, name, width, isLoggedIn, target]) => {
      const { page, endWait } = await site().openEarly(path, width, { isLoggedIn });
      await main(page).getByRole('button', { name }).click();
      expect(pathOf(page)).toBe(path);
      endWait('come');
      await expectPath(page, target);
    },
  );

  test('the width counts when the press is done', async () => {
    const { page, endWait } = await site().openEarly('/', WIDE);
    await main(page).getByRole('button', { name: 'Start Free Trial' }).click();
    await page.setViewportSize({ width: 700, height: 800 });
    endWait('come');
    await expectPath(page, '/desktop-info');
  });

  test('a row of the careers page opens at once and stays open', async () => {
    const { page, endWait } = await site().openEarly('/careers', NARROW);
    await row(page, 'Sensor Engineer').click();
    await main(page).getByText('3+ years').nth(1).waitFor({ state: 'visible' });
    endWait('come');
    await isAlive(page);
    expect(await main(page).locator('details[open]').allInnerTexts()).toEqual([
      expect.stringContaining('Sensor Engineer'),
    ]);
  });

  test('the last of several presses is done, once', async () => {
    const { page, endWait } = await site().openEarly('/product_pricing', WIDE);
    await planCard(page, 'Pro').getByText('Contact Sales', { exact: true }).click();
    for (let press = 0; press < 3; press += 1)
      await planCard(page, 'Trial').getByRole('button').click();
    const before = await page.evaluate(() => window.history.length);
    endWait('come');
    await expectPath(page, '/login');
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
    expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
  });

  test('a form keeps what was typed and is sent once', async () => {
    const { page, endWait } = await site().openEarly('/contact_sales', NARROW);
    const bodies: unknown[] = [];
    page.on('dialog', (alert) => void alert.accept());
    page.on('request', (request) => {
      if (request.method() === 'POST') bodies.push(request.postDataJSON());
    });
    await fake(page, '/api/contact-sales', { status: 200, body: '{}' });
    expect(await field(page, 'Quantity').inputValue()).toBe('1');
    await fill(page, {
      Quantity: '7',
      'Company name': 'Acme',
      'First name': 'Mina',
      'Last name': 'Kim',
      Email: 'mina@example.com',
      'Message (optional)': 'Twelve lenses.',
    });
    await main(page).getByRole('checkbox').check();
    await submit(page).click();
    expect(bodies).toEqual([]);
    endWait('come');
    await main(page).getByText('Your message has been sent successfully!').waitFor();
    expect(bodies).toEqual([
      {
        productType: 'Enterprise',
        quantity: 7,
        companyName: 'Acme',
        firstName: 'Mina',
        lastName: 'Kim',
        email: 'mina@example.com',
        message: 'Twelve lenses.',
        acceptedTerms: true,
      },
    ]);
  });

  test('Enter in the first step of the login goes to the second, with the address', async () => {
    const { page, endWait } = await site().openEarly('/login', WIDE);
    await field(page, 'Email').fill('mina@example.com');
    await page.keyboard.press('Enter');
    endWait('come');
    await field(page, 'Password').waitFor();
    expect(await field(page, 'Email').inputValue()).toBe('mina@example.com');
  });

  test('the dashboard shows the period that was chosen', async () => {
    const { page, endWait } = await site().openEarly('/dashboard', NARROW);
    const periods = main(page).getByRole('combobox');
    await periods.first().selectOption('1y');
    endWait('come');
    await isAlive(page);
    await expect.poll(() => periods.nth(1).inputValue()).toBe('1y');
  });

  test('a list of the bar opens under the pointer at once, and stays after a press', async () => {
    const { page, endWait } = await site().openEarly('/', WIDE);
    const button = page.getByRole('banner').getByRole('button', { name: 'Company' });
    await button.hover();
    const item = page.getByRole('banner').getByRole('link', { name: 'Careers' });
    await item.waitFor();
    await button.click();
    endWait('come');
    await isAlive(page);
    await page.mouse.move(600, 700);
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await item.click();
    await expectPath(page, '/careers');
  });

  test.each([
    ['/', 'Start Free Trial', '/login'],
    ['/product_pricing', 'Start Free Trial', '/login'],
  ])('%s: %s leads on when the scripts fail to load', async (path, name, target) => {
    const { page, endWait } = await site().openEarly(path, WIDE);
    await main(page).getByRole('button', { name }).click();
    endWait('fail');
    await expectPath(page, target);
  });
});

describeSite('every page before and without scripts', (site) => {
  test('has nothing that a press would be lost on', async () => {
    // What the server sends; the same elements are there at every width.
    const page = await site().open('/stories');
    const paths = publicPaths.filter((path) => !applicationPaths.includes(path));
    const all = await page.evaluate(
      async (addresses) =>
        Promise.all(
          addresses.map(async (address) => {
            const html = await (await fetch(address)).text();
            const sent = new DOMParser().parseFromString(html, 'text/html');
            const elements = [
              ...sent.querySelectorAll('a, button, summary, [role=button], [onclick]'),
            ];
            const lost = elements.filter((element) => {
              const isHeld = element.matches('button:enabled, a[data-needs-scripts][href]');
              const actsByItself = element.matches('a[href], details > summary');
              return !isHeld && !actsByItself;
            });
            return {
              address,
              count: elements.length,
              lost: lost.map(({ outerHTML }) => outerHTML),
            };
          }),
        ),
      paths,
    );
    expect(all.map(({ address }) => address)).toEqual(paths);
    for (const { address, count, lost } of all) {
      expect(count, address).toBeGreaterThan(0);
      expect(lost, address).toEqual([]);
    }
  });
});

describeSite('without any scripts', (site) => {
  test('buttons lead on, a form says what it needs, rows, drawer and lists open', async () => {
    const { page } = await site().openEarly('/', NARROW, { javaScriptEnabled: false });
    const goTo = async (path: string, width: number): Promise<void> => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(site().address + path);
    };
    for (const [path, name, width, target] of [
      ['/', 'Start Free Trial', NARROW, '/login'],
      ['/product_pricing', 'Start Free Trial', WIDE, '/login'],
      ['/desktop-info', 'Back to Mainpage', NARROW, '/'],
    ] as const) {
      await goTo(path, width);
      await main(page).getByRole('button', { name }).click();
      await expectPath(page, target);
    }
    for (const [at, planName] of PAID_PLANS.entries()) {
      await goTo('/product_pricing', at % 2 === 0 ? NARROW : WIDE);
      await planCard(page, planName).getByText('Contact Sales', { exact: true }).click();
      await expectPath(page, '/contact_sales');
    }

    // Rows of the careers page open one at a time.
    await goTo('/careers', NARROW);
    for (const [index, role] of ['Optical Engineer', 'Software Engineer'].entries()) {
      await row(page, role).click();
      await main(page)
        .getByText('3+ years')
        .nth(2 * index)
        .waitFor({ state: 'visible' });
      expect(await main(page).locator('details[open]').count()).toBe(1);
    }

    await goTo('/contact', WIDE);
    // Searches by text pass over this element.
    const note = main(page).locator('noscript');
    await note.waitFor();
    expect(await note.innerText()).toContain('This form needs JavaScript.');
    await submit(page).click();
    expect(pathOf(page)).toBe('/contact');

    await goTo('/', NARROW);
    const open = page.getByRole('button', { name: 'Open menu' });
    await open.click();
    await expect.poll(() => drawer(page).boundingBox()).toMatchObject({ x: 0, width: 300 });
    await drawer(page).getByRole('button', { name: 'Close menu' }).click();
    await drawer(page).waitFor({ state: 'hidden' });
    await open.click();
    await drawer(page).locator('summary', { hasText: 'Company' }).click();
    await drawer(page).getByRole('link', { name: 'Careers' }).click();
    await expectPath(page, '/careers');

    await goTo('/', WIDE);
    await page.getByRole('banner').getByRole('button', { name: 'Product' }).hover();
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await expectPath(page, '/product_pricing');
  });
});
