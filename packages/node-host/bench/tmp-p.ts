import { nodeHost } from '../src/index.ts';
import { simulate } from '@lumenloom/engine';
import { gpuDevice, openGpu } from '@lumenloom/gpu';
import { planOf, quiet } from './recipes.ts';
const { create, globals } = await import('/work/main/tools/gpu/node_modules/webgpu/index.js');
Object.assign(globalThis, globals); const gpu = create([]); (globalThis as any).kept = gpu;
const opened = await openGpu(gpu);
const host = { ...nodeHost(1), device: gpuDevice(opened!) };
const plan = planOf({ scene: process.argv[2] ?? 'Macbeth', optics: 'Double-Gauss', isp: 'Fast-openISP' }, 1920, 1080, 28);
for (let i = 0; i < 3; i++) { const t = performance.now(); const r = await simulate(plan, host, quiet); console.log(performance.now() - t, JSON.stringify(r.report.stages)); }
process.exit(0);
