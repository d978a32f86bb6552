/**
 * Factors from the units in which fields are typed to the engine's units: SI, radians, plain
 * fractions.
 */
export const UNIT_FACTORS = {
  '': 1,
  '°': Math.PI / 180,
  px: 1,
  mm: 1e-3,
  µm: 1e-6,
  V: 1,
  mV: 1e-3,
  'µV/s': 1e-6,
  'e⁻': 1,
  '%': 1e-2,
  'cd/m²': 1,
  lx: 1,
  s: 1,
  Hz: 1,
  m: 1,
  'lp/mm': 1e3,
  stops: 1,
} as const;

/** Radians in degrees. */
export const degreesOf = (radians: number): number => (radians * 180) / Math.PI;

export type Unit = keyof typeof UNIT_FACTORS;
