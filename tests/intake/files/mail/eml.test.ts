// A mail comes back as a person reads it: head, text in its best form, names of what is attached.

import { expect, test } from "vitest";
import { parseEml } from "../../../../pipelines/intake/files/mail/eml.ts";

const read = (...lines: readonly string[]) => parseEml(Buffer.from(lines.join("\r\n"), "latin1"));
const head = ["From: Mia <mia@mill.example>", "Received: by mill.example", "Subject: Wool"];
const multipart = (kind: string, ...parts: readonly (readonly string[])[]) => [
  `Content-Type: multipart/${kind};`,
  ' boundary="=_b"',
  "",
  "For old programs.",
  ...parts.flatMap(part => ["--=_b", ...part]),
  "--=_b--",
  "after",
];

test("the head stands first without the lines of programs, and the subject is the title", () => {
  const { text, title } = read(
    "Return-Path: <mia@mill.example>",
    "Date: Mon, 5 May 2025 09:00:00 +0200",
    "To: Tom",
    " <tom@mill.example>",
    ...head,
    "",
    "Five tons.",
    "",
    "Mia",
  );
  expect(text).toBe(
    "From: Mia <mia@mill.example>\nTo: Tom <tom@mill.example>\nDate: Mon, 5 May 2025 09:00:00 +0200\nSubject: Wool\n\nFive tons.\n\nMia",
  );
  expect(title).toBe("Wool");
});

test("a text in a form of its own is one; a calendar for programs is not", () => {
  const article = read("Content-Type: text/asciidoc", ...head, "", "Five tons.").text;
  expect(article).toMatch(/Subject: Wool\n\nFive tons\.$/);
  const invitation = multipart(
    "alternative",
    ["Content-Type: text/plain", "", "We meet at nine."],
    ["Content-Type: text/calendar", "", "BEGIN:VCALENDAR"],
  );
  expect(read(...head, ...invitation).text).toMatch(/Wool\n\nWe meet at nine\.$/);
});

test("encoded words are read, also where a sign is cut between two of them", () => {
  const [first, second] = [Buffer.from("公司").subarray(0, 4), Buffer.from("公司").subarray(4)];
  expect(
    read(
      `Subject: =?UTF-8?B?${first.toString("base64")}?=`,
      ` =?utf-8?B?${second.toString("base64")}?= 2025`,
      "From: =?iso-8859-1?Q?Andr=E9_Li?= <a@mill.example>",
      "",
      "",
    ).text,
  ).toBe("From: André Li <a@mill.example>\nSubject: 公司 2025");
});

test("bodies are decoded by their encoding and charset, a wrong one is found out", () => {
  const body = (encoding: string, charset: string, text: string) =>
    read(
      `Content-Type: text/plain; charset=${charset}`,
      `Content-Transfer-Encoding: ${encoding}`,
      "",
      text,
    ).text;
  expect(body("quoted-printable", '"utf-8"', "caf=C3=A9 and =\r\ncream")).toBe("café and cream");
  expect(body("base64", "gb2312", Buffer.from("b9abcbbe", "hex").toString("base64"))).toBe("公司");
  expect(body("8bit", "utf-8", "caf\xe9")).toBe("café");
  expect(body("8bit", "no-such-charset", "公司".normalize())).toBeDefined();
});

test("of several forms the richest is read; tables in it keep their headers", () => {
  const html =
    "<p>Rich.</p><table><tr><th>Year</th><th>Tons</th></tr><tr><td>2022</td><td>5</td></tr></table>";
  const forms = multipart(
    "alternative",
    ["Content-Type: text/plain", "", "plain"],
    ["Content-Type: text/html; charset=utf-8", "", html],
  );
  expect(read(...head, ...forms).text).toBe(
    "From: Mia <mia@mill.example>\nSubject: Wool\n\nRich.\n\nYear: 2022 | Tons: 5",
  );
});

test("attached files are named, an attached mail is read", () => {
  const pdf = [
    "Content-Type: application/pdf; name*0*=UTF-8''%E5%85; name*1*=%AC.pdf",
    "Content-Disposition: attachment",
    "Content-Transfer-Encoding: base64",
  ];
  const mail = ["Content-Type: message/rfc822", "", "From: Tom", "Subject: Flax", "", "None."];
  expect(
    read(...head, ...multipart("mixed", ["", "See both."], [...pdf, "", "AAAA"], mail)).text,
  ).toBe(
    "From: Mia <mia@mill.example>\nSubject: Wool\n\nSee both.\n\nFrom: Tom\nSubject: Flax\n\nNone.\n\nAttachment: 公.pdf",
  );
});

test("lines that flow are joined, others where a line was full", () => {
  expect(
    read("Content-Type: text/plain; format=flowed", "", "The mill ", "spins wool.", "It stands."),
  ).toMatchObject({ text: "The mill spins wool.\nIt stands." });
  expect(
    read(
      "",
      "The mill spins all the wool of the valley and sends it all down",
      "to the harbour by cart.",
      "Mia",
      "",
      "> The mill spins all the wool of the valley and sends it down",
      "> to the harbour.",
      "",
      "Price of a ton of wool that is sent down to the harbour by cart:",
      "Cart: 5",
    ).text,
  ).toBe(
    "The mill spins all the wool of the valley and sends it all down to the harbour by cart.\nMia\n\n> The mill spins all the wool of the valley and sends it down\n> to the harbour.\n\nPrice of a ton of wool that is sent down to the harbour by cart:\nCart: 5",
  );
});

test("parts without end, without boundary and without number cost no more than their length", () => {
  const endless = multipart("mixed").join("\r\n").replaceAll("--=_b--\r\nafter", "");
  expect(read(...head, endless.repeat(2000)).title).toBe("Wool");
  expect(read("Content-Type: multipart/mixed", "", "text").text).toBe("");
  const many = multipart("mixed", ...Array.from({ length: 3000 }, () => ["", "x"]));
  expect(read(...head, ...many).text.length).toBeLessThan(4000);
});
