import { Link } from 'react-router';
import { EnginePicture, type PictureName } from '../engine-picture/engine-picture.tsx';
import { longDate } from './long-date.ts';
import styles from './post-preview.module.css';

/** An article as lists show it. */
export interface Post {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly title: string;
  readonly picture: { readonly name: PictureName; readonly alt: string };
  readonly excerpt: string;
  /** Path on this site or absolute address elsewhere. */
  readonly link: string;
}

/** Latest first. */
export const newestFirst = (posts: readonly Post[]): readonly Post[] =>
  posts.toSorted((a, b) => b.date.localeCompare(a.date));

/** One article of a list: picture, date, title, excerpt and link. */
export function PostPreview({
  post: { date, title, picture, excerpt, link },
  priority = false,
}: {
  readonly post: Post;
  readonly priority?: boolean;
}) {
  return (
    <article className={styles.post}>
      <EnginePicture
        {...picture}
        sizes="(min-width: 48em) 50vw, 92vw"
        priority={priority}
        className={styles.picture}
      />
      <div className={styles.words}>
        <time dateTime={date}>{longDate(date)}</time>
        <h2>{title}</h2>
        <p>{excerpt}</p>
        {link.startsWith('/') ? (
          <Link to={link} prefetch="intent">
            <span>Read More</span> <span className="unseen">of {title}</span>
          </Link>
        ) : (
          <a href={link} target="_blank" rel="noopener noreferrer">
            <span>Read More</span> <span className="unseen">of {title} (opens in a new tab)</span>
          </a>
        )}
      </div>
    </article>
  );
}
