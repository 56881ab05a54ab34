// Starts the page: identifies the person, reopens their last task, and connects list, desk, saving and keyboard.

/** @import { Batch } from "./api.js" */
/** @import { KeyCommand } from "./keyboard.js" */
/** @import { BilingualText } from "../form.ts" */
import { Api, ErrorResponse } from "./api.js";
import { Desk } from "./desk.js";
import { ask, fillHelp, toggleHelp } from "./dialogs.js";
import { byId } from "./elements.js";
import { listenToKeys } from "./keyboard.js";
import { Saver } from "./saving.js";
import { browserLanguage, Translator } from "./translator.js";
import { removeStored, store, storeToken, keyOf, readStored, takeToken } from "./storage.js";
import { TaskList } from "./task-list.js";
import { Stopwatch } from "./stopwatch.js";
import { progressWords, words } from "./words.js";

const languageKey = keyOf("language");
/** Milliseconds between two attempts at a request. */
const retryDelay = 2000;

/** Repeats a request until the server answers; asks for the access key if one is required, and throws if the server finds the request invalid. @template Answer @param {() => Promise<Answer>} request @returns {Promise<Answer>} */
async function retryUntilAnswered(request) {
  for (;;) {
    try {
      const answer = await request();
      byId("waiting", HTMLElement).hidden = true;
      return answer;
    } catch (error) {
      if (error instanceof ErrorResponse && error.status === 401) await renewToken();
      if (error instanceof ErrorResponse && error.status === 400) throw error;
      byId("waiting", HTMLElement).hidden = false;
      await new Promise(resolve => setTimeout(resolve, retryDelay));
    }
  }
}

/** Asks for the access key and reloads the page; never resolves. */
async function renewToken() {
  storeToken(await ask("token", ""));
  location.reload();
  await new Promise(() => {});
}

/** @param {Batch} batch */
async function identifyPerson({ id, annotator }) {
  const key = keyOf("annotator", id);
  const storedName = readStored(key);
  const name = storedName ?? (await ask("name", annotator));
  store(key, name);
  byId("name", HTMLButtonElement).textContent = name;
  return { name, forgetName: () => removeStored(key) };
}

/** @param {Translator} translator */
function translateMarkup(translator) {
  const texts = /** @type {Record<string, BilingualText>} */ (words);
  for (const part of /** @type {const} */ (["text", "aria-label", "placeholder", "title"])) {
    for (const node of document.querySelectorAll(`[data-say-${part}]`)) {
      const text = texts[node.getAttribute(`data-say-${part}`) ?? ""];
      if (text) translator.show(node, text, part);
    }
  }
}

/** @param {Translator} translator */
function switchLanguage(translator) {
  translator.switchTo(translator.language === "zh" ? "en" : "zh");
  store(languageKey, translator.language);
}

/** @param {TaskList} list @param {Translator} translator */
function showProgress(list, translator) {
  const counts = list.counts;
  const bar = byId("progress", HTMLProgressElement);
  bar.max = Math.max(1, counts.all);
  bar.value = counts.done;
  translator.show(byId("progress-text", HTMLElement), progressWords(counts));
}

/** @param {Desk} desk @param {Translator} translator @param {KeyCommand} keyCommand */
function carryOut(desk, translator, { command, digit }) {
  const form = desk.form;
  const actions = {
    choose: () => form?.choose(digit),
    up: () => form?.move(-1),
    down: () => form?.move(1),
    clear: () => form?.clear(),
    submit: () => desk.submit(),
    next: () => desk.step(1),
    previous: () => desk.step(-1),
    nextOpen: () => desk.openNextUnfinished(),
    reference: () => desk.nextReference(),
    edit: () => form?.focusText("edit"),
    note: () => form?.focusText("note"),
    leave: () => {
      document.body.classList.remove("list-open");
      form?.leaveText();
    },
    language: () => switchLanguage(translator),
    help: toggleHelp,
    search: openSearch,
  };
  return actions[command]();
}

