// The answerers of the judges' prompts: what an answer says is held against values, names and words; marks and relevance take a reader.

import type { Answerer } from "../answerer.ts";
import { faithfulnessAnswerer } from "./faithfulness-answer.ts";
import { keypointVerdictsAnswerer } from "./keypoints-answer.ts";

export const judgeAnswerers: readonly Answerer[] = [keypointVerdictsAnswerer, faithfulnessAnswerer];
