/**
 * Runs the checks, the laws, and tests of a server and of each command under other versions of
 * Node, which are installed from the npm registry into node_modules/.cache. One line for each part;
 * the output of a part only if it fails.
 *
 * Usage: node tools/scripts/test-node.mjs [VERSION ...] (after tools/scripts/bootstrap.mjs, which
 * builds)
 *   VERSION  a version or a major version of Node; 20.19, 22 and 24 without any
 */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitest } from './recorded-run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const parts = {
  check: ['tools/scripts/check.mjs'],
  laws: vitest('laws'),
  // The built server with its threads, a database and requests over HTTP.
  simulate: [...vitest('integration'), 'apps/server/tests/simulate.test.ts'],
  // Each command as a process, which says nothing on stderr.
  program: [...vitest('integration'), 'apps/cli/tests/program.test.ts'],
};

/** Installs a version of Node. @returns the path of its program. */
function install(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const prefix = join(root, 'node_modules/.cache', `node-${version}`);
  const npm = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix];
  const { status, stderr } = spawnSync('npm', [...npm, `${name}@${version}`], { encoding: 'utf8' });
  if (status !== 0) {
    console.error(`Node ${version} cannot be installed from the npm package ${name}:\n${stderr}`);
    process.exit(1);
  }
  return join(prefix, 'node_modules', name, 'bin/node');
}

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20.19', '22', '24'];
let failed = false;
for (const program of versions.map(install)) {
  const env = {
    ...process.env,
    PATH: `${dirname(program)}${delimiter}${process.env['PATH']}`,
    // Tests take this for the path of the machine's own Node.
    npm_node_execpath: program,
  };
  const release = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();
  for (const [part, args] of Object.entries(parts)) {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${release} ${part.padEnd(9)} ${seconds} s`);
    if (status !== 0) console.log(stdout + stderr);
    failed ||= status !== 0;
  }
}
process.exitCode = failed ? 1 : 0;
