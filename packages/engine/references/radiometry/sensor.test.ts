import { describe, expect, test } from 'vitest';
import { testHost } from '../../laws/test-host.ts';
import { illuminants } from '../../src/illuminants/list.ts';
import { lightScene } from '../../src/illuminants/light.ts';
import type { NpyArray } from '../../src/images/npy.ts';
import { readOutPlain } from '../../src/sensors/read-out/read-out-plain.ts';
import { idealLens, irradiancePerRadiance } from '../../src/optics/ideal-lens.ts';
import type { Spectrum } from '../../src/quantities/wavelengths.ts';
import type { BayerOrder } from '../../src/sensors/bayer/descriptor.ts';
import {
  CHANNELS,
  QUANTUM_EFFICIENCY,
  bayerLayout,
} from '../../src/sensors/bayer/quantum-efficiency.ts';
import { exposeIrradiance } from '../../src/pipeline/expose-irradiance.ts';
import { readOutSensor, readOutSettings } from '../../src/sensors/read-out/read-out-sensor.ts';
import { largestRelativeDeviation } from '../deviation.ts';
import { expectHeld } from '../held.ts';
import { referenceSensor } from '../reference-sensor.ts';
import { whiteCard } from '../white-card.ts';
import uniform from './analytic_uniform_electrons.json' with { type: 'json' };
import cfa from './cfa_layouts.json' with { type: 'json' };
import chain from './gain_offset_clip_quantise.json' with { type: 'json' };
import tables from './tables_400_700_10.json' with { type: 'json' };

const host = testHost();
const unwatched = { stopped: () => false, progress: () => undefined } as const;

const noiseless = { noise: false, seeds: { temporal: 1, fixedPattern: 2 } } as const;
const channel = (table: readonly (readonly number[])[], index: number): Spectrum =>
  Float64Array.from(table, (band) => band[index]!);
/**
 * Quantum efficiency of the analytic references; our sensor has the same green, and red and blue
 * scaled.
 */
const PHYS = [0, 1, 2].map((index) => channel(tables.phys_qe_31x3, index));

describe('analytic_uniform_electrons', () => {
  const published = tables.illuminants_rel560_100;
  const sensor = referenceSensor({ dark_voltage: 0 });

  test.each(uniform.cases)(
    '$illuminant, $luminance_cd_m2 cd/m², f/$fnumber, m $magnification, $t_s s',
    async (golden) => {
      const spectrum = Float64Array.from(published[golden.illuminant as keyof typeof published]);
      const lit = lightScene(whiteCard, spectrum, { of: 'white', value: golden.luminance_cd_m2 });
      const perRadiance = irradiancePerRadiance(golden.fnumber, golden.magnification);
      expect(
        Math.abs((lit.whiteLuminance * perRadiance) / golden.illuminance_lux - 1),
      ).toBeLessThan(uniform.tolerance.rel);

      // The picture is formed at f/4 with the object at infinity; another lens changes it by a
      // factor.
      const grid = { rows: 2, columns: 2, pitch: sensor.parameters.pixel_size };
      const light = await idealLens.formImage(
        { lit, hfov: 0.1 },
        { grid, receptors: { responses: PHYS, layout: bayerLayout('grbg') } },
        host,
        unwatched,
      );
      const settings = readOutSettings(
        sensor,
        golden.t_s * (perRadiance / idealLens.irradiancePerRadiance),
        noiseless,
      );
      const { volts } = await readOutSensor(light, settings, true, host, unwatched);
      const [green, red, blue, otherGreen] = light.map(
        (value) => value * settings.electronsPerUnit,
      );
      expectHeld(
        'electrons',
        largestRelativeDeviation([red!, green!, blue!], golden.electrons_RGB),
        uniform.tolerance.rel,
      );
      expect(otherGreen).toBe(green);
      expect(
        largestRelativeDeviation([volts![1]!, volts![0]!, volts![2]!], golden.volts_RGB),
      ).toBeLessThan(uniform.tolerance.rel);
    },
  );

  test('the shipped sensor from an irradiance file: the golden times its channel scales', async () => {
    const golden = uniform.cases[0]!;
    const lit = lightScene(whiteCard, Float64Array.from(illuminants.d65.energy), {
      of: 'white',
      value: golden.luminance_cd_m2,
    });
    const irradiance: NpyArray = {
      type: 'float64',
      shape: [31, 2, 2],
      data: Float64Array.from(
        { length: 31 * 4 },
        (_, i) => lit.white[Math.floor(i / 4)]! * irradiancePerRadiance(golden.fnumber),
      ),
    };
    const written = new Map<string, ArrayLike<number>>();
    await exposeIrradiance(
      irradiance,
      sensor,
      { exposureSeconds: golden.t_s, ...noiseless },
      host,
      {
        write: async (name, _type, shape, pieces) => {
          expect(shape).toEqual([2, 2]);
          for await (const piece of pieces) written.set(name, piece);
        },
      },
    );
    const electrons = written.get('electrons')!;
    const scaled = golden.electrons_RGB.map(
      (value, index) => value * tables.calibrated_sensor_D55_scale_RGB[index]!,
    );
    expect(
      largestRelativeDeviation([electrons[1]!, electrons[0]!, electrons[2]!], scaled),
    ).toBeLessThan(uniform.tolerance.rel);
  });

  test('the shipped quantum efficiency is the table’s', () => {
    CHANNELS.forEach((_, index) => {
      expect(Array.from(QUANTUM_EFFICIENCY[index]!)).toEqual(
        tables.cal_qe_31x3.map((band) => band[index]),
      );
    });
  });
});

describe('cfa_layouts', () => {
  test.each(Object.entries(cfa.row_major_2x2_from_top_left))('%s', (order, rows) => {
    expect(bayerLayout(order as BayerOrder)).toEqual(
      rows.map((row) => row.map((letter) => 'RGB'.indexOf(letter))),
    );
  });
});

describe('gain_offset_clip_quantise', () => {
  // The reference tests (V + offset)/gain, clipping and conversion, with voltages beyond those of a
  // full well.
  const sensor = {
    ...referenceSensor({ voltage_swing: chain.swing, dark_voltage: 0 }),
    bits: chain.bits,
  };
  test.each(chain.cases)(
    '$volts V, gain $gain, offset $offset V',
    ({ volts: inputVolts, gain, offset, out_volts: expected, dn }) => {
      const settings = {
        ...readOutSettings(sensor, 1, noiseless),
        offset,
        gain,
        wellCapacity: Infinity,
      };
      const [raw, volts] = [new Uint16Array(1), new Float32Array(1)];
      readOutPlain(
        { ...settings, electronsPerUnit: inputVolts / settings.conversionGain },
        Float32Array.of(1),
        0,
        { raw, volts },
      );
      expect(raw[0]).toBe(dn);
      // Volts are stored in single precision; before that they agree within 1e-9 V, so the stored
      // numbers are the same.
      expect(volts[0]).toBe(Math.fround(expected));
    },
  );
});
