import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../../web/e2e/chromium.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Outcome, type Row } from './row.ts';

const noBrowser = (): string | undefined =>
  chromiumPath ? undefined : 'no Chromium (apt-get install chromium-headless-shell)';

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, args: chromiumFlags });

/** How long a page may take to show what it must, in milliseconds; beyond, the try has failed. */
const PATIENCE_MS = 30_000;

/** What a try works with. */
interface Visit {
  readonly page: Page;
  readonly address: string;
  /** Counts what should not have happened. */
  readonly fail: (what: string) => void;
}

/**
 * Tries on the built site, in a real browser; each in a page of its own, in which no script may
 * throw.
 */
async function inBrowser(
  most: number,
  triesOf: (address: string) => Promise<readonly ((visit: Visit) => Promise<void>)[]>,
  note: string,
): Promise<Outcome> {
  return withDataFolder(async (folder) => {
    const failures: string[] = [];
    let worstMs = 0;
    const server = startOn(folder);
    const address = await server.listening();
    const browser = await launch();
    const tries = (await triesOf(address)).slice(0, most);
    for (const [index, act] of tries.entries()) {
      const fail = (what: string): number => failures.push(`try ${index}: ${what}`);
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(PATIENCE_MS);
      // React Router's script for scroll positions stands in the page itself, and reports a storage
      // that is denied.
      page.on('pageerror', (error) => {
        if (error.stack?.includes('/assets/')) fail(error.message);
      });
      const { ms } = await timed(() =>
        act({ page, address, fail }).catch((error: unknown) => {
          fail(String(error));
        }),
      );
      worstMs = Math.max(worstMs, ms);
      await page.close();
    }
    await browser.close();
    server.kill('SIGTERM');
    await server.ended;
    return { tries: tries.length, failures, worstMs, note };
  });
}

const isAlive = (page: Page): Promise<void> =>
  page.locator('html[data-alive]').waitFor({ state: 'attached' });

/** Paths of the public pages. */
async function publicPaths(address: string): Promise<readonly string[]> {
  const map = await (await fetch(`${address}/sitemap.xml`)).text();
  return [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
}

/** The code of the next page does not come: the page says so, and loading again brings it. */
export const chunkFails: Row = {
  name: 'web-chunk-fails',
  tries: 100,
  impossible: noBrowser,
  run: (most) =>
    inBrowser(
      most,
      async (address) => {
        const home = await (await fetch(address)).text();
        const linked = new Set(
          [...home.matchAll(/<a [^>]*href="(\/[\w/]+)"/g)].map(([, to]) => to!),
        );
        return [...linked].map((path) => async ({ page, fail }) => {
          await page.goto(address);
          await isAlive(page);
          await page.route('**/assets/*.js', (route) => route.abort());
          const link = page.locator(`a[href="${path}"]`).first();
          await link.evaluate((element) => {
            (element as HTMLElement).click();
          });
          await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
          await page.unroute('**/assets/*.js');
          await page.getByRole('button', { name: 'Load the page again' }).click();
          await isAlive(page);
          if (new URL(page.url()).pathname !== path) fail(`${path} is ${page.url()} after loading`);
        });
      },
      'each page that the home page links to; the time is the whole try',
    ),
};

/** As text: what the compiler adds to a function is not known to the page. */
const DENY_STORAGE = `for (const storage of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, storage, {
    get: () => { throw new DOMException('denied', 'SecurityError'); },
  });`;

/** The browser denies storage: every page comes alive, and no script throws. */
export const storageDenied: Row = {
  name: 'web-storage-denied',
  tries: 100,
  impossible: noBrowser,
  run: (most) =>
    inBrowser(
      most,
      async (address) =>
        [...(await publicPaths(address)), '/simulate'].map((path) => async ({ page }) => {
          await page.addInitScript(DENY_STORAGE);
          page.on('dialog', (dialog) => void dialog.accept());
          await page.goto(address + path);
          await isAlive(page);
          await page.locator('h1').first().waitFor();
        }),
      'every page of the site map, and the workbench; the time is the whole try',
    ),
};

/**
 * The compute server is gone when somebody presses Run: the log says so, what was chosen stays, and
 * Run works when it is back.
 */
export const computeUnreachable: Row = {
  name: 'web-compute-unreachable',
  tries: 5,
  impossible: noBrowser,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      let server = startOn(folder);
      const address = await server.listening();
      const browser = await launch();
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.addInitScript(() => {
        localStorage.setItem('isLoggedIn', 'true');
      });
      await page.goto(`${address}/simulate`);
      await isAlive(page);
      const chosen = { Scene: 'Macbeth', Sensor: 'Bayer-grbg' };
      for (const [label, option] of Object.entries(chosen))
        await page.getByLabel(label, { exact: true }).selectOption(option);
      const said = async (text: string): Promise<number> =>
        page.getByRole('log', { name: 'Log' }).getByText(text).count();
      const press = async (expected: string): Promise<void> => {
        const before = await said(expected);
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        for (const end = Date.now() + PATIENCE_MS; (await said(expected)) === before;)
          if (Date.now() > end) {
            failures.push(`the log does not say ${expected}`);
            return;
          } else await setTimeout(50);
      };
      for (let attempt = 0; attempt < tries; attempt += 1) {
        server.kill('SIGKILL');
        await server.ended;
        await press('Simulation failed: ');
        server = startOn(folder, { PORT: new URL(address).port });
        await server.listening();
        const { ms } = await timed(() => press('Time: '));
        worstMs = Math.max(worstMs, ms);
        for (const [label, option] of Object.entries(chosen))
          if ((await page.getByLabel(label, { exact: true }).inputValue()) !== option)
            failures.push(`try ${attempt}: ${label} is not ${option} any more`);
      }
      await browser.close();
      server.kill('SIGTERM');
      await server.ended;
      return { tries, failures, worstMs, note: 'the time is the first run afterwards' };
    }),
};
