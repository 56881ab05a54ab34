// Browser storage of this page. Work must continue in a browser that stores nothing (private, full).

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
 * False if the browser refuses.
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
    // Nothing is stored, so there is nothing to forget.
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

/** Joins parts into a storage key, escaped so that any text is safe. @param {...string} parts */
export const keyOf = (...parts) => ["ragwright", ...parts].map(encodeURIComponent).join("/");

/**
 * The server's access key, if it has one: from the page's address (it is then removed there), else the one stored for this tab.
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
    // It must be entered again on the next load.
  }
}
