import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { EnginePicture } from '../../ui/engine-picture/engine-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { InspectionSection } from './inspection-section.tsx';
import facts from './task-facts.json' with { type: 'json' };
import { type Task, tasks } from './tasks.ts';
import styles from './tasks-page.module.css';

export const meta = pageMeta({
  path: '/what_engineers_do',
  title: 'What engineers do with it',
  description:
    'Seven tasks of camera engineers with picture, figure and the command that repeats it: lens files, ISO 12233, EMVA 1288, tolerances, raw files, calibration, networks.',
});

function TaskRow({ picture, title, text, alt, isFirst }: Task & { readonly isFirst: boolean }) {
  const { caption, figure, command } = facts[picture];
  return (
    <article className={styles.task} aria-labelledby={picture}>
      <figure>
        <EnginePicture
          name={picture}
          alt={alt}
          sizes="(min-width: 62em) 580px, 92vw"
          priority={isFirst}
        />
        <figcaption>{caption}</figcaption>
      </figure>
      <div>
        <h2 id={picture}>{title}</h2>
        <p>{text}</p>
        <p className={styles.figure}>{figure}</p>
        <pre tabIndex={0} aria-label={`Command: ${title}`} className={styles.command}>
          <code>{command}</code>
        </pre>
      </div>
    </article>
  );
}

export default function TasksPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          title="What engineers do with it"
          lead="Seven tasks. Each picture and figure comes from the command beside it, and the command gives the same figure on your machine."
        />
        <p className={styles.where}>
          The commands run in the folder of the program, after <code>npm start</code> has built it.
        </p>
      </PageSection>
      <PageSection surface="mist">
        <div className={styles.tasks}>
          {tasks.map((task, index) => (
            <TaskRow key={task.picture} {...task} isFirst={index === 0} />
          ))}
        </div>
      </PageSection>
      <InspectionSection />
      <PageSection labelledBy="programs">
        <h2 id="programs">From your own programs</h2>
        <p className={styles.where}>
          Simulations, sweeps, files and projects can be reached over HTTP with an{' '}
          <Link to="/account/tokens">API token</Link> of your account, which may be for reading only
          and may expire. <a href="/docs">All calls are described</a> with the schemas of their
          requests and answers.
        </p>
      </PageSection>
    </>
  );
}
