import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { newestFirst, PostPreview, type Post } from '../../ui/post-preview/post-preview.tsx';

export const meta = pageMeta({
  path: '/news',
  title: 'News',
  description: `What is new around ${siteConfig.productName}: publications and announcements about camera and computer vision simulation.`,
});

const news: readonly Post[] = [
  {
    date: '2025-04-02',
    title: `${siteConfig.productName} on the Future of Computer Vision Design`,
    picture: {
      name: 'news-article',
      alt: 'A star of 72 bright rays that run together towards the centre of the picture',
    },
    excerpt:
      'Our essay on designing camera and network together is out: why the order of design steps decides what a system can see, and the four numbers by which a simulated camera should be judged.',
    link: siteConfig.externalLinks.news,
  },
];

export default function NewsPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          title="News"
          lead="Publications and announcements. Read More leads to the page where they appeared."
        />
      </PageSection>
      <PageSection>
        {newestFirst(news).map((post, index) => (
          <PostPreview key={post.link} post={post} priority={index === 0} />
        ))}
      </PageSection>
    </>
  );
}
