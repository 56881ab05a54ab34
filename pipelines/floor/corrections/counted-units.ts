// The units that numbers are counted in, as they stand behind them.

/** Units that a Chinese number is counted in: with any other word behind it, it may be a name (120急救, 90后, 10部门). */
const HAN_UNIT =
  /^ ?[余多]? ?(?:平方公里|平方千米|平方米|立方米|个百分点|公里|千米|公斤|千克|公顷|毫米|厘米|海里|人次|架次|车次|班次|个(?!月|人)|家|名|人(?![均民次])|位|项|条|件|台|起|座|辆|套|间|吨|米|亩|笔|批|处|张|只|支|幅|例|栋|户|种|款|场|次|倍|本|篇|艘|架|枚|颗|头|株|所|岁|套|级(?=地震)|摄氏度|℃|元|点(?!\d)|立方|箱|瓶|件|分(?!之|钟))/;
const LATIN_UNIT =
  /^(?: |-)?(?!(?:of|at|in|on|by|to|is|are|was|were|have|has|had|more|fewer|less|expected|and|or|for|from|with|a|an|the)\b)[A-Za-z][A-Za-z²³/]*(?![\w-])/;

/** The unit as it is written behind a number; undefined where it is no unit. */
export const unitWritten = (text: string, end: number, language: "zh" | "en"): string | undefined =>
  (language === "zh" ? HAN_UNIT.exec(text.slice(end)) : LATIN_UNIT.exec(text.slice(end)))?.[0];
