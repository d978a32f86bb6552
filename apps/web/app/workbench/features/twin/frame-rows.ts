import { isObject } from '@lumenloom/engine/catalogue';

/** A manifest as JSON has it. */
export type Manifest = Readonly<Record<string, unknown>>;

/** An entry of a manifest, as a row of the table. */
export interface FrameRow {
  readonly file: string;
  readonly kind: string;
  /** Seconds, as typed; '' where a DNG or nobody says it. */
  readonly exposure: string;
}

/** What frames of each kind serve. */
export const KINDS: Readonly<Record<string, string>> = {
  dark: 'black level, read noise, DSNU, dark current, defects',
  flat: 'gain, PRNU, saturation, falloff of the lens',
  chart: 'colours, ISP',
  edges: 'sharpness, sharpening',
  grid: 'distortion, focal length',
  points: 'blur of points',
};

const entriesOf = ({ frames }: Manifest): readonly unknown[] =>
  Array.isArray(frames) ? (frames as readonly unknown[]) : [];

export const frameRows = (manifest: Manifest): readonly FrameRow[] =>
  entriesOf(manifest).map((entry) => {
    const { file, kind, exposure } = isObject(entry) ? entry : {};
    return {
      file: Array.isArray(file) ? file.join(', ') : typeof file === 'string' ? file : '',
      kind: typeof kind === 'string' ? kind : '',
      exposure:
        typeof exposure === 'number' || typeof exposure === 'string' ? String(exposure) : '',
    };
  });

/** The manifest with another value in an entry; '' takes it out. */
export const withEntry = (
  manifest: Manifest,
  at: number,
  key: 'kind' | 'exposure',
  value: string,
): Manifest => ({
  ...manifest,
  frames: entriesOf(manifest).map((entry, i) =>
    i === at && isObject(entry) ? { ...entry, [key]: value === '' ? undefined : value } : entry,
  ),
});

/** As it is measured: what was typed are numbers, and what was guessed has been looked at. */
export const confirmed = (manifest: Manifest): Manifest => ({
  ...manifest,
  ...(typeof manifest['bits'] === 'string' && { bits: numberIn(manifest['bits']) }),
  frames: entriesOf(manifest).map((entry) => {
    if (!isObject(entry)) return entry;
    const { guessed: _, ...known } = entry;
    const { exposure } = known;
    return { ...known, ...(typeof exposure === 'string' && { exposure: numberIn(exposure) }) };
  }),
});

/** A number as typed; a text that is none stays, so that it is refused by its name. */
function numberIn(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}
