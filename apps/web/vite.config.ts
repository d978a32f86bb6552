import { reactRouter } from '@react-router/dev/vite';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mantinePreset from 'postcss-preset-mantine';
import simpleVariables from 'postcss-simple-vars';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type Plugin,
  type ProxyOptions,
} from 'vite';
import { addressOfMedia } from './app/pages/documentation/document-html.ts';
import { addressOfDocument, pagesIn, pathOfDocument } from './app/pages/documentation/documents.ts';
import { breakpoints } from './app/breakpoints.ts';
import { chunkErrors } from './vite-chunk-errors.ts';
import { firstLoad } from './vite-first-load.ts';

/** Address of the server for `npm run dev`. */
const server = process.env['LUMENLOOM_API'] ?? 'http://localhost:3000';
const calls = ['/get_device', '/fov_check', '/simulate', '/stop', '/get_illuminant'];

/**
 * `GET /simulate` is the page and `POST /simulate` is the call, so only POST is passed on to the
 * server.
 */
const postOnly: ProxyOptions = {
  target: server,
  bypass: (request) => (request.method === 'POST' ? undefined : request.url),
};

const styleVariables = Object.fromEntries(
  Object.entries(breakpoints).map(([name, width]) => [`mantine-breakpoint-${name}`, width]),
);

const { ofOthers, ofWorkbench } = firstLoad();

/** React Router as it is built for use: its entries lead to the build that warns developers. */
const router = (entry: string): string =>
  fileURLToPath(
    new URL(`../../node_modules/react-router/dist/production/${entry}.mjs`, import.meta.url),
  );

/** In what is built for the browser. */
const production: Plugin = {
  name: 'production',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /^react-router(?:\/dom)?$/ },
    handler: (id) => router(id === 'react-router' ? 'index' : 'dom-export'),
  },
};

const documentOf = (name: string): string =>
  readFileSync(new URL(`../../${pathOfDocument(name)}.md`, import.meta.url), 'utf8');

/** Puts the documents of the site beside their pages, as plain text, and the pictures in them. */
const documents: Plugin = {
  name: 'documents',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    const emit = (address: string, source: string | Uint8Array): void => {
      this.emitFile({ type: 'asset', fileName: address.slice(1), source });
    };
    const pictures = new Set<string>();
    for (const { name } of pagesIn(documentOf('README'))) {
      const text = documentOf(name);
      emit(addressOfDocument(name), text);
      for (const [, file] of text.matchAll(/\bmedia\/([\w-]+\.\w+)/g)) pictures.add(file!);
    }
    for (const file of pictures)
      emit(
        addressOfMedia(file),
        readFileSync(new URL(`../../docs/media/${file}`, import.meta.url)),
      );
  },
};

export default defineConfig({
  plugins: [production, reactRouter(), chunkErrors(), documents],
  // Workspace packages are read from their TypeScript sources, so they need not be built first.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
  // oxlint-disable-next-line typescript/no-unsafe-assignment, typescript/no-unsafe-call -- both packages declare themselves as any
  css: { postcss: { plugins: [mantinePreset(), simpleVariables({ variables: styleVariables })] } },
  // The content security policy does not allow fonts as data URLs in style sheets.
  build: { assetsInlineLimit: 0 },
  // Workers load their parts on first use, as pages do.
  worker: { format: 'es' },
  // One chunk for the modules that nearly every page needs, instead of about thirty small files
  // with one request each.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Names of what several pages share list those pages.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            codeSplitting: {
              // Not the packages, what plots need, calls, hints, buttons of icons and the
              // workbench: its features, loaded later, share much that other pages do not need.
              groups: [
                // What loads the others: in no chunk that a page may do without.
                { name: 'preload', priority: 1, test: /vite\/preload-helper/ },
                {
                  name: 'common',
                  minShareCount: 16,
                  test: /^(?!.*(?:node_modules\/(?:zod|d3-\w+|internmap)|packages|app\/(?:api|workbench|ui\/(?:engine-picture|hint|icon-button)))\/)/,
                },
                // What the lists and dialogs of the workbench choose from, a module for each part.
                {
                  name: 'catalogue',
                  test: /packages\/engine\/src\/(?!optics\/ray-trace|networks|pipeline|.*\/fusions).*\/(?:descriptor|list)\.ts$/,
                },
                // Pages with pictures have their list.
                { name: 'pictures', test: /app\/ui\/engine-picture\// },
                // As without groups, but ahead of the next one.
                {
                  name: ofOthers,
                  debugName: 'shared',
                  minShareCount: 2,
                  entriesAware: true,
                },
                { name: ofWorkbench, debugName: 'workbench' },
                // What articles share, which is little beside what a chunk of its own costs.
                {
                  name: 'article',
                  test: /app\/.*\/(?:research-article|reading-columns|captioned-picture)\.tsx$/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // In development, Vite reloads the page when it discovers one of these during a visit.
  optimizeDeps: {
    include: [
      '@mantine/core',
      '@mantine/hooks',
      '@tabler/icons-react',
      'zod',
      'react-hook-form',
      '@hookform/resolvers/zod',
      '@lumenloom/plot > d3-array',
      '@lumenloom/plot > d3-format',
      '@lumenloom/plot > d3-scale',
    ],
  },
  server: {
    proxy: {
      ...Object.fromEntries(calls.map((path) => [`^${path}$`, postOnly])),
      '/config.json': server,
      '/docs': server,
      '/api': server,
      '/dev/outbox': server,
    },
  },
});
