"""Loads exports of a run with the packages of the tools they are for: tool-packages.ts starts it.

usage: tool_packages.py FOLDER_OF_EXPORTS ITEMS_JSONL
"""

import importlib
import importlib.metadata
import json
import os
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

folder, items_path = sys.argv[1:3]
with open(items_path, encoding="utf-8") as lines:
    items = {item["id"]: item for item in map(json.loads, lines)}
splits = ("test", "dev")


def path(*parts):
    return os.path.join(folder, *parts)


def rows_of(*parts):
    with open(path(*parts), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def wanted(item_id):
    item = items[item_id]
    return item["question"], item["answer"], [piece["text"] for piece in item["evidence"]]


def same(found):
    """found: id -> (question, answer, evidence)."""
    assert set(found) == set(items), f"{len(found)} ids, {len(items)} items"
    for item_id, told in found.items():
        assert tuple(told) == wanted(item_id), f"{item_id}: {told} is not {wanted(item_id)}"
    return f"{len(found)} items equal"


def ragas():
    from ragas import EvaluationDataset

    found = {}
    for split in splits:
        dataset = EvaluationDataset.from_jsonl(path("ragas", f"{split}.jsonl"))
        # Its samples keep no ids: the order is that of the file.
        for row, sample in zip(rows_of("ragas", f"{split}.jsonl"), dataset, strict=True):
            found[row["id"]] = (sample.user_input, sample.reference, sample.reference_contexts)
    return same(found)


def deepeval():
    from deepeval.dataset import EvaluationDataset

    dataset = EvaluationDataset()
    for split in splits:
        dataset.add_goldens_from_json_file(path("deepeval", "python", f"{split}.json"))
    return same(
        {
            golden.additional_metadata["id"]: (golden.input, golden.expected_output, golden.context)
            for golden in dataset.goldens
        }
    )


def datasets():
    from datasets import load_dataset

    items_of = load_dataset(path("huggingface"), "items")
    seen = same(
        {
            row["id"]: (row["question"], row["answer"], [one["text"] for one in row["references"]])
            for split in items_of
            for row in items_of[split]
        }
    )
    corpus = load_dataset(path("huggingface"), "corpus", split="corpus")
    texts = {row["id"]: row["text"] for row in corpus}
    for split in items_of:
        for row in items_of[split]:
            for one in row["references"]:
                assert texts[one["document_id"]][one["start"] : one["end"]] == one["text"]
    return f"{seen}, each reference at its offsets in {len(texts)} documents"


def mteb():
    from mteb.abstasks.retrieval_dataset_loaders import RetrievalDatasetLoader

    seen = []
    for split in splits:
        data = RetrievalDatasetLoader(path("mteb"), revision=None, split=split).load()
        for row in data["queries"]:
            assert row["text"] == items[row["id"]]["question"]
        labels = sum(len(of_query) for of_query in data["relevant_docs"].values())
        assert labels == len(rows_of("mteb", "qrels", f"{split}.jsonl"))
        assert set(data["relevant_docs"]) == {row["id"] for row in data["queries"]}
        seen.append(f"{split}: {len(data['queries'])} queries, {labels} labels")
    return f"{'; '.join(seen)}; {len(data['corpus'])} documents"


def beir():
    from beir.datasets.data_loader import GenericDataLoader

    seen = []
    for split in splits:
        corpus, queries, qrels = GenericDataLoader(data_folder=path("beir")).load(split=split)
        assert all(text == items[item_id]["question"] for item_id, text in queries.items())
        assert set(queries) == set(qrels)
        seen.append(f"{split}: {len(queries)} queries")
    return f"{'; '.join(seen)}; {len(corpus)} documents"


def pandas():
    from pandas import concat, read_csv

    table = concat(read_csv(path("csv", f"{split}.csv")) for split in splits)
    return same(
        {
            row.id: (row.question, row.answer, [one["text"] for one in json.loads(row.references)])
            for row in table.itertuples()
        }
    )


class Recorder(BaseHTTPRequestHandler):
    """Stands in for a service: keeps what is posted, and answers what the client needs to go on."""

    posted = []

    def answer(self, body):
        said = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def do_GET(self):
        self.answer({})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.posted.append((self.path, self.headers["content-type"], body))
        told = json.loads(body)
        if isinstance(told, list):
            return self.answer([{"id": str(uuid.uuid4())} | row for row in told])
        moment = "2025-01-01T00:00:00.000Z"
        made = {"datasetId": "d", "createdAt": moment, "updatedAt": moment, "mediaReferences": []}
        self.answer(told | made | {"status": "ACTIVE"})

    def log_message(self, *_):
        pass


def recording():
    server = HTTPServer(("127.0.0.1", 0), Recorder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Recorder.posted.clear()
    return f"http://127.0.0.1:{server.server_port}"


def langfuse():
    from langfuse import Langfuse

    client = Langfuse(public_key="none", secret_key="none", base_url=recording(), tracing_enabled=False)
    for split in splits:
        for item in rows_of("langfuse", f"{split}.jsonl"):
            client.create_dataset_item(
                dataset_name="demo", expected_output=item.pop("expectedOutput"), **item
            )
    bodies = [json.loads(body) for where, _, body in Recorder.posted if "dataset-items" in where]
    return same(
        {
            body["id"]: (
                body["input"]["question"],
                body["expectedOutput"]["answer"],
                [one["text"] for one in body["expectedOutput"]["references"]],
            )
            for body in bodies
        }
    )


def langsmith():
    from langsmith import Client
    from langsmith.schemas import ExampleCreate

    examples = [row for split in splits for row in rows_of("langsmith", f"{split}.jsonl")]
    seen = same(
        {
            example.metadata["id"]: (
                example.inputs["question"],
                example.outputs["answer"],
                [one["text"] for one in example.outputs["references"]],
            )
            for example in (ExampleCreate(**row) for row in examples)
        }
    )
    client = Client(api_url=recording(), api_key="none")
    dataset = "00000000-0000-0000-0000-000000000001"
    client.create_examples(dataset_id=dataset, examples=examples)
    sent = [row for _, _, body in Recorder.posted for row in json.loads(body)]
    kept = ("inputs", "outputs", "metadata", "split")
    told = [{name: row[name] for name in kept} for row in sent]
    assert told == examples, "the client sends something else"
    return f"{seen}, and sent so by its client"


def some_answers():
    """Every second one is right; every third retrieved nothing."""
    for place, item in enumerate(list(items.values())[:24]):
        question, answer, evidence = wanted(item["id"])
        yield item["id"], question, answer if place % 2 == 0 else "'No',\n\"no\".", evidence if place % 3 else []


def ragas_results():
    from ragas import EvaluationDataset, evaluate
    from ragas.metrics import ExactMatch

    samples = [
        {"user_input": question, "reference": wanted(item_id)[1], "response": answer, "retrieved_contexts": found}
        for item_id, question, answer, found in some_answers()
    ]
    table = evaluate(EvaluationDataset.from_list(samples), metrics=[ExactMatch()], show_progress=False).to_pandas()
    table.to_json(path("results-ragas.jsonl"), orient="records", lines=True, force_ascii=False)
    table.to_csv(path("results-ragas.csv"), index=False)
    return f"{len(table)} results written"


def deepeval_results():
    from deepeval import evaluate
    from deepeval.evaluate.configs import DisplayConfig
    from deepeval.metrics import ExactMatchMetric
    from deepeval.test_case import LLMTestCase

    os.chdir(folder)
    cases = [
        LLMTestCase(
            input=question, actual_output=answer, expected_output=wanted(item_id)[1], retrieval_context=found
        )
        for item_id, question, answer, found in some_answers()
    ]
    quiet = DisplayConfig(show_indicator=False, print_results=False)
    result = evaluate(cases, metrics=[ExactMatchMetric()], display_config=quiet)
    with open("results-deepeval.json", "w", encoding="utf-8") as file:
        file.write(result.model_dump_json())
    os.replace(".deepeval/.latest_run_full.json", "results-deepeval-run.json")
    return f"{len(cases)} results written"


failed = False
for name, contract in [
    ("ragas", ragas),
    ("ragas", ragas_results),
    ("deepeval", deepeval),
    ("deepeval", deepeval_results),
    ("datasets", datasets),
    ("mteb", mteb),
    ("beir", beir),
    ("pandas", pandas),
    ("langfuse", langfuse),
    ("langsmith", langsmith),
]:
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        print(f"skipped  {name} (PyPI): not installed", flush=True)
        continue
    try:
        print(f"ok       {name} {version} (PyPI): {contract()}", flush=True)
    except Exception as error:
        failed = True
        print(f"FAILED   {name} {version} (PyPI): {type(error).__name__}: {str(error)[:600]}", flush=True)
sys.exit(1 if failed else 0)
