/** The style sheet of report.html. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#16191d, #e7eaee); --soft: light-dark(#5a636e, #9aa5b1);
  --line: light-dark(#dde2e8, #333a42); --paper: light-dark(#fff, #14171a); --panel: light-dark(#f7f8fa, #1b1f24);
  --accent: light-dark(#1c5fd6, #6fa2ff); --warn: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 40px 0 8px; }
p { margin: 0 0 12px; max-width: 76ch; }
.soft { color: var(--soft); }
.controls { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 0 0 12px; }
label { display: inline-flex; align-items: center; gap: 8px; color: var(--soft); }
select, input { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 4px 8px; max-width: min(320px, 60vw); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 360px), 1fr)); gap: 16px; }
.plots > figure:only-child, .plots > figure:first-child:nth-last-child(2):has(+ p) { grid-column: span 2; }
@media (max-width: 800px) { .plots > figure { grid-column: auto !important; } }
figure { margin: 0; max-width: 600px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px; }
figcaption { font-weight: 600; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; font-family: system-ui, sans-serif; }
svg .mark { fill-opacity: .45; }
.wide { overflow-x: auto; max-height: 640px; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--panel); }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 4px 0; cursor: pointer; }
td:last-child { white-space: normal; text-align: left; }
.failed td { color: var(--warn); }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 12px; }
.sheet a { color: inherit; text-decoration: none; font-size: 12px; overflow-wrap: anywhere; }
.sheet img { display: block; width: 100%; border-radius: 4px; }
@media print { main { max-width: none; padding: 0; } .wide { max-height: none; overflow: visible; } .controls { display: none; }
  figure, tr, .sheet a { break-inside: avoid; } th { position: static; } }
`;
