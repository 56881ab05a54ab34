import { expect, test } from "vitest";
import { floorFamily } from "./floor-families.ts";
test.each(["zh", "en"].flatMap(l => ["finance", "law", "medical"].map(d => [d, l] as const)))(
  "%s %s",
  async (domain, language) => {
    let bad: string[] = [];
    let t = Date.now();
    for (let i = 0; i < 6; i++)
      for (const documents of [2, 3]) {
        try {
          const f = await floorFamily({
            domain,
            language,
            documents,
            twin: true,
            seed: `s${i}-${documents}`,
          });
          const miss = f.facts.filter(x => x.state === "missing");
          if (i === 0 && documents === 2)
            console.log(
              f.members
                .map(m => [
                  m.subject,
                  m.family,
                  m.refers,
                  m.values
                    .filter(v => v.from || v.standing)
                    .map(v => [v.path, v.value, v.from, v.standing, v.holds].join("|"))
                    .slice(0, 60),
                ])
                .map(x => JSON.stringify(x, null, 0))
                .join("\n"),
            );
          if (f.documents.length !== documents + 1) bad.push("docs " + f.documents.length);
          bad.push(...miss.map(m => `missing ${m.path} ${m.value} ${m.from} ${m.family?.isTwin}`));
          console.log(
            f.documents.map(d => d.text.length).join(","),
            f.members
              .flatMap(m => m.values.filter(v => v.standing).map(v => v.path + ":" + v.standing))
              .join(" "),
          );
        } catch (e) {
          bad.push(String(e));
        }
      }
    console.log(domain, language, Date.now() - t, bad.join("\n"));
  },
);
