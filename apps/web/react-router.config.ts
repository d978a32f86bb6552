import type { Config } from '@react-router/dev/config';
import { readFileSync } from 'node:fs';
import { pageOfDocument, pagesIn } from './app/pages/documentation/documents.ts';
import { publicPaths } from './app/routes.ts';

const documents = pagesIn(
  readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8'),
).map(({ name }) => pageOfDocument(name));

export default {
  appDirectory: 'app',
  ssr: false,
  prerender: [...publicPaths, ...documents],
  // Behaviour of the next major version, so that upgrading to it changes nothing here.
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
