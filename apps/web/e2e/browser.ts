import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const serverFile = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** Nothing of the browser's own may go out: the machine may have no network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What a browser test works with. */
export interface Site {
  readonly address: string;
  /** Where the server keeps its data. */
  readonly dataFolder: string;
  /** A fresh page; errors that the page reports go to `pageErrors`. */
  readonly open: (path: string, width?: number, height?: number) => Promise<Page>;
  readonly pageErrors: string[];
}

/**
 * Tests against the real server, built, in a real browser; skipped, and said so, where there is no Chromium.
 *
 * @param environment of the server, beyond what every test needs.
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
      let server: ChildProcess;
      let browser: Browser;
      let folder: string;
      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'lumenloom-e2e-'));
        [server, browser] = [
          spawn(process.execPath, [serverFile, '--no-demo'], {
            env: {
              ...process.env,
              WORKBENCH_FEATURES: '',
              COMPUTE_AUTH: 'open',
              ...environment,
              PORT: '0',
              DATA_DIR: folder,
            },
            stdio: ['ignore', 'pipe', 'inherit'],
          }),
          await chromium.launch({ executablePath, args: flags }),
        ];
        const address = await addressOf(server);
        const pageErrors: string[] = [];
        site = {
          address,
          dataFolder: folder,
          pageErrors,
          open: async (path, width = 1280, height = 800) => {
            const page = await browser.newPage({ viewport: { width, height } });
            page.on('pageerror', (error) => pageErrors.push(error.message));
            page.on('console', (message) => {
              if (message.type() === 'error') pageErrors.push(message.text());
            });
            // The workbench opens for those who have logged in.
            if (path === '/simulate')
              await page.addInitScript(() => localStorage.setItem('isLoggedIn', 'true'));
            await page.goto(address + path);
            // The first line of the log tells that the page has come alive.
            if (path === '/simulate') await page.locator('[role=log] > *').first().waitFor();
            return page;
          },
        };
      });
      afterAll(async () => {
        await browser.close();
        const ended = new Promise((resolve) => {
          server.once('exit', resolve);
        });
        server.kill('SIGTERM');
        await ended;
        await rm(folder, { recursive: true, force: true });
      });
      tests(() => site);
    },
  );
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
