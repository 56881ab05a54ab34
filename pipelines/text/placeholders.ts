// Finds placeholders that were left in a text. Code, ranges, generics and quotations also have brackets.

/** A whole text that is a placeholder: no value at all, or words in brackets. */
const placeholderText =
  /^(?:n\/?a|null|undefined|nil|[-—]+|tb[dc]|to be (?:determined|filled(?: in)?)|placeholder|lorem ipsum.*|无数据|同上|见上|待定|某{1,2}(?:某|人|公司|医院)?|[[{<【][\p{L}\s_'-]*[\]}>】])[.。]?$/iu;

/** Not after a letter or a code symbol: `Vec<Name>`, `arr[number]`, `"{name}"`. */
const bracketPattern =
  /(?<![A-Za-z\d_$%\\"'`])(?:\[([^[\]\n]{1,60})\]|\{([^{}\n]{1,60})\}|<([^<>\n]{1,60})>|【([^】\n]{1,60})】)/gu;
/** Words that request something; "[the company]" is an insertion in a quotation. */
const request =
  /^(?:insert|enter|fill|your)\b|^(?!(?:the|an?|this|his|her|its|their|our)\b)(?:[a-z'-]+[ _])?(?:name|date|place|amount|number|company|address|year|city|person)$|填写|待填|^\p{Script=Han}{0,6}(?:姓名|名称|日期|时间|地点|金额|数值)$/iu;

const anywhere = [
  /(?<![A-Za-z\d_])_{2,}(?![A-Za-z\d_])/,
  /[×＊]{2,}|\*{3,}/,
  // Does not match 胸部X线 or the chromosomes XX.
  /(?<![A-Za-z])[Xx]{3,}(?![A-Za-z])|(?<![A-Za-z])[Xx]{2}(?=公司|集团|医院|银行|法院|单位|大学|市|省|县|区|路|号|先生|女士|年|月|日|元|万|人)/,
  /某某(?!某)(?=公司|集团|医院|银行|法院|单位|大学|学校|企业|机构|市|省|县|区|路)/,
  /待填|待补充|待定内容|此处填写/,
];

/** The first placeholder in a text that does not also occur in the text's sources. */
export function placeholderIn(text: string, sources: readonly string[] = []): string | undefined {
  const brackets = [...text.matchAll(bracketPattern)].filter(([, ...inner]) =>
    inner.some(words => words !== undefined && request.test(words.trim())),
  );
  return [
    placeholderText.exec(text.trim())?.[0],
    ...brackets.map(([bracket]) => bracket),
    ...anywhere.map(pattern => pattern.exec(text)?.[0]),
  ].find(
    candidate => candidate !== undefined && !sources.some(source => source.includes(candidate)),
  );
}
