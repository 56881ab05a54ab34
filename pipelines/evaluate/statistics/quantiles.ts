// Quantiles of the distributions used for intervals.

const away = [2.515517, 0.802853, 0.010328] as const;
const over = [1.432788, 0.189269, 0.001308] as const;

/**
 * The value that a standard normal variable exceeds with this probability (0 to 0.5), accurate to 0.0005: Hastings' approximation,
 * Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.2.23.
 */
export function normalTail(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability));
  const above = away[0] + away[1] * t + away[2] * t ** 2;
  return t - above / (1 + over[0] * t + over[1] * t ** 2 + over[2] * t ** 3);
}

/** Student's t for the normal quantile z, by its series in 1/df: Abramowitz and Stegun (1964), 26.7.5. */
export const studentFrom = (z: number, df: number): number =>
  z +
  (z ** 3 + z) / (4 * df) +
  (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2) +
  (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * df ** 3);
