import { LAB_FIELDS, figureParts } from '@lumenloom/contract';
import { typedProblems } from '../../kit/dialog/tools.ts';
import { FigureTable } from '../../kit/figures/figure-table.tsx';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import type { InformationProps } from './information-in-one-line.ts';

const FIGURES = [
  ...(['snriDb', 'snriNyquistDb', 'contrastDetection', 'objectWidthPx', 'neqAtObject'] as const),
  ...(['electrons', 'neqZero', 'dqeZero', 'mtf50', 'modulationAtHalfNyquist'] as const),
  ...(['capacity', 'capacityDisc', 'capacityMax', 'edgeErrorPx', 'mosaicShare'] as const),
];

/** What the raw pixels tell of an object, which the recipe describes. */
export function InformationFigures({ recipe: { labParams }, report, onLab }: InformationProps) {
  if (!labParams)
    return (
      <p>
        What raw pixels tell of an object, in closed form: SNRi of an ideal observer, NEQ, capacity.{' '}
        <button type="button" onClick={() => onLab({})}>
          Compute with each run
        </button>
      </p>
    );
  const information = report?.information;
  return (
    <>
      <ObjectFields labParams={labParams} onLab={onLab} />
      {information ? (
        <FigureTable
          title="Information of the raw pixels"
          figures={FIGURES.map((key) => {
            const path = `information.${key}`;
            const { name, unit } = figureParts(path);
            return { label: name, path, true: information[key], unit };
          })}
        />
      ) : (
        <p>
          {information === null
            ? 'Tilted or decentred surfaces have no transfer here.'
            : 'The figures come with the next run of a sensor (Ctrl+Enter).'}
        </p>
      )}
      <p>
        <button type="button" onClick={() => onLab(undefined)}>
          Leave it out of runs
        </button>
      </p>
    </>
  );
}

/** The object; a blank field is the usual one. */
function ObjectFields({
  labParams,
  onLab,
}: Pick<InformationProps, 'onLab'> & { readonly labParams: Readonly<Record<string, unknown>> }) {
  const problems = typedProblems('labParams', labParams);
  return LAB_FIELDS.map((field) => (
    <ParameterField
      key={field.key}
      field={field}
      value={typedOf(labParams[field.key], field.default)}
      problems={problems}
      onChange={(value) => onLab({ ...labParams, [field.key]: value })}
      path={`labParams.${field.key}`}
    />
  ));
}

/** As it was typed; a recipe from elsewhere may have numbers. */
const typedOf = (value: unknown, usual: number): string =>
  typeof value === 'string' ? value : String(typeof value === 'number' ? value : usual);
