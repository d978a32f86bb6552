/** Style sheet of a report, for screens and for paper. */
export const STYLE = `
:root { color-scheme: light; --ink: #0b0d12; --grey: #4a5160; --line: #dfe3ea; --mist: #f4f6f9; --accent: #1f5eff; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 40px 32px 56px; color: var(--ink); background: #fff; font: 15px/1.5 Inter, "Helvetica Neue", Helvetica, Arial, sans-serif; font-variant-numeric: tabular-nums; }
header { border-top: 4px solid var(--accent); padding-top: 20px; }
.kind { margin: 0; color: var(--grey); }
h1 { margin: 0 0 20px; font-size: 36px; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin: 44px 0 16px; font-size: 22px; letter-spacing: -0.01em; }
h3 { margin: 0 0 6px; font-size: 15px; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 12px 24px; margin: 0; }
dt { color: var(--grey); font-size: 13px; }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: 0 0 6px; }
caption::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 8px; border-radius: 50%; background: var(--colour, var(--grey)); }
.green { --colour: #2a8f3c; } .red { --colour: #c8352c; } .blue { --colour: #1f5eff; }
.tables { display: grid; gap: 28px; }
th, td { padding: 5px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child { text-align: left; padding-left: 0; }
thead th { color: var(--grey); font-weight: 400; font-size: 13px; }
tbody th { font-weight: 400; }
tbody th i { color: var(--grey); margin-left: 6px; }
sub { font-size: 0.75em; line-height: 0; }
.measured { font-weight: 600; padding-right: 4px; }
.error, .deviation, .none { color: var(--grey); }
.error { text-align: left; padding-left: 4px; }
.unit { text-align: left; color: var(--grey); padding-right: 0; }
.parts { margin-bottom: 28px; }
.parts thead tr:first-child th { border-bottom: 0; padding-bottom: 0; }
.notes { margin: 20px 0 0; padding: 12px 16px 12px 32px; background: var(--mist); border-radius: 8px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr)); gap: 32px 28px; }
figure { margin: 0; break-inside: avoid; }
svg { display: block; width: 100%; height: auto; }
figcaption { margin-top: 4px; color: var(--grey); font-size: 13px; }
.about { margin: -8px 0 20px; max-width: 80ch; color: var(--grey); }
@page { size: A4; margin: 14mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.4; }
  h1 { font-size: 20pt; margin-bottom: 8px; }
  h2 { font-size: 13pt; margin: 16px 0 8px; break-after: avoid; }
  h3, caption { font-size: 9pt; break-after: avoid; }
  dl { grid-template-columns: repeat(3, 1fr); gap: 6px 18px; }
  dt, thead th, figcaption { font-size: 8pt; }
  th, td { padding: 1.4px 8px; }
  table, .notes { break-inside: avoid; }
  .tables { gap: 12px; }
  .about { margin: -4px 0 8px; }
  header { padding-top: 10px; }
  .notes { margin-top: 12px; padding-block: 8px; }
  .plots { grid-template-columns: 1fr 1fr; gap: 12px 20px; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
