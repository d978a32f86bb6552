import { describe, expect, test } from 'vitest';
import { readOutPlain, type ReadOutSettings } from '../src/sensors/read-out/read-out-plain.ts';
import { emvaFigures } from '../src/analysis/emva1288/figures.ts';
import { allPixels, FrameStacker, pairStatistics } from '../src/analysis/emva1288/frames.ts';

const all = allPixels(96, 96);
const PIXELS = all.count;
const SWING = 1.15;
const SECONDS = 0.01;
/** None of about 30 normal deviates with fixed seeds is larger. */
const MOST_ERRORS = 4;

interface Sensor {
  readonly well: number;
  readonly bits: number;
  readonly efficiency: number;
  /** Electrons. */
  readonly read: number;
  readonly dsnu: number;
  readonly prnu: number;
  /** Electrons per second. */
  readonly dark: number;
}

/** Frames of the engine's own read-out, of even light, as the standard asks. */
function measure({ well, bits, efficiency, read, dsnu, prnu, dark }: Sensor) {
  const gain = SWING / well;
  let seed = 1;
  const shoot = (photons: number, seconds = SECONDS): Uint16Array => {
    const settings: ReadOutSettings = {
      electronsPerUnit: 1,
      darkElectrons: dark * seconds,
      wellCapacity: well,
      conversionGain: gain,
      readNoise: read * gain,
      prnu,
      dsnu: dsnu * gain,
      offset: 0.02 * SWING,
      gain: 1,
      swing: SWING,
      levels: 2 ** bits,
      noise: true,
      temporalSeed: (seed += 1),
      fixedPatternSeed: well,
    };
    const raw = new Uint16Array(PIXELS);
    readOutPlain(settings, new Float32Array(PIXELS).fill(photons * efficiency), 0, { raw });
    return raw;
  };
  const stack = (photons: number, frames: number, seconds?: number) => {
    const stacker = new FrameStacker(all);
    for (let i = 0; i < frames; i += 1) stacker.add(shoot(photons, seconds));
    return stacker.stack();
  };
  const brightest = (1.1 * well) / efficiency;
  return emvaFigures({
    bright: Array.from({ length: 50 }, (_, i) => {
      const photons = (brightest * (i + 1)) / 50;
      const pair = pairStatistics(shoot(photons), shoot(photons), all);
      return { seconds: SECONDS, photons, pair };
    }),
    dark: [SECONDS, 0.5, 1].map((seconds) => ({ seconds, stack: stack(0, 16, seconds) })),
    half: stack(brightest / 2.2, 16),
  });
}

describe('the figures of a sensor', () => {
  test.each<Sensor>([
    { well: 9000, bits: 10, efficiency: 0.5, read: 7.5, dsnu: 7.8, prnu: 0.0218, dark: 8 },
    { well: 4400, bits: 12, efficiency: 0.6, read: 3, dsnu: 2, prnu: 0.008, dark: 20 },
    { well: 20000, bits: 12, efficiency: 0.3, read: 12, dsnu: 6, prnu: 0.02, dark: 5 },
    // Noise in the dark that rounding hides.
    { well: 12000, bits: 10, efficiency: 0.7, read: 2, dsnu: 4, prnu: 0.015, dark: 10 },
  ])('well $well, $bits bits', (sensor) => {
    const { measured, standardError, notes } = measure(sensor);
    const known = {
      systemGain: 2 ** sensor.bits / sensor.well,
      quantumEfficiency: sensor.efficiency,
      darkNoiseElectrons: Math.sqrt(sensor.read ** 2 + sensor.dark * SECONDS),
      dsnuElectrons: sensor.dsnu,
      prnuPercent: 100 * sensor.prnu,
      darkCurrentElectronsPerSecond: sensor.dark,
    };
    for (const [name, value] of Object.entries(known) as [keyof typeof known, number][])
      expect(Math.abs(measured[name] - value) / standardError[name], name).toBeLessThan(
        MOST_ERRORS,
      );
    expect(notes.length).toBe(sensor.read === 2 ? 1 : 0);
    expect(measured.linearityErrorPercent).toBeLessThan(0.1);
    expect(measured.snrMaxDb).toBeCloseTo(10 * Math.log10(measured.saturationElectrons), 9);
  });
});
