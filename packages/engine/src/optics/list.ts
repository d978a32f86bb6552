/**
 * Every lens with glass in it, by the name of its file and in the order of the choice list; blank
 * is the ideal lens. Labels are the names in the files. Adding one = a lens file in `lenses/` + a
 * line here.
 */
export const optics = {
  'cooke-triplet': { label: 'Cooke Triplet' },
  'double-gauss': { label: 'Double-Gauss' },
  fisheye: { label: 'Fisheye' },
} as const;

export type OpticsId = keyof typeof optics;
