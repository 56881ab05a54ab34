// Distinguishes a credit line (author, editor, photographer, source) from the last words of an article.

/** Roles in the credits of an article. */
const roles = [
  "(?:本报|本网|见习|实习|全媒体|特约|摄影|总台|央视|新华社)?(?:记者|通讯员|通信员|报道员|评论员)",
  "实习生|采写|撰稿|撰文|作者|编导|摄制|摄影报道|摄影|摄像|制图|海报|题图|配图|图源|图文|供图|供稿|图片",
  "(?:实习|微信|视频|美术|值班|内容)?(?:编辑整理|编辑|编审|主编|审核|审校|校对|校审|主任)",
  "责任编辑|责编|编译|监制|监审|终审|初审|复审|一审|二审|三审|统筹|策划|出品人?|制作|律师顾问",
  "来\\s?源|(?:文章|内容|稿件|信息|图片|素材)来源|本文来源|稿源|转自|综合自|原题为?|原标题",
].join("|");
const role = new RegExp(roles, "gu");
/** What may precede the first role: a paper, a bullet, a name or two. */
const paperPattern = /^[□■●▌*·|｜\s]*[\p{Script=Han}A-Za-z0-9/·—－“” -]{0,24}$/u;
/** A name, two names run together, or a name with the next person's paper. */
const namesPattern = /^[\p{Script=Han}A-Za-z·]{1,12}$/u;
/** What follows "记者" in a sentence instead of a name, and characters that no name contains. */
const sentence =
  /^(?:了解|获悉|从|看到|发现|采访|致电|联系|注意|来到|走进|表示|询问|就|又|也|还|随后|多次|见到|拨打|今|昨|查询|梳理|问|们|会|说|称|对|向|和|与|以)|[了的在是将被]/u;
const paperOnly =
  /^\p{Script=Han}{2,8}(?:日报|晚报|晨报|时报|商报|新闻|新闻网|客户端)(?:综合[^，。]{0,40})?$|^(?:新华社|中新社)发$/u;
/** A label with its value: "来源：…", "编辑/…", "责编 | …". */
const label = new RegExp(
  `^[|｜\\s□■●*]*(?:${roles}|文|图)(?:[/／](?:文|图|制作))?\\s*[:：/／|｜]\\s*\\S`,
  "u",
);
const labelsPattern = new RegExp(`(?:${roles})\\s*[:：/／|｜]`, "gu");

/** Credits in brackets at the end of a text. */
const bracketedCredit = new RegExp(
  `^(?:${roles}|文[/／|｜]|图[/／|｜]|图文|综合|据|总台|央视|编译)|(?:${roles})\\s*[:：/／|｜]?|(?:供图|摄|译|报道|客户端|通讯社|新华社|专特稿|参考消息|财联社|中新社|路透社|法新社|(?:日|晚|时|早|商)报|电视台|新闻网?|新闻联播|央视财经|APP)$`,
  "u",
);
const bracketedNames =
  /^\s*(?:■\s*)?\p{Script=Han}(?:\p{Script=Han}{1,3}|[ \u00a0\u3000]+\p{Script=Han})(?:[ \u00a0\u3000、，]+\p{Script=Han}(?:\p{Script=Han}{1,3}|[ \u00a0\u3000]+\p{Script=Han})){0,5}\s*$/u;
/** The credit of a photograph: the caption before it need not end with a full stop. */
const photograph = new RegExp(`^(?:${roles}|综合|编译)|(?:摄|供图|路透社|法新社|新华社)$`, "u");
/** "东方网·纵相视频 陈立 王明": a paper, then names. */
const bracketedPaper =
  /^[\p{Script=Han}·/]{2,14}[ \u00a0\u3000]+\p{Script=Han}{2,4}(?:[ \u00a0\u3000、]+\p{Script=Han}{2,4}){0,3}$|^\p{Script=Han}{2,12}(?:法院|检察院|公安局?|融媒体中心|宣传部|新闻办)$/u;
/** Brackets that refer to the text or explain it. */
const remark = /见|如图|下同|下转|单位|以上|待续|点击|注|含|即|约|不|化名|截至|左|右|上图|下图/;

/** Whether brackets (passed with their content) hold a credit; nothing but names counts only after a complete sentence. */
export function isCreditInBrackets(brackets: string, isAfterSentence: boolean): boolean {
  const content = brackets.slice(1, -1);
  if (/[。！？!?]/.test(content)) return false;
  if (/[A-Za-z]{3}/.test(content) && !/\p{Script=Han}/u.test(content))
    return isEnglishCredit(content);
  if (bracketedCredit.test(content.trim()) && (isAfterSentence || photograph.test(content.trim())))
    return (
      content.length <= 40 ||
      (content.match(labelsPattern)?.length ?? 0) > 0 ||
      isNamesOnly(content.trim())
    );
  return (
    isAfterSentence &&
    (bracketedNames.test(content) || bracketedPaper.test(content.trim())) &&
    !remark.test(content)
  );
}

/** Whether the fragment after the last complete sentence consists of credits only. */
export function isCreditFragment(fragment: string): boolean {
  if (fragment === "" || fragment.length > 160) return false;
  const labels = fragment.match(labelsPattern)?.length ?? 0;
  if (label.test(fragment)) return fragment.length <= 40 + 30 * labels;
  return fragment.length <= 80 && (paperOnly.test(fragment) || isNamesOnly(fragment));
}

/** "九派新闻记者 陈立实习记者 王明", "新华社记者 陈立 摄": only roles and names. */
function isNamesOnly(fragment: string): boolean {
  const [paper = "", ...parts] = fragment.split(role);
  if (parts.length === 0 || !paperPattern.test(paper) || sentence.test(paper)) return false;
  return parts.every(part => {
    const names = part.split(/[ \u00a0\u3000、，,/／|｜│:：]+/).filter(name => name !== "");
    return (
      names.length <= 9 && names.every(name => namesPattern.test(name) && !sentence.test(name))
    );
  });
}

const englishCredit =
  /^\(?(?:(?:Additional |With )?(?:[Rr]eport(?:ing|ed)|[Ww]riting|[Ww]ritten|[Ee]dit(?:ing|ed)|[Cc]ompiled|[Pp]hoto(?:graph)?s?|[Pp]ictures?|[Ii]mages?)(?: in [\p{L}, ]{2,30})? (?:by|from) |Source:|Photo(?:graph)?:|Image:|Credit:|Editors?:)\s?[^\n]{2,160}$/u;

/** "(Reporting by Ann Lowe; Editing by Tom Reed)", a line "Source: …". */
export const isEnglishCredit = (line: string): boolean =>
  englishCredit.test(line.trim()) && !/[.!?] \p{Lu}\p{L}+ \p{Ll}+ \p{Ll}/u.test(line);
