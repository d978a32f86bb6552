export { domainOf, extentOf, ticksOf, type Axis, type Tick } from './axis.ts';
export { drawn, svgText, type Drawn } from './drawn.ts';
export { plot, type Frame, type Look, type Plot, type Series } from './plot.ts';
export {
  colourPanel,
  curvaturePanels,
  fanPanels,
  lightPanels,
  modulationPanel,
  spotPanels,
  throughFocusPanel,
  wavefrontPanels,
} from './lens-panels.ts';
export { panels, type Panel } from './panels.ts';
