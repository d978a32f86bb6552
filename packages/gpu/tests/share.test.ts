import { readOutPlain, type ReadOutSettings } from '@lumenloom/engine/accelerate';
import { it } from 'vitest';
import { readOutPart } from '../src/read-out/read-out-work.ts';
import { testGpu } from './adapter.ts';
const SENSOR: ReadOutSettings = { electronsPerUnit: 3.7e-15, darkElectrons: 0.31, wellCapacity: 10_500, conversionGain: 1.1e-4, readNoise: 1.3e-3, prnu: 0.01, dsnu: 0.8e-3, offset: 2e-3, gain: 1.07, swing: 1.1, levels: 1024, noise: true, temporalSeed: 12_345, fixedPatternSeed: 4_000_000_007 };
it('share', async () => {
  for (const well of [10500, 100000, 1e6]) for (const bits of [8,10,12,14,16]) for (const noise of [true,false]) {
    const s = { ...SENSOR, wellCapacity: well, conversionGain: 1.1/well, levels: 2**bits, noise };
    const n = 1<<18;
    const light = Float32Array.from({length:n}, (_, i) => [Math.random()*well*1.2, Math.random()*40][i&1]! / s.electronsPerUnit);
    const d = { settings: s, light, raw: new Uint16Array(n), volts: undefined, full: new Uint8Array(n/8) };
    const unsure = await testGpu().session.run((t) => readOutPart(t, d, 0, n));
    const t = { raw: new Uint16Array(n), full: new Uint8Array(n/8) };
    readOutPlain(s, light, 0, t);
    let u = 0, diff = 0, missed = 0, big = 0;
    for (let i = 0; i < n; i++) { const b = (unsure[i>>5]! >>> (i&31)) & 1; u += b; const e = Math.abs(d.raw[i]! - t.raw[i]!); if (e) { diff++; if (e>1) big++; if (!b) missed++; } }
    console.log(well, bits, noise, 'unsure %', 100*u/n, 'diff', diff, 'big', big, 'missed', missed);
  }
});
