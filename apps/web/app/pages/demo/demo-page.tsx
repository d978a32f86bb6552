import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/demo', title: 'Enterprise Demo', description: 'Enterprise Demo.' });

export default function DemoPage() {
  return <h1>Enterprise Demo</h1>;
}
