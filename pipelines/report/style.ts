// The page's style sheet: light or dark according to the reader's system, one column, readable on screens 390 pixels wide or more; loads no file.

// Contrast with the background is 4.5 : 1 for text and 3 : 1 for drawings (WCAG 2.1, 1.4.3 and 1.4.11).
const light = `--ink: #1c2430; --soft: #586273; --line: #e1e5ea; --ground: #f6f7f5; --card: #fff; --well: #fafaf8; --empty: #edf0f2; --accent: #1f5c8b; --on-accent: #fff;
  --good: #2f7d6b; --lost: #d5762a; --kept: #8a95a1; --warn: #a34d0c; --mark: #ffe894; --on-step: #fff;
  --series-1: #1f5c8b; --series-2: #b4570f; --series-3: #2f7d6b; --series-4: #8a3f8f; --series-5: #857000; --series-6: #5b6470;
  --step-parsing: #8a3f8f; --step-chunking: #7d6900; --step-retrieval: #b4570f; --step-reranking: #b03a48; --step-generation: #1f5c8b; --step-kept: #2f7d6b;`;

const dark = `--ink: #e4e8ee; --soft: #a3adba; --line: #303946; --ground: #0f1319; --card: #171c24; --well: #12171e; --empty: #28303b; --accent: #7db9e8; --on-accent: #0f1319;
  --good: #58b89f; --lost: #e08a45; --kept: #77838f; --warn: #f0a465; --mark: #5c4b10; --on-step: #0f1319;
  --series-1: #6db3e8; --series-2: #f0a35e; --series-3: #5cc4a8; --series-4: #d48fd9; --series-5: #d9c04d; --series-6: #a7b0bd;
  --step-parsing: #d48fd9; --step-chunking: #d9c04d; --step-retrieval: #f0a35e; --step-reranking: #f08b96; --step-generation: #6db3e8; --step-kept: #5cc4a8;`;

