import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/isp', title: 'AI-Based ISP Automation', description: 'AI-Based ISP Automation.' });

export default function IspPage() {
  return <h1>AI-Based ISP Automation</h1>;
}
