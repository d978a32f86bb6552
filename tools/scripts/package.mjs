/**
 * Packs what a customer runs on machines of their own: out/lumenloom-<version>.tgz, which needs
 * Node and nothing from a registry. It is for the platform that it is made on, because it carries
 * that platform's native modules.
 *
 * Usage: node tools/scripts/package.mjs [--out <folder>] (after tools/scripts/bootstrap.mjs, which
 * builds)
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLES } from './bundles.mjs';
import { compiled as workspaces, site } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const flag = process.argv.indexOf('--out');
const out = flag < 0 ? join(root, 'out') : resolve(process.argv[flag + 1] ?? '');

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { name, version, license, type, engines, overrides, allowScripts } = readJson('package.json');
const lock = readJson('package-lock.json');

/** What they are made of, beside their package.json. */
const built = [
  ...workspaces.map((folder) => `${folder}/dist`),
  BUNDLES,
  'packages/engine/wasm',
  ...['isp', 'lab', 'measuring', 'radiometry', 'validation.json'].map(
    (name) => `packages/engine/references/${name}`,
  ),
  'packages/scoring/references',
  'packages/report/fonts',
  'apps/server/data',
  'packages/node-host/images',
  'packages/node-host/published',
  'models/list.json',
  'tools/gpu/package.json',
  'tools/gpu/package-lock.json',
  'examples',
  'docs',
  `${site}/build/client`,
];

/** Every entry of the lock that the workspaces need to run, on any platform. */
function production() {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    [
      ['ls', '--package-lock-only', '--omit=dev', '--all', '--parseable'],
      workspaces.map((folder) => `--workspace=${folder}`),
    ].flat(),
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) stop(`npm ls failed: ${stderr}`);
  const paths = stdout.split('\n').map((path) => relative(root, path));
  return [...new Set([...workspaces, ...paths])]
    .filter((path) => path in lock.packages && path !== '')
    .sort();
}

const withoutDevelopment = (entry) => ({ ...entry, devDependencies: undefined });
const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
  process.report.getReport()
);
const isGlibc = report.header.glibcVersionRuntime !== undefined;
const otherLibc = isGlibc ? /-(linux)?musl/ : /-gnu/;
const otherPlatform = (path) => {
  const [, system, processor] =
    /onnxruntime-node\/bin\/napi-v\d+\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? [];
  return (
    (system !== undefined && system !== process.platform) ||
    (processor !== undefined && processor !== process.arch)
  );
};
/** Builds of a package for browsers or development, and its sources, beside the build for Node. */
const forBrowsers =
  /(?:csv-parse\/dist|kysely\/dist\/cjs|bullmq\/dist\/cjs)(?:\/|$)|zod\/(?:src|v3)(?:\/|$)|zod\/.*\.cjs$|nodemailer\/dist\/cjs(?:\/|$)|yaml\/browser(?:\/|$)|h5wasm\/dist\/(?:esm|iife)(?:\/|$)|luxon\/(?:build\/(?:global|amd|cjs-browser)|src)(?:\/|$)|static\/swagger-ui\.js$|react-dom\/cjs\/react-dom-(?:client|profiling|.*\.(?:browser|bun|edge))\.|react(?:-dom)?\/cjs\/.*\.development\.js$/;
/** Folders at the top of a package that only its authors use. */
const authorsOnly = /^(tests?|__tests__|docs?|examples?|bench(marks?)?|coverage|\.github)$/;

/**
 * Compiled files that programs, processes and threads begin at, and the script that reports hold as
 * text; all others are in the bundles.
 */
const entries = new Set([
  ...Object.entries(readJson('tools/scripts/programs.json')).flatMap(([folder, names]) =>
    names.map((name) => `${folder}/dist/${name}.js`),
  ),
  'packages/report/dist/script.js',
]);
const compiled = new Set(workspaces.map((folder) => `${folder}/dist`));
const isBundled = (source) => {
  const path = relative(root, source);
  const [group, folder, dist] = path.split('/');
  return compiled.has(`${group}/${folder}/${dist}`) && path.endsWith('.js') && !entries.has(path);
};

