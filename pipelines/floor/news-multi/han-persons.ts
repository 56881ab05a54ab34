// Where a Chinese person's name stands beside an office or before a verb; the dictionary lacks most names.

import { hanName } from "../facts/proper-names.ts";

/** A name ends where a verb, a preposition or a sign follows it. */
const AFTER_NAME = /^(?:$|[，。；、：（）“”\s表介说称指认在对向将从于和与及就则也还已为作出宣告强透坦回解受接带率])/u;
const PERSON = new RegExp(`^${hanName}$`, "u");
const FOREIGN = /^\p{Script=Han}{1,7}·\p{Script=Han}{2,7}?(?=$|[，。；、：（）“”\s表说称指认在对向将宣强])/u;

/** The name that a text opens with. */
export function hanPersonAtStart(text: string): string | undefined {
  const sizes = [3, 2].map(size => text.slice(0, size)).filter(name => PERSON.test(name) && AFTER_NAME.test(text.slice(name.length)));
  return FOREIGN.exec(text)?.[0] ?? sizes[0];
}

const OFFICE_END = /(?:长|任|理|记|员|授|家|师|人|官|裁|练|演|席|监|生|士|医)$/;

/** The name that ends a text: all of it, or what stands behind an office. */
export function hanPersonBefore(text: string): string | undefined {
  const foreign = /(?:^|(?<=[长任理记员授家师人官裁练演席监]))\p{Script=Han}{1,6}·\p{Script=Han}{2,7}$/u.exec(text)?.[0];
  if (foreign !== undefined) return foreign;
  return [3, 2].map(size => text.slice(-size)).find(name => PERSON.test(name) && (text === name || OFFICE_END.test(text.slice(0, -name.length))));
}
