import type { AxisMove } from '@lumenloom/engine/catalogue';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApertureEditor } from './aperture-editor.tsx';
import type { LensDraft } from './lens-draft.ts';
import { PartField, PartFields } from './part-fields.tsx';
import styles from './surface-fold.module.css';
import { KINDS, movesOf, withKind, withMove, withParts } from './surface-parts.ts';
import type { Edit } from './table-edits.ts';

interface FoldProps {
  readonly draft: LensDraft;
  readonly row: number;
  /** Columns of the table. */
  readonly columns: number;
  readonly onEdit: (edit: Edit) => void;
  /** The numbers of its kind, as cells. */
  readonly children: ReactNode;
}

/** The kind of a surface, its numbers, and all that it does besides refracting. */
export function SurfaceFold({ draft, row, columns, onEdit, children }: FoldProps) {
  const surface = draft.lens.surfaces[row]!;
  const { shape, apertures = [], semiDiameter, returnTo, before = [], after } = surface;
  const name = `surface ${row + 1}`;
  return (
    <tr className={styles.fold}>
      <td colSpan={columns}>
        <div role="group" aria-label={`Parts of ${name}`}>
          <div className={styles.part}>
            <label className={styles.field}>
              <span>Kind</span>
              <select
                aria-label={`Kind of ${name}`}
                value={shape?.kind ?? ''}
                onChange={(event) => onEdit(withKind(draft, row, event.target.value))}
              >
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {kind || 'sphere, conic, even asphere'}
                  </option>
                ))}
              </select>
            </label>
            {children}
            {shape && <ShapeFields draft={draft} row={row} onEdit={onEdit} />}
          </div>
          <Actions draft={draft} row={row} onEdit={onEdit} />
          <div className={styles.part}>
            <PartField
              label="Starts from surface"
              name={`Starts from surface, ${name}`}
              text={returnTo === undefined ? '' : String(returnTo + 1)}
              onChange={(text) =>
                onEdit(
                  withParts(
                    draft,
                    row,
                    { returnTo: text.trim() === '' ? undefined : Number(text) - 1 },
                    'frame of surface',
                  ),
                )
              }
            />
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                onEdit(withMove(draft, { row, at: before.length }, { tilt: [0, 0, 0] }))
              }
            >
              Move the axis before
            </Button>
            {!after && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => onEdit(withMove(draft, { row, at: undefined }, { tilt: [0, 0, 0] }))}
              >
                Move the axis behind
              </Button>
            )}
          </div>
          <ApertureEditor
            apertures={apertures}
            semiDiameter={semiDiameter}
            row={row}
            onChange={(next) =>
              onEdit(withParts(draft, row, { apertures: next }, 'apertures of surface'))
            }
          />
        </div>
      </td>
    </tr>
  );
}

/** What a kind has that is no cell: its lists as they are, and what its coefficients refer to. */
function ShapeFields({ draft, row, onEdit }: Pick<FoldProps, 'draft' | 'row' | 'onEdit'>) {
  const shape = draft.lens.surfaces[row]!.shape!;
  const keys = Object.keys(shape).filter(
    (key) => key === 'normRadius' || Array.isArray(shape[key]),
  );
  const take = (next: object): void =>
    onEdit(withParts(draft, row, { shape: next }, 'numbers of surface'));
  return (
    <>
      <PartFields
        table={shape}
        keys={keys}
        name={`surface ${row + 1}`}
        onChange={(next) =>
          take({
            ...next,
            ...(Array.isArray(shape['coefficients']) &&
              !next['coefficients'] && { coefficients: [] }),
          })
        }
      />
      {typeof shape['numbering'] === 'string' && (
        <label className={styles.field}>
          <span>Numbering</span>
          <select
            value={shape['numbering']}
            onChange={(event) => take({ ...shape, numbering: event.target.value })}
          >
            <option>fringe</option>
            <option>noll</option>
          </select>
        </label>
      )}
    </>
  );
}

const PHASES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  radial: { kind: 'radial', order: 1, normRadius: 1, coefficients: [0] },
  grating: { kind: 'grating', linesPerMicrometre: 0.1, order: 1 },
};

