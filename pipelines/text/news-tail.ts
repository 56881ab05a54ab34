// Finds what follows a news text: the portal's footer and the editors' sign-off, piece by piece from the end.

import { isCreditFragment, isCreditInBrackets, isEnglishCredit } from "./news-credits.ts";

export interface TailPiece {
  readonly kind: "footer" | "sign-off";
  readonly start: number;
  readonly end: number;
}

const editor = "责任编辑\\s*[:：]?[^。！？!?，,；\\n]{0,24}";
const disclaimed = "转载|版权|本网|本站|本文|本报|本公号|此文|侵权|投资建议|知识产权";

/** Portals' own phrases, each at the very end of a text. A disclaimer must say what it disclaims. */
const footers: readonly RegExp[] = [
  new RegExp(`返回搜狐[，,]\\s*查看更多\\s*(?:${editor})?$`),
  new RegExp(`[（(【[]\\s*${editor}[】\\])）]$`),
  new RegExp(`(?<=[。！？!?…”’」』）)】\\s]|[@摄图供])${editor}$`),
  /(?:点击图片查看)?更多精彩(?:内容|视频)请(?:进入|关注)[^。！？\n]{2,20}$/,
  /分享让更多人看到$/,
  /相关阅读[：:]\s*《[^\n。]{4,420}》$/,
  /(?:点分享|点收藏|点点赞|点赞)*\s*点在看$/,
  /参考资料[：:]\s*(?:1\s*[.、]|\[1\]|https?:|:\/\/)[^\n]{4,400}$/,
  /广告声明：[^\n]{20,160}本声明。?$/,
  /(?:点击图片查看更多精彩内容\s*)?本网（平台）所刊载内容之知识产权为[^\n]{20,160}使用。?$/,
  new RegExp(
    `(?:版权声明|免责声明|特别声明|声明)[:：](?=[^\\n]{0,120}(?:${disclaimed}))[^\\n]{10,220}(?:责任|谢谢|权利|处理|删除|使用|@[\\w.-]+)[。！]?$`,
  ),
  /以上内容由证券之星根据公开信息整理[^\n]{0,400}$/,
  /(?<=[。！？…”\s])(?:注[:：])?本文[^。\n]{0,40}不构成[^。\n]{0,20}投资建议[^\n]{0,40}$/,
  /(?:本文属于原创文章[，,])?(?:如若|如需)?转载[，,]?\s*请注明(?:来源|出处)[:：][^。！？\n]{0,100}(?:https?:\S+)?$/,
  /[*“"]?(?:[^。！？\s*]{0,8}(?:独家稿件|原创)[，,])?(?:如需)?转载请注明出处[。”"]{0,2}$/,
  /本文链接[:：]\s*https?:\S+$/,
  /新闻线索报料通道[:：][^\n]{10,120}$/,
  /爆料、维权通道[:：][^\n]{10,140}$/,
  /【(?:投稿|爆料)[^】\n]{0,80}】(?:[^。！？\n]{0,40})$/,
  /[（(]?版权归(?:属)?原作者所有(?:[，,][^。！？\n]{0,30})?$/,
  /(?:图片|图文|素材|本文|编辑)[^。！？\n]{0,20}(?:如有|如)?侵权请?(?:联系)?(?:我们)?删除。?$/,
  /转载是一种动力\s*分享是一种美德$/,
  /(?:\(|（)?(?:©|\(c\)|Copyright)\s[^\n]{0,160}$/i,
  /(?<=\n)(?:All rights reserved|Read more|Read next|Sign up (?:for|to)|Subscribe (?:to|now)|Follow us|Share this|This (?:article|story) (?:was|first|originally))\b[^\n]{0,160}$/i,
];

const endMark = /[（(]\s*完\s*[）)]$|(?<=\n)(?:ENDS?|-\s?30\s?-|###|\(ENDS?\))$/;
const keywords = /(?<=[。！？）)])关键词[:：][^。！？\n]{1,60}$/;
const page = /《\s*[^》\n]{2,12}\s*》\s*[（(]\s*\d{4}\s*年[^）)\n]{4,24}版\s*[）)]$/;
const bracketsPattern = /(?:[（(][^（）()\n]{1,90}[）)]|【[^【】\n]{1,90}】|\[[^[\]\n]{1,90}\])$/;
/** A text up to the end of its last sentence, with closing marks, or of its last brackets: what follows may be credits. */
const lastEnd = /^[\s\S]*(?:[。！？!?…；\n][”’」』"]*|[）)】#])\s*/;
/** Maximum length of a piece that is removed at once. */
const maxPieceLength = 480;

/** The pieces after the article's own text, in order, separated only by white space. */
export function findNewsTail(text: string, articleStart = 0): TailPiece[] {
  const pieces: TailPiece[] = [];
  for (let end = endWithoutSpace(text, text.length, articleStart); ; ) {
    const piece = lastPiece(text, articleStart, end);
    if (piece === undefined) return pieces.reverse();
    pieces.push(piece);
    end = endWithoutSpace(text, piece.start, articleStart);
  }
}

function lastPiece(text: string, articleStart: number, end: number): TailPiece | undefined {
  const start = Math.max(articleStart, end - maxPieceLength);
  const tail = text.slice(start, end);
  for (const footer of footers) {
    const match = footer.exec(tail);
    if (match !== null) return { kind: "footer", start: start + match.index, end };
  }
  const index =
    (endMark.exec(tail) ?? keywords.exec(tail) ?? page.exec(tail))?.index ?? creditStart(tail);
  return index === undefined ? undefined : { kind: "sign-off", start: start + index, end };
}

function creditStart(tail: string): number | undefined {
  const brackets = bracketsPattern.exec(tail);
  if (brackets !== null) {
    const lead = tail.slice(0, brackets.index).trimEnd();
    // Brackets that contain only names are a credit only after a complete sentence.
    return isCreditInBrackets(brackets[0], /[。！？!?.…”"）)】]$/.test(lead))
      ? brackets.index
      : undefined;
  }
  const sentenceEnd = lastEnd.exec(tail)?.[0].length ?? 0;
  // Without a sentence before it, the fragment would be the text itself.
  if (sentenceEnd === 0) return undefined;
  const fragment = tail.slice(sentenceEnd);
  if (isCreditFragment(fragment.trim())) return sentenceEnd;
  const lineStart = tail.lastIndexOf("\n") + 1;
  return lineStart > 0 && isEnglishCredit(tail.slice(lineStart)) ? lineStart : undefined;
}

function endWithoutSpace(text: string, end: number, articleStart: number): number {
  let last = end;
  while (last > articleStart && /[\s\u200b\ufeff]/.test(text.charAt(last - 1))) last--;
  return last;
}
