/** The style sheet of every report.html, for screens and for paper. */
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#16191d, #e7eaee); --soft: light-dark(#5a636e, #9aa5b1);
  --line: light-dark(#dde2e8, #333a42); --paper: light-dark(#fff, #14171a); --panel: light-dark(#f7f8fa, #1b1f24);
  --accent: light-dark(#1c5fd6, #6fa2ff); --warn: light-dark(#b3261e, #ff8a80);
  --green: light-dark(#2a8f3c, #4fbf63); --red: light-dark(#c8352c, #ff7a70); --blue: light-dark(#1f5eff, #7aa0ff); --grey: var(--soft); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 Inter, "Helvetica Neue", Helvetica, Arial, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 64px; }
header { border-top: 4px solid var(--accent); padding-top: 20px; }
h1 { font-size: 30px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 20px; margin: 40px 0 8px; }
h3 { font-size: 15px; margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 0 0 12px; max-width: 80ch; }
.soft { color: var(--soft); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); gap: 12px 24px; margin: 20px 0 0; }
dt { color: var(--soft); font-size: 13px; }
dd { margin: 0; }
.notes { margin: 16px 0 0; padding: 12px 16px 12px 32px; background: var(--panel); border-radius: 8px; }
.controls { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 0 0 12px; }
label { display: inline-flex; align-items: center; gap: 8px; color: var(--soft); }
select, input { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 4px 8px; max-width: min(320px, 60vw); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--plot, 360px)), 1fr)); gap: 16px; }
.plots > figure:only-child, .plots > figure:first-child:nth-last-child(2):has(+ p) { grid-column: span 2; }
@media (max-width: 800px) { .plots > figure { grid-column: auto !important; } }
@media screen and (max-width: 800px) { .sensor :is(th, td) { padding-inline: 8px; } .sensor tbody th { white-space: normal; } }
figure { margin: 0; max-width: 600px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px; }
figcaption { margin-top: 4px; color: var(--soft); font-size: 13px; }
svg { display: block; width: 100%; height: auto; }
svg.natural { width: auto; max-width: none; }
figure:has(svg.natural) { max-width: 100%; overflow-x: auto; }
svg .mark { fill-opacity: .45; }
.wide { overflow-x: auto; max-height: 640px; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
.runs th { position: sticky; top: 0; background: var(--panel); }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 4px 0; cursor: pointer; }
.runs td:last-child { white-space: normal; text-align: left; }
.failed td { color: var(--warn); }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 12px; }
.sheet a { color: inherit; text-decoration: none; font-size: 12px; overflow-wrap: anywhere; }
.sheet img { display: block; width: 100%; border-radius: 4px; }
.sensor { --plot: 440px; }
.sensor .wide { margin-bottom: 16px; max-height: none; }
.sensor caption { text-align: left; font-weight: 600; padding: 8px 12px; }
.sensor caption::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 8px; border-radius: 50%; background: var(--colour); }
.green { --colour: var(--green); } .red { --colour: var(--red); } .blue { --colour: var(--blue); } .grey { --colour: var(--grey); }
.sensor th:first-child { text-align: left; }
.sensor thead th { color: var(--soft); font-weight: 400; font-size: 13px; }
.sensor thead tr:not(:last-child) th { border-bottom: 0; padding-bottom: 0; }
.sensor tbody th { font-weight: 400; }
.sensor i { color: var(--soft); margin-left: 6px; }
.sensor .measured { font-weight: 600; padding-right: 4px; }
.sensor :is(.error, .deviation, .unit) { color: var(--soft); }
.sensor .error { text-align: left; padding-left: 4px; }
.sensor .unit { text-align: left; }
.lab tbody th { min-width: 9em; } .lab thead th:last-child { text-align: left; }
small { display: block; color: var(--soft); font-size: 12px; }
.choice tbody th { min-width: 9em; max-width: 26em; white-space: normal; overflow-wrap: anywhere; }
.choice tr:has(.gone) > * { color: var(--soft); font-weight: 400; } .choice tr:has(.gone) svg { opacity: .5; }
.verdict { font-size: 18px; margin: 12px 0 4px; }
.question { margin: 4px 0; color: var(--soft); }
.pairs thead th { white-space: normal; } .pairs th[scope=row] { text-align: left; font-weight: 400; }
.scores th:first-child { text-align: left; font-weight: 400; position: sticky; left: 0; background: var(--paper); }
.scores td { vertical-align: top; }
.evaluation section + section { margin-top: 8px; }
.evaluation .plots { margin-top: 12px; --plot: 440px; }
details { margin: 12px 0; }
summary { cursor: pointer; font-weight: 600; padding: 4px 0; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr)); gap: 12px; margin-top: 8px; }
.gallery figure > div { display: grid; grid-template-columns: 1fr 1fr; gap: 4px; }
@media (max-width: 500px) { .gallery { grid-template-columns: 1fr 1fr; } .gallery figure { padding: 6px; } .gallery figcaption { font-size: 12px; overflow-wrap: anywhere; } }
.gallery img { display: block; width: 100%; border-radius: 4px; image-rendering: pixelated; }
sub { font-size: 0.75em; line-height: 0; }
@page { size: A4; margin: 14mm; }
@media print {
  :root { color-scheme: light; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 9pt; line-height: 1.4; }
  main { max-width: none; padding: 0; }
  header { padding-top: 10px; }
  h1 { font-size: 20pt; } h2 { font-size: 13pt; margin: 16px 0 8px; } h3, caption { font-size: 9pt; } h2, h3, caption { break-after: avoid; }
  dl { grid-template-columns: repeat(3, 1fr); gap: 6px 18px; margin-top: 8px; }
  dt, .sensor thead th, figcaption { font-size: 8pt; }
  .controls { display: none; }
  .wide { max-height: none; overflow: visible; } .runs th { position: static; }
  th, td { padding: 1.4px 8px; }
  p { margin-bottom: 8px; }
  .notes { margin-top: 12px; padding-block: 8px; }
  figure, .sensor .wide { padding: 0; border: 0; background: none; margin-bottom: 12px; } .sensor caption { padding: 0 0 6px; }
  .sensor th:first-child { padding-left: 0; } .sensor .unit { padding-right: 0; }
  figure, tr, .sheet a, .notes, .sensor .wide { break-inside: avoid; }
  .sensor .plots { grid-template-columns: 1fr 1fr; gap: 0 20px; }
}
`;
