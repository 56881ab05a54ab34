// Makes a worker's file loadable in Node, compiled or not.

/** In Node 20, a worker does not inherit this process's loader: for TypeScript, it registers its own. */
export function loadableUrl(file: URL): URL {
  if (!file.pathname.endsWith(".ts")) return file;
  const loader = import.meta.resolve("tsx/esm/api");
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(file.href)});`)}`,
  );
}
