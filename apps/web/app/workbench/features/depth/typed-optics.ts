import { FOCUS_FIELDS, STRAY_FIELDS } from '@lumenloom/contract';
import type { Field } from '@lumenloom/engine/catalogue';
import type { OpticsParams } from '../../model/recipe/recipe.ts';

const AUTOFOCUS = 'autofocus';
const DISTANCE = 'focusDistance';
/** Shown while the lens focuses by itself. */
const AUTOFOCUS_FIELDS = ['autofocusFrequency', 'autofocusField'];
/** Shown with them where cameras are heated. */
const AUTOFOCUS_WHEN = 'autofocusWhen';
const SCATTER_FIELDS = ['scatter', 'scatterShoulder', 'scatterSlope'];

/** Where the focus is. */
export type FocusMode = 'infinity' | 'distance' | 'hyperfocal' | 'autofocus';
export const focusModes: readonly FocusMode[] = ['infinity', 'distance', 'hyperfocal', 'autofocus'];

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const focusModeOf = (optics: OpticsParams): FocusMode => {
  const values: Values = optics;
  if (values[AUTOFOCUS] === true) return 'autofocus';
  return isAsked(values[DISTANCE]) ? 'distance' : 'infinity';
};

/** Fields of the focus in a mode; the distance of the object belongs to the scene. */
export const focusFields = (mode: FocusMode, isHeated = false): readonly Field[] => [
  ...FOCUS_FIELDS.filter(
    ({ key }: Field) =>
      (mode === 'distance' && key === DISTANCE) ||
      (mode === 'autofocus' &&
        (AUTOFOCUS_FIELDS.includes(key) || (isHeated && key === AUTOFOCUS_WHEN))),
  ),
  ...FOCUS_FIELDS.filter(
    ({ key }: Field) =>
      ![AUTOFOCUS, DISTANCE, 'objectDistance', AUTOFOCUS_WHEN, ...AUTOFOCUS_FIELDS].includes(key),
  ),
];

/** The values of another mode. */
export function withMode(optics: OpticsParams, mode: FocusMode, distance: string): OpticsParams {
  const dropped = [AUTOFOCUS, DISTANCE, AUTOFOCUS_WHEN, ...AUTOFOCUS_FIELDS];
  const kept = Object.entries(optics).filter(([key]) => !dropped.includes(key));
  return Object.fromEntries([
    ...kept,
    ...(mode === 'autofocus' ? [[AUTOFOCUS, true]] : []),
    ...(mode === 'distance' || mode === 'hyperfocal' ? [[DISTANCE, distance]] : []),
  ]) as OpticsParams;
}

/** What the stray light is made of. */
export type StrayMode = 'off' | 'scatter' | 'coatings and ghosts' | 'scatter, coatings and ghosts';
export const strayModes: readonly StrayMode[] = [
  'off',
  'scatter',
  'coatings and ghosts',
  'scatter, coatings and ghosts',
];
const isScatter = (mode: StrayMode): boolean => mode.startsWith('scatter');
const isCoated = (mode: StrayMode): boolean => mode.endsWith('ghosts');

export function strayModeOf(optics: OpticsParams): StrayMode {
  const asked = Object.keys(opticsOf(optics) ?? {});
  const scatters = asked.some((key) => SCATTER_FIELDS.includes(key));
  const isOther = (key: string): boolean =>
    STRAY_FIELDS.some((field) => field.key === key) && !SCATTER_FIELDS.includes(key);
  if (asked.some(isOther)) return scatters ? 'scatter, coatings and ghosts' : 'coatings and ghosts';
  return scatters ? 'scatter' : 'off';
}

export const strayFields = (mode: StrayMode): readonly Field[] =>
  STRAY_FIELDS.filter(({ key }: Field) =>
    SCATTER_FIELDS.includes(key) ? isScatter(mode) : isCoated(mode),
  );

/** The values of another mode; what it adds begins with what such lenses have. */
export function withStray(optics: OpticsParams, mode: StrayMode): OpticsParams {
  const shown = strayFields(mode).map(({ key }) => key);
  const values: Values = optics;
  const kept = Object.entries(optics).filter(
    ([key]) => !STRAY_FIELDS.some((field) => field.key === key) || shown.includes(key),
  );
  return Object.fromEntries([
    ...kept,
    ...(isScatter(mode) && !isAsked(values['scatter']) ? [['scatter', USUAL_SCATTER]] : []),
    ...(isCoated(mode) && !isAsked(values['coating']) && !isAsked(values['coatingReflectance'])
      ? [['coating', USUAL_COATING]]
      : []),
  ]) as OpticsParams;
}
/** Per cent; a clean lens. */
const USUAL_SCATTER = '1';
const USUAL_COATING = 'mgf2';

const isAsked = (value: string | boolean | undefined): boolean =>
  value !== undefined && value !== false && value !== '';

/** Fields of which 0 is what a blank means. */
const ZERO_IS_BLANK = ['focusShift', 'scatter', 'sensorReflectance', 'autofocusField'];

/** What a recipe holds of the typed values: those that ask for something. */
export function opticsOf(typed: OpticsParams): OpticsParams | undefined {
  const asked = Object.entries(typed as Values)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
    .filter(
      ([key, value]) => isAsked(value) && !(ZERO_IS_BLANK.includes(key) && Number(value) === 0),
    );
  return asked.length > 0 ? Object.fromEntries(asked) : undefined;
}

/** What stands in the input of a field. */
export function shownValue(optics: OpticsParams, field: Field): string {
  const value = (optics as Values)[field.key];
  return typeof value === 'string' ? value : field.kind === 'choice' ? field.default : '';
}

/** 'off', 'scatter 1 %', 'mgf2', 'scatter 1 %, mgf2': the stray light in a line. */
export function strayInWords(optics: OpticsParams): string {
  const values: Values = opticsOf(optics) ?? {};
  const { scatter, coating, coatingReflectance } = values;
  const parts = [
    ...(isAsked(scatter) ? [`scatter ${String(scatter)} %`] : []),
    ...(isAsked(coating) ? [String(coating)] : []),
    ...(isAsked(coatingReflectance) ? [`${String(coatingReflectance)} % at each surface`] : []),
  ];
  return parts.join(', ') || 'off';
}
