/**
 * Prepares a clone for running, with Node and npm only: installs the dependencies when node_modules
 * is missing or stale, then builds. All messages go to stderr, so that stdout carries only the
 * output of the command that follows.
 *
 * Usage: node tools/scripts/bootstrap.mjs [--browser] [--browsers] [--postgres] [--readers] [--gpu]
 *     [--no-web] [--quiet]
 *   --browser  also provides Chromium: CHROMIUM_PATH, else of /usr/bin the headless shell or the
 *              whole browser
 *   --browsers also provides Firefox and WebKit with its driver
 *   --postgres also provides PostgreSQL for the database tests
 *   --readers  also provides dcraw, libraw, exiftool, OpenEXR, Python with SciPy and mypy for tests
 *   --gpu      also provides WebGPU for Node, under CI for tests; --gpu=install everywhere
 *   --no-web   does not build the site, for commands that do not serve it
 *   --quiet    prints nothing unless something fails
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const quiet = process.argv.includes('--quiet');

const say = (sentence) => quiet || console.error(sentence);

/**
 * Runs a command to its end and returns whether it succeeded; hidden output shows only when it
 * failed.
 */
function succeeds(command, args, { environment = {}, hidden = quiet } = {}) {
  const { status, error, output } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: hidden ? 'pipe' : ['ignore', 2, 2],
    maxBuffer: 1e9,
  });
  if (status === 0) return true;
  if (hidden) process.stderr.write(Buffer.concat((output ?? []).filter((part) => part !== null)));
  if (error) console.error(`${command}: ${error.message}`);
  return false;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  // The range of Vite 8: 21 and the first releases of 22 cannot load its modules.
  const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!supported)
    stop(
      `Lumenloom needs Node 20.19 or newer (22.12 or newer within 22); this is ${process.version}.`,
    );
}

function install() {
  const modified = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return;
  say('installing dependencies, about half a minute ...');
  if (!npmCi()) stop('Installing the dependencies failed; see above.');
}

/** Installs what a lock says, of the repository or of the folder in `more`. @returns success. */
function npmCi(...more) {
  // The npm that called this script, if any. The flags override NODE_ENV=production (the build
  // needs the development dependencies) and `npm -s` (errors must be printed).
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm
    ? /\.[cm]?js$/.test(npm)
      ? [process.execPath, npm]
      : [npm]
    : ['npm'];
  const args = [
    ...first,
    'ci',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    ...more,
  ];
  // Otherwise onnxruntime-node downloads GPU binaries, which are not used here, from a host that
  // many networks block.
  return succeeds(command, args, { environment: { ONNXRUNTIME_NODE_INSTALL: 'skip' } });
}

/** Installs Debian packages where that needs no password. @returns whether `isThere` afterwards. */
function aptInstall(what, names, isThere) {
  const isRoot = process.getuid?.() === 0;
  const allowed = isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (!allowed || !existsSync('/usr/bin/apt-get')) return false;
  say(`installing ${what} ...`);
  const aptGet = (...args) => {
    const words = [
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      '-o',
      'DPkg::Lock::Timeout=600',
      ...args,
    ];
    const [command, ...rest] = isRoot ? words : ['sudo', '-n', ...words];
    return succeeds(command, rest, { hidden: true });
  };
  aptGet('update');
  return aptGet('install', '-y', ...names.split(' ')) && isThere();
}

function provideChromium() {
  const own = process.env.CHROMIUM_PATH;
  const places = own ? [own] : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
  const isThere = () => places.some((path) => existsSync(path));
  const install = (name) => aptInstall('Chromium for the browser tests', name, isThere);
  if (isThere() || (!own && (install('chromium-headless-shell') || install('chromium')))) return;
  console.error(
    `No Chromium (${places.join(', ')}): the browser tests will be skipped. ` +
      'To run them: sudo apt-get update && sudo apt-get install -y chromium-headless-shell (or set CHROMIUM_PATH to one that you have).',
  );
}

function provideOtherBrowsers() {
  const packages = 'firefox-esr webkit2gtk-driver xvfb';
  const isThere = () =>
    ['firefox-esr', 'WebKitWebDriver', 'Xvfb'].every((name) => existsSync(`/usr/bin/${name}`));
  if (isThere() || aptInstall('Firefox and WebKit', packages, isThere)) return;
  console.error(
    `Not all of ${packages} are there: tests in the browsers without them will be skipped. To run them: sudo apt-get update && sudo apt-get install -y ${packages}`,
  );
}

/**
 * Installed without asking only under CI, because the Debian package also starts a database server.
 */
function providePostgres() {
  const isThere = () => existsSync('/usr/lib/postgresql');
  if (
    isThere() ||
    (process.env.CI === 'true' &&
      aptInstall('PostgreSQL for the tests on it', 'postgresql', isThere))
  )
    return;
  console.error(
    'No PostgreSQL in /usr/lib/postgresql: the tests on it will be skipped. To run them: sudo apt-get update && sudo apt-get install -y postgresql',
  );
}

/**
 * Programs by which the tests read DNG, TIFF, PNG and OpenEXR, and Python with SciPy, which reads
 * MATLAB files and brings numpy for its client, whose types mypy checks; installed without asking
 * only under CI.
 */
function provideReaders() {
  const packages = 'dcraw libraw-bin exiftool openexr python3-scipy mypy';
  const isThere = () =>
    ['dcraw', 'raw-identify', 'exiftool', 'exrheader', 'mypy'].every((name) =>
      (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
    ) && succeeds('python3', ['-c', 'import scipy'], { hidden: true });
  if (
    isThere() ||
    (process.env.CI === 'true' && aptInstall('programs that read our files', packages, isThere))
  )
    return;
  console.error(
    `Not all of ${packages} are there: tests that read our files with them will be skipped. To run them: sudo apt-get update && sudo apt-get install -y ${packages}`,
  );
}

/** Installed without asking only under CI, because it takes 133 MB. */
function provideWebGpu(isWanted) {
  const folder = 'tools/gpu';
  const { dependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const installed = join(root, folder, 'node_modules/webgpu/package.json');
  if (
    existsSync(installed) &&
    JSON.parse(readFileSync(installed, 'utf8')).version === dependencies.webgpu
  )
    return;
  if (isWanted || process.env.CI === 'true') {
    say('installing WebGPU for Node, 133 MB ...');
    if (npmCi('--prefix', folder)) return;
    if (isWanted) stop('Installing WebGPU for Node failed; see above.');
  }
  console.error(
    'No WebGPU for Node in tools/gpu: tests of shaders will be skipped. To run them: npm run gpu',
  );
}

checkNode();
install();
const parts = process.argv.includes('--no-web') ? ['kernels', 'packages'] : [];
if (!succeeds(process.execPath, ['tools/scripts/build.mjs', ...parts]))
  stop('The build failed; see above.');
if (process.argv.includes('--browser')) provideChromium();
if (process.argv.includes('--browsers')) provideOtherBrowsers();
if (process.argv.includes('--postgres')) providePostgres();
if (process.argv.includes('--readers')) provideReaders();
if (process.argv.includes('--gpu')) provideWebGpu(false);
if (process.argv.includes('--gpu=install')) provideWebGpu(true);
