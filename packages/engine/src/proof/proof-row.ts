/** How far a figure may be from its anchor. */
export type AllowedKind = 'absolute' | 'relative' | 'bits' | 'atMost';

/** A figure of an outside program or of a closed form, beside ours. */
export interface ProofRow {
  readonly id: string;
  readonly group: string;
  readonly what: string;
  readonly theirs: number | null;
  readonly ours: number | null;
  readonly unit: string;
  readonly difference: number | null;
  readonly allowed: number;
  readonly kind: AllowedKind;
  readonly source: string;
  /** Null where the row was not computed; `note` says why. */
  readonly held: boolean | null;
  readonly note: string | null;
}

/** What is known of a row before it is computed. */
export interface Anchor {
  readonly id: string;
  readonly group: string;
  readonly what: string;
  readonly theirs: number;
  readonly unit: string;
  readonly allowed: number;
  readonly kind: AllowedKind;
  readonly source: string;
}

/** The difference that a kind means; infinite where a figure is no number. */
export function differenceOf(kind: AllowedKind, theirs: number, ours: number): number {
  if (!Number.isFinite(ours)) return Infinity;
  switch (kind) {
    case 'absolute':
      return Math.abs(ours - theirs);
    case 'relative':
      return ours === theirs ? 0 : Math.abs(ours / theirs - 1);
    case 'bits':
      return Object.is(ours, theirs) ? 0 : Math.abs(ours - theirs) || Infinity;
    case 'atMost':
      return ours;
  }
}

/** A computed row. */
export function provenRow(anchor: Anchor, ours: number): ProofRow {
  const difference = differenceOf(anchor.kind, anchor.theirs, ours);
  return { ...anchor, ours, difference, held: difference <= anchor.allowed, note: null };
}

/** A row that was not computed. */
export const skippedRow = (anchor: Anchor, note: string): ProofRow => ({
  ...anchor,
  ours: null,
  difference: null,
  held: null,
  note,
});
