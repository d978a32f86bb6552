import type { LensResultName, LensResults, LensSettings } from '@lumenloom/browser-host';
import {
  colourPanels,
  curvaturePanels,
  fanPanels,
  heatPanels,
  lightPanels,
  modulationPanels,
  spotPanels,
  throughFocusPanels,
  wavefrontPanels,
  type Panel,
} from '@lumenloom/plot';
import { focusOf, type AnalysedFor } from './analysed-for.ts';

/** What a slot can show, and the results that it needs. */
interface Analysis<Needs extends LensResultName = LensResultName> {
  readonly label: string;
  readonly needs: readonly Needs[];
  readonly panelsOf: (results: Pick<LensResults, Needs>) => readonly Panel[];
  /** Panels are as wide as they are high. */
  readonly isSquare?: true;
}

const analysis = <Needs extends LensResultName>(one: Analysis<Needs>): Analysis<Needs> => one;

/** The analyses in the order of the list. */
export const ANALYSES = {
  spot: analysis({
    label: 'Spot',
    needs: ['spots'],
    panelsOf: ({ spots }) => spotPanels(spots),
    isSquare: true,
  }),
  fan: analysis({ label: 'Ray fan', needs: ['fans'], panelsOf: ({ fans }) => fanPanels(fans) }),
  mtf: analysis({
    label: 'MTF',
    needs: ['modulation'],
    panelsOf: ({ modulation }) => modulationPanels(modulation),
  }),
  throughFocus: analysis({
    label: 'Through focus',
    needs: ['throughFocus'],
    panelsOf: ({ throughFocus }) => throughFocusPanels(throughFocus),
  }),
  fieldCurvature: analysis({
    label: 'Field curvature and distortion',
    needs: ['fieldCurvature', 'geometry'],
    panelsOf: ({ fieldCurvature, geometry }) => curvaturePanels(fieldCurvature, geometry),
  }),
  light: analysis({
    label: 'Relative illumination and chief-ray angle',
    needs: ['geometry'],
    panelsOf: ({ geometry }) => lightPanels(geometry),
  }),
  colour: analysis({
    label: 'Lateral colour',
    needs: ['lateralColour'],
    panelsOf: ({ lateralColour }) => colourPanels(lateralColour),
  }),
  wavefront: analysis({
    label: 'Wavefront',
    needs: ['wavefronts'],
    panelsOf: ({ wavefronts }) => wavefrontPanels(wavefronts),
    isSquare: true,
  }),
  heat: analysis({
    label: 'Defocus against temperature',
    needs: ['heat'],
    panelsOf: ({ heat }) => heatPanels(heat),
  }),
} as const;
export type AnalysisName = keyof typeof ANALYSES;
export const ANALYSIS_NAMES = Object.keys(ANALYSES) as readonly AnalysisName[];

/** What a place shows besides the analyses. */
const OTHERS = {
  merit: 'Merit',
  yield: 'Tolerances and yield',
  starts: 'Other starts',
  picture: 'Picture',
} as const;
export type SlotName = AnalysisName | keyof typeof OTHERS;
/** The list of a place. */
export const SLOT_LABELS = {
  ...(Object.fromEntries(ANALYSIS_NAMES.map((name) => [name, ANALYSES[name].label])) as Readonly<
    Record<AnalysisName, string>
  >),
  ...OTHERS,
} as const;
export const SLOT_NAMES = Object.keys(SLOT_LABELS) as readonly SlotName[];
/** What a place can show beside what it shows: nothing of a feature that is switched off. */
export const slotLabels = (shown: SlotName, hasHeat: boolean) =>
  Object.fromEntries(
    SLOT_NAMES.filter((name) => hasHeat || name !== 'heat' || name === shown).map((name) => [
      name,
      SLOT_LABELS[name],
    ]),
  ) as typeof SLOT_LABELS;
export const isAnalysis = (slot: SlotName): slot is AnalysisName => slot in ANALYSES;

const FREQUENCIES = Array.from({ length: 21 }, (_, step) => 10 * step);
/** lp/mm. */
const THROUGH_FOCUS = 50;

/** What a result is computed of. */
export const settingsOf = (name: LensResultName, analysed: AnalysedFor): LensSettings => ({
  wavelengths: analysed.wavelengths,
  fractions: analysed.fields,
  frequencies: name === 'throughFocus' ? [THROUGH_FOCUS] : FREQUENCIES,
  ...focusOf(analysed),
});
