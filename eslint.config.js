import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Globals of the WebWorker library that would be I/O, or that Node lacks. Shared by engine and contract, which run anywhere. */
const surroundings = [
  ...[
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'EventSource',
    'indexedDB',
    'caches',
    'importScripts',
  ],
  ...[
    'self',
    'navigator',
    'location',
    'origin',
    'name',
    'close',
    'postMessage',
    'onmessage',
    'console',
  ],
];

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/build/',
    '**/wasm/',
    '**/.react-router/',
    '**/assembly/',
    'coverage/',
    'data/',
    'out/',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      // In a loop over a typed array the index is known to be inside; a check per sample would cost more than the arithmetic.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Handlers and hosts are async by their interface, whether or not this one waits.
      '@typescript-eslint/require-await': 'off',
    },
  },
  // A function fits on a screen, and what travels together is one parameter.
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
    },
  },
  {
    // A group of tests is one function. An article of the blog is prose, however long.
    files: ['**/*.test.ts', 'apps/web/app/pages/blog/*-page.tsx'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // The types of what a compiled kernel exports: WebAssembly takes numbers, one by one.
    files: ['packages/engine/src/**/{simd,load-*}.ts'],
    rules: { 'max-params': 'off' },
  },
  {
    files: ['packages/{engine,contract}/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-globals': ['error', ...surroundings] },
  },
  // Programs whose standard output is their purpose.
  {
    files: [
      'apps/cli/**',
      'apps/server/src/main.ts',
      'apps/server/src/{backup,database,worker}/main.ts',
      'apps/server/{bench,faults}/**',
      'packages/node-host/bench/**',
      'apps/web/audit/**',
      'tools/**',
    ],
    rules: { 'no-console': 'off' },
  },
  { files: ['apps/web/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat['recommended-latest']] },
  // A browser test waits for what it needs to see: a span of time is too short on one machine and wasted on another.
  {
    files: ['apps/web/e2e/**/*.ts', 'vitest.config.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '^(node:)?timers', message: 'Wait for what the test needs to see.' }],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Identifier[name=/^(waitForTimeout|setTimeout|setInterval)$/]',
          message: 'Wait for what the test needs to see, not for time.',
        },
        {
          selector: "Literal[value='networkidle']",
          message: 'It waits for half a second of silence. Wait for what the test needs to see.',
        },
        {
          selector: "Property[key.name='retry']",
          message: 'A test that fails now and then is mended, not run again.',
        },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.recommended, tseslint.configs.disableTypeChecked],
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
