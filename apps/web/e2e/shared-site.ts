/**
 * What the files of a run share: each worker of the tests has one Chromium, and one server for each
 * environment.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a worker asks for its browser and its servers. */
    readonly sharedSite: string;
  }
}

export const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const serverFile = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // The wheel and `scrollTo` arrive at once: no test waits for a scroll animation, or reads a place
  // on its way.
  '--disable-smooth-scrolling',
  // Nothing of the browser's own may go out: the machine may have no network.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What a worker says of itself. */
export interface Wish {
  readonly worker: string;
  /** Of the server, beyond what every test needs. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface SharedSite {
  /** Where the worker's Chromium takes connections. */
  readonly browser: string;
  readonly address: string;
  /** Where the server keeps its data. */
  readonly dataFolder: string;
}

interface Server {
  readonly process: ChildProcess;
  readonly address: string;
  readonly dataFolder: string;
}

/** Starts browsers and servers when a worker first asks for them; they end with the run. */
export default async function shareSite(project: TestProject): Promise<() => Promise<void>> {
  const browsers = new Map<string, Promise<BrowserServer>>();
  const servers = new Map<string, Promise<Server>>();

  async function launch(worker: string): Promise<BrowserServer> {
    const browser = await chromium.launchServer({ executablePath, args: flags });
    // After a crash the next file has another one.
    browser.on('close', () => browsers.delete(worker));
    return browser;
  }

  async function grant(request: IncomingMessage): Promise<SharedSite> {
    const { worker, environment } = (await json(request)) as Wish;
    const key = JSON.stringify([worker, environment]);
    const browser = browsers.get(worker) ?? launch(worker);
    browsers.set(worker, browser);
    const server = servers.get(key) ?? start(environment);
    servers.set(key, server);
    const { address, dataFolder } = await server;
    return { browser: (await browser).wsEndpoint(), address, dataFolder };
  }

  const desk = createServer((request, response) => {
    grant(request).then(
      (site) => response.end(JSON.stringify(site)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    desk.listen(0, '127.0.0.1', resolve);
  });
  project.provide('sharedSite', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`);

  return async () => {
    desk.close();
    await Promise.all([
      ...[...browsers.values()].map(async (browser) => (await browser).close()),
      ...[...servers.values()].map(async (server) => end(await server)),
    ]);
  };
}

/** Whether there is a browser to test with. */
export const hasBrowser = (): boolean => existsSync(executablePath);

async function start(environment: Readonly<Record<string, string>>): Promise<Server> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lumenloom-e2e-'));
  const server = spawn(process.execPath, [serverFile, '--no-demo'], {
    env: {
      ...process.env,
      WORKBENCH_FEATURES: '',
      COMPUTE_AUTH: 'open',
      // Few of them compute much.
      WARM_THREADS: '0',
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
