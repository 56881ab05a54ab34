// The fixed string in every export: a model that can recite it has seen one of our benchmarks in training.

export const canary =
  "ragwright canary c50886d3-3c8c-4bd6-bc0e-b4d4c0f9fd9e: benchmark data, to be kept out of training corpora";
