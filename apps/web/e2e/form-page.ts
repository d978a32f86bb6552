import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Site } from './browser.ts';
import { expectAccessible, isAtRest, type FakedAnswer, type Body } from './workbench-page.ts';

/** The narrowest and the usual width, px. */
export const WIDTHS = [375, 1280] as const;

/**
 * A page with a form at the narrowest width, ready to be typed in, and the alerts that it has
 * shown.
 */
export interface FormPage {
  readonly page: Page;
  readonly alerts: string[];
}

export const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true });
export const submit = (page: Page): Locator =>
  page.locator('main form button[type=submit]').first();
export const notice = (page: Page): Locator => page.locator('main').getByRole('status');

export async function openForm(site: Site, path: string): Promise<FormPage> {
  const page = await site.open(path, WIDTHS[0]);
  const alerts: string[] = [];
  page.on('dialog', (alert) => {
    alerts.push(alert.message());
    void alert.accept();
  });
  return { page, alerts };
}

/** The form can be sent: no answer is awaited. */
export const isReady = (page: Page): Promise<void> =>
  submit(page).and(page.locator(':enabled')).waitFor();

export const expectFocus = (page: Page, label: string): Promise<void> =>
  field(page, label).and(page.locator(':focus')).waitFor();

export async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}

export async function send(page: Page): Promise<void> {
  await isReady(page);
  await submit(page).click();
}

/** The sentence under a field, as assistive technology finds it. */
export async function errorOf(page: Page, label: string): Promise<string> {
  const ids = (await field(page, label).getAttribute('aria-describedby'))!.split(' ');
  return (await page.locator(`[id="${ids.at(-1)!}"]`).textContent())!;
}

/** Waits until these fields, and no others, say these sentences. */
export async function expectErrors(
  page: Page,
  errors: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, sentence] of Object.entries(errors))
    await expect.poll(() => errorOf(page, label)).toBe(sentence);
  await expect
    .poll(() => page.locator('main [aria-invalid=true]').count())
    .toBe(Object.values(errors).filter((sentence) => sentence !== '').length);
}

/**
 * Nothing outside the window at each width, nothing to be found by axe at these; the narrowest one
 * stays.
 */
export async function expectGood(
  page: Page,
  forAxe: readonly number[] = [WIDTHS[0]],
): Promise<void> {
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 800 });
    await (forAxe.includes(width) ? expectAccessible : isAtRest)(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/**
 * Sends an empty form: these sentences, the focus on the first wrong field, nothing sent, and
 * nothing moved.
 */
export async function expectRefusesNothing(
  page: Page,
  errors: Readonly<Record<string, string>>,
): Promise<void> {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') calls += 1;
  });
  const place = async (): Promise<number> =>
    page.evaluate(
      () =>
        document.querySelector('main form button[type=submit]')!.getBoundingClientRect().bottom +
        window.scrollY,
    );
  const before = await place();
  await send(page);
  await expectErrors(page, errors);
  await expectFocus(page, Object.keys(errors)[0]!);
  expect(await place()).toBe(before);
  expect(calls).toBe(0);
  // All that a form can show at once.
  await expectGood(page, WIDTHS);
}

/**
 * Keeps an answer back: the button is disabled meanwhile, and axe finds nothing at these widths.
 * The body that was sent comes back once the answer has been given.
 */
export async function sendHeld(
  page: Page,
  path: string,
  answer: FakedAnswer,
  forAxe: readonly number[] = [],
): Promise<Body> {
  let give: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  let body: Body = {};
  await page.route(`**${path}`, async (route) => {
    body = (route.request().postDataJSON() ?? {}) as Body;
    await held;
    await route.fulfill(answer);
  });
  await send(page);
  await submit(page).and(page.locator(':disabled')).waitFor();
  await expectGood(page, forAxe);
  give();
  await expect.poll(() => Object.keys(body).length).toBeGreaterThan(0);
  return body;
}

/** What stands in a form: texts, choices, ticks, and the number of files. */
export const valuesOf = (page: Page): Promise<readonly unknown[]> =>
  page
    .locator('main form :is(input, select, textarea)')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).map(({ type, checked, files, value }) =>
        type === 'checkbox' ? checked : (files?.length ?? value),
      ),
    );

/** How a form says that it was not sent. */
export interface Failure {
  /** Null breaks the connection. */
  readonly answer: FakedAnswer | null;
  /** No alert without it. */
  readonly alert?: string;
  /** On the page. */
  readonly notice?: string;
  readonly errors?: Readonly<Record<string, string>>;
}

/** A failure that one sentence tells, by alert and on the page, which has the reason besides. */
export const failure = (answer: FakedAnswer | null, alert: string, reason = ''): Failure => ({
  answer,
  alert,
  notice: alert + reason,
});

/** Sends the form once per failure: it says so and keeps what was typed. */
export async function expectFailures(
  { page, alerts }: FormPage,
  path: string,
  failures: readonly Failure[],
): Promise<void> {
  const typed = await valuesOf(page);
  for (const { answer, alert, notice: sentence, errors } of failures) {
    await page.route(`**${path}`, (route) => (answer ? route.fulfill(answer) : route.abort()));
    alerts.length = 0;
    await send(page);
    // The page may still show the same sentence from before, so the alert comes first.
    const expected = alert === undefined ? [] : [alert];
    await expect.poll(() => alerts).toEqual(expected);
    if (sentence !== undefined) await expect.poll(() => notice(page).textContent()).toBe(sentence);
    await isReady(page);
    if (errors) await expectErrors(page, errors);
    expect([alerts, await valuesOf(page)]).toEqual([expected, typed]);
  }
  alerts.length = 0;
  await expectGood(page);
}
