// The answerers for questions over several articles, for corrections and for planted errors.

import type { Answerer } from "../answerer.ts";
import { correctionAnswerer } from "./correction-answer.ts";
import { hallucinationAnswerer } from "./hallucination-answer.ts";
import { qaMultiAnswerer } from "./qa-multi-answer.ts";

export const newsMultiAnswerers: readonly Answerer[] = [qaMultiAnswerer, correctionAnswerer, hallucinationAnswerer];
