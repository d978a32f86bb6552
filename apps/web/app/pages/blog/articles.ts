import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import type { Post } from '../../ui/post-preview/post-preview.tsx';

interface Article extends Post {
  readonly link: `/blog/${string}`;
}

export const foundingStory: Article = {
  date: '2025-03-05',
  title: 'The Story Behind Our Beginning',
  picture: {
    name: 'blog-founding-story',
    alt: 'A detail of an apple: on the left the raw mosaic in the colours of its filters, on the right the developed picture',
  },
  excerpt:
    'Why a camera simulator should begin with photons, and how two swapped colour channels taught us to distrust pictures, most of all those that look fine.',
  link: '/blog/founding_story',
};

export const computerVision: Article = {
  date: '2025-04-02',
  title: 'The Future of Computer Vision Design',
  picture: {
    name: 'blog-computer-vision',
    alt: 'One street in three pictures, darker and noisier each time, and below each the edges that are found in it',
  },
  excerpt:
    'Camera and network are still designed one after the other. What changes when both are judged together, before either exists, and which numbers that takes.',
  link: '/blog/cv',
};

export const articles: readonly Article[] = [foundingStory, computerVision];

/** The `meta` export of an article's page. */
export const articleMeta = ({ title, date, excerpt, link }: Article) =>
  pageMeta({
    path: link,
    title,
    description: excerpt,
    structuredData: {
      '@type': 'BlogPosting',
      headline: title,
      datePublished: date,
      description: excerpt,
      inLanguage: 'en',
      author: { '@type': 'Organization', name: siteConfig.company.name },
    },
  });
