// What the browser keeps for this page. A browser that keeps nothing (private, full) must not stop the work.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function readKept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * False where the browser refuses.
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // It keeps nothing, so there is nothing to forget.
  }
}

/**
 * @param {string} prefix
 * @returns {string[]}
 */
export function keptKeys(prefix) {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** A name that any text may be part of without running into its neighbours. @param {...string} parts */
export const keyOf = (...parts) => ["ragwright", ...parts].map(encodeURIComponent).join("/");

/**
 * The key to the server, where it wants one: from the address that was given (which then no longer shows it), else as kept for this tab.
 * @returns {string | null}
 */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    history.replaceState(null, "", location.pathname + location.search);
    keepToken(given);
    return given;
  }
  try {
    return sessionStorage.getItem("ragwright/token");
  } catch {
    return null;
  }
}

/** @param {string} token */
export function keepToken(token) {
  try {
    sessionStorage.setItem("ragwright/token", token);
  } catch {
    // It must then be given again with the next load.
  }
}
