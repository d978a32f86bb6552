/**
 * Builds whatever is older than its sources: the AssemblyScript kernels, the schema of the report,
 * the TypeScript packages, the pictures of the site, the web application. Prints nothing when
 * everything is up to date.
 * Usage: node tools/scripts/build.mjs [kernels] [schema] [packages] [pictures] [web] (all when none
 * is named)
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { BUNDLES, bundlePrograms } from './bundles.mjs';
import { overweight } from './page-weights.mjs';
import { makePictures, siteFiles, siteFolders } from './pictures.mjs';
import { compiled, site } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Compiler options of every kernel. No garbage collector and no bounds checks: the caller lays out
 * the memory.
 */
const kernelOptions = ['--runtime', 'stub', '-O3', '--converge', '--noAssert', '--enable', 'simd'];

/** Every file in a folder named `assembly` under these is a kernel, `<name>.ts` of `<name>.wasm`. */
const kernelSources = ['packages/engine/src', 'packages/world/src'];
const kernelOutput = 'packages/engine/wasm';
const schemaOutput = 'packages/contract/src/simulation/report.schema.json';
/**
 * Its modification time records the last successful `tsc -b`; this saves the half second that `tsc
 * -b` takes when everything is up to date.
 */
const packagesStamp = 'node_modules/.cache/lumenloom-packages-built';
const webOutput = `${site}/build/client/index.html`;
/** Sources of the web bundle. */
const webInputs = [
  `${site}/app`,
  `${site}/public`,
  `${site}/package.json`,
  `${site}/react-router.config.ts`,
  `${site}/vite.config.ts`,
  `${site}/vite-chunk-errors.ts`,
  `${site}/vite-first-load.ts`,
  'docs',
  'packages/browser-host/src',
  'packages/contract/src',
  'packages/engine/src',
  'packages/experiment/src',
  'packages/gpu/src',
  'packages/plot/src',
  'packages/report/src',
  'packages/scoring/src',
  'examples',
  'package-lock.json',
];

/** Newest modification time under a file or folder, in ms; 0 when it is absent. */
function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stats.mtimeMs;
  // A folder's own time counts too: it changes when a file in it is deleted.
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    stats.mtimeMs,
  );
}

/**
 * Runs a program of node_modules with this Node; when it fails, prints its output and ends the
 * build.
 */
function run(script, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', script), ...args],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1e9,
    },
  );
  if (status === 0) return;
  process.stderr.write(Buffer.concat([stdout, stderr]));
  process.exit(status ?? 1);
}

/** Builds `output` when an input is newer, and prints how long it took. */
async function refresh(what, output, inputs, build) {
  if (newest(output) > Math.max(...inputs.map(newest))) return;
  const start = performance.now();
  const started = new Date();
  mkdirSync(dirname(output), { recursive: true });
  await build();
  // The time of the start, so that a file saved during the build counts as newer and is built next
  // time.
  utimesSync(output, started, started);
  console.error(`built ${what} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function buildKernels() {
  const sources = kernelSources
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
    .filter((path) => /[\\/]assembly[\\/][^\\/]+\.ts$/.test(path));
  for (const source of sources) {
    const output = join(kernelOutput, basename(source).replace(/\.ts$/, '.wasm'));
    await refresh(output, output, [source, 'tools/scripts/build.mjs'], async () => {
      // In this process, because the compiler takes longer to start than to compile.
      const asc = await import(join(root, 'node_modules/assemblyscript/dist/asc.js'));
      const { error, stderr } = await asc.main([source, '--outFile', output, ...kernelOptions]);
      if (!error) return;
      process.stderr.write(`${stderr.toString()}${error.message}\n`);
      process.exit(1);
    });
  }
}

/** From the types of the engine; the packages are compiled with it. */
const buildSchema = () =>
  refresh(
    'the schema of the report',
    schemaOutput,
    ['packages/engine/src', 'packages/engine/tsconfig.json', 'tools/scripts/report-schema.mjs'],
    async () => {
      // Loaded here only: TypeScript takes long to load.
      const { reportSchema } = await import('./report-schema.mjs');
      writeFileSync(schemaOutput, JSON.stringify(reportSchema(root), null, 1));
    },
  );

async function buildPackages() {
  await buildSchema();
  const isThere = compiled.every((folder) => existsSync(`${folder}/dist/tsconfig.tsbuildinfo`));
  if (!isThere || !existsSync(BUNDLES)) rmSync(packagesStamp, { force: true });
  const own = compiled.flatMap((folder) => [
    `${folder}/src`,
    `${folder}/tsconfig.json`,
    `${folder}/package.json`,
  ]);
  await refresh(
    'packages',
    packagesStamp,
    [
      ...own,
      'tsconfig.base.json',
      'package-lock.json',
      'tools/scripts/bundles.mjs',
      'tools/scripts/programs.json',
    ],
    async () => {
      // Plain `tsc -b` would also check the tests. TypeScript 7 takes a quarter of the time of 6,
      // but offers no functions that read types.
      run('typescript-native/bin/tsc', ['-b', ...compiled]);
      // report.html contains its script, so that is one file.
      const page = ['packages/report/src/main.tsx', '--file', 'packages/report/dist/script.js'];
      run('rolldown/bin/cli.mjs', [...page, '--format', 'iife', '--minify']);
      await bundlePrograms(root);
      writeFileSync(packagesStamp, '');
    },
  );
}

async function buildPictures() {
  const start = performance.now();
  const made = await makePictures(siteFolders, siteFiles());
  if (made.length === 0) return;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.error(`built ${made.length} pictures in ${seconds} s`);
}

async function buildWeb() {
  if (!existsSync(`${site}/react-router.config.ts`)) return;
  await refresh(site, webOutput, webInputs, () => {
    run('@react-router/dev/bin.js', ['build'], join(root, site));
    const sentences = overweight();
    if (sentences.length > 0) {
      console.error(sentences.join('\n'));
      process.exit(1);
    }
    return compressFiles(dirname(webOutput));
  });
}

/** Files that shrink, but for pages: the server writes its address into those. */
const COMPRESSIBLE = /\.(css|js|json)$/;

/** Lays the brotli form of each file beside it, which the server sends where it is accepted. */
async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    COMPRESSIBLE.test(path),
  );
  await Promise.all(
    files.map(async (path) => {
      const file = join(folder, path);
      const content = readFileSync(file);
      const compressed = await promisify(brotliCompress)(content);
      if (compressed.length < content.length) writeFileSync(`${file}.br`, compressed);
    }),
  );
}

process.chdir(root);
const parts = {
  kernels: buildKernels,
  schema: buildSchema,
  packages: buildPackages,
  pictures: buildPictures,
  web: buildWeb,
};
const wanted = process.argv.slice(2);
for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) await parts[part]();
