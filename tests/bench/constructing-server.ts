// A chat server that answers each contract of the files wing by construction, from what the request shows, and counts what was sent.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as bodyOf } from "node:stream/consumers";
import { completionOf } from "../support/replies-by-rules.ts";
import { type Filling, fillingIn } from "./made-folder.ts";
import { wordings as englishWordings } from "../cofe/scripted-files.ts";

type Known = Filling & {
  readonly number: number;
  readonly text: string;
  readonly language: "en" | "zh";
};

/** The sentences that count, by their numbers in the request. */
const knownIn = (user: string): Known[] =>
  [...user.matchAll(/^\[(\d+)\] (.*)$/gm)].flatMap(([, number, text = ""]) => {
    const filling = fillingIn(text);
    return filling ? [{ ...filling, number: Number(number), text }] : [];
  });

/** No two alike, or one would repeat the other. */
const wordings = {
  en: englishWordings,
  zh: [
    (what: string) => `${what}要加多少？`,
    (what: string) => `存货用完了，该订购多少${what}？`,
    (what: string) => `检查员来之前，表上的数应当是几，${what}？`,
    (what: string) => `有人夜里放空了，请告诉我正确的数量：${what}。`,
    (what: string) => `一桶够不够，还是另有规定：${what}？`,
    (what: string) => `学徒怀疑标签写错，${what}究竟是几升？`,
    (what: string) => `做冬季预算只缺一个数字，${what}是哪个？`,
    (what: string) => `漏缝补好以后补到什么地步，${what}？`,
  ],
};

const whatOf = ({ season, bay, pump, fluid, language }: Known): string =>
  language === "en"
    ? `${fluid} in bay ${bay} of the ${pump} pump, ${season} season`
    : `${season}季${pump}泵第${bay}舱的${fluid}`;
const askedPattern =
  /(\w+) in bay (\d+) of the (\S+) pump, (\w+) season|(\p{Script=Han}{2})季(\S+)泵第(\d+)舱的(\p{Script=Han}{2})/gu;

/** One who does not know the pump tells of another filling of it. */
const describedWhat = ({ season, bay, fluid, language }: Known, by: Known): string =>
  language === "en"
    ? `${fluid} in bay ${bay}, ${season} season, of the pump that takes ${by.litres} litres of ${by.fluid}`
    : `${season}季第${bay}舱的${fluid}，所问的泵加注${by.litres}升${by.fluid}`;
const describedPattern =
  /(\w+) in bay (\d+), (\w+) season, of the pump that takes (\d+) litres|(\p{Script=Han}{2})季第(\d+)舱的(\p{Script=Han}{2})，所问的泵加注(\d+)升/u;

function describedIn(question: string, known: readonly Known[]): Known[] {
  const [, fluid, bay, season, litres, ...zh] = describedPattern.exec(question) ?? [];
  const wanted = { season: season ?? zh[0], bay: bay ?? zh[1], fluid: fluid ?? zh[2] };
  const by = known.find(each => each.litres === (litres ?? zh[3]));
  const own = known.find(
    each =>
      each.pump === by?.pump &&
      each.season === wanted.season &&
      each.bay === wanted.bay &&
      each.fluid === wanted.fluid,
  );
  return by && own ? [own, by] : [];
}

/** What a question asks after, in the sentences shown. */
const soughtIn = (question: string, known: readonly Known[]): Known[] =>
  describedPattern.test(question) ? describedIn(question, known) : namedIn(question, known);

const namedIn = (question: string, known: readonly Known[]): Known[] =>
  [...question.matchAll(askedPattern)].flatMap(found =>
    known.filter(({ season, bay, pump, fluid }) =>
      found[1] === undefined
        ? [season, pump, bay, fluid].every((value, at) => value === found[5 + at])
        : [fluid, bay, pump, season].every((value, at) => value === found[1 + at]),
    ),
  );

const typesIn = (user: string): string[] => {
  const [, wanted = ""] = /^(?:Types wanted: |需要的题型：)([^.。]*)[.。]/m.exec(user) ?? [];
  return [...wanted.matchAll(/([a-z-]+) (\d+)/g)].flatMap(([, type = "", count]) =>
    Array.from({ length: Number(count) }, () => type),
  );
};

function candidate(type: string, sought: readonly Known[], at: number, isDescribed = false) {
  const [first, by] = sought;
  const language = first?.language ?? "en";
  const what =
    isDescribed && first && by
      ? describedWhat(first, by)
      : sought.map(whatOf).join(language === "en" ? ", and " : "、");
  return {
    type,
    asker: "operator",
    question: wordings[language][at % 8]?.(what) ?? "",
    answer: sought.map(({ text }) => fillingText(text)).join(language === "en" ? " " : ""),
    sentences: sought.map(({ number }) => number),
    derivations: [],
    worth: 5,
  };
}

/** Of a cell its sentence alone. */
function fillingText(text: string): string {
  const en = /In the \w+ season bay.*?\./.exec(text);
  return (en ?? /\p{Script=Han}{2}季.*?。/u.exec(text))?.[0] ?? text;
}

const silence = (question: string) =>
  /\p{Script=Han}/u.test(question) ? "文档没有说明。" : "The documents do not say.";

