import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const serverFile = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // The wheel and `scrollTo` arrive at once: no test waits for a scroll animation, or reads a place on its way.
  '--disable-smooth-scrolling',
  // Nothing of the browser's own may go out: the machine may have no network.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** How long the browser waits for what a test needs to see, ms. It ends tests that hang; none takes as long. */
const WAIT_LIMIT_MS = 120_000;

/** How long each script takes on a slow line, ms. */
const SLOW_SCRIPT_MS = 3000;

/** What a browser test works with. */
export interface Site {
  readonly address: string;
  /** Where the server keeps its data. */
  readonly dataFolder: string;
  /** A fresh page that has come alive, closed after the test; errors that the page reports go to `pageErrors`. */
  readonly open: (path: string, width?: number, height?: number) => Promise<Page>;
  /** A fresh page as it is before its scripts have come, closed after the test. */
  readonly openEarly: (
    path: string,
    width: number,
    options?: { readonly javaScriptEnabled?: boolean; readonly isLoggedIn?: boolean },
  ) => Promise<EarlyPage>;
  /**
   * A fresh page on a slow line, closed after the test: each of its scripts takes `SLOW_SCRIPT_MS`, and the first ones do not come before
   * `pressed` is called.
   */
  readonly openSlow: (path: string, width: number) => Promise<SlowPage>;
  readonly pageErrors: string[];
}

export interface SlowPage {
  readonly page: Page;
  readonly pressed: () => void;
}

interface EarlyPage {
  readonly page: Page;
  /** Lets the scripts through, or makes them fail. */
  readonly endWait: (how: 'come' | 'fail') => void;
}

interface Server {
  readonly process: ChildProcess;
  readonly address: string;
  readonly dataFolder: string;
}

/** The browser and the servers of a test file, by their environment; each is started when it is first needed. */
let browser: Promise<Browser> | undefined;
const servers = new Map<string, Promise<Server>>();

afterAll(async () => {
  await (await browser)?.close();
  for (const server of servers.values()) await end(await server);
});

/**
 * Tests against the real server, built, in a real browser; skipped, and said so, where there is no Chromium.
 *
 * @param environment of the server, beyond what every test needs. Tests of one file with the same environment share a server.
 */
export function describeSite(
  name: string,
  tests: (site: () => Site) => void,
  environment: Readonly<Record<string, string>> = {},
): void {
  const hasBrowser = existsSync(executablePath);
  describe.skipIf(!hasBrowser)(
    hasBrowser
      ? name
      : `${name} (skipped: no Chromium at ${executablePath}; apt-get install chromium)`,
    () => {
      let site: Site;
      beforeAll(async () => {
        browser ??= chromium.launch({ executablePath, args: flags });
        const key = JSON.stringify(environment);
        const server = servers.get(key) ?? start(environment);
        servers.set(key, server);
        site = siteOf(await browser, await server);
      });
      afterEach(async () => {
        for (const context of (await browser)!.contexts()) await context.close();
      });
      tests(() => site);
    },
  );
}

function siteOf(openBrowser: Browser, { address, dataFolder }: Server): Site {
  const pageErrors: string[] = [];
  const open: Site['open'] = async (path, width = 1280, height = 800) => {
    const page = await openBrowser.newPage({ viewport: { width, height } });
    page.context().setDefaultTimeout(WAIT_LIMIT_MS);
    page.on('pageerror', (error) => pageErrors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') pageErrors.push(message.text());
    });
    // The workbench opens for those who have logged in.
    if (path === '/simulate')
      await page.addInitScript(() => localStorage.setItem('isLoggedIn', 'true'));
    await page.goto(address + path);
    await isAlive(page);
    // The first line of the log tells that the answer about the device, which the page asks for by itself, is there.
    if (path === '/simulate') await page.locator('[role=log] > *').first().waitFor();
    return page;
  };
  const openEarly: Site['openEarly'] = async (
    path,
    width,
    { javaScriptEnabled = true, isLoggedIn = false } = {},
  ) => {
    const page = await openBrowser.newPage({
      viewport: { width, height: 800 },
      javaScriptEnabled,
    });
    page.context().setDefaultTimeout(WAIT_LIMIT_MS);
    if (isLoggedIn) await page.addInitScript(() => localStorage.setItem('isLoggedIn', 'true'));
    let endWait: EarlyPage['endWait'] = () => undefined;
    const wait = new Promise<'come' | 'fail'>((resolve) => {
      endWait = resolve;
    });
    await page.route('**/assets/*.js', async (route) =>
      (await wait) === 'come' ? route.continue() : route.abort(),
    );
    // The event 'load' would wait for the scripts.
    await page.goto(address + path, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    return { page, endWait };
  };
  const openSlow: Site['openSlow'] = async (path, width) => {
    const page = await openBrowser.newPage({ viewport: { width, height: 800 } });
    page.context().setDefaultTimeout(WAIT_LIMIT_MS);
    let pressed: SlowPage['pressed'] = () => undefined;
    const press = new Promise<void>((resolve) => {
      pressed = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the slow line itself; no test waits for it
      await new Promise((resolve) => setTimeout(resolve, SLOW_SCRIPT_MS));
      await press;
      // The page may be closed by now.
      await route.continue().catch(() => undefined);
    });
    await page.goto(address + path, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    return { page, pressed };
  };
  return { address, dataFolder, pageErrors, open, openEarly, openSlow };
}

/** Waits until the page answers to people: React has taken over and its effects have run (app/alive.ts). */
export async function isAlive(page: Page): Promise<void> {
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
}

async function start(environment: Readonly<Record<string, string>>): Promise<Server> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lumenloom-e2e-'));
  const server = spawn(process.execPath, [serverFile, '--no-demo'], {
    env: {
      ...process.env,
      WORKBENCH_FEATURES: '',
      COMPUTE_AUTH: 'open',
      ...environment,
      PORT: '0',
      DATA_DIR: dataFolder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { process: server, address: await addressOf(server), dataFolder };
}

async function end({ process: server, dataFolder }: Server): Promise<void> {
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  server.kill('SIGTERM');
  await ended;
  await rm(dataFolder, { recursive: true, force: true });
}

/** The address in the server's start message. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /site\s+(http:\/\/\S+?)\/\s/.exec(said)?.[1];
      if (address) resolve(address);
    });
    server.once('exit', (code) => {
      reject(new Error(`The server ended with ${String(code)} before it listened: ${said}`));
    });
  });
}
