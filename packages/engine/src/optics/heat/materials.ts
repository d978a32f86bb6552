/** Linear expansion of the materials of housings and spacers, per kelvin; see thermal.json. */
export const MATERIALS: Readonly<Record<string, number>> = {
  aluminium: 2.36e-5,
  steel: 1.15e-5,
  'stainless-steel': 1.73e-5,
  brass: 2.03e-5,
  titanium: 8.6e-6,
  invar: 1.2e-6,
  magnesium: 2.6e-5,
  polycarbonate: 6.7e-5,
  'polycarbonate-gf20': 2.7e-5,
  lcp: 1.5e-5,
  fr4: 1.5e-5,
  none: 0,
};
