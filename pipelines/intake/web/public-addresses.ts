// Which addresses the web may be fetched from: those anybody can reach, never the machine's own or its network's.

import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { WebFailure } from "./failure.ts";

/** Characters. Nothing that is published has longer ones. */
const maxUrl = 8000;

/** Whether an IP address belongs to a public host. IPv6 beyond 2000::/3, and whatever wraps an IPv4 address, does not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}

const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");
const nameOf = ({ hostname }: URL) => hostname.replace(/\.$/, "");

/** `host:port` of an address, empty for what is none. */
export const hostOf = (address: string) =>
  URL.canParse(address) ? `${nameOf(new URL(address))}:${portOf(new URL(address))}` : "";

/** Whether a host is among those allowed by name; `host` stands for all its ports, `host:port` for one. */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const name = nameOf(url);
  const named = new Set([name, `${name}:${portOf(url)}`]);
  return allowHosts.some(host =>
    named.has(
      host
        .trim()
        .toLowerCase()
        .replace(/\.(?=:\d+$|$)/, ""),
    ),
  );
}

function parsed(address: string): URL {
  if (address.length <= maxUrl && URL.canParse(address)) {
    const url = new URL(address);
    url.hash = "";
    if (/^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  }
  throw new WebFailure(
    "bad-url",
    `${address.slice(0, 200)}: give an address that begins with http:// or https:// and names no user.`,
  );
}

/**
 * The address as it is fetched, and whether its host must prove public when it is connected to. Throws WebFailure for
 * what is not a web address, and for the numbers of a private host in whatever spelling: parsing a URL makes them plain.
 */
export function checkedUrl(
  address: string,
  allowHosts: readonly string[],
): { readonly url: URL; readonly guarded: boolean } {
  const url = parsed(address);
  if (isAllowedHost(url, allowHosts)) return { url, guarded: false };
  const name = nameOf(url).replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(name) && !isPublicAddress(name)) throw refusedAddress(url.host);
  return { url, guarded: true };
}

const refusedAddress = (host: string) =>
  new WebFailure(
    "refused-address",
    `${host} is a private address. To fetch from it, name it in the settings: crud.allowHosts: ["${host}"].`,
  );

/** Finds a host's addresses as Node does and gives the public ones alone: what is connected to is what was checked. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return callback(refusedAddress(hostname), []);
    if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
