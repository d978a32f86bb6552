import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/blog/founding_story', title: 'The Story Behind Our Beginning', description: 'The Story Behind Our Beginning.' });

export default function FoundingStoryPage() {
  return <h1>The Story Behind Our Beginning</h1>;
}
