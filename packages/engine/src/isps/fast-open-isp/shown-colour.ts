import type { Gains } from '../../analysis/colour/neutral-gains.ts';
import type { Matrix } from '../../field-descriptor.ts';
import type { ShownColour } from '../../sensors/exposure.ts';
import { ISP_MODULES, isEnabled, type AnyModule, type IspParameters } from './order.ts';

const UNCHANGED: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const product = (left: Matrix, right: Matrix): Matrix =>
  left.map((row) =>
    row.map((_, column) => row.reduce((sum, factor, at) => sum + factor * right[at]![column]!, 0)),
  );

const modulesOn = (parameters: IspParameters): readonly AnyModule[] =>
  ISP_MODULES.filter(({ id }) => isEnabled(parameters, id));

/**
 * The effect of the modules on linear colours, one after the other; undefined when they leave them
 * unchanged.
 */
const colourMatrixOf = (
  modules: readonly AnyModule[],
  parameters: IspParameters,
): Matrix | undefined =>
  modules
    .map(({ colourMatrix }) => colourMatrix?.(parameters))
    .filter((matrix) => matrix !== undefined)
    .reduce<Matrix | undefined>(
      (before, matrix) => product(matrix, before ?? UNCHANGED),
      undefined,
    );

/**
 * How the ISP shows the raw channels, for metering: shown (red, green, blue) = matrix · raw (red,
 * green, blue), full scale 1, before any curve: the colour matrices of the modules that are on. The
 * last channel is shown as red (docs/reference/protocol.md#f5).
 *
 * @see docs/reference/physics.md#p6.
 */
export const shownColour = (parameters: IspParameters): ShownColour =>
  (
    colourMatrixOf(modulesOn(parameters), parameters) ?? UNCHANGED
  ).toReversed() as unknown as ShownColour;

/** Whether a module that is on takes the mosaic and leaves colours. */
export const hasColours = (parameters: IspParameters): boolean =>
  modulesOn(parameters).some(
    ({ reads, replaces }) => reads.includes('bayer') && !replaces.includes('bayer'),
  );

/** How the picture is made of the raw channels; undefined where it has no colours. */
export const picturedColour = (parameters: IspParameters): ShownColour | undefined =>
  hasColours(parameters) ? shownColour(parameters) : undefined;

/** The white balance of the mosaic; undefined when no module does that, or green is gone. */
export function configuredGains(parameters: IspParameters): Gains | undefined {
  const modules = modulesOn(parameters).filter(({ replaces }) => replaces.includes('bayer'));
  const matrix = colourMatrixOf(modules, parameters);
  if (!matrix) return undefined;
  const [red, green, blue] = matrix.map((row, channel) => row[channel]!) as [
    number,
    number,
    number,
  ];
  return green === 0 ? undefined : { red: red / green, blue: blue / green };
}
