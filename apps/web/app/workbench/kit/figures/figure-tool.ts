import { createContext } from 'react';

/** What the button beside a figure does with it. */
export interface FigureTool {
  /** What it adds figures to: 'sweep'. */
  readonly to: string;
  /** What that has already, by their places in report.json. */
  readonly used: readonly string[];
  /** Adds a figure, or shows where one is that was added before. */
  readonly perform: (path: string) => void;
}

/** The button that tables of figures have; undefined for none. */
export const FigureToolContext = createContext<FigureTool | undefined>(undefined);
