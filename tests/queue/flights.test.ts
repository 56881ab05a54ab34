// Which worker may make which call, and what becomes of a call whose worker or coordinator goes.

import { expect, test } from "vitest";
import {
  CallLostError,
  Flights,
  isAbandonedCall,
  type FlightNote,
} from "../../pipelines/queue/flights.ts";
import type { CoordinatorMessage, Peer } from "../../pipelines/queue/messages.ts";
import { aCall, aReply, never } from "../llm/requests.ts";

const head = { name: "scripted", settings: {}, paid: true };
const peer = (session: string): Peer => ({ worker: session.slice(0, 1), session });
const noted = (key: string, session: string, flight = 1): FlightNote => ({
  ...peer(session),
  call: aCall(key),
  epoch: "e0",
  flight,
});

function someFlights(...there: string[]) {
  const sessions = new Set(there);
  const sent: string[] = [];
  const inTheAir = new Map<string, FlightNote>();
  const outgoing = {
    send: ({ session }: Peer, message: CoordinatorMessage) =>
      void sent.push(
        `${session} ${message.type} ${message.type === "go" ? `${message.key} ${message.flight}` : ""}`,
      ),
    noteFlight: (flight: FlightNote) => void inTheAir.set(flight.call.key, flight),
    noteEnds: (keys: readonly string[]) => keys.forEach(key => inTheAir.delete(key)),
  };
  const flights = new Flights({
    epoch: "e1",
    outgoing,
    isCurrentSession: ({ session }) => sessions.has(session),
  });
  const end = async (key: string) => {
    const call = flights.client(head).complete(aCall(key), never);
    return call.then(
      ({ text }) => text,
      (error: unknown) =>
        error instanceof CallLostError
          ? "lost"
          : isAbandonedCall(error)
            ? "nobody asks"
            : String(error),
    );
  };
  const fail = (session: string, epoch: string, flight: number, message: string) =>
    flights.recordFailure(peer(session), { epoch, key: "k", flight }, new Error(message));
  return { flights, sessions, sent, inTheAir, end, fail };
}

test("a call is made by one of those who asked for it and are there, the last one first, and is noted before they are told", async () => {
  const { flights, sent, inTheAir, end } = someFlights("a1", "b1");
  flights.ask("k", peer("a1"));
  flights.ask("k", peer("b1"));
  flights.ask("k", peer("c1"));
  const reply = end("k");
  expect([sent, inTheAir.get("k")]).toEqual([
    ["b1 go k 1"],
    { ...peer("b1"), call: aCall("k"), epoch: "e1", flight: 1 },
  ]);
  flights.recordReply("k", aReply("it"));
  expect(await reply).toBe("it");
});

test("without anybody there who asks, nothing is sent", async () => {
  const { flights, sent, end } = someFlights("a1");
  flights.ask("k", peer("a1"))();
  flights.ask("k", peer("b1"));
  expect([await end("k"), sent]).toEqual(["nobody asks", []]);
});

test("a reply that has come and is not journaled yet is given to whoever asks, without a call", async () => {
  const { flights, sent, end } = someFlights("a1");
  flights.recordReply("k", aReply("early"));
  expect([await end("k"), sent]).toEqual(["early", []]);
  flights.markJournaled("k");
  expect(await end("k")).toBe("nobody asks");
});

test("what is told of another permission than the present one ends nothing", async () => {
  const { flights, sent, end, fail } = someFlights("a1");
  flights.ask("k", peer("a1"));
  const first = end("k");
  fail("a1", "e1", 1, "busy");
  expect(await first).toBe("Error: busy");
  const second = end("k");
  fail("a1", "e1", 1, "told twice");
  fail("a1", "e0", 2, "of an earlier start");
  fail("a1", "e1", 2, "busy again");
  expect([await second, sent]).toEqual(["Error: busy again", ["a1 go k 1", "a1 go k 2"]]);
});

test("a call that was taken over is not made again, and its end is heard with the permission it was made with", async () => {
  const { flights, sent, end, fail } = someFlights("a1");
  flights.ask("k", peer("a1"));
  flights.adopt(noted("k", "a1", 7));
  const call = end("k");
  fail("a1", "e0", 5, "of a call before it, read again");
  fail("a1", "e0", 7, "busy");
  expect([await call, sent]).toEqual(["Error: busy", []]);
});

test("once its worker says that it makes it, a call that was taken over ends with whatever permission it names", async () => {
  const { flights, inTheAir, end, fail } = someFlights("a1", "b1");
  flights.adopt(noted("k", "a1", 7));
  flights.reconcile(peer("a1"), { inFlight: ["k"], lastFlight: 0 });
  const call = end("k");
  fail("b1", "e0", 5, "of another worker");
  fail("a1", "e0", 5, "busy");
  expect([await call, inTheAir.size]).toEqual(["Error: busy", 0]);
});

test("a worker's word on what it makes loses the rest, but for permissions that are still on their way to it", async () => {
  const { flights, end } = someFlights("a2");
  flights.adopt(noted("old", "a1"));
  flights.adopt(noted("gone", "a2"));
  flights.adopt(noted("held", "a2"));
  flights.adopt(noted("other", "b1"));
  for (const key of ["heard", "unheard"]) flights.ask(key, peer("a2"));
  const ends = Promise.all(["old", "gone", "heard"].map(end));
  const held = ["unheard", "held", "other"].map(end);
  flights.reconcile(peer("a2"), { inFlight: ["held"], lastFlight: 1 });
  for (const key of ["unheard", "held", "other"]) flights.recordReply(key, aReply(key));
  expect([await ends, await Promise.all(held)]).toEqual([
    ["lost", "lost", "lost"],
    ["unheard", "held", "other"],
  ]);
});

test("with a worker go the calls of its earlier starts, and none of a later one", async () => {
  const { flights, sessions, inTheAir, end } = someFlights("a2", "b1");
  for (const [key, session] of Object.entries({ one: "a1", two: "a2", other: "b1" }))
    flights.adopt(noted(key, session));
  const [one, two, other] = ["one", "two", "other"].map(end);
  flights.endCallsOf(peer("a1"));
  expect(await one).toBe("lost");
  sessions.delete("a2");
  flights.endCallsOf(peer("a2"));
  flights.recordReply("other", aReply("it"));
  expect([await two, await other, inTheAir.size]).toEqual(["lost", "it", 0]);
});

test("after a start of Redis all that is in the air is noted again, and told again where this start allowed it", () => {
  const { flights, sent, inTheAir, end } = someFlights("a1");
  flights.ask("own", peer("a1"));
  flights.adopt(noted("taken", "a1", 7));
  void end("own");
  inTheAir.clear();
  flights.repeat();
  expect([
    [...inTheAir.values()]
      .map(({ call, epoch, flight }) => `${call.key} ${epoch} ${flight}`)
      .sort(),
    sent,
  ]).toEqual([
    ["own e1 1", "taken e0 7"],
    ["a1 go own 1", "a1 go own 1"],
  ]);
});
