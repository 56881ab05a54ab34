// Cleans up the paragraphs of an article, and finds the paper it names as its source.

import { languageOf } from "./language.ts";

/** Zero-width spaces and soft hyphens. */
const invisible = /[\u200b\u2060\ufeff\u00ad]/g;
/** Style sheets that a crawler mistook for text. */
const styles = /[\w.#@:>,*-]{0,60}\{(?:\s*[\w-]{1,40}\s*:[^{};\n]{1,80};?){1,20}\s*\}/g;
/** After these, a run of spaces marks a new paragraph of the page. */
const paragraphGap = /(?<=[。！？…；”’」』】]|摄|[）)])[ \t\u00a0\u3000]{2,}/g;
const spaces = /[ \t\u00a0\u3000\u2000-\u200a\u202f]+/g;

/**
 * Puts each paragraph on one line, without blank lines. In Chinese, two or more spaces after the end of a sentence (or
 * a photo credit) end a paragraph; any other run becomes one space. Joins the wrapped lines of a text file.
 */
export function tidyNewsText(text: string): string {
  const visibleText = text.replace(invisible, "").replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n");
  const content = visibleText.includes("{") ? visibleText.replace(styles, "") : visibleText;
  const separated = languageOf(content) === "zh" ? content.replace(paragraphGap, "\n") : content;
  const lines = unwrapLines(separated.split("\n").map(line => line.replace(spaces, " ").trim()));
  return lines.filter(line => line !== "").join("\n");
}

/** If blank lines separate paragraphs, a single line end may be a wrap: in mid-sentence, after a full line. */
function unwrapLines(lines: readonly string[]): string[] {
  const body = lines.join("\n").trim().split("\n");
  if (!body.includes("")) return body;
  const paragraphs: string[] = [];
  for (const line of body) {
    const previous = paragraphs.at(-1);
    if (previous && line !== "" && isWrapped(previous) && !/^(?:[-*•|#>]|\d+[.)、])/.test(line))
      paragraphs[paragraphs.length - 1] =
        previous +
        (/\p{Script=Han}$/u.test(previous) || /[，、]$/.test(previous) ? "" : " ") +
        line;
    else paragraphs.push(line);
  }
  return paragraphs;
}

const isWrapped = (line: string) =>
  line.length >= (/\p{Script=Han}/u.test(line) ? 25 : 40) &&
  !/[。！？!?.…:：；;|][”’"'）)]*$/.test(line);

const dateline =
  /^(?:\s|【|\(|（|据)*((?:\p{Script=Han}|[A-Za-z]){1,8}?(?:社|网|报|之家|在线|新闻|客户端))(?:北京时间)?[\p{Script=Han}、/]{0,12}?\s?\d{1,2}\s?月\s?\d{1,2}\s?日\s?(?:电|讯|消息|报道)/u;
const openingPattern =
  /^\s*(?:【(\p{Script=Han}{2,8}?)(?:综合|特约记者|驻[^】]{1,14}记者|记者|科技|国际)?(?:综合)?报道[^】]{0,12}】|(\p{Script=Han}{2,6}(?:网|社|在线|新闻))(?:消息|讯)[：:\s])/u;
const agency = /^[^\n]{0,80}?\((Reuters|AP|AFP|Xinhua|Bloomberg|CNN|UPI|DPA|TASS|PA)\)\s*[-–—]/;
const innerDateline =
  /^[^\n。]{0,100}?(新华社|中新社|中新网|人民网|央视网|财联社|新华网|光明网|海外网|环球网|参考消息网)[\p{Script=Han}、]{0,8}\s?\d{1,2}\s?月\s?\d{1,2}\s?日\s?(?:电|讯|消息|报道)/u;
const signOffSourcePattern =
  /(?<!图片?|题图|素材|视频)来\s?源\s*[:：]\s*([^【】（）()\n：:]{2,40}?)(?=\s*(?:作者|编辑|责编|责任编辑|监制|校对|审核|记者|综合|[】）)]|\s|$))/u;
const englishSignOffSource = /\bSource:\s*([^\n;)]{2,60})/;

/** The paper named in an article's sign-off or dateline; null if there is none. */
export function sourceNamedIn(signOff: string, text: string): string | null {
  const signOffSource =
    signOffSourcePattern.exec(signOff)?.[1] ?? englishSignOffSource.exec(signOff)?.[1];
  const opening = openingPattern.exec(text);
  const source =
    signOffSource ??
    innerDateline.exec(text)?.[1] ??
    dateline.exec(text)?.[1] ??
    opening?.[1] ??
    opening?.[2] ??
    agency.exec(text)?.[1];
  // 本报, "our paper", is not a name.
  return source === undefined || /^本[报网社]/.test(source) ? null : source.trim() || null;
}
