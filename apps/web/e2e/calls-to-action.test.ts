/**
 * Everything that can be pressed on every public page, pressed at once on a line on which each
 * script takes three seconds.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { publicPaths } from '../app/routes.ts';
import { describeSite, isAlive, type Site } from './browser.ts';
import { WIDTHS } from './form-page.ts';

/** Pages that are nothing without their scripts. */
const APPLICATIONS = ['/simulate', '/spectrum'];
/** Presses at once: most of the time they wait for scripts. */
const AT_ONCE = 4;

/** What a person can press. */
const PRESSABLE = 'a[href], button, summary, [role=button]';

/** Something to press, as the page has it before its scripts. */
interface CallToAction {
  /** Its number among all that can be pressed. */
  readonly index: number;
  /** What tells it from others, for messages too: part of the page, element, name, address. */
  readonly name: string;
  /** Where it leads by itself; undefined when it needs its scripts. */
  readonly href: string | undefined;
  readonly opensTab: boolean;
}

/** Every call to action that can be seen. */
const callsOf = (page: Page): Promise<readonly CallToAction[]> =>
  page.locator(PRESSABLE).evaluateAll((elements) =>
    elements.flatMap((element, index) => {
      const { width, right, bottom } = element.getBoundingClientRect();
      // The link to the content lies outside the page until it has the focus.
      const isShown =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        width > 1 &&
        right > 0 &&
        bottom + scrollY > 0;
      if (!isShown || element.matches(':disabled')) return [];
      const part = element.closest('main, header, footer')?.localName ?? 'body';
      const label = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      const href = element.matches('a:not([data-needs-scripts])')
        ? (element as HTMLAnchorElement).href
        : undefined;
      return {
        index,
        name: `${part}: ${element.localName} "${label}" ${element.getAttribute('href') ?? ''}`,
        href,
        opensTab: element.getAttribute('target') === '_blank',
      };
    }),
  );

/**
 * What a press can change: the address and what came along, what is open, chosen or refused, and
 * whether the page is at its top.
 */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const list = (selector: string, attribute: string): string =>
      [...document.querySelectorAll(selector)]
        .map((element) => element.getAttribute(attribute))
        .join();
    return JSON.stringify({
      at: location.pathname + location.search + location.hash,
      brought: (history.state as { usr?: unknown } | null)?.usr ?? null,
      expanded: list('[aria-expanded]', 'aria-expanded'),
      pressed: list('[aria-pressed], [aria-selected]', 'aria-pressed'),
      refused: document.querySelectorAll('[aria-invalid=true]').length,
      rows: [...document.querySelectorAll('details')].map(({ open }) => open).join(),
      dialogs: document.querySelectorAll('dialog[open], [role=dialog]:not([aria-hidden=true])')
        .length,
      fields: list('input', 'type'),
      isAtTop: scrollY === 0,
    });
  });

/** The state once two readings in a row agree: until then the page is still changing. */
async function steadyStateOf(page: Page): Promise<string> {
  let before = '';
  let now = await stateOf(page);
  while (now !== before) {
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))),
    );
    [before, now] = [now, await stateOf(page)];
  }
  return now;
}

/** Shows a call to action, so that what the press itself changes can be told. */
async function reveal(page: Page, { index }: CallToAction): Promise<Locator> {
  const element = page.locator(PRESSABLE).nth(index);
  await element.scrollIntoViewIfNeeded();
  return element;
}

/** What a press does once the page has come alive. */
async function effectWhenAlive(site: Site, path: string, width: number, call: CallToAction) {
  const page = await site.openFresh(path, width);
  const element = await reveal(page, call);
  // Before the pointer is there: a list that opens under it stays open at the click.
  const before = await steadyStateOf(page);
  await element.click();
  await expect.poll(() => stateOf(page), { message: call.name }).not.toBe(before);
  // Back leads out of the site when nothing was open before.
  if (page.url().startsWith(site.address)) await isAlive(page);
  const after = await steadyStateOf(page);
  await page.close();
  return after;
}

/**
 * Presses before the scripts have come, and expects what the press does on a page that is alive.
 */
async function pressAtOnce(site: Site, path: string, width: number, call: CallToAction) {
  if (call.href !== undefined && new URL(call.href).origin !== site.address) {
    // To another host or program: a plain link, which no script takes part in.
    expect(call.href, call.name).toMatch(/^(https|mailto|tel):/);
    return;
  }
  const { page, pressed } = await site.openSlow(path, width);
  const element = await reveal(page, call);
  if (call.href !== undefined) {
    const tab = call.opensTab ? page.waitForEvent('popup') : page;
    // oxlint-disable-next-line typescript/no-deprecated -- what will be the default
    await element.click({ noWaitAfter: true });
    const { pathname, hash } = new URL(call.href);
    await expect
      .poll(async () => new URL((await tab).url()), { message: call.name })
      .toMatchObject({ pathname, hash });
    pressed();
    await (await tab).close();
  } else {
    const wanted = await effectWhenAlive(site, path, width, call);
    // oxlint-disable-next-line typescript/no-deprecated -- what will be the default
    await element.click({ noWaitAfter: true });
    expect(await page.locator('html[data-alive]').count(), call.name).toBe(0);
    pressed();
    await expect.poll(() => stateOf(page), { message: `${call.name} at ${width} px` }).toBe(wanted);
  }
  await page.close();
}

describeSite('every call to action on a slow line', (site) => {
  /**
   * What pages share, such as the footer and links to the same page, is pressed on the first of
   * them.
   */
  const known = new Set<string>();

  describe.each(WIDTHS)('at %i px', (width) => {
    test.each(publicPaths.filter((path) => !APPLICATIONS.includes(path)))('%s', async (path) => {
      const { page, pressed } = await site().openSlow(path, width);
      const calls = (await callsOf(page)).filter(({ name, href }) => {
        // A plain link, which no script takes part in, does the same on every page at every width.
        const key = href ?? `${width} ${name.startsWith('main') ? `${path} ${name}` : name}`;
        if (known.has(key)) return false;
        known.add(key);
        return true;
      });
      pressed();
      await page.close();
      const left = [...calls];
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let call = left.pop(); call; call = left.pop())
            await pressAtOnce(site(), path, width, call);
        }),
      );
    });
  });
});
