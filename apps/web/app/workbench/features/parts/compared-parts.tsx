import { Button } from '@mantine/core';
import { columnsOf, UNKNOWN, type PartRow, type PartsChoice } from './part-rows.ts';
import styles from './parts-dialog.module.css';

/** Parts beside each other, the figures that differ first. */
export function ComparedParts({
  choice,
  rows,
  onUse,
}: {
  readonly choice: PartsChoice;
  readonly rows: readonly PartRow[];
  readonly onUse: (name: string) => void;
}) {
  const figures = columnsOf(choice).map((column) => {
    const texts = rows.map((row) => column.text(row) ?? UNKNOWN);
    return { column, texts, differs: new Set(texts).size > 1 };
  });
  return (
    <table className={styles.compared}>
      <caption>Compared: what differs stands first</caption>
      <thead>
        <tr>
          <td />
          {rows.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures
          .toSorted((one, other) => Number(other.differs) - Number(one.differs))
          .map(({ column: { id, label, unit }, texts, differs }) => (
            <tr key={id} data-differs={differs || undefined}>
              <th scope="row">
                {label} {unit}
              </th>
              {texts.map((text, i) => (
                <td key={rows[i]!.name}>{text}</td>
              ))}
            </tr>
          ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          {rows.map(({ name, label }) => (
            <td key={name}>
              <Button size="compact-xs" aria-label={`Use ${label}`} onClick={() => onUse(name)}>
                Use
              </Button>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
