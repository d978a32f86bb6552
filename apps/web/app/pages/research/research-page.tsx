import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/research', title: 'Research', description: 'Research.' });

export default function ResearchPage() {
  return <h1>Research</h1>;
}
