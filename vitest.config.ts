import { defineConfig } from 'vitest/config';

/** Unit tests read the workspace packages as TypeScript: no build stands between an edit and its test. The rest are Vite's defaults. */
const conditions = ['source', 'module', 'node', 'development|production'];
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    reporters: [
      'default',
      ...(process.env['TEST_RECORD'] ? ['./tools/scripts/test-record.mjs'] : []),
    ],
    projects: [
      {
        ...fromSource,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/{src,app}/**/*.test.{ts,tsx}',
            'tools/**/*.test.{ts,mjs}',
          ],
          // A property over many random pictures may wait for lint on the other core.
          testTimeout: 30_000,
        },
      },
      {
        // Physics across stages and the numbers of other tools: they compute pictures, which takes longer than a check may.
        ...fromSource,
        test: {
          name: 'laws',
          include: ['packages/engine/{laws,references}/**/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers: 2,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        // One Chromium at a time: several on two cores only make each other time out.
        test: {
          name: 'browser',
          include: ['apps/web/e2e/**/*.test.ts'],
          // Limits for what hangs: a test waits for what it needs to see, however slow the machine is.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 120_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
});
