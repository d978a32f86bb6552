import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CaptionedPicture } from '../../ui/captioned-picture/captioned-picture.tsx';
import type { PictureName } from '../../ui/engine-picture/engine-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { ReadingColumns } from '../../ui/prose/reading-columns.tsx';
import styles from './research-article.module.css';

/** A publication: authors, title, and where it appeared. */
export interface Publication {
  readonly authors: string;
  readonly title: string;
  readonly source: string;
}

/** A figure of the current simulator, with its unit. */
export type Fact = readonly [name: string, figure: string];

/** A workspace of the product in the text of an article. */
export const WorkspacePicture = (picture: { readonly name: PictureName; readonly alt: string }) => (
  <CaptionedPicture {...picture} sizes="(min-width: 75em) 640px, (min-width: 62em) 55vw, 92vw" />
);

interface ResearchArticleProps {
  readonly topic: string;
  readonly title: string;
  readonly lead: string;
  readonly picture: { readonly name: PictureName; readonly alt: string };
  /** Figures of the current simulator on this topic. */
  readonly facts: readonly Fact[];
  readonly literature: readonly Publication[];
  readonly children: ReactNode;
}

/** One research question: text, picture, the simulator's figures, the literature. */
export function ResearchArticle({
  topic,
  title,
  lead,
  picture,
  facts,
  literature,
  children,
}: ResearchArticleProps) {
  return (
    <PageSection>
      <PageTitle above={`Research · ${topic}`} title={title} lead={lead} />
      <ReadingColumns
        aside={
          <div className={styles.aside}>
            <CaptionedPicture
              {...picture}
              sizes="(min-width: 75em) 512px, (min-width: 62em) 30vw, 92vw"
              priority
            />
            <dl className={styles.facts}>
              {facts.map(([name, figure]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          </div>
        }
      >
        {children}
        <h2>Literature</h2>
        <ul>
          {literature.map((work) => (
            <li key={work.title}>
              {work.authors}: <cite>{work.title}</cite>. {work.source}.
            </li>
          ))}
        </ul>
        <p className={styles.onward}>
          <Link to="/research" prefetch="intent">
            All research topics
          </Link>
          <Link to="/contact" prefetch="intent">
            Ask us about this work
          </Link>
        </p>
      </ReadingColumns>
    </PageSection>
  );
}
