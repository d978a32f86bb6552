/** What the files of a run share: each worker of the tests has one server for each environment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a worker asks for its servers. */
    readonly sharedSite: string;
  }
}

const serverFile = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/** What a worker says of itself. */
export interface Wish {
  readonly worker: string;
  /** Of the server, beyond what every test needs. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface SharedSite {
  readonly address: string;
  /** Where the server keeps its data. */
  readonly dataFolder: string;
}

interface Server {
  readonly process: ChildProcess;
  readonly address: string;
  readonly dataFolder: string;
}

/** Starts servers when a worker first asks for them; they end with the run. */
export default async function shareSite(project: TestProject): Promise<() => Promise<void>> {
  const servers = new Map<string, Promise<Server>>();

  async function grant(request: IncomingMessage): Promise<SharedSite> {
    const { worker, environment } = (await json(request)) as Wish;
    const key = JSON.stringify([worker, environment]);
    const server = servers.get(key) ?? start(environment);
    servers.set(key, server);
    const { address, dataFolder } = await server;
    return { address, dataFolder };
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
    await Promise.all([...servers.values()].map(async (server) => end(await server)));
  };
}

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