export const styleSheet = `
:root { ${light} }
@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 "Inter", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
:lang(zh) { font-family: "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif; line-height: 1.7; }
body > header, main, body > footer { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
body > header { padding-top: 40px; }
h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 8px; }
h2 { font-size: 1.3rem; letter-spacing: -0.01em; margin: 0 0 6px; }
h3 { font-size: 1rem; margin: 24px 0 8px; }
p { margin: 0 0 12px; max-width: 74ch; }
a { color: var(--accent); }
.lead { font-size: 1.08rem; color: var(--soft); overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.small { font-size: 0.86rem; }
nav { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 20px 0 0; font-size: 0.92rem; }
nav a { text-decoration: none; border-bottom: 1px solid transparent; }
nav a:hover { border-color: currentColor; }
section > details > summary { list-style-position: outside; } section > details > summary h2 { display: inline; color: var(--ink); font-size: 1.05rem; } section > details[open] > summary { margin-bottom: 10px; }
h2.group { margin: 32px 0 4px; } .group ~ section { margin: 6px 0; padding: 8px 24px; }
.short-answers { grid-template-columns: minmax(9em, 12em) 1fr; gap: 8px 20px; font-size: 1rem; margin: 0; } .short-answers dt { font-weight: 600; } .short-answers dd { text-align: left; }
.lines { grid-template-columns: 1fr; } .lines dd { text-align: left; flex: 1; } .lines dt { width: 13em; }
.filters { display: flex; flex-wrap: wrap; gap: 8px 18px; font-size: 0.9rem; margin: 8px 0; } .filters label { max-width: 100%; } select { font: inherit; max-width: min(100%, 22em); color: var(--ink); background: var(--card); border: 1px solid var(--kept); border-radius: 6px; padding: 3px 6px; }
.pager { display: flex; flex-wrap: wrap; gap: 4px; font-size: 0.86rem; margin: 8px 0; } .pager input { position: absolute; opacity: 0; } .pager span { display: block; min-width: 2em; text-align: center; border: 1px solid var(--line); border-radius: 6px; padding: 2px 6px; cursor: pointer; } .pager input:checked + span { background: var(--accent); color: var(--on-accent); } .pager input:focus-visible + span { outline: 2px solid var(--lost); } .pager label { position: relative; }
.entries { max-height: 75vh; overflow-y: auto; } .entry { border-top: 1px solid var(--line); padding: 6px 0; margin: 0; overflow-wrap: anywhere; } .entry summary { color: inherit; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 24px; margin: 20px 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(135px, 1fr)); gap: 12px; margin: 24px 0 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; }
.tile b { display: block; font-size: 1.65rem; line-height: 1.2; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile span { display: block; color: var(--soft); font-size: 0.86rem; line-height: 1.35; margin-top: 2px; }
.tile.warn b { color: var(--warn); }
.wide { overflow-x: auto; margin: 8px 0 16px; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; min-width: 50%; }
th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; font-size: 0.8rem; white-space: nowrap; vertical-align: bottom; }
tbody th { font-weight: 500; white-space: nowrap; }
tfoot th, tfoot td { font-weight: 700; border-bottom: 0; }
.number, td:has(> .number), thead th.number, thead th:has(> .number) { text-align: right; white-space: nowrap; }
.brief { white-space: nowrap; } .said { min-width: 280px; }
.short { color: var(--warn); font-weight: 600; }
.bar { width: 160px; height: 11px; border-radius: 3px; display: block; margin-top: 6px; }
.ground { fill: var(--empty); } .good { fill: var(--good); } .lost { fill: var(--lost); } .kept { fill: var(--kept); } .plain { fill: var(--accent); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 0 32px; }
.histogram { display: block; width: 100%; max-width: 520px; height: auto; }
.histogram text { font-size: 11.5px; fill: var(--soft); font-variant-numeric: tabular-nums; }
.axis { stroke: var(--kept); } .threshold { stroke: var(--ink); stroke-dasharray: 4 3; }
.key { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin: 0 6px 0 14px; }
.key:first-child { margin-left: 0; }
.key.good { background: var(--good); } .key.lost { background: var(--lost); } .key.kept { background: var(--kept); }
.key.parsing { background: var(--step-parsing); } .key.chunking { background: var(--step-chunking); } .key.retrieval { background: var(--step-retrieval); }
.key.reranking { background: var(--step-reranking); } .key.generation { background: var(--step-generation); } .legend .key { margin: 0 6px 0 0; } .legend .key.kept { background: var(--step-kept); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 0.86rem; color: var(--soft); margin: 8px 0; overflow-wrap: anywhere; }
.swatch { width: 28px; height: 8px; margin-right: 7px; vertical-align: middle; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 0 32px; }
.plot { display: block; width: 100%; max-width: 420px; height: auto; color: var(--soft); font-family: inherit; }
.plot text { font-size: 11.5px; font-variant-numeric: tabular-nums; }
.under { display: block; font-size: 0.82em; color: var(--soft); } .system { display: inline-block; white-space: normal; overflow-wrap: anywhere; min-width: 9em; max-width: 20em; }
h3.of { border-top: 1px solid var(--line); padding-top: 14px; } .cautions li { margin: 8px 0; max-width: 80ch; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 2px 24px; margin: 8px 0 16px; font-size: 0.9rem; }
dl div { display: flex; justify-content: space-between; gap: 12px; border-bottom: 1px solid var(--line); padding: 5px 0; }
dt { color: var(--soft); flex: none; } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
ul { margin: 6px 0 12px; padding-left: 1.2em; }
td > code { white-space: nowrap; }
code { font: 0.88em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
details { margin: 8px 0; } summary { cursor: pointer; color: var(--accent); }
.item { border-top: 1px solid var(--line); padding: 22px 0 10px; }
.item:first-of-type { border-top: 0; }
.tags { display: flex; flex-wrap: wrap; gap: 6px; font-size: 0.78rem; margin-bottom: 8px; }
.tags span { border: 1px solid var(--line); border-radius: 99px; padding: 1px 10px; color: var(--soft); }
.tags span:first-child { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.question { font-size: 1.08rem; font-weight: 600; margin: 0 0 8px; max-width: none; overflow-wrap: anywhere; }
.question.input { font-size: 1rem; font-weight: 400; white-space: pre-wrap; }
del { color: var(--warn); } ins { color: var(--good); text-decoration: none; font-weight: 600; }
.answer { border-left: 3px solid var(--good); padding: 2px 0 2px 14px; margin: 0 0 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
.keypoints { list-style: none; padding: 0; font-size: 0.92rem; }
.keypoints li { margin: 4px 0; display: flex; gap: 10px; }
.kind { flex: none; width: 6.4em; font-size: 0.76rem; color: var(--soft); padding-top: 3px; }
fieldset { border: 0; padding: 0; margin: 6px 0; font-size: 0.86rem; display: flex; flex-wrap: wrap; gap: 2px 14px; } legend { float: left; font-weight: 600; margin-right: 14px; }
.failed { border-top: 1px solid var(--line); padding: 6px 0; margin: 0; overflow-wrap: anywhere; } .failed summary { color: inherit; } .answer.got { border-color: var(--lost); } .why { font-weight: 600; }
figure { margin: 12px 0 8px; }
figcaption { font-size: 0.86rem; color: var(--soft); margin-bottom: 6px; overflow-wrap: anywhere; }
figcaption a { margin-left: 6px; }
.text { position: relative; max-height: 380px; overflow-y: auto; background: var(--well); border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.9rem; }
.text details { margin: 4px 0; color: var(--soft); } .text summary { font-size: 0.8rem; width: fit-content; }
mark { background: var(--mark); color: inherit; padding: 1px 0; border-radius: 2px; scroll-margin: 60px; }
mark:target { outline: 2px solid var(--lost); }
mark sup { font-size: 0.7em; margin-right: 2px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--well); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; font-size: 0.8rem; max-height: 220px; overflow-y: auto; }
body > footer { color: var(--soft); font-size: 0.86rem; padding-bottom: 48px; }
@media (max-width: 600px) {
  body > header, main, body > footer { padding-left: 14px; padding-right: 14px; }
  body > header { padding-top: 24px; }
  h1 { font-size: 1.6rem; }
  section { padding: 16px 14px; margin: 14px 0; }
  .tiles { grid-template-columns: repeat(2, 1fr); gap: 8px; }
  .group ~ section { padding: 8px 14px; } .short-answers { display: block; } .short-answers dd { margin-bottom: 10px; } .lines div { display: block; } .filters label { display: block; }
  .keypoints li { display: block; } .kind { display: block; width: auto; }
}
@media print { .text { max-height: none; } section { break-inside: avoid-page; } }
`;
