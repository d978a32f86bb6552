import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/apply', title: 'Apply', description: 'Apply.' });

export default function ApplyPage() {
  return <h1>Apply</h1>;
}
