import type { Config } from '@react-router/dev/config';
import { publicPaths } from './app/routes.ts';

export default {
  appDirectory: 'app',
  ssr: false,
  prerender: [...publicPaths],
  // Behaviour of the next major version, so that upgrading to it changes nothing here.
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
