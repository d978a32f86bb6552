/** Lists of parts, and what they are called. */
export const LISTS = {
  lens: { title: 'Lenses', choice: 'optics' },
  sensor: { title: 'Sensors', choice: 'sensor' },
  isp: { title: 'ISPs', choice: 'isp' },
  light: { title: 'Lights', choice: 'illuminant' },
} as const;
export type ListName = keyof typeof LISTS;

/** A choice as it is typed. */
export interface ChoiceDraft {
  /** '' names it by its task. */
  readonly name: string;
  /** Names of parts; of an empty list the recipe has its own. */
  readonly parts: Readonly<Record<ListName, readonly string[]>>;
  /** Prices and columns of the customer. */
  readonly table?: { readonly name: string; readonly csv: string } | undefined;
  readonly cost: string;
  /** Columns, or cost, beside the score. */
  readonly front: string;
  /** As they are typed, by their names; 'true' of those that are asked or not. */
  readonly requirements: Readonly<Record<string, string>>;
  /** '' scores a figure of the report instead of a network. */
  readonly dataset: string;
  readonly network: string;
  readonly hfov: string;
  readonly figure: string;
  readonly goal: 'maximise' | 'minimise';
  readonly pictures: string;
  /** Cameras are left out by pictures that do not judge. */
  readonly hasPreview: boolean;
}

export const emptyDraft: ChoiceDraft = {
  name: '',
  parts: { lens: [], sensor: [], isp: [], light: [] },
  cost: '',
  front: '',
  requirements: {},
  dataset: '',
  network: '',
  hfov: '',
  figure: '',
  goal: 'maximise',
  pictures: '40',
  hasPreview: false,
};
