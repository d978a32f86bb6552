import { Link } from 'react-router';
import { PageSection } from '../../ui/page/page-section.tsx';
import facts from './inspection-facts.json' with { type: 'json' };
import styles from './tasks-page.module.css';

const COLUMNS = ['Sensor', 'Lens', 'Pixels on a module', 'Contrast there', 'SNR at 18 % grey'];

/** Which of two sensors with which of two lenses reads a code, with its figures. */
export function InspectionSection() {
  return (
    <PageSection labelledBy="inspection">
      <h2 id="inspection">Inspection: which camera reads it</h2>
      <p className={styles.where}>
        A code with modules of 2 mm lies 400 mm before the camera. Two published sensors and two
        lenses are at hand. All four pairs read it: each has more than the 4 pixels per module of
        the rule of thumb. The IMX264 has twice the pixels on a module, the IMX287 about 6 dB more
        signal over noise. All are compared at one exposure of 5.67 ms.
      </p>
      <div
        className={styles.table}
        tabIndex={0}
        role="region"
        aria-label="Pairs of sensor and lens"
      >
        <table>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.pairs.map((pair) => (
              <tr key={pair.join()}>
                {pair.map((cell, at) => (
                  <td key={COLUMNS[at]}>{cell.replace(' ', '\u00a0')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <pre tabIndex={0} aria-label="Command: which camera reads it" className={styles.command}>
        <code>{facts.command}</code>
      </pre>
      <p className={styles.where}>
        <Link to="/simulate#example=code-at-400">Open it in the workbench</Link> or{' '}
        <Link to="/documentation/which-camera-reads-it">read how it was found</Link>.
      </p>
    </PageSection>
  );
}