/** Whether a file of a package is needed to run it. */
const isNeeded = (packageFolder) => (source) => {
  const inside = relative(packageFolder, source);
  if (inside === 'node_modules' || inside.startsWith('node_modules/') || authorsOnly.test(inside))
    return false;
  return (
    !/\.(map|tsbuildinfo|[cm]?ts|md|markdown)$/i.test(inside) &&
    !otherPlatform(source) &&
    !forBrowsers.test(source) &&
    !isBundled(source)
  );
};

/** Documents, which the filter of packages leaves out. */
const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs', path));

const startProgram = `#!/usr/bin/env node
/** Starts Lumenloom; README.md says what can be set. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(\`Lumenloom needs Node 20.19 or newer; this is \${process.version}.\`);
  process.exit(1);
}
if (\`\${process.platform}-\${process.arch}\` !== '${process.platform}-${process.arch}') {
  console.error(\`This package is for ${process.platform}-${process.arch}; this machine is \${process.platform}-\${process.arch}.\`);
  process.exit(1);
}
process.env.LUMENLOOM_ENV ||= 'production';
await import('./apps/server/dist/main.js');
`;

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Lays the whole package out in `folder`. */
function layOut(folder) {
  const write = (path, content) =>
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`,
    );
  const copy = (path) =>
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isNeeded(join(root, path)),
    });
  const installed = production();

  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const path of built) copy(path);
  for (const path of workspaces)
    write(`${path}/package.json`, withoutDevelopment(readJson(`${path}/package.json`)));
  for (const path of installed) {
    const { link, resolved: target } = lock.packages[path];
    if (link) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(relative(dirname(path), target), join(folder, path));
    } else if (
      path.includes('node_modules/') &&
      !otherLibc.test(basename(path)) &&
      existsSync(join(root, path))
    ) {
      copy(path);
    }
  }
  const scripts = {
    start: 'node start.mjs',
    lumenloom: 'node apps/cli/dist/main.js',
    ...Object.fromEntries(
      ['admin', 'backup', 'restore', 'models', 'worker', 'migrate']
        .map((script) => [script, readJson('package.json').scripts[script]])
        .filter(([, command]) => command),
    ),
  };
  write('package.json', {
    name,
    version,
    private: true,
    license,
    type,
    engines,
    // For `npm install -g` of the archive, which docs/python.md advises.
    bin: { lumenloom: 'apps/cli/dist/main.js' },
    workspaces,
    scripts,
    overrides,
    allowScripts,
  });
  write('package-lock.json', {
    ...lock,
    packages: {
      '': { name, version, license, workspaces, engines },
      ...Object.fromEntries(
        installed.map((path) => [path, withoutDevelopment(lock.packages[path])]),
      ),
    },
  });
  write('start.mjs', startProgram);
  chmodSync(join(folder, 'start.mjs'), 0o755);
  cpSync(join(root, 'docs/on-premise.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  // Helps name them ("More: docs/..."), and the log of a run without model files does.
  for (const path of ['models/README.md', 'examples/README.md', ...documents])
    cpSync(join(root, path), join(folder, path));
}

const missing = [...built, 'apps/web/build/client/index.html'].find(
  (path) => !existsSync(join(root, path)),
);
if (missing) stop(`${missing} is not built: run "npm run build" first.`);

mkdirSync(out, { recursive: true });
const target = join(out, `${name}-${version}.tgz`);
const work = mkdtempSync(join(out, '.package-'));
try {
  layOut(join(work, `${name}-${version}`));
  const { status, stderr, error } = spawnSync(
    'tar',
    ['-I', 'gzip -9', '-cf', join(work, 'package.tgz'), '-C', work, `${name}-${version}`],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`tar failed: ${error?.message ?? stderr}`);
  // At once, so that nobody downloads half of it.
  renameSync(join(work, 'package.tgz'), target);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${target}  ${(statSync(target).size / 1e6).toFixed(1)} MB`);
