import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, describe, inject } from 'vitest';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import type { SharedSite, Wish } from './shared-site.ts';

/**
 * How long the browser waits for what a test needs to see, ms. It ends tests that hang; none takes
 * as long, but work of low priority on a server waits for the other tests.
 */
const WAIT_LIMIT_MS = 240_000;

/**
 * Functions are optimized after sixteen times as many calls, loops after thirty times as many
 * turns: most pages live for less than a second. Tests of the workbench take 7 to 12 % less
 * processor time than with four times as many calls alone, others as much.
 */
const LATE_COMPILATION =
  '--js-flags=--invocation-count-for-maglev=6400 --invocation-count-for-turbofan=24000 ' +
  '--interrupt-budget=4000000';

/** How long each script takes on a slow line, ms. */
const SLOW_SCRIPT_MS = 1000;

/**
 * With `SLOW_PAGES` scripts and answers of the server come late, and React draws late: a test that
 * does not wait for what it needs to see fails (tools/scripts/test-steady.mjs).
 */
const IS_SLOW = process.env['SLOW_PAGES'] !== undefined;
/** The latest that an answer and a step of React's work come then, ms. */
const LATE_ANSWER_MS = 400;
const LATE_DRAWING_MS = 100;

/** What a browser test works with. */
export interface Site {
  readonly address: string;
  /** Where the server keeps its data. */
  readonly dataFolder: string;
  /**
   * A fresh page that has come alive, closed after the test; errors that the page reports go to
   * `pageErrors`.
   */
  readonly open: (path: string, width?: number, height?: number) => Promise<Page>;
  /** A page of its own, closed after the test, which goes from path to path. */
  readonly openOwn: () => Promise<OwnPage>;
  /** A fresh page as it is before its scripts have come, closed after the test. */
  readonly openEarly: (
    path: string,
    width: number,
    options?: { readonly javaScriptEnabled?: boolean; readonly isLoggedIn?: boolean },
  ) => Promise<EarlyPage>;
  readonly pageErrors: string[];
}

/** A page that goes to each path as if it had been nowhere. */
export interface OwnPage {
  readonly page: Page;
  /** Goes there, and waits until the page has come alive. */
  readonly goTo: (path: string, width: number) => Promise<void>;
  /**
   * Goes there on a slow line: each script takes `SLOW_SCRIPT_MS`, and the first ones do not come
   * before the function that it gives is called.
   */
  readonly goToSlowly: (path: string, width: number) => Promise<() => void>;
}

interface EarlyPage {
  readonly page: Page;
  /** Lets the scripts through, or makes them fail. */
  readonly endWait: (how: 'come' | 'fail') => void;
}

/** The browser of this worker, which ends with it. */
let browser: Browser | undefined;

/**
 * The page that the tests of a worker take in turn: fresh ones take three times the processor time.
 * What a test leaves in it is wiped before the next one; where it cannot be wiped, the page goes.
 */
interface TurnPage {
  readonly page: Page;
  readonly session: CDPSession;
  isTaken: boolean;
  isWorn: boolean;
}
let turnPage: TurnPage | undefined;

/**
 * An address of the site without scripts; in the history of a wiped page it is what Back leads to.
 * One outside the site would need another process of the browser each time.
 */
export const BLANK = '/healthz';
/** What cannot be undone in a page. */
const LASTING = ['addInitScript', 'emulateMedia', 'exposeFunction', 'setExtraHTTPHeaders'] as const;
/** What tests listen to. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'response',
  'worker',
] as const;

interface Viewport {
  readonly width: number;
  readonly height: number;
}

async function newPage(from: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await from.newPage(options);
  if (!IS_SLOW) return page;
  await page.context().route('**/*', async (route) => {
    if (/^(fetch|script)$/.test(route.request().resourceType()))
      // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the late answer itself
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LATE_ANSWER_MS));
    // The page may be elsewhere by now.
    await route.continue().catch(() => undefined);
  });
  // React's scheduler goes on when its message to itself arrives.
  await page.context().addInitScript((latest) => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its port
    const { postMessage } = MessagePort.prototype;
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the real clock, not one that a test installs
    const later = setTimeout;
    MessagePort.prototype.postMessage = function post(this: MessagePort, ...sent: [unknown]) {
      if (sent[0] === null) later(() => postMessage.apply(this, sent), Math.random() * latest);
      else postMessage.apply(this, sent);
    } as typeof postMessage;
  }, LATE_DRAWING_MS);
  return page;
}

/**
 * @returns the page of this worker as if it were fresh; a fresh one while another one of this test
 * is open
 */
