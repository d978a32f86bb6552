import { useId, useState, type ReactNode } from 'react';
import {
  firstSettings,
  LENSES,
  LIGHTS,
  PROCESSINGS,
  type CameraSettings,
} from './camera-recipe.ts';
import styles from './demo-camera.module.css';
import { useCamera } from './use-camera.ts';

/** Ends of the sliders: powers of two of a second, and of ten of a millivolt. */
const EXPOSURE = { min: -10, max: 0 };
const NOISE = { min: -1, max: 1.5 };

const exposureInWords = (seconds: number): string =>
  seconds > 0.4 ? `${Number(seconds.toPrecision(2))} s` : `1/${Math.round(1 / seconds)} s`;

/** A small camera whose picture follows every setting, computed in the browser. */
export default function DemoCamera() {
  const [{ settings, part }, setState] = useState({ settings: firstSettings, part: 'several' });
  const { image, ms, problem, isBusy } = useCamera(settings, part);
  const change = (changes: Partial<CameraSettings>): void =>
    setState({ settings: { ...settings, ...changes }, part: Object.keys(changes).join() });
  const { light, lens, exposureSeconds, readNoise, processing } = settings;
  const exposure = exposureInWords(exposureSeconds);
  return (
    <section className={styles.camera} aria-label="Live camera">
      <div className={styles.picture} aria-busy={isBusy}>
        {image === undefined ? (
          <p>{problem || 'Starting the camera…'}</p>
        ) : (
          <img
            src={image}
            alt={`An apple on a table in ${light}, through the ${lens}, exposed for ${exposure}`}
          />
        )}
      </div>
      <div className={styles.settings}>
        <Choice
          label="Light"
          isFirst
          value={light}
          options={LIGHTS}
          onChange={(value) => change({ light: value })}
        />
        <Choice
          label="Lens"
          value={lens}
          options={LENSES}
          onChange={(value) => change({ lens: value })}
        />
        <Slider
          label="Exposure"
          shown={exposure}
          {...EXPOSURE}
          value={Math.log2(exposureSeconds)}
          onChange={(value) => change({ exposureSeconds: 2 ** value })}
        />
        <Slider
          label="Read noise"
          shown={`${Number(readNoise.toPrecision(2))} mV`}
          {...NOISE}
          value={Math.log10(readNoise)}
          onChange={(value) => change({ readNoise: Number((10 ** value).toPrecision(3)) })}
        />
        <Choice
          label="Processing"
          value={PROCESSINGS[processing]}
          options={Object.values(PROCESSINGS)}
          onChange={(value) => {
            const found = Object.entries(PROCESSINGS).find(([, label]) => label === value)!;
            change({ processing: found[0] as CameraSettings['processing'] });
          }}
        />
        <p className={styles.status} role="status">
          {image !== undefined && problem !== ''
            ? problem
            : `Computed in this browser${ms === undefined ? '' : ` in ${timeInWords(ms)}`}`}
        </p>
      </div>
    </section>
  );
}

const timeInWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

function Row({
  id,
  label,
  shown,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly shown?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        {label}
        {shown !== undefined && <span>{shown}</span>}
      </label>
      {children}
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  isFirst = false,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  /** It takes the focus of the button that started the camera. */
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <Row id={id} label={label}>
      <select
        id={id}
        value={value}
        autoFocus={isFirst}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Row>
  );
}

function Slider({
  label,
  shown,
  value,
  min,
  max,
  onChange,
}: {
  readonly label: string;
  /** The value with its unit. */
  readonly shown: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <Row id={id} label={label} shown={shown}>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.05}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </Row>
  );
}
