// The documents of a corpus by another name, for those who still call it that.

export { knownDocuments as indexDocuments } from "./known-documents.ts";