function openSearch() {
  document.body.classList.add("list-open");
  byId("search", HTMLInputElement).focus();
}

/** @param {Translator} translator @param {Desk} desk @param {() => void} changeName */
function connectButtons(translator, desk, changeName) {
  const onClick = (/** @type {string} */ id, /** @type {() => void} */ action) =>
    byId(id, HTMLElement).addEventListener("click", action);
  onClick("language", () => switchLanguage(translator));
  onClick("list-button", () => document.body.classList.toggle("list-open"));
  onClick("veil", () => document.body.classList.remove("list-open"));
  onClick("to-form", () => byId("form", HTMLElement).scrollIntoView());
  onClick("submit-below", () => void desk.submit());
  onClick("name", changeName);
  for (const button of document.querySelectorAll("[data-help]"))
    button.addEventListener("click", toggleHelp);
  for (const button of document.querySelectorAll("[data-step]")) {
    const step = button.getAttribute("data-step") === "next" ? 1 : -1;
    button.addEventListener("click", () => void desk.step(step));
  }
}

/** @param {Saver} saver */
function saveBeforeLeaving(saver) {
  addEventListener("pagehide", () => saver.saveOnClose());
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && saver.saveAllNow(),
  );
  addEventListener("online", () => saver.saveAllNow());
  addEventListener("beforeunload", event => saver.atRisk && event.preventDefault());
}

/** @param {Translator} translator @param {Parameters<import("./saving.js").Listener["onState"]>[0]} state */
function showSaveState(translator, state) {
  const node = translator.show(byId("save-state", HTMLElement), words[state]);
  node.dataset["state"] = state;
  byId("still-saving", HTMLElement).hidden = state === "saved";
}

async function start() {
  const storedLanguage = readStored(languageKey);
  const translator = new Translator(
    storedLanguage === "zh" || storedLanguage === "en" ? storedLanguage : browserLanguage(),
  );
  translateMarkup(translator);
  translator.switchTo(translator.language);
  const api = new Api(takeToken());
  const batch = await retryUntilAnswered(() => api.batch());
  translator.show(byId("title", HTMLElement), batch.title);
  translator.show(document.head.querySelector("title") ?? byId("title", HTMLElement), batch.title);
  fillHelp(batch, translator);
  const { name: annotator, forgetName } = await identifyPerson(batch);
  const restartUnderNewName = () => {
    forgetName();
    location.reload();
  };
  const { tasks, states } = await retryUntilAnswered(() => api.tasks(annotator)).catch(error => {
    restartUnderNewName();
    throw error;
  });
  const saver = new Saver({
    api,
    batchId: batch.id,
    annotator,
    listener: {
      onState: state => showSaveState(translator, state),
      onConflict: (id, conflict) => desk.showConflict(id, conflict),
      onRefused: (id, problems) => desk.showProblems(id, problems),
      onToken: () => void renewToken(),
    },
  });
  const list = new TaskList({ tasks, states, translator, onOpen: id => void desk.open(id) });
  const onProgress = () => showProgress(list, translator);
  const placeKey = keyOf("place", batch.id, annotator);
  const watch = new Stopwatch();
  const desk = new Desk({ api, saver, list, watch, translator, annotator, placeKey, onProgress });
  connectButtons(translator, desk, restartUnderNewName);
  listenToKeys(keyCommand => carryOut(desk, translator, keyCommand));
  saveBeforeLeaving(saver);
  saver.resume();
  onProgress();
  const lastId = readStored(placeKey);
  const firstId =
    lastId && list.positionOf(lastId) > 0 ? lastId : (list.nextOpen("") ?? tasks[0]?.id);
  byId("no-tasks", HTMLElement).hidden = firstId !== undefined;
  await desk.open(firstId);
  if (tasks.length > 0 && list.nextOpen("") === undefined) document.body.classList.add("is-done");
  document.body.classList.add("is-ready");
}

void start();
