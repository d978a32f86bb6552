import { index, route, type RouteConfig } from '@react-router/dev/routes';

/** Every page: path and module. Titles and descriptions live with each page. */
const pages = [
  index('pages/home/home-page.tsx'),
  route('simulate', 'workbench/workbench-page.tsx'),
  route('spectrum', 'workbench/spectrum-popup/spectrum-page.tsx'),
  route('desktop-info', 'pages/desktop-info/desktop-info-page.tsx'),
];

/** What is prerendered. */
export const publicPaths = pages.map((page) => `/${page.path ?? ''}`);

export default [...pages, route('*', 'pages/unknown-address.ts')] satisfies RouteConfig;
