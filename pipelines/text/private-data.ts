// Detects what a benchmark should not spread: private contact and account numbers, and scandal about people who hold no office.

type Language = "zh" | "en";

export type PrivateKind = "contact" | "account" | "scandal";

/** Hotlines (400, 800, 95…) are not private. */
const contact =
  /(?<![\d.])1[3-9]\d{9}(?!\d)|(?<![\d-])0\d{2,3}[- ]?[2-8]\d{6,7}(?!\d)|(?:微信号?|QQ号?)[:：]\s?[\w-]{5,20}|\b[\w.]{3,30}@(?:qq|163|126|gmail|hotmail|outlook)\.com\b/;
const englishContact = /(?<![\d-])\(?[2-9]\d{2}\)?[- ]\d{3}-\d{4}(?!\d)/;
const account =
  /(?:账号|帐号|卡号|账户|户名|收款)[^。\n]{0,12}\d(?:[\d ]{9,22})|(?<!\d)6(?:2|0)\d{14,17}(?!\d)|\b(?:account|IBAN)(?: number| no\.?)?:?\s?[A-Z]{0,2}\d[\d ]{9,30}/i;
const scandal: Readonly<Record<Language, RegExp>> = {
  zh: /出轨|婚外情|小三|偷情|通奸|捉奸|裸照|裸聊|艳照|不雅(?:视频|照)|私生子|开房|卖淫|嫖娼|猥亵|性侵|强奸|偷拍/gu,
  en: /\b(?:adultery|extramarital|love affair|nude (?:photos?|pictures?)|sex (?:tape|video)|prostitut\w+|indecent assault|molest\w+|raped?|voyeur\w*)\b/giu,
};
/** People whom an article anonymises, or only refers to generically. */
const privatePerson: Readonly<Record<Language, RegExp>> = {
  zh: /\p{Script=Han}某|\p{Script=Han}(?:女士|先生|姑娘|小姐)|(?:一|该|这名|那名)(?:男子|女子)|网友/u,
  en: /\b(?:a|the) (?:man|woman|teenager|girl|boy|couple|husband|wife|neighbou?r)\b/iu,
};
/** Minimum number of words about scandal: a single one may be a passing mention. */
const minScandalWords = 2;

/** The kinds of private data in an article. */
export function privateKindsIn(text: string, language: Language): PrivateKind[] {
  const isScandal =
    (text.match(scandal[language])?.length ?? 0) >= minScandalWords &&
    privatePerson[language].test(text);
  const hasContact = contact.test(text) || (language === "en" && englishContact.test(text));
  return [
    ...(hasContact ? (["contact"] as const) : []),
    ...(account.test(text) ? (["account"] as const) : []),
    ...(isScandal ? (["scandal"] as const) : []),
  ];
}
