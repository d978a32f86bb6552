import { data, Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import type { Route } from './+types/document-page.ts';
import styles from './document-page.module.css';
import { pageOf } from './document.server.ts';
import { addressOfDocument, pageOfDocument } from './documents.ts';

/** At build time. */
export const loader = ({ params: { '*': name } }: Route.LoaderArgs) => {
  const page = pageOf(name);
  return page ? { name, ...page } : notFound();
};

/** The site has no answer for a document that was not there at build time. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  try {
    return await serverLoader();
  } catch (error) {
    // The server was not reached.
    if (error instanceof TypeError) throw error;
    return notFound();
  }
};

function notFound(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say 404
  throw data('Page not found', { status: 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData as typeof loaderData | undefined;
  if (!page) return [];
  return pageMeta({
    path: pageOfDocument(page.name),
    title: page.title,
    description: page.line.replaceAll('`', ''),
  })();
};

export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const { name, title, html, sections } = loaderData;
  return (
    <PageSection>
      <div className={styles.columns}>
        <nav className={styles.aside} aria-label="This document">
          <p>
            <Link to="/documentation">All documents</Link>
          </p>
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ul>
          <p>
            <a href={addressOfDocument(name)}>Plain text</a>
          </p>
        </nav>
        <article className={styles.text}>
          <h1>{title}</h1>
          {/* From documents of our own, at build time. */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      </div>
    </PageSection>
  );
}
