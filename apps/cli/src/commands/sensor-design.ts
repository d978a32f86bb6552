import { toSensorDesign } from '@lumenloom/contract';
import { designSensor, type SensorDesignFigures } from '@lumenloom/engine';
import { JSON_OUTPUT, accept, readJson } from '../arguments.ts';
import { command, type Output } from './command.ts';
import { jsonText, print, type Row } from './print.ts';
import { readSensorPath, sensorFileOptions } from './read-sensor.ts';

/** `lumenloom sensor-design`: what a sensor does in a light, by formula. */
export const sensorDesign = command(
  {
    usage: ['<design.json> [options]'],
    says: 'Prints what a sensor does at illuminances: pixels on the die, noise, dynamic range, electrons and SNR of each colour, illuminance of SNR 10 and of saturation, modulation at Nyquist. By formula, without a picture.',
    words: { min: 1, max: 1, are: '<design.json>' },
    options: { ...sensorFileOptions, json: JSON_OUTPUT },
    examples: [
      'sensor-design examples/sensor-design.json',
      'sensor-design design.json --sensor-file published:imx250 --json',
    ],
    document: 'docs/reference/sensor-design.md',
  },
  async ({ values, words: [path = ''] }, { stdout, stderr }) => {
    const own = await readSensorPath(values);
    const { design, notes } = accept(toSensorDesign(await readJson(path), own?.sensor));
    for (const note of [...(own?.notes ?? []), ...notes]) stderr.write(`${note}\n`);
    const figures = designSensor(design);
    if (values.json) stdout.write(jsonText(figures));
    else show(stdout, figures);
  },
);

function show(stdout: Output, figures: SensorDesignFigures): void {
  const rows: Row[] = [
    ['Pixels', `${figures.columns} x ${figures.rows}`],
    ['Read noise', figures.readNoiseElectrons, 'e-'],
    ['DSNU', figures.dsnuElectrons, 'e-'],
    ['Dark signal', figures.darkElectrons, 'e-'],
    ['Electrons per code', figures.electronsPerCode, 'e-'],
    ['Dynamic range (saturation over noise)', figures.dynamicRangeDb, 'dB'],
    ['Full at', figures.saturationLux, 'lx'],
    ['SNR 10 at', figures.snr10Lux, 'lx'],
    ['Nyquist frequency', figures.nyquistLinePairsPerMm, 'lp/mm'],
    ['Modulation there', figures.modulationAtNyquist],
    ['Modulation at half of it', figures.modulationAtHalfNyquist],
    ...figures.levels.flatMap(({ lux, electrons, snrDb }) =>
      figures.colours.map((colour, at): Row => [
        `${lux} lx, ${colour}`,
        `${Number(electrons[at]!.toPrecision(5))} e-, SNR ${snrDb[at]!.toFixed(1)}`,
        'dB',
      ]),
    ),
  ];
  print(stdout, false, figures, rows);
}
