import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LensState, LensStore } from './lens-store.ts';
import {
  LIMITS,
  meritIn,
  OPERAND_FIGURES,
  operandCellOf,
  operandOf,
  type Merit,
  type OperandFigure,
  type TypedOperand,
} from './merit.ts';
import styles from './optics-workspace.module.css';
import { meritScale } from './tolerances.ts';

const FIGURES = Object.keys(OPERAND_FIGURES) as readonly OperandFigure[];
const shown = (value: number): string => value.toPrecision(4);

/** What Optimise makes small: spots or wavefronts, and figures that are held. */
export function MeritEditor({
  state: { now, results, merit: result },
  store,
}: {
  readonly state: LensState;
  readonly store: LensStore;
}) {
  const { draft } = now!;
  const focalLengthMm = results.layout?.value?.figures.focalLengthMm;
  if (focalLengthMm === undefined) return null;
  const merit = meritIn(draft, focalLengthMm);
  const change = (changed: Partial<Merit>, name: string): void =>
    store.edit({ ...draft, merit: { ...merit, ...changed } }, name);
  const isOld =
    result?.failure !== undefined || result?.lens !== draft.lens || result.of !== draft.merit;
  const value = result?.value;
  const { unit, factor } = meritScale(merit.merit);
  const wrong = operandCellOf(result?.failure?.field);
  return (
    <section aria-label="Merit" className={styles.merit}>
      <MeritLine
        merit={merit}
        shownMerit={value && `merit ${shown(value.merit * factor)} ${unit}`}
        isOld={isOld}
        onChange={change}
      />
      {result?.failure && !wrong && <p role="alert">{result.failure.message}</p>}
      <div className={styles.wide}>
        <table className={styles.table} aria-label="Operands">
          <thead>
            <tr>
              {['Figure', 'of', 'limit', 'value', 'weight', 'is', 'share'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {merit.operands.map((operand, at) => (
              <OperandRow
                key={at}
                number={at + 1}
                operand={operand}
                surfaces={draft.lens.surfaces.length}
                is={value?.operands[at]}
                squared={value && value.merit ** 2}
                isOld={isOld}
                problem={
                  wrong?.at === at
                    ? { cell: wrong.cell, message: result!.failure!.message }
                    : undefined
                }
                onChange={(changed, name) =>
                  change(
                    {
                      operands: merit.operands.map((one, i) =>
                        i === at ? { ...one, ...changed } : one,
                      ),
                    },
                    `operand ${at + 1}: ${name}`,
                  )
                }
                onRemove={() =>
                  change(
                    { operands: merit.operands.filter((_, i) => i !== at) },
                    `operand ${at + 1} removed`,
                  )
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What is made small, its value, and the button for another operand. */
const MeritLine = ({
  merit,
  shownMerit,
  isOld,
  onChange,
}: {
  readonly merit: Merit;
  readonly shownMerit: string | undefined;
  readonly isOld: boolean;
  readonly onChange: (changed: Partial<Merit>, name: string) => void;
}) => (
  <div className={styles.line}>
    <label>
      RMS{' '}
      <Choice
        label="Merit of"
        value={merit.merit}
        options={[
          ['spot', 'spot'],
          ['wavefront', 'wavefront'],
        ]}
        onChoice={(kind) => onChange({ merit: kind as Merit['merit'] }, `merit of ${kind}s`)}
      />
    </label>
    <span data-old={isOld || undefined}>{shownMerit}</span>
    <Button
      size="compact-xs"
      variant="default"
      onClick={() =>
        onChange(
          { operands: [...merit.operands, operandOf('totalTrackMm', '')] },
          'an operand more',
        )
      }
    >
      Add an operand
    </Button>
  </div>
);

const Choice = ({
  label,
  value,
  options,
  onChoice,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoice: (value: string) => void;
}) => (
  <select aria-label={label} value={value} onChange={({ target }) => onChoice(target.value)}>
    {options.map(([one, words]) => (
      <option key={one} value={one}>
        {words}
      </option>
    ))}
  </select>
);

interface OperandRowProps {
  readonly number: number;
  readonly operand: TypedOperand;
  readonly surfaces: number;
  readonly is: { readonly value: number; readonly residual: number } | undefined;
  /** M², of which the row says its share. */
  readonly squared: number | undefined;
  readonly isOld: boolean;
  readonly problem: { readonly cell: string; readonly message: string } | undefined;
  readonly onChange: (changed: Partial<TypedOperand>, name: string) => void;
  readonly onRemove: () => void;
}

function OperandRow({
  number,
  operand,
  surfaces,
  is,
  squared,
  isOld,
  problem,
  onChange,
  onRemove,
}: OperandRowProps) {
  const { label, unit, place } = OPERAND_FIGURES[operand.figure];
  const cell = (key: 'field' | 'value' | 'weight', name: string) => (
    <>
      <TypedText
        label={`${name} of operand ${number}`}
        value={operand[key]}
        isWrong={problem?.cell === key}
        onType={(text) => onChange({ [key]: text }, `${key} ${text || '—'}`)}
      />
      {problem?.cell === key && <p role="alert">{problem.message}</p>}
    </>
  );
  return (
    <tr>
      <td>
        <Choice
          label={`Figure of operand ${number}`}
          value={operand.figure}
          options={FIGURES.map((figure) => [figure, OPERAND_FIGURES[figure].label])}
          onChoice={(chosen) => {
            const figure = chosen as OperandFigure;
            onChange({ figure }, OPERAND_FIGURES[figure].label);
          }}
        />
      </td>
      <td>
        {place === 'field' && cell('field', 'Field')}
        {(place === 'surface' || place === 'edge') && (
          <Choice
            label={`Surface of operand ${number}`}
            value={String(operand.surface)}
            options={Array.from({ length: surfaces - (place === 'edge' ? 1 : 0) }, (_, at) => [
              String(at),
              String(at + 1),
            ])}
            onChoice={(at) => onChange({ surface: Number(at) }, `surface ${Number(at) + 1}`)}
          />
        )}
      </td>
      <td>
        <Choice
          label={`Limit of operand ${number}`}
          value={operand.limit}
          options={Object.entries(LIMITS)}
          onChoice={(chosen) => {
            const limit = chosen as TypedOperand['limit'];
            onChange({ limit }, `${label} ${LIMITS[limit]}`);
          }}
        />
      </td>
      <td>{cell('value', 'Value')}</td>
      <td>{cell('weight', 'Weight')}</td>
      <td data-old={isOld || undefined}>{is && `${shown(is.value)} ${unit}`}</td>
      <td data-old={isOld || undefined}>
        {is && squared ? `${((100 * is.residual ** 2) / squared).toFixed(0)} %` : ''}
      </td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Remove operand ${number}`}
          onClick={onRemove}
        >
          ×
        </Button>
      </td>
    </tr>
  );
}

/** What is typed counts when the field is left. */
export function TypedText({
  label,
  value,
  isWrong = false,
  placeholder,
  onType,
}: {
  readonly label: string;
  readonly value: string;
  readonly isWrong?: boolean;
  readonly placeholder?: string;
  readonly onType: (text: string) => void;
}) {
  const [typing, setTyping] = useState<string>();
  return (
    <input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={typing ?? value}
      placeholder={placeholder}
      spellCheck={false}
      onChange={({ target }) => setTyping(target.value)}
      onBlur={() => {
        if (typing !== undefined && typing !== value) onType(typing);
        setTyping(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyping(undefined);
        else if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
