// Decides which addresses may be fetched: public ones, never those of this machine or its network.

import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { WebFailure } from "./web-failure.ts";

/** Maximum length of an address, in characters; no published one is longer. */
const maxUrlLength = 8000;

/** Whether an IP address belongs to a public host. IPv6 addresses outside 2000::/3, or wrapping an IPv4 address, do not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip instanceof ipaddr.IPv4 || ((ip.parts[0] ?? 0) & 0xe000) === 0x2000;
}

const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");
const hostNameOf = ({ hostname }: URL) => hostname.replace(/\.$/, "");

/** `host:port` of an address, or "" if it is not an address. */
export const hostOf = (address: string) =>
  URL.canParse(address) ? `${hostNameOf(new URL(address))}:${portOf(new URL(address))}` : "";

/** Whether a host is allowed by name; `host` means all its ports, `host:port` one of them. */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const name = hostNameOf(url);
  const hostNames = new Set([name, `${name}:${portOf(url)}`]);
  return allowHosts.some(host =>
    hostNames.has(
      host
        .trim()
        .toLowerCase()
        .replace(/\.(?=:\d+$|$)/, ""),
    ),
  );
}

function parseUrl(address: string): URL {
  if (address.length <= maxUrlLength && URL.canParse(address)) {
    const url = new URL(address);
    url.hash = "";
    if (/^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  }
  throw new WebFailure(
    "bad-url",
    `${address.slice(0, 200)}: give an address that begins with http:// or https:// and has no user name.`,
  );
}

/**
 * The address to fetch, and whether to check on connecting that its host is public. Throws WebFailure for anything
 * that is not a web address, and for a private IP address in any notation: parsing a URL normalizes it.
 */
export function checkUrl(
  address: string,
  allowHosts: readonly string[],
): { readonly url: URL; readonly mustBePublic: boolean } {
  const url = parseUrl(address);
  if (isAllowedHost(url, allowHosts)) return { url, mustBePublic: false };
  const name = hostNameOf(url).replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(name) && !isPublicAddress(name)) throw refusedAddress(url.host);
  return { url, mustBePublic: true };
}

const refusedAddress = (host: string) =>
  new WebFailure(
    "refused-address",
    `${host} is a private address. To fetch from it, name it in the settings: crud.allowHosts: ["${host}"].`,
  );

/** Looks up a host as Node does, but returns only public addresses: the address connected to is the one checked. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = publicAddresses;
    if (!first) return callback(refusedAddress(hostname), []);
    if (options.all) callback(null, publicAddresses);
    else callback(null, first.address, first.family);
  });
};
