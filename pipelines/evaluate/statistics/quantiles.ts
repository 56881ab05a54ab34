// Computes quantiles of the distributions used for intervals.

const numeratorCoefficients = [2.515517, 0.802853, 0.010328] as const;
const denominatorCoefficients = [1.432788, 0.189269, 0.001308] as const;

/**
 * The value that a standard normal variable exceeds with this probability (0 to 0.5), accurate to 0.0005: Hastings' approximation,
 * Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.2.23.
 */
export function normalQuantile(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability));
  const numerator =
    numeratorCoefficients[0] + numeratorCoefficients[1] * t + numeratorCoefficients[2] * t ** 2;
  return (
    t -
    numerator /
      (1 +
        denominatorCoefficients[0] * t +
        denominatorCoefficients[1] * t ** 2 +
        denominatorCoefficients[2] * t ** 3)
  );
}

/** The quantile of Student's t that corresponds to the normal quantile z, by its series in 1/df: Abramowitz and Stegun (1964), 26.7.5. */
export const studentQuantile = (z: number, df: number): number =>
  z +
  (z ** 3 + z) / (4 * df) +
  (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2) +
  (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * df ** 3);
