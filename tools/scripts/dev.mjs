/**
 * Hot reload: Vite serves the site on PORT (default 3000), our server answers the calls on PORT +
 * 1. The server restarts after every successful compile, so that its worker threads run the new
 * engine too. Usage: npm run dev (Ctrl+C ends all of it)
 */
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from './bundles.mjs';
import { compiled, site as siteWorkspace } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const sitePort = Number(process.env.PORT ?? 3000);
const apiPort = sitePort + 1;

const running = new Set();

/**
 * Starts a Node program; with `output: 'pipe'` the caller reads its stdout.
 *
 * @param {string} script
 * @param {string[]} args
 * @param {{ environment?: NodeJS.ProcessEnv, output?: 'inherit' | 'pipe', cwd?: string }} [options]
 */
function start(script, args, { environment = {}, output = 'inherit', cwd = root } = {}) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['inherit', output, 'inherit'],
  });
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

let server;
let serverIsDue = false;
function restartServer() {
  // The old server must have released the port first. `serverIsDue` also covers compiles that end
  // while it closes.
  serverIsDue = true;
  if (server) server.kill();
  else startServer();
}
function startServer() {
  serverIsDue = false;
  server = start('apps/server/dist/main.js', [], { environment: { PORT: String(apiPort) } });
  server.on('close', (status) => {
    server = undefined;
    if (serverIsDue) startServer();
    else if (!ending && status)
      console.error('the server stopped; the next successful compile starts it again');
  });
}

let ending = false;
function end(status) {
  if (ending) return;
  ending = true;
  serverIsDue = false;
  for (const child of running) child.kill();
  // Open streams can keep the server alive; Ctrl+C must not wait for them.
  setTimeout(() => running.forEach((child) => child.kill('SIGKILL')), 3000).unref();
  process.exitCode = status;
  kernelWatch?.close();
}

const compiler = start(
  'node_modules/typescript-native/bin/tsc',
  ['-b', ...compiled, '--watch', '--preserveWatchOutput'],
  {
    output: 'pipe',
  },
);
compiler.stdout?.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  if (text.includes('Found 0 errors') && !ending)
    bundlePrograms(root).then(restartServer, console.error);
});
compiler.on('close', () => end(1));

const site = start(
  'node_modules/@react-router/dev/bin.js',
  ['dev', '--port', String(sitePort), '--strictPort'],
  {
    environment: { LUMENLOOM_API: `http://127.0.0.1:${apiPort}` },
    cwd: join(root, siteWorkspace),
  },
);
site.on('close', () => end(1));

const kernels = join(root, 'packages/engine/src');
let kernelTimer;
const kernelWatch = existsSync(kernels)
  ? watch(kernels, { recursive: true }, (_event, path) => {
      if (!path || !/(^|[\\/])assembly[\\/]/.test(path)) return;
      // Editors write a file in several steps; build once, after the last.
      clearTimeout(kernelTimer);
      kernelTimer = setTimeout(() => {
        start('tools/scripts/build.mjs', ['kernels']).on(
          'close',
          (status) => status === 0 && !ending && restartServer(),
        );
      }, 100);
    })
  : undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
