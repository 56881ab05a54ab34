// The published surface: what a program that builds on ragwright may import. Nothing inside imports this file.

export { defineArtifact, definePrompt, type Artifact, type PromptContract, type RowOf } from "../schemas/define.ts";
export * as itemRecords from "../schemas/items/records.ts";
export * as itemPrompts from "../schemas/items/prompts.ts";
export * as crudRecords from "../schemas/crud/records.ts";
export * as crudPrompts from "../schemas/crud/prompts.ts";
export * as ragevalRecords from "../schemas/rageval/records.ts";
export * as ragevalPrompts from "../schemas/rageval/prompts.ts";
export { ScenarioSchema } from "../schemas/rageval/schema.ts";
export * as annotationRecords from "../schemas/annotation.ts";
export { Plan } from "../schemas/plan.ts";
export { costOf, priceOf, Prices } from "../schemas/prices.ts";
export { Settings } from "../schemas/settings.ts";

export { PipelineError, ReplyError } from "./engine/errors.ts";
export type { RunEvent } from "./engine/events.ts";
export { lockDirectory } from "./engine/lock.ts";
export { type Input, InputFailure } from "./engine/pipeline.ts";
export { readRows } from "./engine/reading.ts";
export { type RunOptions, type RunSummary, runPipeline } from "./engine/runner.ts";
export { type Ask, declined, defineStage, defineWholeStage, made, type Outcome, rejected, type Stage, type Table } from "./engine/stage.ts";
export { statusOf } from "./engine/status.ts";
export { trace } from "./engine/trace.ts";
export { diffRuns } from "./engine/diff.ts";

export { createAsk } from "./llm/ask.ts";
export { openBatchJobs } from "./llm/batch/api.ts";
export { openBatchFiles, parkedInFiles } from "./llm/batch/files.ts";
export { JobsFile } from "./llm/batch/jobs.ts";
export { openAiBatches } from "./llm/batch/service.ts";
export { Budget } from "./llm/budget/budget.ts";
export { budgeted } from "./llm/budget/budgeted.ts";
export { openDialects } from "./llm/endpoints/dialect.ts";
export { coalescedEmbeddings, embedder, embeddingEndpoint, embeddingNotation } from "./llm/endpoints/embeddings.ts";
export { openHttp } from "./llm/endpoints/http.ts";
export { Journal } from "./llm/journal.ts";
export { forbidTracing, langChainModel } from "./llm/endpoints/langchain.ts";
export { journaled, ledgered } from "./llm/ledger.ts";
export { createLimiter } from "./llm/limits/limiter.ts";
export { limited } from "./llm/limits/limited.ts";
export type { Client, Model, ModelReply, ModelRequest } from "./llm/model.ts";
export { openAi } from "./llm/endpoints/openai.ts";
export { createOutageWatch } from "./llm/limits/outage.ts";
export { rerankEndpoint, reranker, rerankNotation } from "./llm/endpoints/rerank.ts";
export { retrying } from "./llm/limits/retry.ts";
export { ruleAnswerers } from "./llm/rules/all.ts";
export { rulesModel } from "./llm/rules/rules.ts";
export { createTemplates } from "./llm/templates.ts";

export { readDocuments, readSeeds } from "./intake/sources.ts";
export { readQuestions } from "./intake/questions.ts";
export { readArticles } from "./intake/articles.ts";
export { readFeeds } from "./intake/web/feeds.ts";
export { openWeb } from "./intake/web/web.ts";
export { crudPipeline } from "./crud/pipeline.ts";
export { ragevalPipeline } from "./rageval/pipeline.ts";

export { checkDerivation, unsupportedValues } from "./text/derivation.ts";
export { findFact } from "./text/occurrence.ts";
export { splitSentences } from "./text/sentences.ts";
export { jaccard, maskValues } from "./text/similarity.ts";
export { findValues } from "./text/values.ts";
export { nearClusters, nearPairs } from "./text/near-duplicates.ts";
export { buildBm25 } from "./retrieval/bm25.ts";
export { localSearch, type Search } from "./retrieval/search.ts";
export { searchModel } from "./retrieval/web-search.ts";

export { drawBatch } from "./annotate/batch/batch.ts";
export { Folder, writeFolder } from "./annotate/folder.ts";
export { writeFormats } from "./annotate/formats.ts";
export { protocols } from "./annotate/protocols/all.ts";
export { serveBatch } from "./annotate/server/server.ts";
export { importVerdicts } from "./annotate/verdicts/import.ts";
export { readVerdictFiles } from "./annotate/verdicts/read-verdicts.ts";
export { agreementOf } from "./annotate/agreement/agreement.ts";
export { cohenKappa, exactAgreement, krippendorffAlpha, meanAbsoluteDifference, precisionRecall, weightedKappa, wilson } from "./evaluate/agreement.ts";

export { exportBeir } from "./export/beir.ts";
export { exportCrud } from "./export/crud.ts";
export { importCrud, writeCrud } from "./export/crud-files.ts";
export { exportDragonball, importDragonball, writeDragonball } from "./export/dragonball.ts";
export { writeReport } from "./report/page.ts";
