export { axisOver, domainOf, extentOf, ticksOf, type Axis, type Tick } from './axis.ts';
export { drawn, svgText, type Drawn } from './drawn.ts';
export { plot, type PlotArea, type Look, type Plot, type Series } from './plot.ts';
export {
  colourPanels,
  curvaturePanels,
  fanPanels,
  heatPanels,
  laidOver,
  lightPanels,
  modulationPanels,
  spotPanels,
  throughFocusPanels,
  wavefrontPanels,
} from './lens-panels.ts';
export { panels, type Panel } from './panels.ts';
