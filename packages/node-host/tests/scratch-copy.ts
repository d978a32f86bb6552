import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { commandsProgram } from '../../../apps/cli/tests/commands-program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What a program of the copy left. */
interface Outcome {
  readonly status: number | string;
  readonly output: string;
}

/** Tests of a project of Vitest: those in files whose paths have one of `paths`. */
interface ChosenTests {
  readonly project: 'unit' | 'laws' | 'integration';
  readonly paths: readonly string[];
  /** A regular expression of their names; all tests of these files where it is absent. */
  readonly names?: string;
}

/** What tests left, and how many of a file passed. */
interface TestOutcome extends Outcome {
  readonly passed: Readonly<Record<string, number>>;
}

/** What a check leaves that found nothing. */
export const PASSED: Outcome = { status: 0, output: '' };

/**
 * A copy of the engine, the contract, the Node host, sweeps and the command line, in which a test
 * may add things.
 */
export interface ScratchCopy {
  readonly read: (path: string, encoding?: 'utf8' | 'base64') => Promise<string>;
  readonly write: (path: string, text: string) => Promise<void>;
  /** Makes the changes that a page of docs/ writes out, see `changesOnPage`. */
  readonly change: (page: string) => Promise<void>;
  /**
   * Checks the format of what was written, and types and lint of it and of the files of engine and
   * contract that import it; stops at the first that fails.
   */
  readonly check: () => Promise<Outcome>;
  /** Runs tests; laws and tests of programs use the packages as built. */
  readonly tests: (...tests: readonly ChosenTests[]) => Promise<TestOutcome>;
  /** Runs a program of the copy; one in TypeScript from its source. */
  readonly program: (path: string, ...args: readonly string[]) => Promise<Outcome>;
  /**
   * Runs a command of `lumenloom` as built: from source it takes five times as long. One process
   * runs all commands until a source changes.
   */
  readonly lumenloom: (...args: readonly string[]) => Promise<Outcome>;
  readonly remove: () => Promise<void>;
}

const PACKAGES = [
  'packages/engine',
  'packages/gpu',
  'packages/world',
  'packages/contract',
  'packages/node-host',
  'packages/browser-host',
  'packages/plot',
  'packages/report',
  'packages/scoring',
  'packages/datasets',
  'packages/experiment',
  'apps/cli',
];
const COPIED = [
  ...[
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.test.json',
    'vitest.config.ts',
  ],
  ...['.oxfmtrc.json', '.prettierrc.json', '.oxlintrc.json'],
  ...PACKAGES.flatMap((folder) =>
    ['src', 'package.json', 'tsconfig.json'].map((path) => `${folder}/${path}`),
  ),
  ...['packages/engine/laws', 'packages/engine/references', 'packages/engine/wasm'],
  ...['packages/node-host/published', 'packages/node-host/tests/tiny-models', 'models/list.json'],
  // The process that runs networks is a built program in every case.
  'packages/node-host/dist/process-watch.js',
  'packages/node-host/dist/peak-memory.js',
  // The configuration of the types of all tests names these.
  ...['packages/engine/tsconfig.assembly.json', 'apps/server/tsconfig.json'],
  'tools/scripts',
];

const COMMANDS = commandsProgram('./apps/cli/dist/run.js');

/**
 * A program that runs tests: Vitest as the command line has it, but started once, and with names
 * for some of the files only. One worker loads what files share once.
 */
const TESTS = `
import { relative, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { createVitest } from 'vitest/node';
let output = '';
const stdout = new Writable({
  write: (piece, _, done) => {
    output += piece;
    done();
  },
});
const options = { watch: false, experimental: { fsModuleCache: true } };
const started = createVitest('test', options, {}, { stdout, stderr: stdout }).then(async (vitest) => {
  await vitest.standalone();
  for (const { config } of vitest.projects) config.maxWorkers = 1;
  return vitest;
});
process.on('message', async ({ changed, tests }) => {
  output = '';
  const vitest = await started;
  for (const path of changed) vitest.invalidateFile(resolve(path));
  const specifications = [];
  for (const { project: name, paths, names } of tests) {
    const project = vitest.getProjectByName(name);
    const { testFiles } = await project.globTestFiles(paths);
    const chosen = { testNamePattern: names && new RegExp(names) };
    for (const file of testFiles) specifications.push(project.createSpecification(file, chosen));
  }
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const passed = Object.fromEntries(
    testModules.map((module) => [
      relative('.', module.moduleId),
      [...module.children.allTests('passed')].length,
    ]),
  );
  const isOk = unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  for (const module of testModules)
    for (const test of module.children.allTests('failed'))
      output += [test.fullName, ...test.result().errors.map(({ message }) => message), ''].join('\\n');
  process.send({ status: isOk ? 0 : 1, output, passed });
});
`;

