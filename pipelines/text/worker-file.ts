// A worker's file in a form that Node starts, compiled or not.

/** In Node 20 a worker does not get the loader of this process: TypeScript is read with one of its own. */
export function loadable(file: URL): URL {
  if (!file.pathname.endsWith(".ts")) return file;
  const loader = import.meta.resolve("tsx/esm/api");
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(file.href)});`)}`,
  );
}
