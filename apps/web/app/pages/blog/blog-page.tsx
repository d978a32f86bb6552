import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/blog', title: 'Blog', description: 'Blog.' });

export default function BlogPage() {
  return <h1>Blog</h1>;
}