/** The tests of the copy keep no record for `npm test`. */
const VARIABLES = { NO_COLOR: '1', TEST_RECORD: '', TESTS_OF_BUILD: '1' };

/** Makes a copy in a temporary folder, with `more` files and folders. */
export async function makeScratchCopy(...more: readonly string[]): Promise<ScratchCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-copy-'));
  // What is built stays newer than its sources.
  const options = { recursive: true, preserveTimestamps: true };
  for (const path of [...COPIED, ...more]) await cp(join(root, path), join(folder, path), options);
  await linkPackages(folder);
  await compile(folder, ['packages/node-host/src/network-process.ts']);
  const node = nodeIn(folder);
  const run = (program: string, ...args: readonly string[]) =>
    node(join(root, 'node_modules', program), ...args);
  const read: ScratchCopy['read'] = (path, encoding = 'utf8') =>
    readFile(join(folder, path), encoding);
  /** Files that the test has written where the repository has its own. */
  const written = new Set<string>();
  const { changed, build } = programsOf(folder);
  const commands = programIn(folder, COMMANDS);
  const tested = programIn(folder, TESTS);
  /** Paths that were written since the last tests. */
  let sinceTests: string[] = [];
  const rebuild = async (): Promise<void> => {
    if (changed.size > 0) commands.end();
    await build();
  };
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    if (SOURCE.test(path)) changed.add(path);
    if (FORMATTED.test(path)) written.add(path);
    sinceTests.push(path);
  };
  return {
    read,
    write,
    change: async (page) => {
      for (const { path, before, after } of await changesOnPage(page)) {
        const parts = `\n${await read(path)}`.split(before);
        if (parts.length !== 2)
          throw new Error(`${path} has ${parts.length - 1} times what ${page} changes:\n${before}`);
        await write(path, parts.join(after).slice(1));
      }
    },
    check: () => checked(folder, run, [...written]),
    tests: async (...tests) => {
      await rebuild();
      const message = { changed: sinceTests, tests };
      sinceTests = [];
      return (await tested.ask(message)) as TestOutcome;
    },
    // What the programs in JavaScript load is not worth a pass through the compiler.
    program: (path, ...args) =>
      node(...(path.endsWith('.ts') ? ['--conditions=source', '--import=tsx'] : []), path, ...args),
    lumenloom: async (...args) => {
      await rebuild();
      return (await commands.ask(args)) as Outcome;
    },
    remove: () => {
      commands.end();
      tested.end();
      return rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs Node in a folder. */
const nodeIn =
  (folder: string) =>
  (...args: readonly string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        args,
        { cwd: folder, env: { ...process.env, ...VARIABLES } },
        (error, stdout, stderr) => {
          resolve({ status: error?.code ?? 0, output: stdout + stderr });
        },
      );
    });

/** The first of the checks that fails, of what a test has `written`. */
async function checked(
  folder: string,
  run: (program: string, ...args: readonly string[]) => Promise<Outcome>,
  written: readonly string[],
): Promise<Outcome> {
  const assembly = written.filter((path) => path.includes('/assembly/'));
  const code = written.filter((path) => /\.tsx?$/.test(path));
  const programs: readonly (readonly [program: string, ...args: string[]])[] = [
    ['oxfmt/bin/oxfmt', '--check', ...written],
    ...(assembly.length > 0
      ? [['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...assembly] as const]
      : []),
    // It reports the errors of the TypeScript compiler as well, in half the time.
    ['oxlint/bin/oxlint', ...code, ...(await importersOf(folder, code))],
  ];
  for (const program of programs) {
    const outcome = await run(...program);
    if (outcome.status !== 0) return outcome;
  }
  return PASSED;
}

/** Files of engine, laws and contract that import others, also through `export from`. */
async function importersOf(folder: string, others: readonly string[]): Promise<readonly string[]> {
  const importers = new Map<string, { readonly from: string; readonly isPassedOn: boolean }[]>();
  for (const part of ['packages/engine/src', 'packages/engine/laws', 'packages/contract/src'])
    for (const name of await readdir(join(folder, part), { recursive: true })) {
      if (!/(?<!\.d)\.ts$/.test(name)) continue;
      const path = join(part, name);
      const text = await readFile(join(folder, path), 'utf8');
      importers.set(
        path,
        [...text.matchAll(/^(import|export)\b[^;]*? from '(\.[^']+)'/gm)].map(([, word, from]) => ({
          from: normalize(join(dirname(path), from!)),
          isPassedOn: word === 'export',
        })),
      );
    }
  const found = new Set<string>();
  const left = [...others];
  for (let other = left.pop(); other !== undefined; other = left.pop())
    for (const [path, imports] of importers)
      for (const { from, isPassedOn } of imports)
        if (from === other && !found.has(path)) {
          found.add(path);
          if (isPassedOn) left.push(path);
        }
  return [...found];
}

