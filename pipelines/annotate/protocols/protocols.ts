// All annotation protocols by name.

import type { Protocol } from "../../../schemas/annotation.ts";
import type { AnnotationProtocol } from "../protocol.ts";
import { cofeProtocol } from "./cofe.ts";
import { crudQueryProtocol } from "./crud-query.ts";
import { judgeProtocol } from "./judge.ts";
import { ragevalDocumentsProtocol } from "./rageval-documents.ts";
import { ragevalQraProtocol } from "./rageval-qra.ts";

export const protocols: Readonly<Record<Protocol, AnnotationProtocol>> = {
  "rageval-qra": ragevalQraProtocol,
  "rageval-documents": ragevalDocumentsProtocol,
  "crud-query": crudQueryProtocol,
  cofe: cofeProtocol,
  judge: judgeProtocol,
};
