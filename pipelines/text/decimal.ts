// Exact decimal numbers as text, for comparing values.

/** A plain decimal: no grouping, no leading plus, no trailing zeros after the point. Leading zeros of a code are kept. */
export function plainDecimal(digits: string): string {
  const [integer = "", decimals = ""] = digits.replaceAll(",", "").split(".");
  const fraction = decimals.replace(/0+$/, "");
  return (integer === "" ? "0" : integer) + (fraction === "" ? "" : `.${fraction}`);
}

/** A decimal times ten to the power of `places`, without rounding. */
export function shiftDecimal(decimal: string, places: number): string {
  if (places === 0) return plainDecimal(decimal);
  const [integer = "", decimals = ""] = decimal.replaceAll(",", "").split(".");
  const digits =
    places > 0
      ? integer + decimals.padEnd(places, "0")
      : integer.padStart(1 - places, "0") + decimals;
  const point =
    places > 0 ? integer.length + places : Math.max(integer.length, 1 - places) + places;
  const shifted = `${digits.slice(0, point).replace(/^0+(?=\d)/, "")}.${digits.slice(point)}`;
  return plainDecimal(shifted);
}

/** The exact result of a calculation with two plain decimals, which `calculate` receives as whole numbers of the same scale. */
function calculateExactly(
  a: string,
  b: string,
  calculate: (a: bigint, b: bigint) => bigint,
): string {
  const places = Math.max(decimalsOf(a), decimalsOf(b));
  const [first, second] = [a, b].map(decimal => BigInt(shiftDecimal(decimal, places)));
  return shiftDecimal(calculate(first ?? 0n, second ?? 0n).toString(), -places);
}

/** The sum of two non-negative plain decimals. */
export const addDecimals = (a: string, b: string): string =>
  calculateExactly(a, b, (first, second) => first + second);

/** The absolute difference of two plain decimals. */
export const subtractDecimals = (a: string, b: string): string =>
  calculateExactly(a, b, (first, second) => (first > second ? first - second : second - first));

/** The number of decimal places of a plain decimal. */
export const decimalsOf = (decimal: string): number => decimal.split(".")[1]?.length ?? 0;

/** A plain decimal, with thousands separators if the example has them. */
export const groupedLike = (decimal: string, example: string): string =>
  example.includes(",") ? decimal.replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/g, ",") : decimal;
