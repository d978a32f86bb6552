/**
 * Firefox and WebKit by the commands of WebDriver (W3C): WebKitWebDriver takes them over HTTP,
 * Firefox by its own protocol Marionette, with the same names and values; Debian has no geckodriver
 * to stand between.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../server/tests/until.ts';

/** The commands that are used: how HTTP names them. Marionette has the same names. */
const COMMANDS = {
  Navigate: ['POST', '/url'],
  ExecuteAsyncScript: ['POST', '/execute/async'],
  ElementClick: ['POST', '/element/:id/click'],
  ElementSendKeys: ['POST', '/element/:id/value'],
  GetWindowHandles: ['GET', '/window/handles'],
  SwitchToWindow: ['POST', '/window'],
  CloseWindow: ['DELETE', '/window'],
  SetWindowRect: ['POST', '/window/rect'],
  SetTimeouts: ['POST', '/timeouts'],
  DeleteAllCookies: ['DELETE', '/cookie'],
  TakeScreenshot: ['GET', '/screenshot'],
} as const;

export interface Driver {
  readonly send: (
    command: keyof typeof COMMANDS,
    values?: Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
const WEBKIT = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/Xvfb';

/** What a browser needs, by its name. */
export const BROWSERS = {
  Firefox: { needs: [FIREFOX], start: startFirefox },
  WebKit: { needs: [WEBKIT, DISPLAY], start: startWebKit },
} as const;

/** Why a browser cannot be tried here; undefined where it can. */
export function whyNot(name: keyof typeof BROWSERS): string | undefined {
  const lacking = BROWSERS[name].needs.filter((path) => !existsSync(path));
  return lacking.length > 0 ? `no ${lacking.join(', no ')}` : undefined;
}

/** Dialogs of the page are accepted; a script may wait as long as a test. */
const CAPABILITIES = { alwaysMatch: { unhandledPromptBehavior: 'accept' } };
const TIMEOUTS = { script: 240_000, pageLoad: 240_000 };

const started = (path: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn(path, args, { stdio: 'ignore', ...options });

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exit = once(process, 'exit');
  process.kill();
  await exit;
}

/** What a command gives; Marionette wraps values that are no objects. */
const valueOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer;

async function startFirefox(): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'lumenloom-firefox-'));
  await writeFile(
    join(profile, 'user.js'),
    // A port that is free, and the blocking of windows as people have it.
    'user_pref("marionette.port", 0);\nuser_pref("dom.disable_open_during_load", true);\n',
  );
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'];
  const browser = started(FIREFOX, args, {});
  const port = await until(async () =>
    Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8')),
  );
  const { ask, close } = await openMarionette(port);
  await ask('WebDriver:NewSession', { capabilities: CAPABILITIES });
  await ask('WebDriver:SetTimeouts', TIMEOUTS);
  return {
    send: async (command, values = {}) => valueOf(await ask(`WebDriver:${command}`, values)),
    end: async () => {
      close();
      await ended(browser);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Messages are JSON behind their length in bytes: [0, id, name, values], [1, id, error, value]. */
async function openMarionette(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  type Answer = [kind: 1, id: number, error: { message: string } | null, value: unknown];
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, Math.max(0, start - 1)));
      if (start === 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(start, end).toString());
      received = received.subarray(end);
      // The first one is a greeting.
      if (Array.isArray(message)) waiting.get((message as Answer)[1])?.(message as Answer);
    }
  });
  let asked = 0;
  const ask = (name: string, values: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, ([, , error, value]) => {
        if (error) reject(new Error(error.message));
        else resolve(value);
      });
      const message = JSON.stringify([0, asked, name, values]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  return { ask, close: () => socket.destroy() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function startWebKit(): Promise<Driver> {
  // MiniBrowser has no mode without windows.
  const screen = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const display = started(DISPLAY, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(display.stdio[3]!, 'data')) as [Buffer];
  const port = await freePort();
  const driver = started(WEBKIT, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number.toString().trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const ask = async (method: string, path: string, values: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(values) }),
    });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) {
      const { error, message } = value as { readonly error: string; readonly message: string };
      throw new Error(`${method} ${path}: ${error} ${message}`);
    }
    return value;
  };
  const { sessionId } = (await until(() => ask('POST', '', { capabilities: CAPABILITIES }))) as {
    readonly sessionId: string;
  };
  await ask('POST', `/${sessionId}/timeouts`, TIMEOUTS);
  return {
    send: (command, { id = '', ...values } = {}) => {
      const [method, path] = COMMANDS[command];
      return ask(method, `/${sessionId}${path.replace(':id', String(id))}`, values);
    },
    end: async () => {
      await ask('DELETE', `/${sessionId}`, {});
      await ended(driver);
      await ended(display);
    },
  };
}
