import type { ThermalFacts } from '../../optics/heat/at-temperature.ts';
import { figure } from '../../text/figure.ts';

/** A number that somebody typed, or a length of five digits. */
const exact = (value: number): string => String(Number(value.toPrecision(6)));

/** What heat does to a lens, and what was decided about its glasses; no lines for a cold one. */
export function heatLines(
  facts: ThermalFacts | undefined,
  notes: readonly string[] = [],
): string[] {
  if (!facts) return [];
  const { celsius, pressureHPa, defocusUm, microPerKelvin, depthOfFocusUm, eflMm } = facts;
  const away = defocusUm > 0 ? 'away from the lens' : 'towards the lens';
  const share = Math.abs(defocusUm) / depthOfFocusUm;
  return [
    `${exact(celsius)} °C, ${exact(pressureHPa)} hPa: focal length ${exact(eflMm)} mm.`,
    `The image moved by ${figure(Math.abs(defocusUm))} µm ${away} since the sensor was set, ${figure(microPerKelvin)} µm per kelvin; the depth of focus is ${figure(depthOfFocusUm)} µm${share > 1 ? ': the picture is out of focus' : ''}.`,
    ...notes,
    'Read noise, gain and quantum efficiency are not modelled with temperature.',
  ];
}
