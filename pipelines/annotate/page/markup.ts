// The page's HTML: empty regions. Interface texts and corpus texts are filled in by app.js and the other scripts.

const header = `
<header>
  <button type="button" id="list-button" class="quiet" data-say-text="list" aria-controls="list"></button>
  <h1 id="title"></h1>
  <div class="progress"><progress id="progress" max="1" value="0" data-say-aria-label="progress"></progress><span id="progress-text"></span></div>
  <span id="save-state" role="status" aria-live="polite" data-state="saved" data-say-text="saved"></span>
  <button type="button" id="name" class="quiet" dir="auto" data-say-title="changeName"></button>
  <button type="button" id="language" class="quiet" data-say-text="otherLanguage" data-say-title="switchLanguage"></button>
  <button type="button" class="quiet" data-help data-say-text="help"></button>
</header>`;

const list = `
<nav id="list" data-say-aria-label="list">
  <div class="list-head">
    <input id="search" type="search" autocomplete="off" data-say-placeholder="search" data-say-aria-label="search">
    <div class="filters" role="group">
      <button type="button" data-filter="all" data-say-text="all"></button>
      <button type="button" data-filter="open" data-say-text="open"></button>
      <button type="button" data-filter="done" data-say-text="done"></button>
    </div>
  </div>
  <div id="list-box" role="listbox" tabindex="0" data-say-aria-label="list"><div id="list-room" role="presentation"></div></div>
  <p id="list-empty" data-say-text="noneFound" hidden></p>
</nav>
<div id="veil"></div>`;

const form = `
<section id="form" data-say-aria-label="form">
  <h2 data-say-text="form"></h2>
  <div id="conflict" class="banner" role="alert" hidden></div>
  <div id="fields"></div>
  <p id="notice" role="status" aria-live="polite" hidden></p>
  <div class="form-foot">
    <button type="button" class="quiet" data-step="previous" data-say-text="previous"></button>
    <button type="button" id="submit" class="primary" data-say-text="submit"></button>
    <button type="button" class="quiet" data-step="next" data-say-text="next"></button>
  </div>
</section>`;

const dialogs = `
<dialog id="help" data-say-aria-label="help">
  <div class="dialog-head"><h2 data-say-text="help"></h2><button type="button" class="quiet" data-help data-say-text="close"></button></div>
  <div id="guide"></div>
  <h3 data-say-text="keys"></h3>
  <dl id="keys"></dl>
</dialog>
<dialog id="ask-name" aria-labelledby="name-title">
  <h2 id="name-title" data-say-text="yourName"></h2>
  <p data-say-text="whyName"></p>
  <input id="name-input" maxlength="80" autocomplete="off" dir="auto" data-say-aria-label="yourName">
  <button type="button" id="name-go" class="primary" data-say-text="begin"></button>
</dialog>
<dialog id="ask-token" aria-labelledby="token-title">
  <h2 id="token-title" data-say-text="tokenTitle"></h2>
  <p data-say-text="whyToken"></p>
  <input id="token-input" spellcheck="false" autocomplete="off" data-say-aria-label="token">
  <button type="button" id="token-go" class="primary" data-say-text="goOn"></button>
</dialog>`;

export const pageMarkup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ragwright</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/app.js"></script>
</head>
<body>
<a class="skip" href="#form" data-say-text="skip"></a>
${header}
<p id="waiting" role="status" data-say-text="cannotOpen" hidden></p>
<main>
${list}
<div class="center">
  <section id="finished" tabindex="-1">
    <h2 data-say-text="allDone"></h2>
    <p data-say-text="sendBack"></p>
    <p data-say-text="mayChange"></p>
    <p id="still-saving" class="banner" data-say-text="stillSaving" hidden></p>
  </section>
  <p id="no-tasks" class="banner" data-say-text="empty" hidden></p>
  <section id="material" data-say-aria-label="task"></section>
</div>
${form}
</main>
<div class="below">
  <button type="button" class="quiet" data-step="previous" data-say-aria-label="previous">‹</button>
  <button type="button" id="to-form" data-say-text="toForm"></button>
  <button type="button" id="submit-below" class="primary" data-say-text="submitShort"></button>
  <button type="button" class="quiet" data-step="next" data-say-aria-label="next">›</button>
</div>
${dialogs}
</body>
</html>
`;
