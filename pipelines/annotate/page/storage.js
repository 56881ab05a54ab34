// Stores values in the browser. The page must also work where nothing can be stored (a private window, full storage).

const tokenKey = "ragwright/token";

/**
 * @param {string} key
 * @returns {string | null}
 */
export function readStored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The value stored as JSON; null if there is none or it is not JSON. @param {string} key @returns {unknown} */
export function readStoredJson(key) {
  try {
    return JSON.parse(readStored(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Returns false if the browser refuses.
 * @param {string} key
 * @param {string} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function removeStored(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing can be stored, so there is nothing to remove.
  }
}

/**
 * @param {string} prefix
 * @returns {string[]}
 */
export function storedKeys(prefix) {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Joins parts into a storage key, escaped so that any text is safe. @param {...string} parts */
export const keyOf = (...parts) => ["ragwright", ...parts].map(encodeURIComponent).join("/");

/**
 * The server's access key: taken out of the page's URL, or else the one stored for this tab; null if there is neither.
 * @returns {string | null}
 */
export function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
    storeToken(token);
    return token;
  }
  try {
    return sessionStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** @param {string} token */
export function storeToken(token) {
  try {
    sessionStorage.setItem(tokenKey, token);
  } catch {
    // The person must enter it again on the next load.
  }
}
