import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The workspace packages as TypeScript: no build stands between an edit and its test. The rest are
 * Vite's defaults.
 */
const conditions = ['source', 'module', 'node', 'development|production'];
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/**
 * Node loads built modules unchanged. Vitest would rewrite them, and the rewritten code looks up
 * each import at each use.
 */
const native = { server: { deps: { external: [/\/dist\//] } } };

/** Its test replaces modules that it imports, which works only where Vitest loads it. */
const LOADED_BY_VITEST = /\/node-host\/src\/gpu\.ts$/;

/** Loads the built module in place of a source of a package: it computes a sixth faster. */
const builtSources: Plugin = {
  name: 'built-sources',
  enforce: 'pre',
  resolveId(id, importer) {
    const path = importer && id.startsWith('.') ? resolve(importer, '..', id) : id;
    const [, folder, file] = /^(.*\/packages\/[^/]+)\/src\/(.*)\.ts$/.exec(path) ?? [];
    if (!folder || LOADED_BY_VITEST.test(path)) return undefined;
    const built = `${folder}/dist/${file}.js`;
    // Tests and what only they import are not built.
    return existsSync(built) ? { id: built, external: true } : undefined;
  },
};

/**
 * `npm test` sets TESTS_OF_BUILD, because it has built before it runs tests. Without it those that
 * import packages use their sources, so that they can be run after an edit, and `--changed` sees
 * what they import.
 */
const builtOrSource = process.env['TESTS_OF_BUILD'] ? { plugins: [builtSources] } : fromSource;

/** They end what hangs; a test waits for what it needs to see, however busy the machine is. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 240_000, interval: 100 } },
};

/**
 * One more than the build server has cores: tests of programs wait now and then. All projects that
 * run together have the same number.
 */
const maxWorkers = 3;

/**
 * The files of a worker load each module once, which saves up to a third of the processor time.
 * The setup puts back what each file replaced, and compares arrays.
 */
const together = { isolate: false, setupFiles: ['tools/scripts/test-setup.mjs'] };

/** Where Debian has the software adapter, and the loader of Vulkan that Dawn needs. */
const SWIFTSHADER = {
  LD_LIBRARY_PATH: '/usr/lib/chromium',
  VK_ICD_FILENAMES: '/usr/lib/chromium/vk_swiftshader_icd.json',
};

/**
 * Files that take longest, longest first. The rest follow as Vitest orders them, by the former run
 * where there was one.
 */
const LONGEST = [
  ...['apps/cli/tests/documented-commands', 'packages/node-host/tests/guides'],
  ...['apps/web/e2e/study', 'apps/server/tests/queue-faults', 'apps/cli/tests/same-bits'],
  ...['apps/server/tests/queue', 'apps/server/tests/evaluations', 'apps/server/tests/studies'],
  ...['apps/server/tests/sweeps', 'apps/server/tests/library', 'apps/server/tests/fault-rows'],
  ...['apps/cli/tests/worked-studies', 'apps/cli/tests/optimise', 'apps/cli/tests/evaluate'],
  'engine/laws/optics/sharpness',
  ...['apps/web/e2e/calls-to-action', 'apps/web/e2e/live', 'apps/web/e2e/switches'],
  ...['apps/web/e2e/workbench-use', 'apps/web/e2e/site-shell', 'apps/web/e2e/library'],
];

/** The longest files first: none of them keeps one worker busy when the other has no more to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      ...(process.env['TEST_RECORD'] ? ['./tools/scripts/test-record.mjs'] : []),
    ],
    projects: [
      {
        ...builtOrSource,
        test: {
          name: 'unit',
          ...native,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/{src,app}/**/*.test.{ts,tsx}',
            'tools/**/*.test.{ts,mjs}',
            'clients/python/*.test.mjs',
          ],
          ...limits,
          ...together,
          // Beside the other checks, the first of which have ended before these.
          maxWorkers: 2,
        },
      },
      {
        // Physics across stages and the numbers of other tools: they compute pictures, which takes
        // longer than a check may.
        ...builtOrSource,
        test: {
          name: 'laws',
          ...native,
          include: ['packages/engine/{laws,references}/**/*.test.ts'],
          ...limits,
          ...together,
          maxWorkers,
        },
      },
      {
        // The built programs, as a user runs them.
        test: {
          name: 'integration',
          include: [
            'packages/node-host/tests/**/*.test.ts',
            'apps/{server,cli}/tests/**/*.test.ts',
          ],
          globalSetup: 'apps/server/tests/shared-postgres.ts',
          // Tests of silent workers wait for the first; most servers of tests compute little or
          // nothing.
          env: { RECOVERY_SECONDS: '2', WARM_THREADS: '0' },
          ...native,
          ...together,
          ...limits,
          maxWorkers,
        },
      },
      {
        // Shaders and their plain twins, on SwiftShader of Debian's Chromium unless the variables
        // name the driver of another adapter. A process must have them when it starts.
        ...builtOrSource,
        test: {
          name: 'gpu',
          ...native,
          include: ['packages/gpu/tests/**/*.test.ts'],
          pool: 'forks',
          env: process.env['VK_ICD_FILENAMES'] ? {} : SWIFTSHADER,
          ...together,
          ...limits,
          maxWorkers,
        },
      },
      {
        // Files share the Chromium, the page and the servers of their worker, which they leave as
        // they found them.
        test: {
          name: 'browser',
          include: ['apps/web/e2e/**/*.test.ts'],
          globalSetup: 'apps/web/e2e/shared-site.ts',
          ...native,
          isolate: false,
          ...limits,
          maxWorkers,
        },
      },
      {
        // The same site in Firefox and WebKit: `npm run test:browsers`, no part of `npm test`.
        test: {
          name: 'browsers',
          include: ['apps/web/browsers/**/*.test.ts'],
          globalSetup: 'apps/web/e2e/shared-site.ts',
          ...native,
          ...limits,
          maxWorkers: 1,
        },
      },
    ],
  },
});
