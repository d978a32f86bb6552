import type { Drawn, Look } from '@lumenloom/plot';
import type { ReactNode } from 'react';
import { Drawing } from './drawing.tsx';

/** Colours that the style sheets of report.html and of the workbench name. */
export const PAGE_LOOK: Look = {
  text: 'var(--soft)',
  title: 'var(--soft)',
  grid: 'var(--line)',
  axis: 'var(--line)',
};

interface FigureProps {
  readonly title: string;
  readonly drawing: Drawn;
  /** A sentence about it. */
  readonly caption?: ReactNode;
  /** The drawing has a width of its own; in a narrow page it scrolls, by keys too. */
  readonly isWide?: boolean;
}

/** A title and a drawing. */
export const Figure = ({ title, drawing, caption, isWide = false }: FigureProps) => (
  <figure {...(isWide && { tabIndex: 0, 'aria-label': title })}>
    <h3>{title}</h3>
    <Drawing drawn={drawing} />
    {caption && <figcaption>{caption}</figcaption>}
  </figure>
);

interface WideTableProps {
  /** What the table shows, for those who do not see it. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A table that scrolls in its own box where the page is narrow; keys scroll it too. */
export const WideTable = ({ label, className, children }: WideTableProps) => (
  <div className="wide" tabIndex={0} role="region" aria-label={label}>
    <table className={className}>{children}</table>
  </div>
);
