import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from '@react-router/dev/routes';
import { WORKSPACES } from './workbench/model/workspaces.ts';

/** Pages between the site's navigation bar and footer. */
const withHeaderAndFooter = [
  index('pages/home/home-page.tsx'),
  route('product_features', 'pages/product-features/product-features-page.tsx'),
  route('what_engineers_do', 'pages/tasks/tasks-page.tsx'),
  route('documentation', 'pages/documentation/documentation-page.tsx'),
  route('documentation/*', 'pages/documentation/document-page.tsx'),
  route('product_pricing', 'pages/pricing/pricing-page.tsx'),
  route('research', 'pages/research/research-page.tsx'),
  route('illuminant', 'pages/research/illuminant-page.tsx'),
  route('optics', 'pages/research/optics-page.tsx'),
  route('sensor', 'pages/research/sensor-page.tsx'),
  route('isp', 'pages/research/isp-page.tsx'),
  route('qpu', 'pages/research/qpu-page.tsx'),
  route('research/validation', 'pages/validation/validation-page.tsx'),
  route('research/prediction', 'pages/prediction/prediction-page.tsx'),
  route('company', 'pages/company/company-page.tsx'),
  route('blog', 'pages/blog/blog-page.tsx'),
  route('blog/founding_story', 'pages/blog/founding-story-page.tsx'),
  route('blog/cv', 'pages/blog/computer-vision-page.tsx'),
  route('careers', 'pages/careers/careers-page.tsx'),
  route('stories', 'pages/stories/stories-page.tsx'),
  route('ir', 'pages/investor-relations/investor-relations-page.tsx'),
  route('news', 'pages/news/news-page.tsx'),
  route('contact', 'forms/contact/contact-page.tsx'),
  route('contact_sales', 'forms/contact-sales/contact-sales-page.tsx'),
  route('terms', 'pages/legal/terms-page.tsx'),
  route('privacy', 'pages/legal/privacy-page.tsx'),
  route('demo', 'pages/demo/demo-page.tsx'),
];

/** Pages without navigation bar and footer. */
const bare = [
  route('download', 'forms/download/download-page.tsx'),
  route('login', 'accounts/login/login-page.tsx'),
  route('signup', 'accounts/signup/signup-page.tsx'),
  route('apply', 'forms/apply/apply-page.tsx'),
  route('submit', 'forms/apply/submit-page.tsx'),
  route('desktop-info', 'pages/desktop-info/desktop-info-page.tsx'),
  route('account/tokens', 'accounts/api-tokens/api-tokens-page.tsx'),
  route('dashboard', 'dashboard/dashboard-page.tsx'),
  route('spectrum', 'workbench/spectrum-popup/spectrum-page.tsx'),
];

/** The workbench: one page with an address for each of its workspaces. */
const workbench = route('simulate/:workspace?', 'workbench/workbench-page.tsx');

const addressOf = (page: RouteConfigEntry): string => `/${page.path ?? ''}`;

/** Addresses of the pages that show nothing without scripts. */
export const applicationPaths: readonly string[] = [
  '/spectrum',
  ...WORKSPACES.map(({ address }) => address),
];

/** Addresses of the prerendered pages but for documents. */
export const publicPaths = [
  ...new Set(
    [...[...withHeaderAndFooter, ...bare].map(addressOf), ...applicationPaths].filter(
      (path) => !path.endsWith('*'),
    ),
  ),
];

/** One table: path -> module. Titles and descriptions live with each page. */
export default [
  layout('ui/site-layout/site-layout.tsx', withHeaderAndFooter),
  ...bare,
  workbench,
  route('algorithms', 'pages/algorithms-redirect.ts'),
  route('*', 'pages/unknown-address.ts'),
] satisfies RouteConfig;
