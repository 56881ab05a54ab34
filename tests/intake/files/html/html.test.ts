// A page becomes the text a reader sees: headings marked, each table row with its header, nothing of scripts and menus.

import { expect, test } from "vitest";
import { parseHtml, parsePageFile } from "../../../../pipelines/intake/files/html/html-file.ts";

const read = (html: string) => parsePageFile(Buffer.from(html)).text;
const readPage = (body: string, title?: string) => read(page(body, title));
const paragraph =
  "Alder Mills was founded in Corrie on 3 May 1998 and has spun wool ever since, with looms that were bought second-hand, repaired and kept. ".repeat(
    4,
  );
const menu = `<nav>${'<a href="/">Home and away</a> '.repeat(30)}</nav>`;
const page = (body: string, title = "Alder Mills") =>
  `<!doctype html><html><head><title>${title}</title><style>p{color:red}</style></head><body>${body}</body></html>`;

test("navigation, scripts, styles, forms and what is hidden are left out", () => {
  const hidden = '<p hidden>Draft</p><div style="display: none">Drawer</div>';
  const text = readPage(
    `${menu}<script>track("x")</script><article><h1>Alder Mills</h1><p>${paragraph}</p>${hidden}<form><button>Subscribe</button></form></article><noscript>No script</noscript>`,
  );
  expect(text).toContain(paragraph.trim());
  expect(text).not.toMatch(/Home|track|color|Subscribe|No script|Draft|Drawer/);
});

test("a page that is a document is kept from its first line to its last", () => {
  const text = readPage(
    `<div>Form 10</div><p>${paragraph}</p><table><tr><td>Signed</td><td>A. Birch</td></tr></table>`,
    "",
  );
  expect(text).toBe(`Form 10\n\n${paragraph.trim()}\n\nSigned | A. Birch`);
});

