import { pageMeta } from '../../page-meta.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { newestFirst, PostPreview } from '../../ui/post-preview/post-preview.tsx';
import { articles } from './articles.ts';

export const meta = pageMeta({
  path: '/blog',
  title: 'Blog',
  description:
    'Essays on simulating cameras: how the work began, and where the joint design of optics, sensor, image processing and networks is going.',
});

export default function BlogPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          title="Blog"
          lead="On simulating cameras, and on what it changes for those who build them."
        />
      </PageSection>
      <PageSection>
        {newestFirst(articles).map((post, index) => (
          <PostPreview key={post.link} post={post} priority={index === 0} />
        ))}
      </PageSection>
    </>
  );
}
