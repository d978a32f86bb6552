/** A report as it is typed. */
export interface ReportDraft {
  /** Of the camera; '' for 'camera'. */
  readonly name: string;
  readonly profile: string;
  /** One seed, one field, small charts, few frames. */
  readonly isDraft: boolean;
  /** Readings of each section of a whole report. */
  readonly seeds: string;
}

export const emptyDraft: ReportDraft = { name: '', profile: 'general', isDraft: true, seeds: '' };
