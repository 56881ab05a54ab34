// What code can tell of a question by its wording alone: who is meant, whether it is whole, and of which type it is.

type Language = "zh" | "en";

/** Words that mean something only beside the document. */
const pointing = {
  zh: /本文(?!化)|文[中内](?:提到|所|的)|(?:这|该)(?:份|篇|段)|该文(?!化)|文档(?![号编《“])|上述|(?<!以)上文|下列|以下|近日|日前|[今去昨]年|[今昨]天/,
  en: /\b(?:th(?:e|is|at|ese) (?:articles?|texts?|passages?|documents?|fragments?|excerpts?)(?! (?:by|of|on|that|called|[“"'])(?:\b|(?<=\W)))|the (?:provided|given) \w+|the (?:above|following)(?! (?:year|month|week|day|season))|aforementioned|above-mentioned|today|yesterday|recently|(?:last|this) (?:year|month|week))\b/i,
};

const asks = "(?:what|why|how|when|where|who|whom|whose|which)";
const verbs = "(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|might|may|must)";
const auxiliaries = `(?:${verbs}|many|much|long|often|far|of|in|by|for|to|on|at)`;

/** A pronoun, or "the company", before anything was named. */
const dangling = {
  zh: /^(?:请问|根据|在|当|对于|关于|为什么|为何|如何|怎样|怎么|[，,\s])*(?:[他她它]们?(?!人)|其(?![中他它余实次])|(?:.{0,6}该|此|这|那|本)(?:公司|企业|单位|机构|项目|产品|患者|病人|被告|法院|医院|院|校|地|案|次|年|期|报告|文件|标准|规定|办法|手册|合同|[家个位种项类些])|我们?|(?:公司|被告人?|报告)(?=[的为因被在是有如应将对从于\d]))/,
  en: new RegExp(
    `^${asks}\\W*(?:${auxiliaries}\\s+)*(?:he|she|it|they|we|his|hers?|its|their|our|this|these|those|that)\\b|^${asks}(?: \\w+){1,3}? ${verbs} (?:he|she|it|they)\\b`,
    "i",
  ),
};
/** "Why is it important to …", "How long does it take to …": nobody is meant. */
const impersonal = /\bit (?:take|cost|mean|matter)|\b(?:is|was|be|does|did) it (?:\w+ ){0,3}(?:to|that|for|when|if)\b/i;
/** Who is meant follows from a name, which such a question lacks. */
const unnamed =
  /\b(?:the|this|that) (?:company|firm|patient|defendant|plaintiff|hospital|court|report|study|authors?|organi[sz]ation|project)\b(?! (?:of|on|by|for|named|called|in|that|who|with)\b)/;
const names = /(?<=\S\s.*)[\p{Lu}\d]|["“']/u;

function saysWhatIsMeant(question: string, language: Language): boolean {
  if (pointing[language].test(question)) return false;
  if (language === "zh") return !dangling.zh.test(question);
  if (dangling.en.test(question) && !impersonal.test(question)) return false;
  return !unnamed.test(question) || names.test(question);
}

/** Characters; a longer question is refused anyway. */
const mostRead = 500;

const shortest = { zh: 6, en: 4 };
const longest = { zh: 150, en: 60 };
const markup = /[\n|]|\*\*|^#|_{3,}/;
const ends = { zh: /[?？]["”』」）)]*$|^请.*。$/, en: /\?["”’)]*$|^(?:Explain|Describe|Compare|List|Name)\b.*\.$/ };

function isWhole(question: string, language: Language): boolean {
  const size = language === "zh" ? question.length : question.split(/\s+/).length;
  return size >= shortest[language] && size <= longest[language] && ends[language].test(question) && !markup.test(question);
}

const words = {
  unclear: { zh: "问题里有所指不明的词。", en: "The question does not say who or what is meant." },
  broken: { zh: "问题不完整，或过短、过长。", en: "The question is not whole, or too short or too long." },
  yesNo: { zh: "问题只需答“是”或“否”。", en: "Yes or no would answer the question." },
  type: { zh: "问题不像标明的类型。", en: "The question does not read as one of its type." },
};

/** Why a question is not clear, in words; undefined where nothing is found. */
export function unclearness(question: string, language: Language): string | undefined {
  const text = question.trim();
  if (!isWhole(text, language)) return words.broken[language];
  return saysWhatIsMeant(text, language) ? undefined : words.unclear[language];
}

const yesNo = {
  zh: /吗[?？]$|(?<!哪.*)是不是|^[^哪何怎几谁]*(?:是否|能否|可否|有没有)[^哪何怎几谁什]*[?？]$/,
  en: /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must)\b(?!.*\b(?:or|what|which|how|why)\b)/i,
};

/** How a question of a type is put; any wording will do for a fact. */
const typical: Readonly<Record<string, Readonly<Record<Language, RegExp>>>> = {
  analytical: {
    zh: /为什么|为何|为啥|原因|缘由|因素|何以|目的|意义|意味|作用|影响|后果|结果|优势|好处|价值|重要|必要|反映|说明|体现|带来|导致|促进|推动|有助|帮助|如何|怎样|怎么|关系|启示|特点|挑战|问题|背景|基础|依据|理由|考虑/,
    en: /\b(?:why|reasons?|causes?d?|purpose|meaning|means?|signif\w*|effects?|affect\w*|impact\w*|influenc\w*|consequences?|results?|roles?|importan\w*|benefits?|advantages?|implications?|imply|implies|indicat\w*|suggest\w*|reflect\w*|contribut\w*|led|lead|helps?|how|goals?|aims?|intended|factors?|explain\w*|challenges?|rationale|basis)\b/i,
  },
  comparative: {
    zh: /不同|区别|差异|差别|相比|相较|比较|对比|异同|相同|变化|[各分]别|哪[个家种一].*(?:更|最)|(?:高|低|多|少|大|小|早|晚|快|慢)于|[与和].*(?:之间|相差)|各(?:自|有|为)|相差/,
    en: /\b(?:differ\w*|compar\w*|versus|vs|contrast\w*|distinguish\w*|distinctions?|similar\w*|between|than|both|unlike|changed?|vary|varies|respectively|as opposed to)\b/i,
  },
  tutorial: {
    zh: /如何|怎[么样]|步骤|流程|方法|程序|操作|做法|办理|手续|环节|措施|哪几步|顺序/,
    en: /\b(?:how|steps?|procedures?|process|methods?|instructions?|way to|go about|what (?:should|must|do|does|has to|needs? to)|guid\w+)\b/i,
  },
};

/** What somebody once did teaches nobody how to do it. */
const onceDone = { zh: /是(?:如何|怎[么样]).*的[?？]$/, en: /^how did\b/i };

/** Why a question is not of its type, in words; undefined where nothing is found. */
export function typeMismatch(question: string, type: string, language: Language): string | undefined {
  const text = question.trim().slice(0, mostRead);
  if (yesNo[language].test(text)) return words.yesNo[language];
  if (type === "tutorial" && onceDone[language].test(text)) return words.type[language];
  return typical[type]?.[language].test(text) === false ? words.type[language] : undefined;
}
