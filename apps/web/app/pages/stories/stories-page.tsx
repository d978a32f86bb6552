import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/stories', title: 'Customer Stories', description: 'Customer Stories.' });

export default function StoriesPage() {
  return <h1>Customer Stories</h1>;
}
