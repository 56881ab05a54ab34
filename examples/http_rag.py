"""A RAG in Python behind HTTP: python examples/http_rag.py RUN [PORT], then: npx ragwright predict RUN --endpoint http://localhost:8000/answer

Receives a question as {"id", "question", "type", "language"}; replies with {"answer", "retrieved"}.
"""
import json, re, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

run, port = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 8000


def words(text):
    return set(re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.lower()))


# Yours would be chunks in a vector store.
with (run / "items" / "documents.jsonl").open(encoding="utf-8") as lines:
    documents = [json.loads(line) for line in lines]
index = [
    {"documentId": document["id"], "text": paragraph}
    for document in documents
    for paragraph in document["text"].split("\n")
    if paragraph.strip()
]


def answer(question):
    question_words = words(question)
    score = lambda passage: len(question_words & words(passage["text"])) / (len(words(passage["text"])) + 1) ** 0.5
    found = sorted(index, key=score, reverse=True)[:4]
    return {"answer": " ".join(passage["text"] for passage in found[:2]), "retrieved": found}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(answer(request["question"]), ensure_ascii=False).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
print(f"http://127.0.0.1:{server.server_port}/answer", flush=True)
server.serve_forever()
