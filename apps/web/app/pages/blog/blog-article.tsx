import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CaptionedPicture } from '../../ui/captioned-picture/captioned-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { longDate } from '../../ui/post-preview/long-date.ts';
import type { Post } from '../../ui/post-preview/post-preview.tsx';
import { ReadingColumns } from '../../ui/prose/reading-columns.tsx';

/** The page of one article. */
export function BlogArticle({
  article: { title, date, picture, excerpt },
  children,
}: {
  readonly article: Post;
  readonly children: ReactNode;
}) {
  return (
    <PageSection>
      <article>
        <PageTitle
          above={<time dateTime={date}>{longDate(date)}</time>}
          title={title}
          lead={excerpt}
        />
        <ReadingColumns
          aside={
            <CaptionedPicture
              {...picture}
              sizes="(min-width: 75em) 512px, (min-width: 62em) 30vw, 92vw"
              priority
            />
          }
        >
          {children}
          <p>
            <Link to="/blog" prefetch="intent">
              All articles
            </Link>
          </p>
        </ReadingColumns>
      </article>
    </PageSection>
  );
}
