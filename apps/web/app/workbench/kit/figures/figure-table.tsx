import { useClipboard } from '@mantine/hooks';
import type { Figure } from '@lumenloom/engine/catalogue';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { differenceOf, figuresText, threeDigits } from './figures.ts';
import styles from './figures.module.css';

interface FigureTableProps {
  /** What the figures are of, and under which condition. */
  readonly title: string;
  readonly figures: readonly Figure[];
}

/**
 * Figures as measured, true, difference and unit; they copy as text. Columns without a value are
 * left out, and a unit that all lines share stands in the title.
 */
export function FigureTable({ title, figures }: FigureTableProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const hasMeasured = figures.some(({ measured }) => measured !== undefined);
  const hasTrue = figures.some((figure) => figure.true !== undefined);
  const units = new Set(figures.map(({ unit }) => unit));
  const [unit] = units;
  const hasUnits = units.size > 1;
  const hasDifference = figures.some((figure) => differenceOf(figure) !== '');
  return (
    <table className={styles.figures}>
      <caption>
        <div>
          <span>{hasUnits || !unit ? title : `${title}, ${unit}`}</span>
          <IconButton
            label={`Copy ${title}`}
            hint={error ? 'The browser does not allow copying here' : copied ? 'Copied' : undefined}
            icon={copied ? IconCheck : IconCopy}
            onClick={() => copy(figuresText(title, figures))}
          />
        </div>
      </caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {hasMeasured && <th scope="col">measured</th>}
          {hasTrue && <th scope="col">true</th>}
          {hasDifference && <th scope="col">Δ</th>}
          {hasUnits && (
            <th scope="col" className={styles.unit}>
              unit
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={figure.label}>
            <th scope="row">{figure.label}</th>
            {hasMeasured && <td>{threeDigits(figure.measured)}</td>}
            {hasTrue && <td>{threeDigits(figure.true)}</td>}
            {hasDifference && <td>{differenceOf(figure)}</td>}
            {hasUnits && <td className={styles.unit}>{figure.unit}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