async function takePage(from: Browser, address: string, viewport: Viewport): Promise<Page> {
  if (turnPage?.isTaken) return newPage(from, { viewport });
  if (!turnPage) turnPage = await makeTurnPage(from, viewport);
  const { page, session } = turnPage;
  turnPage.isTaken = true;
  await page.setViewportSize(viewport);
  await page.mouse.move(-1, -1);
  await wipe(page, session, address);
  return page;
}

const sessionOf = (page: Page): Promise<CDPSession> | CDPSession =>
  turnPage?.page === page ? turnPage.session : page.context().newCDPSession(page);

/** Ends the holding of scripts, by the session of the page. */
const holds = new WeakMap<CDPSession, () => Promise<void>>();

/**
 * Holds each script of a page back until it shall come or fail. The page may have none of them from
 * a page before.
 */
async function holdScripts(
  session: CDPSession,
  until: () => Promise<'come' | 'fail'>,
): Promise<void> {
  const hold = ({ requestId }: { readonly requestId: string }): void => {
    void until()
      .then((how) =>
        how === 'come'
          ? session.send('Fetch.continueRequest', { requestId })
          : session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }),
      )
      // The page may be elsewhere by now.
      .catch(() => undefined);
  };
  session.on('Fetch.requestPaused', hold);
  holds.set(session, async () => {
    session.off('Fetch.requestPaused', hold);
    await session.send('Fetch.disable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js' }] });
}

async function letScriptsCome(session: CDPSession): Promise<void> {
  await holds.get(session)?.();
  holds.delete(session);
}

/** Leaves a page as if it had been nowhere. */
async function wipe(page: Page, session: CDPSession, address: string): Promise<void> {
  // First away from the last page: pages store things as they are left.
  await page.goto(`${address}${BLANK}`);
  await page.context().clearCookies();
  await page.context().clearPermissions();
  await page.evaluate(() => sessionStorage.clear());
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
}

async function makeTurnPage(from: Browser, viewport: Viewport): Promise<TurnPage> {
  const page = await newPage(from, { viewport });
  const made: TurnPage = {
    page,
    session: await page.context().newCDPSession(page),
    isTaken: false,
    isWorn: false,
  };
  const wears = <Target extends object>(target: Target, ...names: (keyof Target)[]): void => {
    for (const name of names) {
      const method = target[name] as (...sent: unknown[]) => unknown;
      Object.assign(target, {
        [name]: (...sent: unknown[]) => {
          made.isWorn = true;
          return method.apply(target, sent);
        },
      });
    }
  };
  wears(page, ...LASTING);
  wears(page.clock, 'install', 'setFixedTime');
  wears(page.context(), 'newCDPSession');
  return made;
}

/**
 * Closes what a test has opened; the page that tests take in turn loses its listeners and routes.
 */
async function putBack(from: Browser): Promise<void> {
  const { page, isWorn } = turnPage ?? {};
  const isKept = page && !isWorn && !page.isClosed();
  if (!isKept) turnPage = undefined;
  for (const context of from.contexts())
    if (context !== turnPage?.page.context()) await context.close();
  if (!turnPage) return;
  for (const other of turnPage.page.context().pages())
    if (other !== turnPage.page) await other.close();
  for (const event of HEARD) turnPage.page.removeAllListeners(event);
  await turnPage.page.unrouteAll({ behavior: 'ignoreErrors' });
  await letScriptsCome(turnPage.session);
  turnPage.isTaken = false;
}

/**
 * Adds the messages and dialogs that the pages of a failed test show to its error: a build server
 * keeps no screenshots.
 */
async function sayWhatPagesShow(
  from: Browser,
  [error]: readonly { message: string }[] = [],
): Promise<void> {
  const pages = from.contexts().flatMap((context) => context.pages());
  const shown = pages.map(async (page) => {
    const said = page.evaluate(() => {
      const speaking = '[role=alert], [role=status], [role=dialog]';
      return [...document.querySelectorAll<HTMLElement>(speaking)]
        .map(({ role, innerText }) => `${role}: ${innerText.replace(/\s+/g, ' ').slice(0, 300)}`)
        .filter((text) => !text.endsWith(': '))
        .join('; ');
    });
    // A page that hangs does not answer.
    const late = new Promise<string>((resolve) => {
      // oxlint-disable-next-line eslint-js/no-restricted-syntax -- of a test that has failed
      setTimeout(resolve, 5000, 'no answer');
    });
    return `${page.url()} shows ${await Promise.race([said, late]).catch(String)}`;
  });
  if (error) error.message = [...(await Promise.all(shown)), error.message].join('\n');
}

/**
 * Tests against the real server, built, in a real browser; skipped, and said so, where there is no
 * Chromium.
 *
 * @param environment of the server, beyond what every test needs. All files that a worker runs
 *   share a server for each: accounts and data are named by the file.
 */
