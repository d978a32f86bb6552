import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isAlive, type Site } from './browser.ts';
import { expectAccessible } from './workbench-page.ts';

/** Goes to an address of the same or another page, as a person who types it. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await isAlive(page);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await isAlive(page);
}

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Waits until the page at an address is drawn: the address changes before that. */
export const expectPath = (page: Page, path: string): Promise<void> =>
  expect
    .poll(async () => [
      pathOf(page),
      await page
        .locator('link[rel=canonical]')
        .evaluate((link: HTMLLinkElement) => new URL(link.href).pathname),
    ])
    .toEqual([path, path]);

/** Nothing sticks out of the window sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

/**
 * Opens a page, which reports no error, and looks at it in several windows: axe finds nothing at
 * 375 and 1280 px, and nothing sticks out sideways, at the widths between them too.
 *
 * @param see waits for what each window shows.
 * @returns the page, 1280 px wide
 */
export async function openInWindows(
  site: Site,
  path: string,
  between: readonly number[] = [767, 768],
  see: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const page = await site.open(path, 375);
  for (const width of [375, ...between, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await see(page);
    await expectNoSidewaysScroll(page);
    if (!between.includes(width)) await expectAccessible(page);
  }
  expect(site.pageErrors).toEqual([]);
  return page;
}

/** A press leads to a page, and the button of the browser back to where it was. */
export async function expectThereAndBack(
  page: Page,
  press: Locator,
  path: string,
  see: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const from = pathOf(page);
  await press.click();
  await expectPath(page, path);
  await see();
  await page.goBack();
  await expectPath(page, from);
}

/** Brings every picture that waits for being seen. */
export async function seePictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager';
  });
  await page.waitForFunction(() => [...document.images].every((picture) => picture.complete));
}

/** Stores what the login page stores, and says so as it does. */
export async function logIn(page: Page, firstName = 'Mina'): Promise<void> {
  await page.evaluate((name) => {
    for (const [key, value] of Object.entries({
      isLoggedIn: 'true',
      userEmail: 'mina@example.com',
      userFirstName: name,
      userPlan: 'Trial',
    }))
      localStorage.setItem(key, value);
    dispatchEvent(new Event('login'));
  }, firstName);
}
