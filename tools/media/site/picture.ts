import type { Sharp } from 'sharp';

/** A finished picture and what the page says of it. */
export interface Made {
  readonly picture: Sharp;
  readonly caption: string;
  /** Figures by name, with their units, for pages that show them apart from the caption. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** A picture of the site: how large it is, in which widths it is kept, and how it is made. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly make: () => Promise<Made>;
}

/** The usual picture: 4:3. */
export const STANDARD = { width: 960, height: 720, widths: [480, 720, 960] } as const;
export const ARTICLE = { width: 1200, height: 800, widths: [720, 1200] } as const;
export const SQUARE = { width: 720, height: 720, widths: [360, 720] } as const;
