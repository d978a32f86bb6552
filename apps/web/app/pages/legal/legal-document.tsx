import type { ReactNode } from 'react';
import { siteConfig } from '../../site-config.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { ReadingColumns } from '../../ui/prose/reading-columns.tsx';
import styles from './legal-document.module.css';

/** A numbered section; the id is its anchor. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

interface LegalDocumentProps {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly LegalSection[];
}

/** A contract or notice: numbered sections beside their table of contents. */
export function LegalDocument({ title, lead, sections }: LegalDocumentProps) {
  return (
    <PageSection>
      <PageTitle
        above={
          <>
            Last updated <time dateTime="2025-04">April 2025</time>
          </>
        }
        title={title}
        lead={lead}
      />
      <ReadingColumns
        aside={
          <nav aria-labelledby="contents" className={styles.contents}>
            <h2 id="contents">Contents</h2>
            <ol>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`}>{section.title}</a>
                </li>
              ))}
            </ol>
          </nav>
        }
      >
        {sections.map((section, index) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id}>
              {index + 1}. {section.title}
            </h2>
            {section.text}
          </section>
        ))}
      </ReadingColumns>
    </PageSection>
  );
}

/** The company's address for questions. */
export function ContactAddress() {
  return <a href={`mailto:${siteConfig.company.email}`}>{siteConfig.company.email}</a>;
}