test("of an article with menus around it every section stays, also one of links and one without a comma", () => {
  const link = (name: string) =>
    `<a href="https://mill.example/${name}">https://mill.example/${name}</a>`;
  const sections = [
    `<h2>The wheel</h2><p>${paragraph}</p>`,
    `<h2>The weir</h2><p>It is read about at ${link("weir")} and at ${link("sluice")}.</p>`,
    "<h2>The sluice</h2><div class='note'><p>Opened twice a year.</p></div>",
    `<h2>The race</h2><p>${paragraph}</p><ul><li>${link("race")}</li></ul>`,
    "<h2>The tail</h2><p>Shut in frost.</p>",
  ];
  const surroundings = (name: string) =>
    `<div class="${name}"><ul><li><a href="/">Home</a></li><li><a href="/b">Away and further away</a></li></ul></div>`;
  const text = readPage(
    `${surroundings("top")}<div class="body">${sections.map(section => `<div class="section">${section}</div>`).join("")}<div class="comments"><p>First!</p></div></div><div class="footnotes"><p>1. In oak.</p></div>${surroundings("bottom")}`,
  );
  expect(text.match(/^#+ .*/gm)?.join("\n")).toBe(
    "# Alder Mills\n## The wheel\n## The weir\n## The sluice\n## The race\n## The tail",
  );
  expect(text).toMatch(
    /mill\.example\/sluice[^]*Opened twice a year\.[^]*Shut in frost\.\n\n1\. In oak\.$/,
  );
  expect(text).not.toMatch(/Home|Away|First!/);
});

test("headings keep their level and stand alone, below the page's title", () => {
  const text = readPage(
    `${menu}<article><p>${paragraph}</p><h2>The <em>board</em></h2><p>${paragraph}</p></article>`,
  );
  expect(text).toMatch(/^# Alder Mills\n\nAlder Mills was [^]*\n\n## The board\n\n/);
});

test("each row of a table has its header, marked as one or above numbers", () => {
  const rows =
    "<tr><td>2021<script>hide()</script></td><td>US$30\n million</td></tr><tr><td>2022</td><td>45</td></tr>";
  for (const cell of ["th", "td"])
    expect(
      read(`<table><tr><${cell}>Year</${cell}><${cell}>Revenue</${cell}></tr>${rows}</table>`),
    ).toBe("Year: 2021 | Revenue: US$30 million\nYear: 2022 | Revenue: 45");
});

test("facts by label have no header, and a sign in a cell of its own joins its number", () => {
  const facts =
    "<table><tr><td>公司名称</td><td>白鹭渡轮</td></tr><tr><td>成立日期</td><td>2009年4月</td></tr><tr><td>电话</td><td>无</td></tr></table>";
  expect(read(facts)).toBe("公司名称 | 白鹭渡轮\n成立日期 | 2009年4月\n电话 | 无");
  expect(
    read(
      "<table><tr><th>Item</th><th colspan=3>2021</th></tr><tr><td>Loss</td><td>$</td><td>(1,200</td><td>)</td></tr></table>",
    ),
  ).toBe("Item: Loss | 2021: $(1,200)");
});

test("a merged cell counts for each row it covers, and two rows of headers are one", () => {
  const head =
    "<thead><tr><th rowspan=2>Mill</th><th colspan=2>Staff</th></tr><tr><th>2021</th><th>2022</th></tr></thead>";
  expect(
    read(
      `<table>${head}<tr><td rowspan=2>Alder</td><td>3</td><td>4</td></tr><tr><td>5</td><td>6</td></tr></table>`,
    ),
  ).toBe(
    "Mill: Alder | Staff 2021: 3 | Staff 2022: 4\nMill: Alder | Staff 2021: 5 | Staff 2022: 6",
  );
});

test("a table that lays out the page keeps its paragraphs apart", () => {
  const text = read(
    "<body><table><tr><td><p>First.</p><p>Second.</p><table><tr><td>Staff</td><td>214</td></tr></table></td><td>Third.</td></tr></table></body>",
  );
  expect(text).toBe("First.\n\nSecond.\n\nStaff | 214\n\nThird.");
});

test("what programs put behind the end of a page is on it", () => {
  expect(read("<html><body><p>Five tons.</p></body></html>\n<p>Checked.</p>")).toBe(
    "Five tons.\n\nChecked.",
  );
});

test("a page in an encoding that it names is read in it", () => {
  const bytes = Buffer.concat([
    Buffer.from('<html><head><meta charset="big5"></head><body><p>'),
    Buffer.from("a4a4a4e5", "hex"),
    Buffer.from("</p></body></html>"),
  ]);
  expect(parsePageFile(bytes).text).toBe("中文");
});

test("a feed is the entries whose text it carries; one without any says where to go", async () => {
  const feed = (content: string) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Courier</title><item><title>Ferry stops</title><description>${content}</description></item></channel></rss>`;
  await expect(parseHtml(Buffer.from(feed(paragraph.repeat(3))))).resolves.toMatchObject({
    title: "Courier",
    text: `# Courier\n\n## Ferry stops\n\n${paragraph.repeat(3).trim()}`,
  });
  await expect(parseHtml(Buffer.from(feed("Short.")))).rejects.toMatchObject({
    code: "no-text",
    message: expect.stringContaining("--feeds"),
  });
});

test.each(["", "<!-- nothing -->", "<script>x</script>", "<table></table>", "<ul><li></li></ul>"])(
  "%j has no text",
  html => {
    expect(read(html)).toBe("");
  },
);

test("lists keep their levels, steps their numbers", () => {
  const inner = "<ul><li>the upper<ol start='3'><li>slowly</li></ol></li><li>the lower</li></ul>";
  expect(read(`<ol><li><p>Open:</p>${inner}</li><li>Shut.</li></ol>`)).toBe(
    "1. Open:\n  - the upper\n    3. slowly\n  - the lower\n2. Shut.",
  );
});

test("code keeps its lines, with the language that its page names", () => {
  const code =
    '<pre class="x"><code class="hl language-sh"># Open<br>sluice <b>open</b></code></pre>';
  expect(read(`<p>${paragraph}</p>${code}`)).toBe(
    `${paragraph.trim()}\n\n\`\`\`sh\n# Open\nsluice open\n\`\`\``,
  );
});

test("notes keep their mark and lose the way back, headings the link to themselves; formulas stay raised and lowered", () => {
  const html =
    '<h2>Depth <a href="#depth">¶</a></h2><p>CO<sub>2</sub>: 10<sup>-9</sup>.<sup><a href="#n1">1</a></sup></p><ol><li>Measured. <a href="#r1">↩︎</a></li></ol>';
  expect(read(html)).toBe("## Depth\n\nCO₂: 10⁻⁹.¹\n\n1. Measured.");
});