/** A process that answers questions, from the first one until it is ended. */
function programIn(folder: string, source: string) {
  let program: ChildProcess | undefined;
  return {
    ask: async (question: object): Promise<unknown> => {
      program ??= spawn(process.execPath, ['--input-type=module', '--eval', source], {
        cwd: folder,
        env: { ...process.env, ...VARIABLES },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const asked = new AbortController();
      const answer = once(program, 'message', asked);
      const ended = once(program, 'exit', asked).then(() => {
        throw new Error(`the program ended during ${JSON.stringify(question)}`);
      });
      program.send(question);
      try {
        return ((await Promise.race([answer, ended])) as readonly unknown[])[0];
      } finally {
        asked.abort();
      }
    },
    end: (): void => {
      program?.kill();
      program = undefined;
    },
  };
}

/** The installed packages, with the copy's own in place of the repository's. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, '@lumenloom'), { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== '@lumenloom' && name !== '.cache');
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));
  for (const path of PACKAGES)
    await symlink(join(folder, path), join(to, '@lumenloom', path.split('/')[1]!));
}

/** The programs of a copy: as the repository has built them, with the sources that changed. */
function programsOf(folder: string) {
  const changed = new Set<string>();
  let copied: Promise<void> | undefined;
  const build = async (): Promise<void> => {
    await (copied ??= copyPrograms(folder));
    await compile(folder, [...changed]);
    changed.clear();
  };
  return { changed, build };
}

/** Copies the programs as the repository has built them. */
async function copyPrograms(folder: string): Promise<void> {
  const built = [...PACKAGES, 'apps/server'];
  for (const path of built)
    await cp(join(root, path, 'dist'), join(folder, path, 'dist'), { recursive: true });
  // Bundles have the sources of the repository.
  const programs = JSON.parse(
    await readFile(join(root, 'tools/scripts/programs.json'), 'utf8'),
  ) as Readonly<Record<string, readonly string[]>>;
  const entries = Object.entries(programs).flatMap(([path, names]) =>
    built.includes(path) ? names.map((name) => `${path}/src/${name}.ts`) : [],
  );
  await compile(folder, entries);
}

/** Sources of built programs, and the data among them. */
const SOURCE = /^(?:packages|apps)\/[\w-]+\/src\/.+(?<!\.test)\.(?:ts|json)$/;

/** What oxfmt, and Prettier for AssemblyScript, check in the repository. */
const FORMATTED = /^(?:packages|apps)\/.+\.(?:ts|tsx|css)$/;

/** Each of these sources alone, as the copy has it, or the repository where it has none. */
async function compile(folder: string, sources: readonly string[]): Promise<void> {
  for (const path of sources) {
    const source = await readFile(join(folder, path), 'utf8').catch(() =>
      readFile(join(root, path), 'utf8'),
    );
    const built = join(folder, path.replace('/src/', '/dist/').replace(/\.ts$/, '.js'));
    await mkdir(dirname(built), { recursive: true });
    await writeFile(built, path.endsWith('.json') ? source : transpiled(source));
  }
}

const transpiled = (source: string): string =>
  ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      rewriteRelativeImportExtensions: true,
    },
  }).outputText;

/**
 * The files that a page of docs/ writes out, by their path: a line with the path alone, then the
 * text as a block of code.
 */
export async function filesOnPage(page: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  return new Map(
    [...text.matchAll(/^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$/gms)].map(([, path, content]) => [
      path!,
      content!,
    ]),
  );
}

/** The only block of changes on a page of docs/. */
async function diffOnPage(page: string): Promise<string> {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  return /^```diff\n(.*?)^```$/ms.exec(text)?.[1] ?? '';
}

/** The lines that the changes on a page of docs/ add. */
export async function linesAddedOnPage(page: string): Promise<readonly string[]> {
  return (await diffOnPage(page))
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1));
}

/**
 * The changes on a page of docs/, with whole lines before and after. Empty lines separate them; the
 * first of a file begins with its path.
 */
async function changesOnPage(page: string) {
  let path = '';
  return (await diffOnPage(page))
    .trimEnd()
    .split('\n\n')
    .map((change) => {
      const lines = change.split('\n');
      if (/^ (?:apps|packages|models)\/\S+$/.test(lines[0]!)) path = lines.shift()!.slice(1);
      const without = (sign: string): string =>
        lines
          .filter((line) => !line.startsWith(sign))
          .map((line) => `\n${line.slice(1)}`)
          .join('');
      return { path, before: without('+'), after: without('-') };
    });
}
