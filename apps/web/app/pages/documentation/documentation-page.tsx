import { Link } from 'react-router';
import index from '../../../../../docs/README.md?raw';
import { pageMeta } from '../../page-meta.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import styles from './documentation-page.module.css';
import { documentsIn, pageOfDocument } from './documents.ts';

export const meta = pageMeta({
  path: '/documentation',
  title: 'Documentation',
  description:
    'What the workbench, the command line, the Python client and the calls over HTTP do, how it is computed, and how to run it on your own machines.',
});

export default function DocumentationPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          title="Documentation"
          lead="The documents that come with the program, in its folder docs."
        />
      </PageSection>
      <PageSection surface="mist">
        <div className={styles.groups}>
          <section aria-labelledby="on-this-site">
            <h2 id="on-this-site">On this site</h2>
            <ul>
              <li>
                <Link to="/what_engineers_do">What engineers do with it</Link>: seven tasks with
                picture, figure and command.
              </li>
              <li>
                <a href="/docs">All calls</a>: simulations, sweeps, files and projects over HTTP,
                with the schemas of their requests and answers.
              </li>
              <li>
                <Link to="/research/validation">Validation</Link>: how far off each stage is.
              </li>
            </ul>
          </section>
          {[...documentsIn(index)].map(([heading, documents]) => (
            <section key={heading} aria-label={heading}>
              <h2>{heading}</h2>
              <ul>
                {documents.map(({ name, title, line }) => (
                  <li key={name}>
                    <Link to={pageOfDocument(name)}>{title}</Link>: {line.replaceAll('`', '')}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </PageSection>
    </>
  );
}
