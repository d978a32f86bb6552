/**
 * What the files of a run share: each worker of the tests has a server without further environment,
 * and one for the environment that it asked for last.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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

const hostFile = fileURLToPath(new URL('servers.mjs', import.meta.url));

/** What a worker says of itself. */
export interface Wish {
  readonly worker: string;
  /** Environment of the server, beyond what every test needs. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface SharedSite {
  readonly address: string;
  /** Where the server keeps its data. */
  readonly dataFolder: string;
}

/** What the process of the servers answers. */
interface Answer {
  readonly id: number;
  readonly address?: string;
  readonly error?: string;
}

interface Server {
  readonly id: number;
  /** As JSON. */
  readonly environment: string;
  readonly site: Promise<SharedSite>;
}

/**
 * Starts servers when a worker asks for them. Those without further environment end with the run,
 * others when their worker asks for the next one: idle servers look for work every second.
 */
export default async function shareSite(project: TestProject): Promise<() => Promise<void>> {
  /** By worker, and by whether their environment is more than what every test needs. */
  const servers = new Map<string, Server>();
  const all: Promise<SharedSite>[] = [];
  const host = fork(hostFile, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'silent' },
  });

  async function grant(request: IncomingMessage): Promise<SharedSite> {
    const { worker, environment: asked } = (await json(request)) as Wish;
    const environment = JSON.stringify(asked);
    const place = `${worker} ${environment !== '{}'}`;
    const last = servers.get(place);
    if (last?.environment === environment) return last.site;
    if (last) host.send({ id: last.id });
    const id = all.length;
    const site = start(host, id, asked);
    servers.set(place, { id, environment, site });
    all.push(site);
    return site;
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
    const ended = host.exitCode === null ? once(host, 'exit') : undefined;
    if (host.connected) host.disconnect();
    await ended;
    for (const started of await Promise.allSettled(all))
      if (started.status === 'fulfilled')
        await rm(started.value.dataFolder, { recursive: true, force: true });
  };
}

async function start(
  host: ChildProcess,
  id: number,
  environment: Wish['environment'],
): Promise<SharedSite> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lumenloom-e2e-'));
  const answer = new Promise<string>((resolve, reject) => {
    const ended = (code: number | null): void => {
      reject(new Error(`The process of the servers has ended with ${String(code)}.`));
    };
    const take = (message: Answer): void => {
      if (message.id !== id) return;
      host.off('message', take).off('exit', ended);
      if (message.address) resolve(message.address);
      else reject(new Error(message.error));
    };
    host.on('message', take).once('exit', ended);
  });
  host.send({
    id,
    environment: {
      WORKBENCH_FEATURES: '',
      COMPUTE_AUTH: 'open',
      // Few of them compute much, and a further thread compiles the engine anew.
      WARM_THREADS: '0',
      THREADS_PER_RUN: '1',
      ...environment,
      DATA_DIR: dataFolder,
    },
  });
  return { address: await answer, dataFolder };
}
