// The files of the replay server's Batch API, kept in memory.

import { type Failure, failure } from "./work.ts";

export interface StoredFile {
  readonly id: string;
  readonly object: "file";
  readonly bytes: number;
  readonly created_at: number;
  readonly filename: string;
  readonly purpose: string;
  readonly content: Buffer;
  /** Called when its content was fetched to the last byte. */
  readonly fetched?: () => void;
}

export interface FileStore {
  add(file: Pick<StoredFile, "filename" | "purpose" | "content" | "fetched">): StoredFile;
  get(id: string): StoredFile | undefined;
}

/** What the API tells of a file. */
export const fileBody = ({ id, object, bytes, created_at, filename, purpose }: StoredFile) => ({
  id,
  object,
  bytes,
  created_at,
  filename,
  purpose,
  status: "processed",
});

/** Ids count up. */
export function storeFiles(seconds: () => number): FileStore {
  const files = new Map<string, StoredFile>();
  return {
    add: file => {
      const stored: StoredFile = {
        ...file,
        id: `file-${files.size + 1}`,
        object: "file",
        bytes: file.content.length,
        created_at: seconds(),
      };
      files.set(stored.id, stored);
      return stored;
    },
    get: id => files.get(id),
  };
}

export const noSuchFile = (id: string): Failure =>
  failure(404, "not_found", `No such File object: ${id}`);

/** Reads a multipart upload, or says what it lacks. */
export async function readUpload(
  type: string,
  body: Buffer,
): Promise<Pick<StoredFile, "filename" | "purpose" | "content"> | Failure> {
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  const file = form?.get("file");
  const purpose = form?.get("purpose");
  if (!(file instanceof File) || typeof purpose !== "string")
    return failure(400, "invalid_request", "Give a file and its purpose as multipart/form-data.");
  return { filename: file.name, purpose, content: Buffer.from(await file.arrayBuffer()) };
}
