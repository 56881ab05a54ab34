// Styles of the page: light and dark, three columns on a desktop, one on a phone.

const colours = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4; --sheet: #ffffff; --ink: #1d2126; --soft: #5d6670; --line: #dcdfe3; --tint: #eef1f4;
  --accent: #1f5fbf; --accent-ink: #ffffff; --accent-tint: #e6effb; --mark: #fff0b3; --mark-more: #ffd873; --mark-line: #c98a00;
  --good: #1c7a48; --warn: #9a5b00; --bad: #b3261e; --bad-tint: #fdeceb;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --sheet: #1d2126; --ink: #e4e7ea; --soft: #9aa4ae; --line: #343a42; --tint: #262b32;
    --accent: #7fb0f5; --accent-ink: #10151c; --accent-tint: #22344d; --mark: #57480f; --mark-more: #7d6410; --mark-line: #e0b13a;
    --good: #63c892; --warn: #e8b25c; --bad: #ff8a80; --bad-tint: #412423;
  }
}`;

const base = `
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { font: 16px/1.6 var(--sans); color: var(--ink); background: var(--ground); -webkit-text-size-adjust: 100%; }
body { margin: 0; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
h1, h2, h3, h4, p, ol, dl { margin: 0; }
h1 { font-size: 1rem; font-weight: 650; }
h2 { font-size: 1rem; font-weight: 650; }
h3 { font-size: .8rem; font-weight: 600; color: var(--soft); margin-bottom: .3rem; }
h4 { font-size: .9rem; font-weight: 600; }
button, input, textarea { font: inherit; color: inherit; }
button { min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--sheet); cursor: pointer; }
button:hover { border-color: var(--accent); }
button.quiet { border-color: transparent; background: none; color: var(--soft); }
button.quiet:hover { color: var(--ink); background: var(--tint); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
button.primary:hover { filter: brightness(1.08); }
input[type=search], dialog input, textarea { width: 100%; padding: .45rem .65rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--sheet); }
textarea { display: block; resize: vertical; line-height: 1.6; unicode-bidi: plaintext; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
kbd { display: inline-block; min-width: 1.5em; padding: 0 .35em; border: 1px solid var(--line); border-radius: .3rem; background: var(--tint); color: var(--soft); font: 600 .75rem/1.5 var(--sans); text-align: center; }
.skip { position: absolute; inset-block-start: -4rem; inset-inline-start: .5rem; z-index: 9; padding: .4rem .8rem; background: var(--sheet); }
.skip:focus { inset-block-start: .5rem; }
.banner { padding: .7rem .9rem; border: 1px solid var(--warn); border-radius: .6rem; background: var(--sheet); margin-bottom: 1rem; }
.banner button { margin: .5rem .5rem 0 0; }
.corpus { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; text-align: start; line-break: auto; }
bdi { unicode-bidi: isolate; overflow-wrap: anywhere; }
.sign { unicode-bidi: isolate; display: inline-block; margin: 0 .1em; padding: 0 .25em; border: 1px solid var(--bad); border-radius: .25em; color: var(--bad); font: .7em/1.4 ui-monospace, monospace; vertical-align: .1em; white-space: nowrap; }
.gap { display: block; width: 100%; margin: .6rem 0; color: var(--accent); border-style: dashed; }`;

const header = `
header { display: flex; align-items: center; gap: .35rem .75rem; padding: .45rem 1rem; background: var(--sheet); border-bottom: 1px solid var(--line); flex: none; }
header h1 { white-space: nowrap; }
#list-button, .below, #veil { display: none; }
.progress { display: flex; align-items: center; gap: .6rem; margin-inline-end: auto; font-size: .875rem; color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
progress { width: 9rem; height: .4rem; appearance: none; border: 0; border-radius: 1rem; overflow: hidden; background: var(--tint); }
progress::-webkit-progress-bar { background: var(--tint); }
progress::-webkit-progress-value { background: var(--good); border-radius: 1rem; }
progress::-moz-progress-bar { background: var(--good); }
#save-state { font-size: .875rem; color: var(--soft); white-space: nowrap; }
#save-state::before { content: ""; display: inline-block; width: .5em; height: .5em; border-radius: 50%; margin-inline-end: .45em; vertical-align: .1em; background: var(--good); }
#save-state[data-state=saving]::before { background: var(--soft); }
#save-state:is([data-state=away], [data-state=unkept], [data-state=failed]) { color: var(--bad); font-weight: 600; }
#save-state:is([data-state=away], [data-state=unkept], [data-state=failed])::before { background: var(--bad); }
#name { max-width: 10rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate; }
body:not(.is-ready) :is(main, .below) { visibility: hidden; }
#waiting { padding: .5rem 1rem; background: var(--bad-tint); color: var(--bad); }`;

const list = `
main { flex: 1; min-height: 0; display: grid; grid-template-columns: 16.5rem minmax(0, 1fr) 24rem; }
#list { display: flex; flex-direction: column; min-height: 0; border-inline-end: 1px solid var(--line); background: var(--sheet); }
.list-head { padding: .7rem .75rem .5rem; display: grid; gap: .5rem; }
.filters { display: flex; gap: .25rem; }
.filters button { flex: 1; min-height: 1.9rem; padding: 0 .4rem; font-size: .85rem; border-color: transparent; background: none; color: var(--soft); }
.filters button[aria-pressed=true] { background: var(--tint); color: var(--ink); font-weight: 600; }
#list-box { flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; overscroll-behavior: contain; }
#list-box:focus-visible { outline-offset: -2px; }
#list-room { position: relative; }
#list-empty { padding: 1rem; color: var(--soft); }
.row { position: absolute; inset: 0 0 auto 0; height: 60px; padding: 8px 12px; display: grid; grid-template-columns: .9rem auto minmax(0, 1fr); gap: .5rem; cursor: pointer; font-size: .85rem; line-height: 22px; border-inline-start: 3px solid transparent; }
.row:hover { background: var(--tint); }
.row[aria-selected=true] { background: var(--accent-tint); border-color: var(--accent); }
#list-box:focus-visible .row.cursor { box-shadow: inset 0 0 0 2px var(--accent); }
.row .place { color: var(--soft); font-variant-numeric: tabular-nums; }
.row .opening { height: 44px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere; unicode-bidi: isolate; }
.row .mark { width: .8rem; height: .8rem; margin-top: 5px; border: 1.5px solid var(--soft); border-radius: 50%; }
.row .mark.begun { background: linear-gradient(90deg, var(--warn) 50%, transparent 50%); border-color: var(--warn); }
.row .mark.complete { background: var(--good); border-color: var(--good); }`;

const task = `
.center { min-width: 0; min-height: 0; position: relative; overflow: hidden; }
#material { height: 100%; overflow-y: auto; padding: 1rem 1.5rem 3rem; }
.task-heading { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin-bottom: .9rem; }
.task-heading h2 { margin-inline-end: .3rem; font-size: .9rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.badge { padding: 0 .55rem; border-radius: 1rem; background: var(--tint); color: var(--soft); font-size: .8rem; }
.part { margin-bottom: 1.25rem; }
.part.question > .corpus { font-size: 1.15rem; line-height: 1.55; font-weight: 600; }
.part.answer > .corpus, .part.response > .corpus { padding: .75rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; }
.part.response > .corpus { border-inline-start: 3px solid var(--accent); }
.part:is(.question, .answer, .response) > .corpus { max-height: 60dvh; overflow-y: auto; }
.keypoints ol { padding-inline-start: 1.6rem; }
.plain { list-style: none; padding: 0; display: grid; gap: .35rem; }
.reference { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .6rem; width: 100%; padding: .4rem .6rem; text-align: start; font-size: .9rem; }
.reference > .corpus { max-height: 6.4em; overflow: hidden; }
.number { min-width: 1.5em; height: 1.5em; padding: 0 .3em; border-radius: .3em; background: var(--mark); line-height: 1.5; text-align: center; font-size: .8rem; font-weight: 600; }
.reference.current { border-color: var(--mark-line); box-shadow: 0 0 0 1px var(--mark-line); }
li small { color: var(--soft); }
.document { margin-bottom: 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
.document h4 { padding: .45rem 1rem; border-bottom: 1px solid var(--line); background: var(--tint); }
.document-text { max-height: min(62dvh, 40rem); overflow-y: auto; overflow-x: hidden; padding: .75rem 1rem; overscroll-behavior: auto; }
.document-text:focus-visible, .draft:focus-visible { outline-offset: -2px; }
mark { background: var(--mark); color: inherit; border-radius: .15em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
mark.overlap { background: var(--mark-more); }
mark.current { box-shadow: 0 0 0 2px var(--mark-line); }
mark[data-begins]::before { content: attr(data-begins); margin-inline-end: .25em; padding: 0 .3em; border-radius: .3em; background: var(--mark-line); color: var(--sheet); font: 600 .7em/1.4 var(--sans); vertical-align: .15em; }
.draft-columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: .75rem; }
.draft { max-height: calc(100dvh - 11rem); overflow-y: auto; padding: 0 .9rem .9rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; font-size: .92rem; }
.draft h4 { position: sticky; inset-block-start: 0; padding: .5rem 0; background: var(--sheet); }
#finished { display: none; max-width: 34rem; margin: 12dvh auto 0; padding: 1.5rem; outline: none; }
#finished h2 { font-size: 1.5rem; margin-bottom: .5rem; color: var(--good); }
#finished p { margin-bottom: .75rem; }
.is-done #finished { display: block; }
.is-done :is(#material, #form, .below) { display: none; }`;

const form = `
#form { min-height: 0; overflow-y: auto; padding: 1rem 1.1rem 0; border-inline-start: 1px solid var(--line); background: var(--sheet); display: flex; flex-direction: column; }
#form > h2 { margin-bottom: .6rem; }
.field { border: 0; margin: 0 0 .55rem; padding: .45rem .6rem .5rem; border-radius: .6rem; min-width: 0; border-inline-start: 3px solid transparent; }
.field legend { float: inline-start; width: 100%; padding: 0; margin-bottom: .3rem; font-size: .9rem; font-weight: 600; }
.field legend + * { clear: both; }
.field.active { background: var(--ground); border-color: var(--accent); }
.field.wrong { background: var(--bad-tint); border-color: var(--bad); }
.about { margin-bottom: .4rem; padding-inline-start: .6rem; border-inline-start: 2px solid var(--line); font-size: .92rem; max-height: 12rem; overflow-y: auto; }
.problem, .hidden-signs { margin-top: .3rem; font-size: .85rem; color: var(--bad); }
.options { display: flex; flex-wrap: wrap; gap: .35rem; }
.options.long { flex-direction: column; }
.option { flex: 1 1 auto; position: relative; cursor: pointer; }
.option input { position: absolute; inset: 0; opacity: 0; margin: 0; width: 100%; height: 100%; cursor: pointer; }
.face { display: flex; align-items: center; justify-content: center; gap: .5rem; min-height: 2.25rem; padding: .3rem .6rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--sheet); line-height: 1.5; font-size: .92rem; text-align: center; }
.long .face { justify-content: flex-start; text-align: start; }
.option:hover .face { border-color: var(--accent); }
.option input:checked + .face { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
.option input:checked + .face kbd { background: none; border-color: currentColor; color: inherit; }
.option input:focus-visible + .face { outline: 2px solid var(--accent); outline-offset: 2px; }
.grid { margin-bottom: .6rem; }
.grid-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: .3rem; }
.criterion { display: block; margin: .3rem 0 .2rem; font-size: .9rem; font-weight: 600; }
.grid-row + .criterion { margin-top: .9rem; }
.column { font-size: .8rem; font-weight: 600; color: var(--soft); text-align: center; margin-bottom: .2rem; overflow-wrap: anywhere; }
.grid legend, .grid .face > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.grid .face kbd { border: 0; background: none; color: inherit; font-size: .9rem; }
.grid .field { margin: 0; padding: .3rem; border-inline-start: 0; border: 1px solid transparent; }
.grid .field.active { border-color: var(--accent); }
.grid .field.wrong { border-color: var(--bad); }
.grid .options { display: grid; grid-template-columns: repeat(auto-fit, minmax(1.6rem, 1fr)); gap: .2rem; }
.grid .face { padding: .1rem .15rem; min-height: 2.1rem; font-size: .85rem; }
#notice { margin: .2rem 0 .6rem; padding: .5rem .7rem; border-radius: .5rem; background: var(--tint); font-size: .9rem; }
.form-foot { position: sticky; inset-block-end: 0; margin: auto -1.1rem 0; padding: .7rem 1.1rem; display: flex; gap: .4rem; background: var(--sheet); border-top: 1px solid var(--line); }
.form-foot .primary { flex: 1; padding-inline: .4rem; }
.field, #notice { scroll-margin-block: 6rem 5rem; }
.form-foot .quiet { padding: .25rem .5rem; font-size: .92rem; }`;

const dialogs = `
dialog { width: min(40rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); padding: 1.25rem 1.5rem 1.5rem; border: 1px solid var(--line); border-radius: .9rem; background: var(--sheet); color: var(--ink); overflow-y: auto; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog h2 { font-size: 1.1rem; }
dialog p { margin: .5rem 0 .75rem; }
dialog h3 { margin-top: 1rem; }
.dialog-head { display: flex; justify-content: space-between; align-items: center; }
#keys { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .4rem 1rem; align-items: baseline; }
#keys dt { display: flex; flex-wrap: wrap; gap: .25rem; }
#keys dd { margin: 0; }
dialog input { margin-bottom: .9rem; }`;

/** Hides the list behind a button where this selector matches the body. */
const behindButton = (body: string) => `
  ${body} main { grid-template-columns: minmax(0, 1fr) 24rem; }
  ${body} #list-button { display: inline-block; }
  ${body} #list { position: fixed; inset-block: 0; inset-inline-start: 0; z-index: 5; width: min(20rem, 86vw); visibility: hidden; transform: translateX(-100%); transition: transform .15s, visibility .15s; }
  ${body}.list-open #list { visibility: visible; transform: none; box-shadow: 0 0 2rem rgb(0 0 0 / .3); }
  ${body}.list-open #veil { display: block; position: fixed; inset: 0; z-index: 4; background: rgb(0 0 0 / .4); }`;

const narrowScreens = `
@media (max-width: 1100px) { ${behindButton("body")} }
@media (max-width: 1500px) { ${behindButton("body.is-ranking")} }
@media (max-width: 760px) {
  body { height: auto; min-height: 100dvh; overflow: visible; }
  header { flex-wrap: wrap; padding: .35rem .6rem; position: sticky; inset-block-start: 0; z-index: 3; gap: .1rem .35rem; }
  header h1 { display: none; }
  header button { padding: .2rem .45rem; min-height: 2.5rem; }
  #name { max-width: 6rem; }
  .progress { order: 9; width: 100%; }
  .progress progress { flex: 1; min-width: 0; }
  #save-state { margin-inline-end: auto; font-size: .8rem; white-space: normal; }
  body main { display: block; flex: 1; }
  body.is-ranking main { display: block; }
  .center { overflow: visible; }
  #material { height: auto; overflow: visible; padding: .9rem .9rem .5rem; }
  .document-text { max-height: 55dvh; }
  .draft { max-height: 60dvh; }
  #form { border-inline-start: 0; border-top: 1px solid var(--line); overflow: visible; padding: 1rem .9rem 1.25rem; scroll-margin-top: 6rem; }
  .form-foot { display: none; }
  .face { min-height: 2.75rem; align-items: center; }
  .below { display: flex; gap: .35rem; position: sticky; inset-block-end: 0; z-index: 2; padding: .5rem .6rem max(.5rem, env(safe-area-inset-bottom)); background: var(--sheet); border-top: 1px solid var(--line); }
  .below .quiet { padding: .25rem .4rem; }
  .below #submit-below { flex: 1; }
  .below button { min-height: 2.75rem; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }`;

export const pageStyle = [colours, base, header, list, task, form, dialogs, narrowScreens].join(
  "\n",
);