function propose(user: string): object {
  const known = knownIn(user);
  const types = typesIn(user);
  const places = [...new Set(known.map(({ pump, bay }) => `${pump} ${bay}`))];
  const [, en, zh] = /In (\d+) of them|其中 (\d+) 道/.exec(user) ?? [];
  const described = Number(en ?? zh ?? 0);
  const [first] = known;
  const brief = first
    ? { subject: `${first.pump}, ${first.season}`, settles: [`${first.fluid} ${first.litres}`] }
    : null;
  const isLinked = user.includes("<link>");
  const candidates = types.flatMap((type, at) => {
    if (isLinked) {
      const sought = places
        .slice(0, 2)
        .flatMap(place => known.filter(each => `${each.pump} ${each.bay}` === place)[at] ?? []);
      return sought.length > 1 ? [candidate(type, sought, at)] : [];
    }
    const [sought, by] = [known[at], known[(at + 1) % known.length]];
    if (!sought || !by) return [];
    if (at < described && by !== sought) return [candidate(type, [sought, by], at, true)];
    const asked = candidate(type, [sought], at);
    if (type !== "unanswerable") return [asked];
    const missing = sought.language === "en" ? "mercury" : "水银";
    return [
      {
        ...asked,
        question: asked.question.replace(sought.fluid, missing),
        answer: silence(asked.question),
        sentences: [],
      },
    ];
  });
  return { brief: /A brief is wanted|。需要 brief/.test(user) ? brief : null, candidates };
}

function read(user: string): object {
  const known = knownIn(user);
  const [, asked = ""] = user.split("<questions>");
  return {
    readings: [...asked.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, question = ""]) => {
      const found = soughtIn(question, known);
      return {
        number: Number(number),
        answerable: found.length > 0 ? "yes" : "no",
        answer: found.map(({ text }) => fillingText(text)).join(" ") || silence(question),
        sentences: found.map(each => each.number),
        clear: true,
        known: false,
        worth: 5,
      };
    }),
  };
}

const spanOf = ({ pump, litres, fluid, bay, language }: Known): string =>
  language === "en"
    ? `${pump} pump takes ${litres} litres of ${fluid}`
    : `${pump}泵第${bay}舱加注${litres}升${fluid}`;

function keys(user: string): object {
  return {
    items: user
      .split("<item>\n")
      .slice(1)
      .map(item => {
        const [, number, kind = "", answer = ""] =
          /^(\d+)\. ([^\n]*?)[:：][^\n]*\n[^\n]*?[:：] ?([^\n]*)/.exec(item) ?? [];
        const own = knownIn(item);
        return {
          number: Number(number),
          keypoints: [
            {
              claim: answer,
              kind: /,|，/.test(kind) ? "conclusion" : "fact",
              evidence: own.map(each => each.number),
            },
          ],
          unproved: "",
          coarse: own.slice(0, 1).map(({ pump }) => pump),
          fine: own.map(each => [spanOf(each)]),
          idle: [],
          faults: [],
          why: "",
          right: 5,
          worth: 5,
        };
      }),
  };
}

function links(user: string): object {
  const briefs = [...user.matchAll(/^\[(\d+)\] (.*)$/gm)];
  const [, most = "0"] = /(\d+)[^\d]*$/.exec(user) ?? [];
  const pairs = briefs.slice(1).flatMap(([, number, name], at) =>
    at % 2 === 0
      ? [
          {
            documents: [Number(briefs[at]?.[1]), Number(number)],
            question: `${briefs[at]?.[2]} / ${name}?`,
            adds: [],
            tie: "litres",
            sure: 3,
          },
        ]
      : [],
  );
  return { links: pairs.slice(0, Number(most)) };
}

const titleIn = (user: string) => ({
  title: /Notes on the \S+ pump|\S+泵使用说明/.exec(user)?.[0] ?? /<file>\n(.*?)\n/.exec(user)?.[1],
});

const replies: Readonly<Record<string, (user: string) => object>> = {
  "cofe/title": titleIn,
  "questions/init": propose,
  "questions/references": read,
  "questions/links": links,
  "questions/keypoints": keys,
  "questions/refinement": user => ({
    cases: [...user.matchAll(/^\D{0,5}(\d+)[^\n]*[:：]/gm)].map(([, number]) => ({
      number: Number(number),
      verdict: "keep",
      answer: "",
      sentences: [],
      why: "",
    })),
  }),
  "items/references": () => ({ sentences: [] }),
};

/** The sentences of the text that answer its last line. */
function answerTo(text: string): string {
  const lines = text.split("\n");
  const known = lines.flatMap((line, number) => {
    const filling = fillingIn(line);
    return filling ? [{ ...filling, number, text: line }] : [];
  });
  const question = lines.at(-1) ?? "";
  return (
    soughtIn(question, known)
      .map(each => fillingText(each.text))
      .join(" ") || silence(question)
  );
}

export interface ConstructingServer {
  readonly baseUrl: string;
  /** By contract. */
  readonly asked: Map<string, number>;
  /** The pumps of which a text was sent. */
  readonly sent: Set<string>;
  close(): Promise<void>;
}

export async function startConstructingServer(): Promise<ConstructingServer> {
  const asked = new Map<string, number>();
  const sent = new Set<string>();
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    void bodyOf(request).then(body => {
      const { messages, response_format: format } = JSON.parse(body);
      const user: string = messages.at(-1).content;
      const contract = Object.keys(replies).find(
        name => name.replace(/\W/g, "-") === format?.json_schema.name.replace(/\W|_/g, "-"),
      );
      asked.set(contract ?? "unknown", (asked.get(contract ?? "unknown") ?? 0) + 1);
      for (const [pump] of user.matchAll(/[A-Z][a-z]+-\d{4}(?!\d)/g)) sent.add(pump);
      // Without a shape it is a RAG of the user's that asks.
      const reply = format ? replies[contract ?? ""]?.(user) : answerTo(user);
      response
        .writeHead(reply ? 200 : 400, { "content-type": "application/json" })
        .end(
          JSON.stringify(
            completionOf(typeof reply === "string" ? reply : JSON.stringify(reply ?? {})),
          ),
        );
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    sent,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
