import { ownIdOf, type OwnFilePreview } from '@lumenloom/contract';
import { publishedName } from '@lumenloom/engine/catalogue';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { listedLens, listedSensor, ownFile } from '../../../api/library.ts';
import { PartSheet } from '../../kit/sheet/part-sheet.tsx';
import { seenDegrees, type SensorImage } from './part-image.ts';
import { columnsOf, isUsable, type PartRow, type PartsChoice } from './part-rows.ts';
import styles from './parts-dialog.module.css';

/** Focal length of the built-in Double-Gauss, which suits the default sensor, mm. */
const USUAL_FOCAL_LENGTH = 8.2;

/** Half of the field of a lens whose field is not known, degrees. */
const FLAT = 90;

interface PartViewProps {
  readonly choice: PartsChoice;
  readonly row: PartRow;
  readonly image: SensorImage;
  readonly onUse: () => void;
  readonly onUseScaled: (focalLengthMm: number) => void;
  readonly onRename: (label: string) => void;
  readonly onRemove: () => void;
}

interface LoadedSheet {
  readonly summary: string;
  readonly notes: readonly string[];
  readonly preview: OwnFilePreview;
}

/** The sheet of a part; undefined for built-in sensors, scenes and lights, which have none. */
function loadSheet(choice: PartsChoice, row: PartRow): Promise<LoadedSheet> | undefined {
  const { name } = row;
  const id = ownIdOf(name);
  if (id !== undefined) return ownFile(id);
  if (!isUsable(row)) return undefined;
  if (choice === 'optics') return listedLens(name);
  return publishedName(name) === undefined ? undefined : listedSensor(name);
}

function useSheet(choice: PartsChoice, row: PartRow) {
  const [sheet, setSheet] = useState<LoadedSheet | string | undefined>();
  useEffect(() => {
    let isWanted = true;
    // Not of each row that the arrows pass.
    const timer = setTimeout(() => {
      loadSheet(choice, row)?.then(
        (loaded) => isWanted && setSheet(loaded),
        (error: unknown) =>
          isWanted && setSheet(error instanceof Error ? error.message : String(error)),
      );
    }, 150);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the name stands for the row
  }, [choice, row.name]);
  return sheet;
}

/** A part: its figures, how it is used here, and its sheet with the source. */
export function PartView({ choice, row, image, ...on }: PartViewProps) {
  const { name, label, summary, source, lens } = row;
  const focal = lens?.focalLengthMm;
  const sheet = useSheet(choice, row);
  const scaledTo = USUAL_FOCAL_LENGTH;
  const seenOf = (focalLengthMm: number): string =>
    degrees(
      seenDegrees(image, { focalLengthMm, halfFieldDegrees: lens?.halfFieldDegrees ?? FLAT }),
    );
  return (
    <section className={styles.view} aria-label={label}>
      <h2>{label}</h2>
      {summary && <p>{summary}</p>}
      {isUsable(row) && (
        <div className={styles.uses}>
          <Button size="xs" h={32} onClick={on.onUse}>
            {focal ? `Use as made: sees ${seenOf(focal)} here` : 'Use'}
          </Button>
          {focal && lens.lengthMm !== null && Math.abs(focal / scaledTo - 1) > 1e-3 && (
            <Button size="xs" h={32} variant="default" onClick={() => on.onUseScaled(scaledTo)}>
              Use scaled to {scaledTo} mm: sees {seenOf(scaledTo)}
            </Button>
          )}
          {ownIdOf(name) !== undefined && <OwnTools label={label} {...on} />}
        </div>
      )}
      <dl className={styles.figures}>
        {columnsOf(choice).flatMap((column) => {
          const text = column.text(row);
          return column.id === 'summary' || text === undefined
            ? []
            : [
                <div key={column.id}>
                  <dt>{column.label}</dt>
                  <dd>
                    {text} {column.unit}
                  </dd>
                </div>,
              ];
        })}
      </dl>
      {source && typeof sheet !== 'object' && <p>Source: {source}</p>}
      {typeof sheet === 'string' && <p role="alert">{sheet}</p>}
      {typeof sheet === 'object' && (
        <>
          <PartSheet preview={sheet.preview} name={label} />
          <ul className={styles.notes}>
            {sheet.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const degrees = (value: number): string => `${Number(value.toPrecision(2))}°`;

/** What can be done with a file of the account. */
function OwnTools({
  label,
  onRename,
  onRemove,
}: Pick<PartViewProps, 'onRename' | 'onRemove'> & { readonly label: string }) {
  return (
    <>
      <Button
        size="xs"
        h={32}
        variant="subtle"
        onClick={() => {
          const name = window.prompt('New name', label)?.trim();
          if (name) onRename(name);
        }}
      >
        Rename
      </Button>
      <Button
        size="xs"
        h={32}
        variant="subtle"
        onClick={() => {
          if (window.confirm(`Delete "${label}"? Recipes that name it cannot be run any more.`))
            onRemove();
        }}
      >
        Delete
      </Button>
    </>
  );
}