export function describeSite(
  name: string,
  tests: (site: () => Site) => void,
  environment: Readonly<Record<string, string>> = {},
): void {
  describe.skipIf(!chromiumPath)(
    !chromiumPath
      ? `${name} (skipped: no Chromium; apt-get install chromium-headless-shell)`
      : name,
    () => {
      let site: Site;
      beforeAll(async () => {
        const shared = await askFor(environment);
        // After a crash the next file has another one.
        if (!browser?.isConnected()) {
          browser = await chromium.launch({
            executablePath: chromiumPath!,
            args: [...chromiumFlags, LATE_COMPILATION],
          });
          turnPage = undefined;
        }
        site = siteOf(browser, shared);
      });
      afterEach(async ({ task }) => {
        if (task.result?.state === 'fail') {
          await sayWhatPagesShow(browser!, task.result.errors);
          // The test may have left the page in any state.
          if (turnPage) turnPage.isWorn = true;
        }
        await putBack(browser!);
      });
      tests(() => site);
    },
  );
}

/** A server with that environment, for the tests of this worker. */
export async function askFor(environment: Wish['environment']): Promise<SharedSite> {
  const wish: Wish = { worker: process.env['VITEST_POOL_ID']!, environment };
  const answer = await fetch(inject('sharedSite'), { method: 'POST', body: JSON.stringify(wish) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as SharedSite;
}

function siteOf(openBrowser: Browser, { address, dataFolder }: SharedSite): Site {
  const pageErrors: string[] = [];
  const openIn = async (page: Page, path: string): Promise<Page> => {
    page.context().setDefaultTimeout(WAIT_LIMIT_MS);
    page.on('pageerror', (error) => pageErrors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') pageErrors.push(message.text());
    });
    // The workbench opens for those who have logged in.
    if (/^\/simulate\b/.test(path)) await markLoggedIn(page, address);
    await page.goto(address + path);
    await isAlive(page);
    // The first line of the log tells that the answer about the device, which the page asks for by
    // itself, is there.
    if (/^\/simulate(#|$)/.test(path)) await page.locator('[role=log] > *').first().waitFor();
    return page;
  };
  const open: Site['open'] = async (path, width = 1280, height = 800) =>
    openIn(await takePage(openBrowser, address, { width, height }), path);
  const openEarly: Site['openEarly'] = async (
    path,
    width,
    { javaScriptEnabled = true, isLoggedIn = false } = {},
  ) => {
    const viewport = { width, height: 800 };
    const page = javaScriptEnabled
      ? await takePage(openBrowser, address, viewport)
      : await newPage(openBrowser, { viewport, javaScriptEnabled });
    page.context().setDefaultTimeout(WAIT_LIMIT_MS);
    if (isLoggedIn) await markLoggedIn(page, address);
    let endWait: EarlyPage['endWait'] = () => undefined;
    const wait = new Promise<'come' | 'fail'>((resolve) => {
      endWait = resolve;
    });
    if (javaScriptEnabled) await holdScripts(await sessionOf(page), () => wait);
    // The event 'load' would wait for the scripts.
    await page.goto(address + path, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    return { page, endWait };
  };
  const openOwn = (): Promise<OwnPage> => makeOwnPage(openBrowser, address);
  return { address, dataFolder, pageErrors, open, openOwn, openEarly };
}

async function makeOwnPage(from: Browser, address: string): Promise<OwnPage> {
  const page = await newPage(from);
  page.context().setDefaultTimeout(WAIT_LIMIT_MS);
  const session = await page.context().newCDPSession(page);
  const forget = async (width: number): Promise<void> => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await letScriptsCome(session);
    await page.setViewportSize({ width, height: 800 });
    await wipe(page, session, address);
    await page.mouse.move(-1, -1);
  };
  const goTo: OwnPage['goTo'] = async (path, width) => {
    await forget(width);
    await page.goto(address + path);
    await isAlive(page);
  };
  const goToSlowly: OwnPage['goToSlowly'] = async (path, width) => {
    await forget(width);
    let begin = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await holdScripts(session, async () => {
      // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the slow line itself; no test waits for it
      await new Promise((resolve) => setTimeout(resolve, SLOW_SCRIPT_MS));
      await isBegun;
      return 'come';
    });
    await page.goto(address + path, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    return begin;
  };
  return { page, goTo, goToSlowly };
}

/** Stores what the login stores, from an address of the site without scripts. */
export async function markLoggedIn(page: Page, address: string): Promise<void> {
  const blank = `${address}${BLANK}`;
  if (page.url() !== blank) await page.goto(blank);
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
}

/**
 * Waits until the page answers to people: React has taken over and its effects have run
 * (app/alive.ts).
 */
export async function isAlive(page: Page): Promise<void> {
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
}
