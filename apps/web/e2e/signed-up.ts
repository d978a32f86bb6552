import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { codeFor } from '../../server/tests/people.ts';
import type { Site } from './browser.ts';
import { button, choose, openDialog } from './workbench-page.ts';

const person = { password: 'Aa1!aaaa', firstName: 'Ada', lastName: 'Example' };

async function post(page: Page, site: Site, call: string, data: object): Promise<void> {
  const response = await page.request.post(`${site.address}/api/${call}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Logs in to an account that `signUp` has made. */
export const logIn = (page: Page, site: Site, email: string): Promise<void> =>
  post(page, site, 'login', { email, password: person.password });

/** Makes an account with that address, and logs in to it. */
export async function signUp(page: Page, site: Site, email: string): Promise<void> {
  await post(page, site, 'send-code', { email });
  await post(page, site, 'verify-code', { email, code: await codeFor(site, email) });
  await post(page, site, 'signup', { email, ...person });
  await logIn(page, site, email);
}

/**
 * Chooses Macbeth under D65 and a sensor of so many pixels.
 *
 * @param pitch in micrometres; the sensor's own without it. The whole chart needs 5.5 µm on 180 x
 *   260 pixels.
 */
export async function chooseSmallCamera(
  page: Page,
  rows: number,
  columns: number,
  pitch?: string,
): Promise<void> {
  await choose(page, { Illuminant: 'D65', Scene: 'Macbeth', Sensor: 'Bayer-grbg' });
  const box = await openDialog(page, 'Sensor Params');
  await box.getByLabel('Rows', { exact: true }).fill(String(rows));
  await box.getByLabel('Cols', { exact: true }).fill(String(columns));
  if (pitch) await box.getByLabel('Pixel Size').fill(pitch);
  await button(page, 'Modify').click();
}
