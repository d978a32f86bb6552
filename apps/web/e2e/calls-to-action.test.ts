/**
 * Everything that can be pressed on every public page, pressed at once on a line on which each
 * script takes a second.
 */
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { applicationPaths, publicPaths } from '../app/routes.ts';
import { BLANK, describeSite, isAlive, type OwnPage, type Site } from './browser.ts';
import { WIDTHS } from './form-page.ts';

/** Presses at once: most of the time they wait for scripts. Each has a process of the browser. */
const AT_ONCE = 2;
/** Between two looks at a page that waits for scripts, ms: a look costs as much as a script. */
const LOOK_EVERY_MS = 500;
/** Places on all pages at both widths; one element at both widths counts once. */
const FEWEST_PLACES = 35;
const FEWEST_PRESSES = 19;

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

/** A call to action of a page at a width of the window. */
type Press = CallToAction & { readonly path: string; readonly width: number };

/** What needs the scripts of its page, at the widths at which it is shown. */
interface Pressable {
  readonly call: CallToAction;
  readonly path: string;
  readonly widths: number[];
}

/** A plain link, which the browser follows by itself. */
type PlainLink = CallToAction & { readonly href: string };

const isPlainLink = (call: CallToAction): call is PlainLink => call.href !== undefined;

/** What a press does once the page has come alive. */
async function effectWhenAlive(
  { page, goTo }: OwnPage,
  { path, width, ...call }: Press,
): Promise<string> {
  await goTo(path, width);
  const element = await reveal(page, call);
  // Before the pointer is there: a list that opens under it stays open at the click.
  const before = await steadyStateOf(page);
  const title = await page.title();
  await element.click();
  await expect.poll(() => stateOf(page), { message: call.name }).not.toBe(before);
  // The address changes before the page does.
  if (new URL(page.url()).pathname !== path)
    await expect.poll(() => page.title(), { message: call.name }).not.toBe(title);
  // Back leads there when no page was open before.
  if (new URL(page.url()).pathname !== BLANK) await isAlive(page);
  return steadyStateOf(page);
}

/**
 * Presses plain links of a page before its scripts have come, one after the other: the page stays,
 * because the answer to where they lead has no content.
 */
async function followAtOnce(
  site: Site,
  page: Page,
  path: string,
  links: readonly PlainLink[],
): Promise<void> {
  if (links.length === 0) return;
  let asked: string | undefined;
  const answer = async (route: Route): Promise<void> => {
    const request = route.request();
    if (!request.isNavigationRequest()) return route.fallback();
    asked = request.url();
    return route.fulfill({ status: 204 });
  };
  const isAnything = (): boolean => true;
  await page.context().route(isAnything, answer);
  for (const link of links) {
    const { href, hash, origin, pathname, search } = new URL(link.href);
    if (origin !== site.address) {
      // To another host or program: a plain link, which no script takes part in.
      expect(href, link.name).toMatch(/^(https|mailto|tel):/);
      continue;
    }
    asked = undefined;
    const element = await reveal(page, link);
    // oxlint-disable-next-line typescript/no-deprecated -- what will be the default
    await element.click({ noWaitAfter: true });
    if (hash !== '' && pathname === path)
      await expect.poll(() => page.url(), { message: link.name }).toBe(href);
    else
      await expect.poll(() => asked, { message: link.name }).toBe(`${origin}${pathname}${search}`);
  }
  await page.context().unroute(isAnything, answer);
}

/** Presses before the scripts have come, and expects what it does on a page that is alive. */
async function pressAtOnce(own: OwnPage, press: Press, wanted: string): Promise<void> {
  const { path, width, name } = press;
  const { page } = own;
  const begin = await own.goToSlowly(path, width);
  const element = await reveal(page, press);
  // oxlint-disable-next-line typescript/no-deprecated -- what will be the default
  await element.click({ noWaitAfter: true });
  expect(await page.locator('html[data-alive]').count(), name).toBe(0);
  // It ends with the document, where the press leads out of it.
  const isOver = page
    .evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('alive', resolve);
        }),
    )
    .catch(() => undefined);
  begin();
  await isOver;
  await expect
    .poll(() => stateOf(page), {
      message: `${path}: ${name} at ${width} px`,
      interval: LOOK_EVERY_MS,
    })
    .toBe(wanted);
}

describeSite('every call to action on a slow line', (site) => {
  /**
   * What pages share, such as the footer and links to the same page, is pressed on the first of
   * them.
   */
  const known = new Set<string>();
  const pressables: Pressable[] = [];

  test.each(publicPaths.filter((path) => !applicationPaths.includes(path)))(
    '%s: each plain link leads on at once',
    async (path) => {
      const { page, endWait } = await site().openEarly(path, WIDTHS[0]);
      const callsAt: (readonly [width: number, calls: readonly CallToAction[]])[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const calls = (await callsOf(page)).filter(({ name, href }) => {
          // A plain link, in which no script takes part, does the same on every page and width.
          const key = href ?? `${width} ${name.startsWith('main') ? `${path} ${name}` : name}`;
          if (known.has(key)) return false;
          known.add(key);
          return true;
        });
        callsAt.push([width, calls]);
      }
      const found = new Map<number, Pressable>();
      for (const [width, calls] of callsAt) {
        await page.setViewportSize({ width, height: 800 });
        await followAtOnce(site(), page, path, calls.filter(isPlainLink));
        for (const call of calls.filter((other) => !isPlainLink(other))) {
          // Nothing covers it, at each width.
          await (await reveal(page, call)).hover();
          const element = found.get(call.index) ?? { call, path, widths: [] };
          expect(call.name).toBe(element.call.name);
          element.widths.push(width);
          found.set(call.index, element);
        }
      }
      pressables.push(...found.values());
      expect(await page.locator('html[data-alive]').count()).toBe(0);
      endWait('fail');
    },
  );

  test('all others do what they do on a page that is alive', async () => {
    expect(pressables.length).toBeGreaterThanOrEqual(FEWEST_PRESSES);
    expect(pressables.flatMap(({ widths }) => widths).length).toBeGreaterThanOrEqual(FEWEST_PLACES);
    // Each element once, the widths in turn.
    const presses = pressables.map(({ call, path, widths }, at): Press => ({
      ...call,
      path,
      width: widths[at % widths.length]!,
    }));
    const alive = await site().openOwn();
    const left: (readonly [press: Press, wanted: string])[] = [];
    // One after the other in one page, which keeps the scripts of the pages.
    for (const press of presses) left.unshift([press, await effectWhenAlive(alive, press)]);
    const others = Array.from({ length: AT_ONCE - 1 }, () => site().openOwn());
    await Promise.all(
      [alive, ...(await Promise.all(others))].map(async (own) => {
        for (let next = left.pop(); next; next = left.pop()) await pressAtOnce(own, ...next);
      }),
    );
  });
});
