import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/news', title: 'News', description: 'News.' });

export default function NewsPage() {
  return <h1>News</h1>;
}
