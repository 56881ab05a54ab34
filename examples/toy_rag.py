"""A toy RAG over a run's documents, and five ways to break it: python examples/toy_rag.py RUN PREDICTIONS [FAULT]

FAULT: splitter (ends a piece at "Ltd."), k (reads one piece), ascii (drops Chinese), numbers (invents them), refuses (answers nothing).
"""
import json, math, re, sys
from collections import Counter
from pathlib import Path

run, out, fault = Path(sys.argv[1]), Path(sys.argv[2]), (sys.argv[3:] or [""])[0]
K = 1 if fault == "k" else 8
SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?])(?<!Ltd\.)(?<!Inc\.)(?<!Co\.)\s+|\n+")


def rows(name):
    return [json.loads(line) for line in (run / "items" / f"{name}.jsonl").open(encoding="utf-8")]


def cleaned(text):
    return text.encode("ascii", "ignore").decode() if fault == "ascii" else text


def words(text):
    return re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", cleaned(text).lower())


def pieces(text):
    for paragraph in re.split(r"\n\s*\n", cleaned(text)):
        yield from re.split(r"(?<=Ltd\.)\s+" if fault == "splitter" else r"(?!)", paragraph)


index = [(Counter(words(d["name"] + " " + p)), p) for d in rows("documents") for p in pieces(d["text"]) if len(words(p)) > 3]
piece_counts = Counter(word for counts, _ in index for word in counts)


def score(question, counts):
    return sum(math.log(len(index) / piece_counts[w]) * counts[w] / (counts[w] + 1.5) for w in question if w in counts)


def answer(item):
    question = set(words(item["question"]))
    found = [p for _, p in sorted(index, key=lambda piece: -score(question, piece[0]))[:K]]
    sentences = sorted((s for p in found for s in SENTENCE.split(p) if s), key=lambda s: -score(question, Counter(words(s))))
    refusal = "无法回答。" if item["language"] == "zh" else "I cannot answer this question."
    text = refusal if fault == "refuses" else " ".join(sentences[:6])
    text = re.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), text) if fault == "numbers" else text
    return {"id": item["id"], "answer": text, "retrieved": found}


out.write_text("".join(json.dumps(answer(item), ensure_ascii=False) + "\n" for item in rows("items")), encoding="utf-8")
