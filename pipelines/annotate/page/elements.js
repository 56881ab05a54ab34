// Creates and finds elements of the page. Text is inserted as text only, never parsed as markup.

/**
 * A new element. A true attribute is set to the empty string, a false one is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/**
 * The element with this id in the page's own markup.
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (node instanceof kind) return node;
  throw new Error(`The page has no ${kind.name} #${id}.`);
}
