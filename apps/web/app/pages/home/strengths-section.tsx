import { PageSection } from '../../ui/page/page-section.tsx';
import { SectionHeading } from './section-heading.tsx';
import styles from './strengths-section.module.css';

const figures = [
  {
    figure: '10x',
    title: 'Faster validation',
    text: 'Validation about 10x faster: a new lens, sensor or light is just another choice in a list.',
  },
  {
    figure: '1/10',
    title: 'Of the cost',
    text: 'Cost about 1/10 through virtual simulation, with no physical prototypes.',
  },
] as const;

const strengths = [
  {
    title: 'Optimizing size, cost and performance',
    text: 'Studies search them together, by your own formula of size and cost, on the task itself.',
  },
  {
    title: 'World class accuracy',
    text: 'Light in physical units, wavelength by wavelength, from the source to the digital number.',
  },
  {
    title: 'Customizable to any vision hardware',
    text: 'Enter your own spectrum, sensor data and ISP settings; a lens is a prescription in one file.',
  },
  {
    title: 'Secure and private',
    text: 'On-premise deployment keeps data and IP in your infrastructure.',
  },
] as const;

export function StrengthsSection() {
  return (
    <PageSection surface="ink" labelledBy="strengths">
      <div className={styles.strengths}>
        <div>
          <SectionHeading
            id="strengths"
            title="Strengths"
            message={['Decide on evidence,', 'not on prototypes']}
          />
          <ul className={styles.figures}>
            {figures.map(({ figure, title, text }) => (
              <li key={figure}>
                <strong>{figure}</strong>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
        <ul className={styles.list}>
          {strengths.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </PageSection>
  );
}
