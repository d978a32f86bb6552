/** What a slot can show, in the order of the list. */
export const SLOT_LABELS = {
  transfer: 'PTC',
  ratio: 'SNR',
  linearity: 'Linearity',
  efficiency: 'QE',
  tile: 'CFA',
  colour: 'Colour error',
  size: 'Pixel size',
  dark: 'Dark current against temperature',
  picture: 'Picture',
} as const;
export type SlotName = keyof typeof SLOT_LABELS;
export const SLOT_NAMES = Object.keys(SLOT_LABELS) as readonly SlotName[];
