import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Site } from './browser.ts';

/** Waits until React has taken over. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#content') ?? document.body).some((key) =>
      key.startsWith('__react'),
    ),
  );
}

export async function openAlive(
  site: Site,
  path: string,
  width = 1280,
  height = 800,
): Promise<Page> {
  const page = await site.open(path, width, height);
  await isAlive(page);
  return page;
}

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** The code of a large page takes a while on a busy machine. */
export const expectPath = (page: Page, path: string): Promise<void> =>
  expect.poll(() => pathOf(page), { timeout: 10_000 }).toBe(path);

/** Nothing sticks out of the window sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

/** Brings every picture that waits for being seen. */
export async function seePictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = 'eager';
  });
  await page.waitForFunction(() => [...document.images].every((picture) => picture.complete));
}

export async function logIn(page: Page, firstName = 'Mina'): Promise<void> {
  await page.evaluate((name) => {
    for (const [key, value] of Object.entries({
      isLoggedIn: 'true',
      userEmail: 'mina@example.com',
      userFirstName: name,
      userPlan: 'Trial',
    }))
      localStorage.setItem(key, value);
  }, firstName);
  await page.reload();
}
