import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import { differenceOf, figuresText, threeDigits, type Figure } from './figures.ts';
import styles from './measure-pane.module.css';

interface FigureTableProps {
  /** What the figures are of, and under which condition. */
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** Figures as measured, true, difference and unit; they copy as text. Columns without a value are left out. */
export function FigureTable({ title, figures }: FigureTableProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const hasMeasured = figures.some(({ measured }) => measured !== undefined);
  const hasTrue = figures.some((figure) => figure.true !== undefined);
  const hasDifference = figures.some((figure) => differenceOf(figure) !== '');
  return (
    <table className={styles.figures}>
      <caption>
        <div>
          {' '}
          <span>{title}</span>
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
          <th scope="col">unit</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={figure.label}>
            <th scope="row">{figure.label}</th>
            {hasMeasured && <td>{threeDigits(figure.measured)}</td>}
            {hasTrue && <td>{threeDigits(figure.true)}</td>}
            {hasDifference && <td>{differenceOf(figure)}</td>}
            <td>{figure.unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