/** Whether it is an ideal lens, and whether it diffracts. */
function Actions({ draft, row, onEdit }: Pick<FoldProps, 'draft' | 'row' | 'onEdit'>) {
  const { thin, phase } = draft.lens.surfaces[row]!;
  const name = `surface ${row + 1}`;
  return (
    <div className={styles.part}>
      <PartField
        label="Ideal lens of focal length"
        name={`Ideal lens, focal length of ${name}`}
        text={thin ? String(thin.focalLengthMm) : ''}
        onChange={(text) =>
          onEdit(
            withParts(
              draft,
              row,
              { thin: text.trim() === '' ? undefined : { focalLengthMm: Number(text) } },
              'ideal lens at surface',
            ),
          )
        }
      />
      <label className={styles.field}>
        <span>Diffraction</span>
        <select
          aria-label={`Diffraction of ${name}`}
          value={phase?.kind ?? ''}
          onChange={(event) =>
            onEdit(withParts(draft, row, { phase: PHASES[event.target.value] }, 'phase of surface'))
          }
        >
          <option value="">none</option>
          {Object.keys(PHASES).map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      {phase && (
        <PartFields
          table={{ ...phase }}
          keys={Object.keys(PHASES[phase.kind]!).filter((key) => key !== 'kind')}
          name={name}
          onChange={(next) => onEdit(withParts(draft, row, { phase: next }, 'phase of surface'))}
        />
      )}
    </div>
  );
}

const AXES = ['x', 'y', 'z'];

/** The moves of the axis at a surface, before it or behind it, a row each. */
export function MoveRows({
  draft,
  row,
  columns,
  isBehind,
  onEdit,
}: Omit<FoldProps, 'children'> & { readonly isBehind: boolean }) {
  return movesOf(draft.lens.surfaces[row]!)
    .filter(([at]) => (at === undefined) === isBehind)
    .map(([at, move]) => {
      const name = `move ${at === undefined ? 'behind' : `${at + 1} before`} surface ${row + 1}`;
      const take = (next: AxisMove | undefined): void => onEdit(withMove(draft, { row, at }, next));
      return (
        <tr key={at ?? 'behind'} className={styles.move}>
          <th scope="row">
            <abbr title={name}>↷</abbr>
          </th>
          <td colSpan={columns - 1}>
            <div className={styles.part} role="group" aria-label={name}>
              <Triples move={move} name={name} onChange={take} />
              <PartField
                label="Thickness"
                name={`Thickness of ${name}`}
                text={String(move.thickness ?? 0)}
                onChange={(text) => take({ ...move, thickness: Number(text) })}
              />
              <label className={styles.field}>
                <span>Order</span>
                <select
                  aria-label={`Order of ${name}`}
                  value={move.order ?? 0}
                  onChange={(event) => take({ ...move, order: event.target.value === '1' ? 1 : 0 })}
                >
                  <option value={0}>shift, turn</option>
                  <option value={1}>turn, shift</option>
                </select>
              </label>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Delete ${name}`}
                onClick={() => take(undefined)}
              >
                Delete
              </Button>
            </div>
          </td>
        </tr>
      );
    });
}

/** Shifts and turns of a move. */
const Triples = ({
  move,
  name,
  onChange,
}: {
  readonly move: AxisMove;
  readonly name: string;
  readonly onChange: (move: AxisMove) => void;
}) =>
  (['decentre', 'tilt'] as const).flatMap((key) => {
    const values = move[key] ?? [0, 0, 0];
    return AXES.map((axis, i) => (
      <PartField
        key={key + axis}
        label={key === 'tilt' ? `Tilt ${axis}, °` : `Shift ${axis}`}
        name={`${key === 'tilt' ? 'Tilt' : 'Shift'} ${axis} of ${name}`}
        text={String(values[i]!)}
        onChange={(text) =>
          onChange({ ...move, [key]: values.map((value, at) => (at === i ? Number(text) : value)) })
        }
      />
    ));
  });
