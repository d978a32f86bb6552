import { loadLens, type SimulationPlan } from '@lumenloom/engine';
import { isps } from '@lumenloom/engine/catalogue';
import type { LabCamera, ReadFigure, Reading } from '../reading.ts';

/** The camera and its light, as the recipe says them. */
export async function readConditions({ plan, isDraft }: LabCamera): Promise<Reading> {
  const { sensor, grid, isp, illuminant } = plan;
  const lens = await loadLens(plan.optics);
  const fact = (
    key: string,
    label: string,
    value: string | number | null,
    unit = '',
  ): ReadFigure => ({
    ...{ key, label, value, unit, true: null, condition: '', source: 'recipe' },
    still: 'the recipe says it',
  });
  return {
    figures: [
      fact('lens', 'Lens', lens.label),
      fact('focalLengthMm', 'Focal length', 1000 * lens.focalLength, 'mm'),
      fact('fNumber', 'Working f-number', lens.fNumber),
      fact('sensor', 'Sensor', sensor.label),
      fact('pixelUm', 'Pixel', 1e6 * grid.pitch, 'µm'),
      fact('rows', isDraft ? 'Rows of the charts' : 'Rows', grid.rows),
      fact('columns', isDraft ? 'Columns of the charts' : 'Columns', grid.columns),
      fact('bits', 'Converter', sensor.bits, 'bits'),
      fact('isp', 'ISP', isp ? isps[isp.id].label : 'none'),
      fact('light', 'Light', illuminant.label || 'the light of the chart'),
      fact('luminance', ...luminanceOf(plan)),
      fact('exposure', 'Exposure', exposureOf(plan)),
    ],
    curves: [],
  };
}

const luminanceOf = ({
  luminance,
}: SimulationPlan): readonly [label: string, value: number | string, unit: string] =>
  luminance.of === 'as given'
    ? ['Luminance', 'as the light has it', '']
    : [`Luminance, ${luminance.of}`, luminance.value, 'cd/m²'];

const exposureOf = ({ exposure, exposureSeconds }: SimulationPlan): string =>
  exposureSeconds !== undefined || exposure?.mode === 'fixed' ? 'fixed' : 'metered';
