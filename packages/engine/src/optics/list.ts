/** Every lens with glass in it, in the order of the choice list; blank is the ideal lens. Adding one = a prescription in lenses/ + a line in lens-files.ts + a line here. */
export const optics = {
  'cooke-triplet': { label: 'Cooke Triplet' },
  'double-gauss': { label: 'Double-Gauss' },
  fisheye: { label: 'Fisheye' },
} as const;

export type OpticsId = keyof typeof optics;
